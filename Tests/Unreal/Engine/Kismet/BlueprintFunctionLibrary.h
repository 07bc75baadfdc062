// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Kismet/UBlueprintFunctionLibrary (5.5).

#include "UObject/Object.h"

class UBlueprintFunctionLibrary : public UObject
{
public:
	STANDIN_CLASS(UBlueprintFunctionLibrary, UObject)
};
