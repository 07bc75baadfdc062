// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/GenericPlatform/FGenericPlatformMisc/NumberOfWorkerThreadsToSpawn (5.5).

#include "HAL/Platform.h"

struct FPlatformMisc
{
	static int32 NumberOfWorkerThreadsToSpawn();
};
