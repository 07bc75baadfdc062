// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Math/TRay (5.5).

#include "Math/Vector.h"

struct FRay
{
	FVector Origin;
	FVector Direction = FVector(0.0, 0.0, 1.0);

	FRay() = default;
	FRay(const FVector& InOrigin, const FVector& InDirection) : Origin(InOrigin), Direction(InDirection) {}
	FVector PointAt(double Distance) const { return Origin + Direction * Distance; }
};
