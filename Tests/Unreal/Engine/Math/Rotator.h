// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Math/TRotator (5.5): degrees; Vector is
// where x points to.

#include "Math/Vector.h"

struct FRotator
{
	double Pitch = 0.0;
	double Yaw = 0.0;
	double Roll = 0.0;

	FRotator() = default;
	FRotator(double InPitch, double InYaw, double InRoll) : Pitch(InPitch), Yaw(InYaw), Roll(InRoll) {}
	FVector Vector() const
	{
		const double P = Pitch * 3.14159265358979323846 / 180.0;
		const double Y = Yaw * 3.14159265358979323846 / 180.0;
		return FVector(std::cos(P) * std::cos(Y), std::cos(P) * std::sin(Y), std::sin(P));
	}
};
