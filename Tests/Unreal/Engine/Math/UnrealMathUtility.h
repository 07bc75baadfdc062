// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Math/FMath (5.5).

#include "HAL/Platform.h"

#include <algorithm>
#include <cmath>

struct FMath
{
	template <typename T>
	static T Min(T A, T B)
	{
		return A < B ? A : B;
	}
	template <typename T>
	static T Max(T A, T B)
	{
		return A > B ? A : B;
	}
	template <typename T>
	static T Min3(T A, T B, T C)
	{
		return Min(A, Min(B, C));
	}
	template <typename T>
	static T Max3(T A, T B, T C)
	{
		return Max(A, Max(B, C));
	}
	template <typename T>
	static T Clamp(T X, T Low, T High)
	{
		return X < Low ? Low : (X > High ? High : X);
	}
	template <typename T>
	static T Abs(T X)
	{
		return X < T(0) ? -X : X;
	}
	static bool IsFinite(double X) { return std::isfinite(X); }
	static double Pow(double A, double B) { return std::pow(A, B); }
	static double Sqrt(double X) { return std::sqrt(X); }
	static double Frac(double X) { return X - std::floor(X); }
	static double DegreesToRadians(double Degrees) { return Degrees * (3.14159265358979323846 / 180.0); }
	static double RoundToDouble(double X) { return std::floor(X + 0.5); }
};
