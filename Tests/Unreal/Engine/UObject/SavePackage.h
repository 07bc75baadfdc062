// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/UObject/FSavePackageArgs (5.5).

#include "UObject/ObjectMacros.h"

struct FSavePackageArgs
{
	EObjectFlags TopLevelFlags = RF_NoFlags;
};
