// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Random.h"
#include "FractureCore/World.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
struct Plough
{
	double way = 0.0;           // m that the ball went
	double expected = 0.0;      // m that its velocities would have taken it
	double worstMomentum = 0.0; // relative drift of a step
	double worstSpin = 0.0;
	double worstGain = 0.0; // of the kinetic energy, in a step
	double speedLeft = 0.0; // m/s
	double heaviest = 0.0;  // kg, of all that the ball could carry along
};

/// A ball of 5 kg at 15 m/s into a heap of small plates that float in each other's way, for 0.15 s.
Plough PloughThrough(uint64_t seed, double rate)
{
	WorldSettings settings;
	settings.gravity = {};
	World world = std::move(*World::Create(settings));
	constexpr double kRadius = 0.03;
	BodyDefinition ball = Rigid(BallMesh(kRadius, 0.008), {0.0, 0.0, 0.1}, 0.4, 0.1);
	ball.material.density = 5.0 / (4.0 / 3.0 * 3.14159265 * kRadius * kRadius * kRadius);
	ball.motion.velocity = {0.0, 0.0, -15.0};
	const BodyId id = *world.Add(ball);
	Plough seen;
	uint64_t draw = 0;
	for (int32_t i = 0; i < 80; ++i)
	{
		const auto random = [&](double most) { return most * (2.0 * RandomUnit(seed, draw++) - 1.0); };
		BodyDefinition plate = Rigid(BoxMesh({0.035, 0.025, 0.006}),
			{0.036 * (i % 4 - 1.5), 0.026 * (i / 4 % 4 - 1.5), 0.04 - 0.012 * (i / 16)},
			0.4,
			0.1);
		plate.pose.orientation = RotationFromVector({random(0.3), random(0.3), random(0.3)});
		plate.motion.angularVelocity = {random(60.0), random(60.0), random(60.0)};
		plate.material.density = 2500.0;
		EXPECT_TRUE(world.Add(plate));
		seen.heaviest += 2500.0 * 0.035 * 0.025 * 0.006;
	}
	const Vec3 momentum = world.Momentum().linear;
	Vec3 spin = world.Momentum().angular;
	double energy = world.Energy().kinetic;
	const double start = world.Find(id)->pose.position.z;
	for (int32_t i = 0; i < 0.15 * rate; ++i)
	{
		world.Step(1.0 / rate, SerialRunner());
		const BodyState& now = *world.Find(id);
		seen.expected -= now.motion.velocity.z / rate;
		seen.worstMomentum =
			std::max(seen.worstMomentum, Length(world.Momentum().linear - momentum) / Length(momentum));
		seen.worstSpin = std::max(seen.worstSpin, Length(world.Momentum().angular - spin));
		spin = world.Momentum().angular;
		seen.worstGain = std::max(seen.worstGain, world.Energy().kinetic / energy - 1.0);
		energy = world.Energy().kinetic;
	}
	seen.way = start - world.Find(id)->pose.position.z;
	seen.speedLeft = -world.Find(id)->motion.velocity.z;
	return seen;
}
} // namespace

// It meets one light body after the other, more often than it could in steps that end with the first.
TEST(ImpactZones, AHeavyBallKeepsItsPaceAmongLightPlates)
{
	for (const double rate : {60.0, 240.0})
	{
		for (uint64_t seed = 1; seed <= 4; ++seed)
		{
			const Plough seen = PloughThrough(seed, rate);
			EXPECT_GT(seen.way, 0.9 * seen.expected) << rate << ' ' << seed;
			EXPECT_LT(seen.way, 1.1 * seen.expected) << rate << ' ' << seed;
			// No slower than if all stuck to it, but for what those that bounce back take.
			EXPECT_GT(seen.speedLeft, 0.99 * 15.0 * 5.0 / (5.0 + seen.heaviest)) << rate << ' ' << seed;
			EXPECT_LT(seen.worstMomentum, 1.0e-9) << rate << ' ' << seed;
			EXPECT_LT(seen.worstSpin, 1.0e-9) << rate << ' ' << seed;
			EXPECT_LT(seen.worstGain, 1.0e-3) << rate << ' ' << seed;
		}
	}
}
