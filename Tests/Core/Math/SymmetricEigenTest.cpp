// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Math/SymmetricEigen.h"

#include "FractureCore/Random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;

namespace
{
double Norm(const Sym3& a)
{
	return std::sqrt(a.xx * a.xx + a.yy * a.yy + a.zz * a.zz + 2.0 * (a.xy * a.xy + a.yz * a.yz + a.zx * a.zx));
}

Vec3 Apply(const Sym3& a, const Vec3& v)
{
	return {a.xx * v.x + a.xy * v.y + a.zx * v.z,
		a.xy * v.x + a.yy * v.y + a.yz * v.z,
		a.zx * v.x + a.yz * v.y + a.zz * v.z};
}

/// A v = lambda v, orthonormal and right-handed, descending.
void ExpectEigen(const Sym3& a, const SymmetricEigen3& eigen)
{
	const double tolerance = 2.0e-14 * Norm(a);
	EXPECT_GE(eigen.values[0], eigen.values[1]);
	EXPECT_GE(eigen.values[1], eigen.values[2]);
	for (int32_t i = 0; i < 3; ++i)
	{
		EXPECT_LE(Length(Apply(a, eigen.vectors[i]) - eigen.vectors[i] * eigen.values[i]), tolerance);
		for (int32_t j = 0; j < 3; ++j)
		{
			EXPECT_NEAR(Dot(eigen.vectors[i], eigen.vectors[j]), i == j ? 1.0 : 0.0, 4.0e-15);
		}
	}
	EXPECT_NEAR(Dot(Cross(eigen.vectors[0], eigen.vectors[1]), eigen.vectors[2]), 1.0, 4.0e-15);
}

/// The extremes are those of the full decomposition, whose vectors may differ where eigenvalues are close.
void ExpectExtremes(const Sym3& a, const SymmetricEigen3& eigen)
{
	const double size = std::max(std::abs(eigen.values[0]), std::abs(eigen.values[2]));
	const SymmetricExtremes extremes = FindExtremes(a);
	EXPECT_NEAR(extremes.largest, eigen.values[0], 1.0e-14 * size);
	EXPECT_NEAR(extremes.smallest, eigen.values[2], 1.0e-14 * size);
	EXPECT_GE(extremes.largest, extremes.smallest - 1.0e-15 * size);
	EXPECT_NEAR(Length(extremes.direction), 1.0, 4.0e-15);
	const Vec3 rest = Apply(a, extremes.direction) - extremes.direction * extremes.largest;
	EXPECT_LE(std::max({std::abs(rest.x), std::abs(rest.y), std::abs(rest.z)}), 2.0e-14 * size);
}

/// Q diag(values) Q^T with a pseudo-random rotation Q.
Sym3 MakeRotated(const double values[3], uint64_t seed)
{
	double q[4];
	double length = 0.0;
	for (uint64_t i = 0; i < 4; ++i)
	{
		q[i] = RandomUnit(seed, i) - 0.5;
		length += q[i] * q[i];
	}
	for (double& c : q)
	{
		c /= std::sqrt(length);
	}
	const Vec3 axes[3] = {
		{1 - 2 * (q[2] * q[2] + q[3] * q[3]), 2 * (q[1] * q[2] + q[0] * q[3]), 2 * (q[1] * q[3] - q[0] * q[2])},
		{2 * (q[1] * q[2] - q[0] * q[3]), 1 - 2 * (q[1] * q[1] + q[3] * q[3]), 2 * (q[2] * q[3] + q[0] * q[1])},
		{2 * (q[1] * q[3] + q[0] * q[2]), 2 * (q[2] * q[3] - q[0] * q[1]), 1 - 2 * (q[1] * q[1] + q[2] * q[2])}};
	Sym3 a;
	for (int32_t k = 0; k < 3; ++k)
	{
		a.xx += values[k] * axes[k].x * axes[k].x;
		a.yy += values[k] * axes[k].y * axes[k].y;
		a.zz += values[k] * axes[k].z * axes[k].z;
		a.xy += values[k] * axes[k].x * axes[k].y;
		a.yz += values[k] * axes[k].y * axes[k].z;
		a.zx += values[k] * axes[k].z * axes[k].x;
	}
	return a;
}
} // namespace

TEST(SymmetricEigen, KnownValuesComeBackForSeparateEqualAndNearlyEqualOnes)
{
	const double cases[][3] = {{3, 2, 1},
		{5, -1, -7},
		{1, 1, 0},
		{1, 0, 0},
		{0, 0, -1},
		{2, 2, 2},
		{1, 1, -1},
		{1, 1.0 - 1e-9, 0},
		{1, 1.0 - 1e-15, 1.0 - 2e-15},
		{1e9, 1, 0},
		{1e8, 3, -1e8},
		{1e-200, 0, -1e-200},
		{1e200, 1e199, -1e200}};
	for (const auto& values : cases)
	{
		for (uint64_t seed = 1; seed <= 50; ++seed)
		{
			const Sym3 a = MakeRotated(values, seed);
			const SymmetricEigen3 eigen = DecomposeSymmetric(a);
			if (std::abs(values[0]) < 1e100 && std::abs(values[0]) > 1e-100) // Norm squares
			{
				ExpectEigen(a, eigen);
			}
			ExpectExtremes(a, eigen);
			const double largest = std::max(std::abs(values[0]), std::abs(values[2]));
			for (int32_t i = 0; i < 3; ++i)
			{
				EXPECT_NEAR(eigen.values[i], values[i], 1.0e-14 * largest);
			}
		}
	}
}

TEST(SymmetricEigen, RandomMatricesAreDecomposed)
{
	for (uint64_t i = 0; i < 20'000; ++i)
	{
		auto draw = [&](uint64_t k) { return 2.0 * RandomUnit(99, 6 * i + k) - 1.0; };
		const Sym3 a{draw(0), draw(1), draw(2), draw(3), draw(4), draw(5)};
		ExpectEigen(a, DecomposeSymmetric(a));
		ExpectExtremes(a, DecomposeSymmetric(a));
		if (HasFailure())
		{
			return;
		}
	}
}

TEST(SymmetricEigen, DiagonalAndZeroMatricesGiveAxes)
{
	const SymmetricEigen3 zero = DecomposeSymmetric({});
	EXPECT_EQ(zero.values[0], 0.0);
	EXPECT_EQ(zero.vectors[0], (Vec3{1, 0, 0}));
	EXPECT_EQ(FindExtremes({}).largest, 0.0);
	EXPECT_EQ(FindExtremes({2, 2, 2, 0, 0, 0}).smallest, 2.0);
	EXPECT_NEAR(DecomposeSymmetric({1e-310, 0, 0, 0, 0, 0}).values[0], 1e-310, 1e-320);
	const SymmetricEigen3 diagonal = DecomposeSymmetric({1, 3, 2, 0, 0, 0});
	EXPECT_NEAR(diagonal.values[0], 3.0, 1e-15);
	EXPECT_NEAR(std::abs(diagonal.vectors[0].y), 1.0, 1e-15);
	// Pure shear s in xy: +-s at 45 degrees.
	const SymmetricEigen3 shear = DecomposeSymmetric({0, 0, 0, 7, 0, 0});
	EXPECT_NEAR(shear.values[0], 7.0, 1e-14);
	EXPECT_NEAR(shear.values[1], 0.0, 1e-14);
	EXPECT_NEAR(shear.values[2], -7.0, 1e-14);
	EXPECT_NEAR(std::abs(shear.vectors[0].x), std::sqrt(0.5), 1e-14);
	EXPECT_NEAR(shear.vectors[0].x, shear.vectors[0].y, 1e-14);
}
