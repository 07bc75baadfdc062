// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/PhysicsCore/PhysicalMaterials/UPhysicalMaterial
// (5.5).

#include "UObject/Object.h"

class UPhysicalMaterial : public UObject
{
public:
	STANDIN_CLASS(UPhysicalMaterial, UObject)
};
