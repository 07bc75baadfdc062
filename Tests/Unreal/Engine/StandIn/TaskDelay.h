// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows nothing of the engine: machines on which tasks end when they like.

#include "HAL/Platform.h"

namespace StandIn
{
/// Each task begins up to so many milliseconds late, by turns; 0: at once.
void DelayTasks(int32 MostMilliseconds);
} // namespace StandIn
