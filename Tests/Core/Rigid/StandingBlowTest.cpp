// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Blows on what stands on something: the outcome is the same at any rate of steps.
#include "FractureCore/World.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <vector>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
std::shared_ptr<const Breakable> StandingBowl()
{
	static const std::shared_ptr<const Breakable> bowl = MakeBreakable(*FractureToolkit::MakeBowl({}), "ceramic", 4000);
	return bowl;
}

struct BowlBlow
{
	size_t fragments = 0;      // of the first hit
	double closingSpeed = 0.0; // m/s
	double impulse = 0.0;      // N s, of all that the ball would have done to a bowl that cannot break
};

/// A steel ball of 2 kg falls from `height` m into a bowl that stands on stone, until shortly after it arrives.
BowlBlow DropIntoBowl(double height, double rate)
{
	World world = std::move(*World::Create({}));
	BodyDefinition floor = Floor(0.5, 0.1);
	floor.material = *FindMaterialPreset("stone");
	EXPECT_TRUE(world.Add(floor));
	BodyDefinition bowl;
	bowl.breakable = StandingBowl();
	bowl.contact = {0.4, 0.1, 0};
	const BodyId id = *world.Add(bowl);
	constexpr double kDiameter = 0.079;
	const double top = 0.45 * 0.15;
	BodyDefinition ball =
		Rigid(BallMesh(0.5 * kDiameter, kDiameter / 12.0), {0.0, 0.0, top + height + 0.5 * kDiameter}, 0.4, 0.3);
	ball.material.density = 7850.0;
	ball.material.youngModulus = 210.0e9;
	EXPECT_TRUE(world.Add(ball));
	BowlBlow blow;
	const double fall = std::sqrt(2.0 * (height + top) / 9.81);
	for (int32_t i = 0; i < static_cast<int32_t>(std::ceil(fall * rate)) + 1; ++i)
	{
		for (const FractureReport& fracture : world.Step(1.0 / rate, SerialRunner()).fractures)
		{
			if (fracture.parent != id || !fracture.separated)
			{
				continue;
			}
			blow.fragments = fracture.children.size();
			blow.closingSpeed = fracture.closingSpeed;
			for (const ContactImpulse& load : fracture.loads)
			{
				blow.impulse += load.impulse.z < 0.0 ? -load.impulse.z : 0.0;
			}
		}
	}
	return blow;
}
} // namespace

TEST(StandingBlow, BallThatFallsIntoABowlShattersItAtAnyRateOfSteps)
{
	ASSERT_NE(StandingBowl(), nullptr);
	const double rates[] = {60.0, 120.0, 240.0, 360.0, 420.0, 480.0, 500.0};
	std::vector<double> fragments;
	for (const double rate : rates)
	{
		const BowlBlow blow = DropIntoBowl(1.1, rate);
		fragments.push_back(static_cast<double>(blow.fragments));
		EXPECT_NEAR(blow.closingSpeed, std::sqrt(2.0 * 9.81 * 1.15), 0.05) << rate;
		// m v (1 + e): all of it goes through the bowl, not past it into the ground, and the ground does not pull.
		EXPECT_NEAR(blow.impulse, 2.0 * blow.closingSpeed * 1.3, 0.01 * 2.0 * blow.closingSpeed * 1.3) << rate;
	}
	const double mean = std::accumulate(fragments.begin(), fragments.end(), 0.0) / std::size(rates);
	EXPECT_NEAR(mean, 38.0, 4.0);
	for (size_t i = 0; i < fragments.size(); ++i)
	{
		// Which of the many contacts of a ball in a bowl carries how much depends on the moment.
		EXPECT_NEAR(fragments[i], mean, 0.25 * mean) << rates[i];
	}
}

TEST(StandingBlow, BallThatIsLaidIntoABowlBreaksItAtNoRate)
{
	for (const double rate : {60.0, 120.0, 240.0, 480.0})
	{
		EXPECT_EQ(DropIntoBowl(-0.0602, rate).fragments, 0u) << rate;
	}
}

TEST(StandingBlow, WhatIsBehindTheFirstHitGetsNothingOfIt)
{
	// A ball at 30 m/s over a plate that stands on the ground: the ground is in its way, too, but not before the plate.
	for (const double rate : {30.0, 60.0, 240.0})
	{
		World world = std::move(*World::Create({}));
		ASSERT_TRUE(world.Add(Floor(0.5, 0.0)));
		BodyDefinition plate = Rigid(BoxMesh({0.4, 0.4, 0.02}), {0.0, 0.0, 0.0105}, 0.5, 0.0);
		plate.contact.group = 1;
		const BodyId under = *world.Add(plate);
		BodyDefinition ball = Rigid(BallMesh(0.03, 0.01), {0.15, 0.0, 0.2}, 0.0, 0.0);
		ball.motion.velocity = {0.0, 0.0, -30.0};
		const BodyId id = *world.Add(ball);
		double spin = 0.0;
		for (int32_t i = 0; i < static_cast<int32_t>(std::ceil(0.02 * rate)) + 1; ++i)
		{
			world.Step(1.0 / rate, SerialRunner());
			spin = std::max(spin, Length(world.Find(under)->motion.angularVelocity));
		}
		EXPECT_LT(std::abs(world.Find(id)->motion.velocity.z), 1.0) << rate;
		EXPECT_LT(spin, 1.0) << rate << ": it lies flat, and the ground bears what hits it";
	}
}
