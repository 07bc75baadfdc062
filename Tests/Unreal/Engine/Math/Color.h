// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Math/FLinearColor, FColor (5.5).

#include "HAL/Platform.h"

struct FColor
{
	uint8 R = 0;
	uint8 G = 0;
	uint8 B = 0;
	uint8 A = 255;

	FColor() = default;
	constexpr FColor(uint8 InR, uint8 InG, uint8 InB, uint8 InA = 255) : R(InR), G(InG), B(InB), A(InA) {}
	friend bool operator==(const FColor& X, const FColor& Y)
	{
		return X.R == Y.R && X.G == Y.G && X.B == Y.B && X.A == Y.A;
	}

	static const FColor White;
	static const FColor Orange;
};
inline constexpr FColor FColor::White(255, 255, 255);
inline constexpr FColor FColor::Orange(243, 156, 18);

struct FLinearColor
{
	float R = 0.0f;
	float G = 0.0f;
	float B = 0.0f;
	float A = 1.0f;

	FLinearColor() = default;
	constexpr FLinearColor(float InR, float InG, float InB, float InA = 1.0f) : R(InR), G(InG), B(InB), A(InA) {}
};
