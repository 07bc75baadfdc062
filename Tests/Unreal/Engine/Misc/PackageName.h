// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/Misc/FPackageName (5.5). Packages
// lie in a folder of the tests.

#include "CoreMinimal.h"

class FPackageName
{
public:
	static FString LongPackageNameToFilename(const FString& LongPackageName, const FString& Extension = FString());
	static const FString& GetAssetPackageExtension();
	static FString GetShortName(const FString& LongName);
	static FString GetLongPackagePath(const FString& LongPackageName);
};
