// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Materials/UMaterial (5.5).

#include "Materials/MaterialInterface.h"

class UMaterial : public UMaterialInterface
{
public:
	STANDIN_CLASS(UMaterial, UMaterialInterface)
};
