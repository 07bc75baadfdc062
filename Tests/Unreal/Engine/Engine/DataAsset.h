// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Engine/UDataAsset (5.5).

#include "UObject/Object.h"

class UDataAsset : public UObject
{
public:
	STANDIN_CLASS(UDataAsset, UObject)
};
