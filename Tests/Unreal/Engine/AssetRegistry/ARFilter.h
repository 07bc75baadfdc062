// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/AssetRegistry/FARFilter (5.5).

#include "AssetRegistry/AssetData.h"

struct FARFilter
{
	TArray<FName> PackagePaths;
	TArray<FTopLevelAssetPath> ClassPaths;
	bool bRecursivePaths = false;
	bool bRecursiveClasses = false;
};
