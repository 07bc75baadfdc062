// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

namespace FractureCore
{
/// The point of triangle abc nearest to p [Ericson05] section 5.1.5.
inline Vec3 ClosestOnTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c)
{
	const Vec3 ab = b - a;
	const Vec3 ac = c - a;
	const Vec3 ap = p - a;
	const double d1 = Dot(ab, ap);
	const double d2 = Dot(ac, ap);
	if (d1 <= 0.0 && d2 <= 0.0)
	{
		return a;
	}
	const Vec3 bp = p - b;
	const double d3 = Dot(ab, bp);
	const double d4 = Dot(ac, bp);
	if (d3 >= 0.0 && d4 <= d3)
	{
		return b;
	}
	const double vc = d1 * d4 - d3 * d2;
	if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0)
	{
		return a + ab * (d1 / (d1 - d3));
	}
	const Vec3 cp = p - c;
	const double d5 = Dot(ab, cp);
	const double d6 = Dot(ac, cp);
	if (d6 >= 0.0 && d5 <= d6)
	{
		return c;
	}
	const double vb = d5 * d2 - d1 * d6;
	if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0)
	{
		return a + ac * (d2 / (d2 - d6));
	}
	const double va = d3 * d6 - d5 * d4;
	if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0)
	{
		return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
	}
	const double sum = va + vb + vc;
	if (!(sum > 0.0))
	{
		return a; // a needle so thin that rounding hides which edge is nearest
	}
	return a + ab * (vb / sum) + ac * (vc / sum);
}
} // namespace FractureCore
