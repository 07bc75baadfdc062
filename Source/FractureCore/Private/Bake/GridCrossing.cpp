// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/GridCrossing.h"

#include "Math/ExactSign.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace GridCrossingDetail
{
namespace
{
/// Cross products of whole numbers below 2^26 have below 2^53 and are exact. Their dot product with a third vector is
/// below 2^81, and three products and two sums of such round by less than this.
constexpr double kDeterminantError = 1.0e9;

int32_t SignOf(double value)
{
	return (value > 0.0 ? 1 : 0) - (value < 0.0 ? 1 : 0);
}

/// The sign of (u x v) . w, where u x v is `cross`; if that is 0, of the first component of `tie` that is not.
int32_t SignWithTie(const Vec3& u, const Vec3& v, const Vec3& cross, const Vec3& w, const Vec3& tie)
{
	const double determinant = Dot(cross, w);
	const int32_t sign = std::abs(determinant) > kDeterminantError ? SignOf(determinant) : DeterminantSign(u, v, w);
	if (sign != 0)
	{
		return sign;
	}
	return tie.x != 0.0 ? SignOf(tie.x) : (tie.y != 0.0 ? SignOf(tie.y) : SignOf(tie.z));
}
} // namespace
} // namespace GridCrossingDetail

GridCrossing CrossTriangle(const Vec3& a, const Vec3& b, const GridTriangle& triangle, EdgeOwner owner)
{
	using namespace GridCrossingDetail;
	GridCrossing crossing;
	const Vec3 u = triangle[1] - triangle[0];
	const Vec3 v = triangle[2] - triangle[0];
	const Vec3 normal = Cross(u, v);
	// How a point's height over the triangle changes as the first body moves.
	const Vec3 lift = owner == EdgeOwner::FirstBody ? normal : -normal;
	const int32_t sideOfA = SignWithTie(u, v, normal, a - triangle[0], lift);
	const int32_t sideOfB = SignWithTie(u, v, normal, b - triangle[0], lift);
	if (sideOfA == sideOfB)
	{
		return crossing;
	}
	// On which side of the line through the edge each side of the triangle passes.
	const Vec3 edge = b - a;
	int32_t passing = 0;
	for (size_t k = 0; k < 3; ++k)
	{
		const Vec3 from = triangle[k] - a;
		const Vec3 to = triangle[(k + 1) % 3] - a;
		const Vec3 drift = Cross(edge, to - from);
		passing += SignWithTie(from, to, Cross(from, to), edge, owner == EdgeOwner::FirstBody ? drift : -drift);
	}
	if (std::abs(passing) == 3)
	{
		const double heightOfA = Dot(normal, a - triangle[0]);
		const double heightOfB = Dot(normal, b - triangle[0]);
		crossing.inward = sideOfA > 0 ? 1 : -1;
		crossing.along = heightOfA != heightOfB ? std::clamp(heightOfA / (heightOfA - heightOfB), 0.0, 1.0) : 0.5;
	}
	return crossing;
}
} // namespace FractureCore
