// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

namespace FractureCore
{
/// e^-x for x >= 0, within 1e-15 of it: unlike exp it has the same bits with every C library.
inline double DecayingExp(double x)
{
	if (!(x < 700.0))
	{
		return 0.0;
	}
	// e^-x = 2^-k e^-r with |r| <= ln 2 / 2, where thirteen terms of the series are enough. ln 2 in two parts, the
	// first of which times k is exact, keeps r's digits.
	constexpr double kLn2High = 6.93147180369123816490e-01;
	constexpr double kLn2Low = 1.90821492927058770002e-10;
	const double k = std::floor(x / (kLn2High + kLn2Low) + 0.5);
	const double r = (x - k * kLn2High) - k * kLn2Low;
	constexpr double kInverse[13] = {1.0,
		1.0 / 2,
		1.0 / 3,
		1.0 / 4,
		1.0 / 5,
		1.0 / 6,
		1.0 / 7,
		1.0 / 8,
		1.0 / 9,
		1.0 / 10,
		1.0 / 11,
		1.0 / 12,
		1.0 / 13};
	double sum = 1.0;
	for (int n = 12; n >= 0; --n)
	{
		sum = 1.0 - r * kInverse[n] * sum;
	}
	return std::ldexp(sum, -static_cast<int>(k));
}
} // namespace FractureCore
