// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Engine/UEngine, GEngine (5.5):
// VertexColorViewModeMaterial_ColorOnly.

#include "UObject/Object.h"

class UMaterial;

class UEngine : public UObject
{
public:
	STANDIN_CLASS(UEngine, UObject)
	TObjectPtr<UMaterial> VertexColorViewModeMaterial_ColorOnly;
};

extern UEngine* GEngine;
