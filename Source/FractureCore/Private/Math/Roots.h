// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

namespace FractureCore
{
/// x^(1/n) for x >= 0 and n >= 2, by Newton's method: unlike pow it has the same bits with every C library.
inline double NthRoot(double x, int32_t n)
{
	if (!(x > 0.0) || !std::isfinite(x))
	{
		return x;
	}
	// x = m 2^e with e a multiple of n and m in [0.5, 2^n): the root of m lies in [0.5, 2].
	int exponent = 0;
	double m = std::frexp(x, &exponent);
	const int whole = exponent >= 0 ? exponent / n : -((-exponent + n - 1) / n);
	m = std::ldexp(m, exponent - whole * n);
	double root = 2.0; // from above, Newton falls monotonely
	for (int32_t step = 0; step < 100; ++step)
	{
		double power = 1.0;
		for (int32_t i = 1; i < n; ++i)
		{
			power *= root;
		}
		const double next = root - (power * root - m) / (n * power);
		if (!(next < root))
		{
			break;
		}
		root = next;
	}
	return std::ldexp(root, whole);
}
} // namespace FractureCore
