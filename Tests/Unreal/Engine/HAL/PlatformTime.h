// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/GenericPlatform/FGenericPlatformTime (5.5):
// Seconds.

#include "HAL/Platform.h"

#include <chrono>

struct FPlatformTime
{
	static double Seconds()
	{
		return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
	}
};
