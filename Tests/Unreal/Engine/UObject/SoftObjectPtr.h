// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/UObject/TSoftObjectPtr (5.5).

#include "UObject/WeakObjectPtr.h"

template <typename T>
class TSoftObjectPtr
{
public:
	bool IsNull() const { return true; } // nothing to load from here
};
