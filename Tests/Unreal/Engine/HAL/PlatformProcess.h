// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/GenericPlatform/FGenericPlatformProcess (5.5):
// Sleep.

#include <chrono>
#include <thread>

struct FPlatformProcess
{
	static void Sleep(float Seconds) { std::this_thread::sleep_for(std::chrono::duration<float>(Seconds)); }
};
