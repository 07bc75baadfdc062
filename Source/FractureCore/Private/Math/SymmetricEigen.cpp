// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The structure of [Eberly14]: the eigenvalue that is farthest from the other two is found first and well; its vector
// comes from a cross product of rows; the other two solve a 2 by 2 problem in the plane across, which is stable even
// when they are equal. We differ in finding the first value: Newton's method instead of acos and cos, whose last bits
// differ between C libraries.
#include "Math/SymmetricEigen.h"

#include <algorithm>
#include <tuple>
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
/// there, with a slope of at least 6, so Newton's method converges quadratically.
double CosineOfThird(double r)
{
	// The cubic with the root's values and slopes at both ends is off by 3e-4 at most: three steps reach rounding.
	constexpr double kCos30 = 0.86602540378443864676;
	double c = kCos30 + r * (1.0 / 6.0 + r * (-0.0425205 + r * 0.0098285));
	for (int32_t step = 0; step < 3; ++step)
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

/// A matrix as scale (mean I + deviator), and the deviator in a frame whose third axis is the eigenvector of the
/// eigenvalue that is farthest from the other two.
struct Isolation
{
	double scale = 0.0;
	double mean = 0.0;
	Sym3 deviator;
	double value = 0.0; // of `w`; by far the largest or smallest
	Vec3 u{1.0, 0.0, 0.0};
	Vec3 v{0.0, 1.0, 0.0};
	Vec3 w{0.0, 0.0, 1.0};
	double uu = 0.0; // the 2 by 2 problem that is left
	double uv = 0.0;
	double vv = 0.0;
};

Isolation Isolate(const Sym3& matrix)
{
	Isolation result;
	result.scale = std::max({std::abs(matrix.xx),
		std::abs(matrix.yy),
		std::abs(matrix.zz),
		std::abs(matrix.xy),
		std::abs(matrix.yz),
		std::abs(matrix.zx)});
	if (!(result.scale > 0.0))
	{
		return result;
	}
	// Scaled, so that squares and cubes of very small or large stresses stay in range. Where the scale has no finite
	// inverse, a larger one has, and is small enough.
	constexpr double kLeastInvertible = 1.0e-300;
	result.scale = std::max(result.scale, kLeastInvertible);
	const double inverse = 1.0 / result.scale;
	Sym3& a = result.deviator;
	a = {matrix.xx * inverse,
		matrix.yy * inverse,
		matrix.zz * inverse,
		matrix.xy * inverse,
		matrix.yz * inverse,
		matrix.zx * inverse};
	result.mean = (a.xx + a.yy + a.zz) / 3.0;
	a.xx -= result.mean;
	a.yy -= result.mean;
	a.zz -= result.mean;
	const double offDiagonal = a.xy * a.xy + a.yz * a.yz + a.zx * a.zx;
	const double p = std::sqrt((a.xx * a.xx + a.yy * a.yy + a.zz * a.zz + 2.0 * offDiagonal) / 6.0);
	if (!(p > 1.0e-100)) // its cube is still a number
	{
		a = {};
		return result;
	}
	// Deviator / p has the eigenvalues 2 cos(angle), 2 cos(angle +- 120 degrees) with cos(3 angle) = r.
	const double determinant =
		a.xx * (a.yy * a.zz - a.yz * a.yz) - a.xy * (a.xy * a.zz - a.yz * a.zx) + a.zx * (a.xy * a.yz - a.yy * a.zx);
	const double r = std::clamp(determinant / (2.0 * p * p * p), -1.0, 1.0);
	result.value = (r >= 0.0 ? 2.0 : -2.0) * p * CosineOfThird(std::abs(r));
	result.w = IsolatedVector(a, result.value);
	std::tie(result.u, result.v) = PlaneAcross(result.w);
	const Vec3 au = MultiplySym(a, result.u);
	const Vec3 av = MultiplySym(a, result.v);
	result.uu = Dot(result.u, au);
	result.uv = Dot(result.u, av);
	result.vv = Dot(result.v, av);
	return result;
}
} // namespace

SymmetricExtremes FindExtremes(const Sym3& matrix)
{
	const Isolation s = Isolate(matrix);
	const double middle = 0.5 * (s.uu + s.vv);
	const double half = 0.5 * (s.uu - s.vv);
	const double radius = std::sqrt(half * half + s.uv * s.uv);
	if (s.value > 0.0)
	{
		return {(s.value + s.mean) * s.scale, (middle - radius + s.mean) * s.scale, s.w};
	}
	SymmetricExtremes result{(middle + radius + s.mean) * s.scale, (s.value + s.mean) * s.scale, s.u};
	if (radius > 0.0)
	{
		// Of the two equal forms of the 2 by 2 eigenvector the one without a difference.
		const double x = half >= 0.0 ? half + radius : s.uv;
		const double y = half >= 0.0 ? s.uv : radius - half;
		result.direction = Normalised(s.u * x + s.v * y);
	}
	return result;
}

SymmetricEigen3 DecomposeSymmetric(const Sym3& matrix)
{
	const Isolation s = Isolate(matrix);
	SymmetricEigen3 result;
	if (s.value == 0.0)
	{
		std::fill(result.values, result.values + 3, s.mean * s.scale);
		return result;
	}
	// One Jacobi rotation solves the 2 by 2 problem exactly.
	double cosine = 1.0;
	double sine = 0.0;
	if (s.uv != 0.0)
	{
		const double tau = (s.vv - s.uu) / (2.0 * s.uv);
		const double tangent = (tau >= 0.0 ? 1.0 : -1.0) / (std::abs(tau) + std::sqrt(1.0 + tau * tau));
		cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
		sine = tangent * cosine;
	}
	const Vec3 first = s.u * cosine - s.v * sine;
	const Vec3 second = s.u * sine + s.v * cosine;
	// Rayleigh quotients: second-order accurate in the vectors.
	const double values[3] = {Dot(first, MultiplySym(s.deviator, first)),
		Dot(second, MultiplySym(s.deviator, second)),
		Dot(s.w, MultiplySym(s.deviator, s.w))};
	const Vec3 vectors[3] = {first, second, s.w};
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
		result.values[i] = (values[order[i]] + s.mean) * s.scale;
		result.vectors[i] = vectors[order[i]];
	}
	result.vectors[2] = Cross(result.vectors[0], result.vectors[1]);
	return result;
}
} // namespace FractureCore
