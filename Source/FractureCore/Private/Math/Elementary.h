// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <cmath>

namespace FractureCore
{
// Unlike those of the C library, these have the same bits on every system: they add, multiply and scale by powers of
// two in a fixed order. Accurate to a few units in the last place.

/// ln x for a finite x > 0.
inline double PortableLog(double x)
{
	constexpr double kLn2 = 0.69314718055994530942;
	constexpr double kHalfRoot = 0.70710678118654752440;
	int exponent = 0;
	double m = std::frexp(x, &exponent);
	if (m < kHalfRoot)
	{
		m *= 2.0;
		--exponent;
	}
	// ln m = 2 artanh((m - 1) / (m + 1)); the argument is at most 0.1716, so that 12 terms are enough.
	const double z = (m - 1.0) / (m + 1.0);
	const double square = z * z;
	double sum = 0.0;
	for (int32_t k = 23; k >= 1; k -= 2)
	{
		sum = sum * square + 1.0 / k;
	}
	return exponent * kLn2 + 2.0 * z * sum;
}

/// e^x; 0 or infinity far out.
inline double PortableExp(double x)
{
	constexpr double kLn2High = 0.693147180369123816490; // 32 bits, so that n times it is exact
	constexpr double kLn2Low = 1.90821492927058770002e-10;
	if (!(x > -745.0))
	{
		return 0.0;
	}
	if (x > 710.0)
	{
		return HUGE_VAL;
	}
	const double n = std::floor(x / (kLn2High + kLn2Low) + 0.5);
	const double r = (x - n * kLn2High) - n * kLn2Low;
	double sum = 1.0;
	for (int32_t k = 14; k >= 1; --k)
	{
		sum = 1.0 + r * sum / k;
	}
	return std::ldexp(sum, static_cast<int>(n));
}

/// x^power for x > 0.
inline double PortablePow(double x, double power)
{
	return PortableExp(power * PortableLog(x));
}

/// sin(2 pi turns).
inline double SinOfTurns(double turns)
{
	double t = turns - std::floor(turns + 0.5); // [-0.5, 0.5]
	t = t > 0.25 ? 0.5 - t : (t < -0.25 ? -0.5 - t : t);
	const double x = 2.0 * kPi * t;
	const double square = x * x;
	double sum = 0.0;
	for (int32_t k = 21; k >= 3; k -= 2)
	{
		sum = (1.0 + sum) * -square / ((k - 1) * k);
	}
	return x * (1.0 + sum);
}
} // namespace FractureCore
