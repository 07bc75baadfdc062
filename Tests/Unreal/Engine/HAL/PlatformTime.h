// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/GenericPlatform/FGenericPlatformTime (5.5):
// Seconds.

#include "HAL/Platform.h"

#include <chrono>

namespace StandIn
{
/// What calls that are slow in the engine take here, in seconds: making a physics body, a mesh, a component.
inline double SlowCall = 0.0;
inline double SpentOnCalls = 0.0;
inline void SpendSlowCall()
{
	SpentOnCalls += SlowCall;
}
} // namespace StandIn

struct FPlatformTime
{
	static double Seconds()
	{
		return StandIn::SpentOnCalls +
			std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
	}
};
