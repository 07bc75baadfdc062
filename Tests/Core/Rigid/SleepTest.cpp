// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/World.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
constexpr double kStep = 1.0 / 60.0;

/// A plate on a floor with boxes along it; the last of them never comes to rest.
class StirredPlate : public testing::Test
{
protected:
	StirredPlate() : m_world(std::move(*World::Create({})))
	{
		EXPECT_TRUE(m_world.Add(Floor()));
		m_plate = *m_world.Add(Rigid(BoxMesh({2.0, 0.4, 0.05}), {0.0, 0.0, 0.0252}));
		for (int32_t i = 0; i < 5; ++i)
		{
			m_boxes.push_back(*m_world.Add(Rigid(BoxMesh({0.1, 0.1, 0.1}), {0.4 * i - 0.8, 0.0, 0.1006})));
		}
	}

	void Stir(int32_t steps)
	{
		for (int32_t i = 0; i < steps; ++i)
		{
			EXPECT_TRUE(m_world.SetMotion(m_boxes[4], {{i % 2 == 0 ? 0.2 : -0.2, 0.0, 0.0}, {}}));
			m_world.Step(kStep, SerialRunner());
		}
	}

	bool IsAsleep(BodyId body) const { return m_world.Find(body)->asleep; }

	World m_world;
	BodyId m_plate = kNoIndex;
	std::vector<BodyId> m_boxes;
};
} // namespace

TEST_F(StirredPlate, LetsThoseSleepThatTouchNothingRestless)
{
	Stir(120);
	EXPECT_FALSE(IsAsleep(m_boxes[4]));
	EXPECT_FALSE(IsAsleep(m_plate)) << "the restless one stands on it";
	for (int32_t i = 0; i < 4; ++i)
	{
		EXPECT_TRUE(IsAsleep(m_boxes[static_cast<size_t>(i)])) << i;
	}
}

TEST_F(StirredPlate, WakesWhatIsHitAndWhatStandsOnItWhenItGoes)
{
	Stir(120);
	ASSERT_TRUE(IsAsleep(m_boxes[1]));
	ASSERT_TRUE(m_world.Add(Rigid(BoxMesh({0.05, 0.05, 0.05}), {-0.38, 0.01, 0.4})));
	bool hasWoken = false;
	for (int32_t i = 0; i < 60; ++i)
	{
		Stir(1);
		hasWoken |= !IsAsleep(m_boxes[1]);
	}
	EXPECT_TRUE(hasWoken);
	ASSERT_TRUE(m_world.Remove(m_plate));
	Stir(60);
	EXPECT_LT(m_world.Find(m_boxes[0])->pose.position.z, 0.06) << "nothing hangs in the air";
}

// What nothing carries goes on for ever: two plates that lie on each other, and one that turns, without gravity.
TEST(Sleep, WhatFloatsKeepsItsMomentumHoweverSlowItIs)
{
	WorldSettings settings;
	settings.gravity = {};
	World world = std::move(*World::Create(settings));
	std::vector<BodyId> floating;
	for (const double height : {0.0, 0.0502, 1.0})
	{
		BodyDefinition plate = Rigid(BoxMesh({0.4, 0.4, 0.05}), {0.0, 0.0, height});
		plate.motion.velocity = {0.01, 0.0, 0.0};
		plate.motion.angularVelocity.z = height == 1.0 ? 0.003 : 0.0;
		floating.push_back(*world.Add(plate));
	}
	// It stands still, until one of the others comes.
	floating.push_back(*world.Add(Rigid(BoxMesh({0.1, 0.4, 0.05}), {0.26, 0.0, 0.0})));
	const WorldMomentum before = world.Momentum();
	bool hasSlept = false;
	for (int32_t i = 0; i < 180; ++i)
	{
		world.Step(kStep, SerialRunner());
		hasSlept |= world.Find(floating[3])->asleep;
		EXPECT_LT(Length(world.Momentum().linear - before.linear), 1.0e-9 * Length(before.linear)) << i;
		EXPECT_LT(Length(world.Momentum().angular - before.angular), 1.0e-9 * Length(before.linear)) << i;
	}
	EXPECT_TRUE(hasSlept);
	EXPECT_GT(world.Find(floating[3])->motion.velocity.x, 1.0e-3) << "it was shoved";
}
