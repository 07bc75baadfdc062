// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The structure of [Eberly14]: the eigenvalue that is farthest from the other two is found first and well; its vector
// comes from a cross product of rows; the other two solve a 2 by 2 problem in the plane across, which is stable even
// when they are equal. We differ in finding the first value: Newton's method instead of acos and cos, whose last bits
// differ between C libraries.
#include "Math/SymmetricEigen.h"

#include <algorithm>
#include <utility>

namespace FractureCore
{
namespace
{
Vec3 MultiplySym(const Sym3& a, const Vec3& v)
{
	return {a.xx * v.x + a.xy * v.y + a.zx * v.z,
		a.xy * v.x + a.yy * v.y + a.yz * v.z,
		a.zx * v.x + a.yz * v.y + a.zz * v.z};
}

/// Root of 4 c^3 - 3 c = r in [sqrt(3)/2, 1], for r in [0, 1]: c = cos(acos(r) / 3). The cubic is convex and rising
/// there, with a slope of at least 6, so Newton from the chord's upper bound converges quadratically and monotonely.
double CosineOfThird(double r)
{
	constexpr double kCos30 = 0.86602540378443864676;
	double c = kCos30 + (1.0 - kCos30) * r * 1.06; // close enough that four steps reach rounding
	for (int32_t step = 0; step < 4; ++step)
	{
		const double square = c * c;
		c -= (c * (4.0 * square - 3.0) - r) / (12.0 * square - 3.0);
	}
	return c;
}

/// Unit vector in the null space of (a - value I): the longest cross product of two of its rows.
Vec3 IsolatedVector(const Sym3& a, double value)
{
	const Vec3 rows[3] = {{a.xx - value, a.xy, a.zx}, {a.xy, a.yy - value, a.yz}, {a.zx, a.yz, a.zz - value}};
	const Vec3 candidates[3] = {Cross(rows[0], rows[1]), Cross(rows[1], rows[2]), Cross(rows[2], rows[0])};
	int32_t best = 0;
	for (int32_t i = 1; i < 3; ++i)
	{
		if (LengthSquared(candidates[i]) > LengthSquared(candidates[best]))
		{
			best = i;
		}
	}
	return Normalised(candidates[best]);
}

/// Two unit vectors across `w`, so that (u, v, w) is right-handed.
std::pair<Vec3, Vec3> PlaneAcross(const Vec3& w)
{
	const Vec3 u = std::abs(w.x) > std::abs(w.y) ? Normalised({-w.z, 0.0, w.x}) : Normalised({0.0, w.z, -w.y});
	return {u, Cross(w, u)};
}
} // namespace

SymmetricEigen3 DecomposeSymmetric(const Sym3& matrix)
{
	SymmetricEigen3 result;
	const double scale = std::max({std::abs(matrix.xx),
		std::abs(matrix.yy),
		std::abs(matrix.zz),
		std::abs(matrix.xy),
		std::abs(matrix.yz),
		std::abs(matrix.zx)});
	if (!(scale > 0.0))
	{
		return result;
	}
	// Scaled, so that squares and cubes of very small or large stresses stay in range.
	Sym3 a{matrix.xx / scale,
		matrix.yy / scale,
		matrix.zz / scale,
		matrix.xy / scale,
		matrix.yz / scale,
		matrix.zx / scale};
	const double mean = (a.xx + a.yy + a.zz) / 3.0;
	a.xx -= mean;
	a.yy -= mean;
	a.zz -= mean;
	const double offDiagonal = a.xy * a.xy + a.yz * a.yz + a.zx * a.zx;
	const double p = std::sqrt((a.xx * a.xx + a.yy * a.yy + a.zz * a.zz + 2.0 * offDiagonal) / 6.0);
	if (!(p > 1.0e-150))
	{
		std::fill(result.values, result.values + 3, mean * scale);
		return result;
	}
	// Deviator / p has the eigenvalues 2 cos(angle), 2 cos(angle +- 120 degrees) with cos(3 angle) = r.
	const double determinant =
		a.xx * (a.yy * a.zz - a.yz * a.yz) - a.xy * (a.xy * a.zz - a.yz * a.zx) + a.zx * (a.xy * a.yz - a.yy * a.zx);
	const double r = std::clamp(determinant / (2.0 * p * p * p), -1.0, 1.0);
	const double isolated = (r >= 0.0 ? 2.0 : -2.0) * p * CosineOfThird(std::abs(r));

	const Vec3 w = IsolatedVector(a, isolated);
	const auto [u, v] = PlaneAcross(w);
	const Vec3 au = MultiplySym(a, u);
	const Vec3 av = MultiplySym(a, v);
	// The 2 by 2 problem in the plane (u, v): one Jacobi rotation solves it exactly.
	const double uu = Dot(u, au);
	const double uv = Dot(u, av);
	const double vv = Dot(v, av);
	double cosine = 1.0;
	double sine = 0.0;
	if (uv != 0.0)
	{
		const double tau = (vv - uu) / (2.0 * uv);
		const double tangent = (tau >= 0.0 ? 1.0 : -1.0) / (std::abs(tau) + std::sqrt(1.0 + tau * tau));
		cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
		sine = tangent * cosine;
	}
	const Vec3 first = u * cosine - v * sine;
	const Vec3 second = u * sine + v * cosine;
	// Rayleigh quotients: second-order accurate in the vectors.
	const double values[3] = {
		Dot(first, MultiplySym(a, first)), Dot(second, MultiplySym(a, second)), Dot(w, MultiplySym(a, w))};
	const Vec3 vectors[3] = {first, second, w};
	int32_t order[3] = {0, 1, 2};
	auto sortPair = [&](int32_t& i, int32_t& j)
	{
		if (values[i] < values[j])
		{
			std::swap(i, j);
		}
	};
	sortPair(order[0], order[1]);
	sortPair(order[1], order[2]);
	sortPair(order[0], order[1]);
	for (int32_t i = 0; i < 3; ++i)
	{
		result.values[i] = (values[order[i]] + mean) * scale;
		result.vectors[i] = vectors[order[i]];
	}
	result.vectors[2] = Cross(result.vectors[0], result.vectors[1]);
	return result;
}
} // namespace FractureCore
