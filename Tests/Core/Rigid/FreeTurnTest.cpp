// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/FreeTurn.h"

#include <gtest/gtest.h>

#include <cmath>

namespace
{
using namespace FractureCore;
} // namespace

// A top without gravity: its axis goes round the angular momentum L at |L| / I of the other two axes.
TEST(FreeTurn, ATopsAxisGoesRoundItsSpin)
{
	const Mat3 inverse = Mat3::Diagonal(1.0 / 0.3, 1.0 / 0.3, 1.0 / 0.1);
	const Vec3 w{2.0, 0.0, 5.0};
	const Vec3 spin{0.6, 0.0, 0.5};
	const FreeSpin top{inverse, spin, 0.5 * Dot(w, spin)};
	constexpr int32_t kSteps = 1'000;
	constexpr double kStep = 1.0e-3; // s
	FreeTurn turn{{}, w};
	for (int32_t i = 0; i < kSteps; ++i)
	{
		turn = TurnFreely(top, turn, kStep);
	}
	const Quat round = RotationFromVector(spin * (kSteps * kStep / 0.3));
	EXPECT_LT(Length(Rotated(turn.q, {0.0, 0.0, 1.0}) - Rotated(round, {0.0, 0.0, 1.0})), 1.0e-5);
	EXPECT_LT(Length(turn.w - Rotated(round, w)), 1.0e-4);
	EXPECT_NEAR(Dot(turn.w, spin), Dot(w, spin), 1.0e-12);
}

// A splinter may turn a thousand times in a step. Nobody sees how it lies then, but what it holds.
TEST(FreeTurn, EnergyAndSpinStayHoweverFastItTumbles)
{
	const Mat3 inverse = Mat3::Diagonal(1.0 / 0.02, 1.0 / 0.3, 1.0 / 0.31);
	for (const double speed : {1.0, 100.0, 1.0e4, 3.0e4, 1.0e5})
	{
		for (const Vec3& axis : {Vec3{0.6, 0.64, 0.48}, Vec3{0.1, 0.99, 0.1}, Vec3{0.99, 0.1, 0.1}})
		{
			const Vec3 w = axis * speed;
			const Vec3 spin{0.02 * w.x, 0.3 * w.y, 0.31 * w.z};
			const FreeSpin splinter{inverse, spin, 0.5 * Dot(w, spin)};
			FreeTurn turn{{}, w};
			for (int32_t i = 0; i < 50; ++i)
			{
				turn = TurnFreely(splinter, turn, 1.0 / 30.0);
				EXPECT_NEAR(Dot(turn.w, spin) / Dot(w, spin), 1.0, 1.0e-10) << speed << " rad/s";
				const Vec3 local = Rotated(Conjugate(turn.q), turn.w);
				const Vec3 now = Rotated(turn.q, {0.02 * local.x, 0.3 * local.y, 0.31 * local.z});
				EXPECT_LT(Length(now - spin), 1.0e-10 * Length(spin)) << speed << " rad/s";
			}
		}
	}
}

// Who looks where it will be on the way sees it where it is in the end: skins are thinner than any error of the turn.
TEST(FreeTurn, LooksOnTheWayDoNotChangeIt)
{
	const Mat3 inverse = Mat3::Diagonal(1.0 / 0.02, 1.0 / 0.3, 1.0 / 0.31);
	const FreeTurn start{Normalised(RotationFromVector({0.3, -0.2, 0.9})), {}};
	for (const double speed : {0.0, 10.0, 300.0, 3.0e3, 3.0e4})
	{
		const Vec3 w = Vec3{0.6, 0.64, 0.48} * speed;
		const Vec3 local = Rotated(Conjugate(start.q), w);
		const Vec3 spin = Rotated(start.q, {0.02 * local.x, 0.3 * local.y, 0.31 * local.z});
		const FreeSpin splinter{inverse, spin, 0.5 * Dot(w, spin)};
		FreeTurnWay way(splinter, {start.q, w});
		double time = 0.0;
		for (int32_t i = 0; i < 300; ++i)
		{
			time += 1.0e-4 * (i % 7) / 7.0;
			const FreeTurn seen = way.At(time);
			const FreeTurn flown = TurnFreely(splinter, {start.q, w}, time);
			ASSERT_EQ(seen.q, flown.q) << speed << " rad/s after " << time << " s";
			ASSERT_EQ(seen.w, flown.w) << speed << " rad/s after " << time << " s";
		}
	}
}
