// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Engine/FHitResult (5.5).

#include "CoreMinimal.h"

struct FHitResult
{
	bool bBlockingHit = false;
	float Distance = 0.0f;
	int32 FaceIndex = -1;
	FVector Location;
	FVector ImpactPoint;
	FVector Normal;
	FVector ImpactNormal;
	float PenetrationDepth = 0.0f;
};
