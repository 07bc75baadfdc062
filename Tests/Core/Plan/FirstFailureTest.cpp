// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/FirstFailure.h"

#include "FractureCore/Random.h"
#include "Math/StressAlgebra.h"
#include "Math/SymmetricEigen.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace FractureCore;

namespace
{
constexpr double kStrength = 50.0e6;
constexpr double kFactor = 8.0;

Sym3 RandomStress(uint64_t seed, double size)
{
	auto draw = [&](uint64_t i) { return size * (2.0 * RandomUnit(seed, i) - 1.0); };
	return {draw(0), draw(1), draw(2), draw(3), draw(4), draw(5)};
}

bool Fails(const Sym3& stress)
{
	const SymmetricEigen3 eigen = DecomposeSymmetric(stress);
	return eigen.values[0] >= kStrength || eigen.values[2] <= -kFactor * kStrength;
}
} // namespace

TEST(FirstFailure, TensionAloneIsStrengthOverStress)
{
	EXPECT_DOUBLE_EQ(FailureLoad({}, {200.0e6, 0, 0, 0, 0, 0}, kStrength, kFactor), 0.25);
	// Pure shear has the principal stresses +-tau.
	EXPECT_NEAR(FailureLoad({}, {0, 0, 0, 0, 100.0e6, 0}, kStrength, kFactor), 0.5, 1.0e-12);
}

TEST(FirstFailure, CompressionAloneHasItsOwnLimit)
{
	EXPECT_DOUBLE_EQ(FailureLoad({}, {-200.0e6, -200.0e6, -200.0e6, 0, 0, 0}, kStrength, kFactor), 2.0);
	EXPECT_TRUE(std::isinf(FailureLoad({}, {}, kStrength, kFactor)));
}

TEST(FirstFailure, ScalesInverselyWithTheLoad)
{
	const Sym3 load = RandomStress(3, 60.0e6);
	const double once = FailureLoad({}, load, kStrength, kFactor);
	EXPECT_NEAR(FailureLoad({}, Scaled(load, 3.0), kStrength, kFactor), once / 3.0, 1.0e-12 * once);
}

TEST(FirstFailure, AConstantLoadThatFailsAloneLeavesNothing)
{
	EXPECT_EQ(FailureLoad({51.0e6, 0, 0, 0, 0, 0}, {1.0, 0, 0, 0, 0, 0}, kStrength, kFactor), 0.0);
	EXPECT_EQ(FailureLoad({0, -401.0e6, 0, 0, 0, 0}, {0, 1.0, 0, 0, 0, 0}, kStrength, kFactor), 0.0);
}

TEST(FirstFailure, WithAConstantLoadItAgreesWithBisection)
{
	for (uint64_t seed = 0; seed < 200; ++seed)
	{
		const Sym3 constant = RandomStress(2 * seed, 15.0e6); // never fails alone
		const Sym3 growing = RandomStress(2 * seed + 1, 100.0e6);
		double low = 0.0;
		double high = 100.0;
		for (int32_t step = 0; step < 100; ++step)
		{
			const double middle = 0.5 * (low + high);
			(Fails(Sum(constant, Scaled(growing, middle))) ? high : low) = middle;
		}
		EXPECT_NEAR(FailureLoad(constant, growing, kStrength, kFactor), high, 1.0e-9 * high) << seed;
	}
}
