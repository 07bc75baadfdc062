// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Logging (5.5): UE_LOG(Category, Verbosity,
// Format, ...). Lines are kept for tests to read.

#include "Containers/UnrealString.h"

#include <mutex>
#include <vector>

namespace ELogVerbosity
{
enum Type : uint8
{
	NoLogging,
	Fatal,
	Error,
	Warning,
	Display,
	Log,
	Verbose,
	VeryVerbose,
	All = VeryVerbose,
};
} // namespace ELogVerbosity

struct FLogCategoryBase
{
	const TCHAR* Name;
};

namespace StandIn
{
struct FLogLine
{
	ELogVerbosity::Type Verbosity;
	std::string Text;
};

void WriteLog(const FLogCategoryBase& Category, ELogVerbosity::Type Verbosity, const FString& Text);

/// Lines since the last call, from any thread.
std::vector<FLogLine> TakeLog();
} // namespace StandIn

#define DECLARE_LOG_CATEGORY_EXTERN(Category, Default, Limit)                                                          \
	extern struct FLogCategory##Category : public FLogCategoryBase                                                     \
	{                                                                                                                  \
		FLogCategory##Category() : FLogCategoryBase{TEXT(#Category)} {}                                                \
	} Category
#define DEFINE_LOG_CATEGORY(Category) FLogCategory##Category Category
#define UE_LOG(Category, Verbosity, Format, ...)                                                                       \
	StandIn::WriteLog(Category, ELogVerbosity::Verbosity, FString::Printf(Format __VA_OPT__(, ) __VA_ARGS__))
