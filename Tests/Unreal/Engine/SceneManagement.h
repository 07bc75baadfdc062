// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FPrimitiveDrawInterface,
// ESceneDepthPriorityGroup (5.5).

#include "CoreMinimal.h"

enum ESceneDepthPriorityGroup
{
	SDPG_World,
	SDPG_Foreground,
};

class FPrimitiveDrawInterface
{
public:
	virtual ~FPrimitiveDrawInterface() = default;
	virtual void DrawLine(const FVector& Start,
		const FVector& End,
		const FLinearColor& Color,
		uint8 DepthPriorityGroup,
		float Thickness = 0.0f,
		float DepthBias = 0.0f,
		bool bScreenSpace = false) = 0;
};
