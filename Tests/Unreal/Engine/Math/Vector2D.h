// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Math/FVector2D (5.5).

struct FVector2D
{
	double X = 0.0;
	double Y = 0.0;

	FVector2D() = default;
	FVector2D(double InX, double InY) : X(InX), Y(InY) {}
};
