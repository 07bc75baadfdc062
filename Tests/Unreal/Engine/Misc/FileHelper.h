// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Misc/FFileHelper (5.5): LoadFileToArray,
// SaveArrayToFile, SaveStringToFile, LoadFileToString.

#include "CoreMinimal.h"

struct FFileHelper
{
	static bool LoadFileToArray(TArray<uint8>& Result, const TCHAR* Filename, uint32 Flags = 0);
	static bool LoadFileToString(FString& Result, const TCHAR* Filename);
	static bool SaveArrayToFile(TConstArrayView<uint8> Array, const TCHAR* Filename);
	static bool SaveStringToFile(const FString& String, const TCHAR* Filename);
};
