// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Hooks.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace FractureCore
{
namespace
{
struct LogHook
{
	std::mutex mutex; // function and user must be read as a pair
	LogFunction function = nullptr;
	void* user = nullptr;
};

LogHook& GetLogHook()
{
	static LogHook hook;
	return hook;
}

void PrintAndAbort(const char* expression, const char* file, int32_t line)
{
	std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, static_cast<int>(line), expression);
	std::abort();
}

std::atomic<AssertFunction> assertFunction{&PrintAndAbort};
} // namespace

void SetLogFunction(LogFunction function, void* user)
{
	LogHook& hook = GetLogHook();
	const std::lock_guard<std::mutex> lock(hook.mutex);
	hook.function = function;
	hook.user = user;
}

void Log(LogLevel level, const char* message)
{
	LogHook& hook = GetLogHook();
	const std::lock_guard<std::mutex> lock(hook.mutex);
	if (hook.function != nullptr)
	{
		hook.function(level, message, hook.user);
	}
}

void SetAssertFunction(AssertFunction function)
{
	assertFunction = function != nullptr ? function : &PrintAndAbort;
}

void ReportAssert(const char* expression, const char* file, int32_t line)
{
	assertFunction.load()(expression, file, line);
}
} // namespace FractureCore
