// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Misc/FPaths (5.5).

#include "CoreMinimal.h"

struct FPaths
{
	static FString ProjectSavedDir();
	static FString GetPath(const FString& Path);
	static FString Combine(const FString& A, const FString& B);
	static bool IsRelative(const FString& Path);
};
