// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
/// Cosines of a tet's six dihedral angles: `largest` belongs to the smallest angle. A tet without positive volume has
/// the worst of both, 1 and -1.
struct DihedralCosines
{
	double largest = 1.0;
	double smallest = -1.0;

	/// What optimisation lowers: the cosine of the smallest angle or of the largest one's supplement.
	double Badness() const { return std::max(largest, -smallest); }
};

/// The range that covers both.
inline DihedralCosines Widest(const DihedralCosines& a, const DihedralCosines& b)
{
	return {std::max(a.largest, b.largest), std::min(a.smallest, b.smallest)};
}

inline DihedralCosines MeasureDihedrals(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d)
{
	const Vec3 ab = b - a;
	const Vec3 ac = c - a;
	const Vec3 ad = d - a;
	// Outward normals of the faces opposite b, c, d; the four add up to zero.
	const Vec3 nb = Cross(ad, ac);
	const Vec3 nc = Cross(ab, ad);
	const Vec3 nd = Cross(ac, ab);
	if (!(Dot(nd, ad) < 0.0))
	{
		return {};
	}
	const Vec3 na = -(nb + nc + nd);
	const double la = 1.0 / Length(na);
	const double lb = 1.0 / Length(nb);
	const double lc = 1.0 / Length(nc);
	const double ld = 1.0 / Length(nd);
	const double cosines[6] = {-Dot(na, nb) * la * lb,
		-Dot(na, nc) * la * lc,
		-Dot(na, nd) * la * ld,
		-Dot(nb, nc) * lb * lc,
		-Dot(nb, nd) * lb * ld,
		-Dot(nc, nd) * lc * ld};
	DihedralCosines range{-1.0, 1.0};
	for (const double cosine : cosines)
	{
		range.largest = std::max(range.largest, cosine);
		range.smallest = std::min(range.smallest, cosine);
	}
	return range;
}
} // namespace FractureCore
