// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Math/Elementary.h"

#include "FractureCore/Random.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace FractureCore;

TEST(Elementary, AgreesWithTheCLibraryToRounding)
{
	for (uint64_t i = 0; i < 20'000; ++i)
	{
		const double unit = RandomUnit(1, i);
		const double x = std::exp(1400.0 * unit - 700.0);
		EXPECT_NEAR(PortableLog(x), std::log(x), 4e-16 * (1.0 + std::abs(std::log(x)))) << x;
		const double y = 200.0 * unit - 100.0;
		EXPECT_NEAR(PortableExp(y) / std::exp(y), 1.0, 1e-15) << y;
		EXPECT_NEAR(SinOfTurns(y), std::sin(2.0 * kPi * (y - std::floor(y))), 1e-15) << y;
		EXPECT_NEAR(PortablePow(0.1 + unit, 2.5) / std::pow(0.1 + unit, 2.5), 1.0, 1e-14) << unit;
	}
	EXPECT_EQ(PortableLog(1.0), 0.0);
	EXPECT_EQ(PortableExp(0.0), 1.0);
	EXPECT_EQ(PortableExp(-1000.0), 0.0);
	EXPECT_TRUE(std::isinf(PortableExp(1000.0)));
	EXPECT_NEAR(SinOfTurns(0.25), 1.0, 1e-15);
	EXPECT_EQ(SinOfTurns(3.0), 0.0);
}
