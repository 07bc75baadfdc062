// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/UObject/GetTransientPackage (5.5).

#include "UObject/Object.h"

/// Where objects without an owner live.
inline UObject* GetTransientPackage()
{
	return nullptr;
}
