// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"

#include <cstdint>

namespace FractureCore
{
enum class LogLevel : uint8_t
{
	Info,
	Warning,
	Error,
};

/// Receives one line without a line break. Called from any thread. Null switches logging off.
using LogFunction = void (*)(LogLevel level, const char* message, void* user);
FRACTURECORE_API void SetLogFunction(LogFunction function, void* user);
FRACTURECORE_API void Log(LogLevel level, const char* message);

/// Receives a broken promise of the *caller* (never bad user data). If it returns, the program goes on.
/// The default prints to stderr and aborts.
using AssertFunction = void (*)(const char* expression, const char* file, int32_t line);
FRACTURECORE_API void SetAssertFunction(AssertFunction function);
FRACTURECORE_API void ReportAssert(const char* expression, const char* file, int32_t line);

/// Told about long work. Return false to cancel it: the call then answers ErrorCode::Cancelled. `fraction` is in [0, 1]
/// within the stage. Called on the thread that called the core.
struct ProgressSink
{
	bool (*report)(void* user, const char* stage, double fraction) = nullptr;
	void* user = nullptr;

	/// True to go on.
	bool Report(const char* stage, double fraction) const { return report == nullptr || report(user, stage, fraction); }
};
} // namespace FractureCore

// On unless the host ships without asserts; Unreal's Shipping configuration does.
#ifndef FRACTURECORE_ASSERTS
#if defined(UE_BUILD_SHIPPING) && UE_BUILD_SHIPPING
#define FRACTURECORE_ASSERTS 0
#else
#define FRACTURECORE_ASSERTS 1
#endif
#endif

#if FRACTURECORE_ASSERTS
#define FRACTURECORE_ASSERT(expression)                                                                                \
	((expression) ? static_cast<void>(0) : ::FractureCore::ReportAssert(#expression, __FILE__, __LINE__))
#else
#define FRACTURECORE_ASSERT(expression) static_cast<void>(0)
#endif
