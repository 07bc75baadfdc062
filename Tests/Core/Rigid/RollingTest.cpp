// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/World.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
constexpr double kRadius = 0.1; // m
constexpr double kHalf = 0.5;   // s
constexpr double kGravity = 9.81;

/// A ball of small faces on a floor that is tilted about y.
class RollingBall
{
public:
	RollingBall(double rate, double degrees, double speed, double edge) : m_rate(rate), m_world(MakeWorld(degrees))
	{
		EXPECT_TRUE(m_world.Add(Floor(0.6, 0.1)));
		BodyDefinition ball = Rigid(BallMesh(kRadius, edge), {0.0, 0.0, kRadius}, 0.6, 0.1);
		ball.motion.velocity.x = speed;
		ball.motion.angularVelocity.y = speed / kRadius;
		m_ball = *m_world.Add(ball);
	}

	void Roll(double time)
	{
		for (int32_t i = 0; i < static_cast<int32_t>(std::lround(time * m_rate)); ++i)
		{
			m_world.Step(1.0 / m_rate, SerialRunner());
			lowest = std::min(lowest, State().pose.position.z);
			highest = std::max(highest, State().pose.position.z);
		}
	}

	const BodyState& State() const { return *m_world.Find(m_ball); }

	double lowest = HUGE_VAL; // m, of the centre
	double highest = 0.0;

private:
	static World MakeWorld(double degrees)
	{
		const double angle = degrees * 3.14159265358979 / 180.0;
		WorldSettings settings;
		settings.gravity = {kGravity * std::sin(angle), 0.0, -kGravity * std::cos(angle)};
		return std::move(*World::Create(settings));
	}

	double m_rate = 0.0;
	World m_world;
	BodyId m_ball = kNoIndex;
};
} // namespace

// Its faces brake it a little, as those of a die do; the steps must not.
TEST(Rolling, BallKeepsItsPaceOnLevelGroundAtAnyRateOfSteps)
{
	for (const double rate : {30.0, 60.0, 90.0, 120.0, 240.0})
	{
		RollingBall ball(rate, 0.0, 2.0, 0.014);
		ball.Roll(kHalf);
		const BodyMotion& motion = ball.State().motion;
		EXPECT_GT(motion.velocity.x, 1.75) << rate;
		EXPECT_LE(motion.velocity.x, 2.0 + 1.0e-9) << rate;
		EXPECT_NEAR(motion.angularVelocity.y * kRadius, motion.velocity.x, 0.1) << rate << ": it rolls";
		EXPECT_GT(ball.lowest, kRadius - 0.001) << rate;
		EXPECT_LT(ball.highest, kRadius + 0.008) << rate << ": it hardly hops";
	}
}

TEST(Rolling, BallGainsPaceDownASlopeAsTheClosedFormHasIt)
{
	for (const double rate : {60.0, 120.0, 240.0})
	{
		RollingBall ball(rate, 10.0, 0.0, 0.007);
		ball.Roll(2.0 * kHalf);
		// A solid ball that rolls: 5/7 of what slides freely.
		const double expected = 5.0 / 7.0 * kGravity * std::sin(10.0 * 3.14159265358979 / 180.0) * 2.0 * kHalf;
		EXPECT_NEAR(ball.State().motion.velocity.x, expected, 0.15 * expected) << rate;
	}
}
