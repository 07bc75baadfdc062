// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Async/FTaskGraphInterface (5.4).

#include "HAL/Platform.h"

class FTaskGraphInterface
{
public:
	static FTaskGraphInterface& Get();
	int32 GetNumBackgroundThreads();
};
