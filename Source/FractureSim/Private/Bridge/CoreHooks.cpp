// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bridge/CoreHooks.h"

#include "CoreMinimal.h"
#include "FractureCore/Hooks.h"
#include "FractureSimLog.h"

namespace FractureSim::Private
{
static void WriteCoreLog(FractureCore::LogLevel Level, const char* Message, void*)
{
	switch (Level)
	{
	case FractureCore::LogLevel::Info:
		UE_LOG(LogFractureSim, Log, TEXT("%s"), UTF8_TO_TCHAR(Message));
		break;
	case FractureCore::LogLevel::Warning:
		UE_LOG(LogFractureSim, Warning, TEXT("%s"), UTF8_TO_TCHAR(Message));
		break;
	case FractureCore::LogLevel::Error:
		UE_LOG(LogFractureSim, Error, TEXT("%s"), UTF8_TO_TCHAR(Message));
		break;
	}
}

static void ReportCoreAssert(const char* Expression, const char* File, int32_t Line)
{
	// Every one is logged with its place; the ensure brings a call stack and the crash reporter.
	UE_LOG(LogFractureSim, Error, TEXT("%s(%d): %s"), UTF8_TO_TCHAR(File), Line, UTF8_TO_TCHAR(Expression));
	ensureMsgf(false, TEXT("FractureCore was called wrongly: %s"), UTF8_TO_TCHAR(Expression));
}

void InstallCoreHooks()
{
	FractureCore::SetLogFunction(&WriteCoreLog, nullptr);
	FractureCore::SetAssertFunction(&ReportCoreAssert);
}

void RemoveCoreHooks()
{
	FractureCore::SetLogFunction(nullptr, nullptr);
	FractureCore::SetAssertFunction(nullptr);
}
} // namespace FractureSim::Private
