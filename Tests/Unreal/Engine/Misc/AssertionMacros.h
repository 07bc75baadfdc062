// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows Asserts in Unreal Engine (manual, 5.7). A failed check ends the program; a failed ensure is counted.

#include "HAL/Platform.h"

namespace StandIn
{
[[noreturn]] void CheckFailed(const char* Expression, const char* File, int Line);
bool EnsureFailed(const char* Expression, const char* File, int Line);

/// How many ensures failed since the program began.
int32 EnsureFailures();
} // namespace StandIn

#define check(Expression) ((Expression) ? (void)0 : StandIn::CheckFailed(#Expression, __FILE__, __LINE__))
#define checkf(Expression, ...) check(Expression)
#define verify(Expression) check(Expression)
#define ensure(Expression) ((Expression) || StandIn::EnsureFailed(#Expression, __FILE__, __LINE__))
#define ensureMsgf(Expression, ...) ensure(Expression)
