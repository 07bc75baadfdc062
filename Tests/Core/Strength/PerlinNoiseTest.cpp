// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Strength/PerlinNoise.h"

#include "FractureCore/Hash.h"
#include "FractureCore/Random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace FractureCore;

namespace
{
Vec3 RandomPoint(uint64_t i, double range)
{
	const auto draw = [&](uint64_t k) { return range * (2.0 * RandomUnit(7, 3 * i + k) - 1.0); };
	return {draw(0), draw(1), draw(2)};
}
} // namespace

TEST(PerlinNoise, IsZeroAtLatticePointsAndWithinOneElsewhere)
{
	for (int32_t i = -3; i <= 3; ++i)
	{
		for (int32_t j = -3; j <= 3; ++j)
		{
			EXPECT_EQ(PerlinNoise({1.0 * i, 1.0 * j, 5.0 - i}, 3), 0.0);
		}
	}
	double least = 0.0;
	double most = 0.0;
	double square = 0.0;
	constexpr uint64_t kCount = 100'000;
	for (uint64_t i = 0; i < kCount; ++i)
	{
		const double noise = PerlinNoise(RandomPoint(i, 1000.0), 1);
		least = std::min(least, noise);
		most = std::max(most, noise);
		square += noise * noise;
		const double turbulence = Turbulence(RandomPoint(i, 10.0), 4, 1);
		ASSERT_TRUE(turbulence >= 0.0 && turbulence <= 1.0);
	}
	EXPECT_GE(least, -1.0);
	EXPECT_LE(most, 1.0);
	EXPECT_LT(least, -0.7);
	EXPECT_GT(most, 0.7);
	// Not flat: improved noise has a standard deviation of about a quarter.
	EXPECT_NEAR(std::sqrt(square / kCount), 0.26, 0.03);
}

TEST(PerlinNoise, NoChoiceOfGradientsExceedsOne)
{
	// The largest sum that the eight gradients could have at a point: each gives the two larger of its three offsets.
	double largest = 0.0;
	const auto fade = [](double t) { return t * t * t * (t * (t * 6.0 - 15.0) + 10.0); };
	constexpr int32_t kSteps = 60;
	for (int32_t n = 0; n < kSteps * kSteps * kSteps; ++n)
	{
		const double t[3] = {(n % kSteps) / (kSteps - 1.0),
			(n / kSteps % kSteps) / (kSteps - 1.0),
			(n / kSteps / kSteps) / (kSteps - 1.0)};
		double sum = 0.0;
		for (int32_t corner = 0; corner < 8; ++corner)
		{
			double weight = 1.0;
			double offsets[3];
			for (int32_t axis = 0; axis < 3; ++axis)
			{
				const bool isUpper = (corner >> axis & 1) != 0;
				weight *= isUpper ? fade(t[axis]) : 1.0 - fade(t[axis]);
				offsets[axis] = isUpper ? 1.0 - t[axis] : t[axis];
			}
			std::sort(offsets, offsets + 3);
			sum += weight * (offsets[1] + offsets[2]);
		}
		largest = std::max(largest, sum);
	}
	EXPECT_GT(largest, 1.035);
	EXPECT_LT(largest, 1.0365); // what PerlinNoise divides by
}

TEST(PerlinNoise, IsContinuousAcrossCellsAndDiffersBySeed)
{
	for (uint64_t i = 0; i < 1000; ++i)
	{
		Vec3 point = RandomPoint(i, 20.0);
		point.x = std::floor(point.x);
		constexpr double kStep = 1.0e-9;
		const double left = PerlinNoise(point - Vec3{kStep, 0.0, 0.0}, 5);
		const double right = PerlinNoise(point + Vec3{kStep, 0.0, 0.0}, 5);
		EXPECT_NEAR(left, right, 1.0e-8);
	}
	EXPECT_NE(PerlinNoise({0.3, 0.4, 0.6}, 1), PerlinNoise({0.3, 0.4, 0.6}, 2));
	EXPECT_EQ(PerlinNoise({1.0e300, 0.5, 0.5}, 1), 0.0);
}

TEST(PerlinNoise, HasTheSameBitsOnEverySystem)
{
	std::vector<double> samples;
	for (uint64_t i = 0; i < 100'000; ++i)
	{
		samples.push_back(PerlinNoise(RandomPoint(i, 50.0), i % 7));
	}
	ContentHasher hasher;
	hasher.AddArray(std::span<const double>(samples));
	EXPECT_EQ(ToHex(hasher.Finish()), "2a50d96290e1971fb1eafa99a17602b2");
}
