// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/HAL/FMemory (5.5).

#include "HAL/Platform.h"

struct FMemory
{
	static void* Memcpy(void* To, const void* From, SIZE_T Count)
	{
		return Count > 0 ? std::memcpy(To, From, Count) : To;
	}
};
