// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Math/ExactSign.h"

#include "FractureCore/Random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace
{
using namespace FractureCore;

/// Whole numbers below 2^bits, either sign.
Vec3 RandomWhole(uint64_t seed, uint64_t i, int bits)
{
	const auto draw = [&](uint64_t k) { return std::floor(std::ldexp(2.0 * RandomUnit(seed, 3 * i + k) - 1.0, bits)); };
	return {draw(0), draw(1), draw(2)};
}
} // namespace

TEST(ExactSign, AgreesWithWholeNumbers)
{
	// 17 bits: the determinant fits into 64.
	for (uint64_t i = 0; i < 2000; ++i)
	{
		const Vec3 u = RandomWhole(1, i, 17);
		const Vec3 v = RandomWhole(2, i, 17);
		const Vec3 w = i % 3 == 0 ? u + v : RandomWhole(3, i, 17);
		const auto whole = [](double x) { return static_cast<int64_t>(x); };
		const int64_t determinant = whole(w.x) * (whole(u.y) * whole(v.z) - whole(u.z) * whole(v.y)) +
			whole(w.y) * (whole(u.z) * whole(v.x) - whole(u.x) * whole(v.z)) +
			whole(w.z) * (whole(u.x) * whole(v.y) - whole(u.y) * whole(v.x));
		ASSERT_EQ(DeterminantSign(u, v, w), determinant > 0 ? 1 : (determinant < 0 ? -1 : 0));
	}
}

TEST(ExactSign, SeesTheLastBitOfAVectorInAPlane)
{
	int32_t wrong = 0;
	for (uint64_t i = 0; i < 500; ++i)
	{
		const Vec3 u = RandomWhole(4, i, 49);
		const Vec3 v = RandomWhole(5, i, 49);
		const Vec3 inPlane = u - v;
		EXPECT_EQ(DeterminantSign(u, v, inPlane), 0);
		// One unit along z changes the determinant by the z component of u x v.
		const double z = u.x * v.y - u.y * v.x;
		ASSERT_NE(z, 0.0);
		EXPECT_EQ(DeterminantSign(u, v, inPlane + Vec3{0, 0, 1}), z > 0.0 ? 1 : -1);
		EXPECT_EQ(DeterminantSign(u, v, inPlane - Vec3{0, 0, 1}), z > 0.0 ? -1 : 1);
		const double rounded = Dot(Cross(u, v), inPlane);
		wrong += rounded != 0.0 ? 1 : 0;
	}
	EXPECT_GT(wrong, 250); // what plain doubles would say
}

TEST(ExactSign, TheCrossProductOfASliverIsGoodToTheLastBits)
{
	int32_t poor = 0;
	for (uint64_t i = 0; i < 500; ++i)
	{
		// v = 3 u + d with small d, so u x v = u x d, which a few bits hold exactly.
		const Vec3 u = RandomWhole(6, i, 45);
		const Vec3 d = RandomWhole(7, i, 6);
		const Vec3 exact = Cross(u, d);
		const Vec3 accurate = AccurateCross(u, 3.0 * u + d);
		const double size = Length(exact);
		ASSERT_LE(Length(accurate - exact), 4e-16 * size);
		poor += Length(Cross(u, 3.0 * u + d) - exact) > 1e-6 * size ? 1 : 0;
	}
	EXPECT_GT(poor, 250);
}
