// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Events that take longer than a step's budget.
#include "FractureCore/World.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
constexpr double kStep = 1.0 / 60.0;
const ContactPulse kPulse = GivenPulse(1.0e-4, PulseShape::HalfSine);

std::shared_ptr<const Breakable> SpreadPane()
{
	static const std::shared_ptr<const Breakable> pane = MakeBreakable(*BoxMesh({0.3, 0.3, 0.03}), "glass", 1500);
	return pane;
}

World FreeWorld(int64_t workPerStep)
{
	WorldSettings settings;
	settings.gravity = {};
	settings.breaking.plan = OneSolvePlan();
	settings.breaking.hullsPerFragment = 2;
	settings.budget.workPerStep = workPerStep;
	return std::move(*World::Create(settings));
}

BodyId AddPane(World& world)
{
	BodyDefinition pane;
	pane.breakable = SpreadPane();
	return *world.Add(pane);
}

struct Blow
{
	FractureReport fracture;
	int32_t steps = 0; // until it broke, that one included
	int32_t waits = 0; // steps at whose end it was not done
	int64_t work = 0;
	Vec3 bodyVelocity; // in the last step before
	Vec3 momentum;     // afterwards
};

Blow StrikePane(int64_t workPerStep)
{
	World world = FreeWorld(workPerStep);
	const BodyId pane = AddPane(world);
	EXPECT_TRUE(world.ApplyImpulse(pane, {0.02, 0.01, 0.015}, {0.0, 0.0, -50.0}, kPulse));
	Blow blow;
	for (; blow.steps < 200 && blow.fracture.parent == kNoIndex;)
	{
		const StepReport& report = world.Step(kStep, SerialRunner());
		EXPECT_EQ(report.firstError, "");
		++blow.steps;
		blow.waits += report.waitingEvents;
		blow.work += report.fractureWork;
		if (!report.fractures.empty())
		{
			blow.fracture = report.fractures.front();
		}
		else
		{
			blow.bodyVelocity = world.Find(pane)->motion.velocity;
		}
	}
	blow.momentum = world.Momentum().linear;
	return blow;
}

struct SpreadShot
{
	size_t fragments = 0;
	int32_t waits = 0;
	double bounced = 0.0;       // m/s, along the shot, after the hit while nobody knows what breaks
	double givenBack = 0.0;     // m/s, at the end of the step in which the pane broke
	double energyAbove = 0.0;   // J, the most over that before the hit
	double momentumError = 0.0; // largest of a step, relative
};

/// A ball at a free pane, until it is through or back.
SpreadShot ShootWithBudget(double speed, int64_t workPerStep, bool removesBall = false)
{
	World world = FreeWorld(workPerStep);
	AddPane(world);
	BodyDefinition ball = Rigid(BallMesh(0.03, 0.01), {0.013, 0.021, 0.3}, 0.3, 0.3);
	ball.material.density = 7800.0;
	ball.motion.velocity = {0.0, 0.0, -speed};
	const BodyId id = *world.Add(ball);
	const double scale = world.Mass(id)->mass * speed;
	const double energy = world.Energy().kinetic;
	SpreadShot shot;
	WorldMomentum before = world.Momentum();
	for (int32_t i = 0; i < 90; ++i)
	{
		const StepReport& report = world.Step(kStep, SerialRunner());
		EXPECT_EQ(report.firstError, "");
		shot.waits += report.waitingEvents;
		Vec3 lost;
		for (const DebrisReport& debris : report.debris)
		{
			lost += debris.velocity * debris.mass;
		}
		for (const FractureReport& fracture : report.fractures)
		{
			shot.fragments += fracture.separated ? fracture.children.size() : 0;
			shot.givenBack =
				shot.givenBack == 0.0 && !removesBall ? -world.Find(id)->motion.velocity.z : shot.givenBack;
			EXPECT_TRUE(fracture.parent != 0 || fracture.striker == (removesBall ? kNoIndex : id));
		}
		const WorldMomentum now = world.Momentum();
		shot.momentumError = std::max(shot.momentumError, Length(now.linear + lost - before.linear) / scale);
		if (report.debris.empty())
		{
			shot.momentumError = std::max(shot.momentumError, Length(now.angular - before.angular) / scale);
		}
		shot.energyAbove = std::max(shot.energyAbove, world.Energy().kinetic - energy);
		before = now;
		if (shot.waits == 1)
		{
			shot.bounced = -world.Find(id)->motion.velocity.z;
		}
		if (removesBall && report.waitingEvents > 0 && world.Find(id) != nullptr)
		{
			world.Remove(id);
			before = world.Momentum();
		}
	}
	return shot;
}
} // namespace

TEST(SpreadEvent, BreaksABodyIntoTheSamePiecesAsInOneStep)
{
	const Blow atOnce = StrikePane(INT64_MAX);
	ASSERT_GT(atOnce.fracture.children.size(), 2u);
	EXPECT_EQ(atOnce.steps, 1);
	EXPECT_EQ(atOnce.waits, 0);
	const Blow spread = StrikePane(1);
	EXPECT_GT(spread.steps, 4) << "a stage a step";
	EXPECT_EQ(spread.waits, spread.steps - 1);
	EXPECT_EQ(spread.fracture.hash, atOnce.fracture.hash);
	EXPECT_EQ(spread.work, atOnce.work);
	EXPECT_GT(atOnce.work, 0);
	EXPECT_EQ(spread.fracture.children.size(), atOnce.fracture.children.size());
	EXPECT_EQ(spread.fracture.impulseFraction, atOnce.fracture.impulseFraction);
	const auto tets = static_cast<int64_t>(SpreadPane()->Object().tets.tets.size());
	const Blow some = StrikePane(6 * tets);
	EXPECT_GT(some.steps, 1);
	EXPECT_LT(some.steps, spread.steps);
	EXPECT_EQ(some.fracture.hash, atOnce.fracture.hash);
}

TEST(SpreadEvent, BodyMovesOnWithTheWholeBlowAndPiecesWithWhatItTook)
{
	const Blow atOnce = StrikePane(INT64_MAX);
	const Blow spread = StrikePane(1);
	const double mass = SpreadPane()->Object().mass.mass;
	EXPECT_NEAR(spread.bodyVelocity.z, -50.0 / mass, 1e-9 * 50.0 / mass);
	EXPECT_NEAR(spread.fracture.pose.position.z, -50.0 / mass * kStep * (spread.steps - 1), 0.02)
		<< "its pieces are born where it is";
	EXPECT_NEAR(spread.momentum.z, atOnce.momentum.z, 1e-6 * std::abs(atOnce.momentum.z));
}

TEST(SpreadEvent, StrikerGetsBackWhatTheBodyDidNotTake)
{
	const SpreadShot atOnce = ShootWithBudget(30.0, INT64_MAX);
	const SpreadShot spread = ShootWithBudget(30.0, 1);
	EXPECT_EQ(atOnce.waits, 0);
	EXPECT_GT(atOnce.fragments, 2u);
	EXPECT_GT(spread.waits, 4);
	EXPECT_GT(spread.fragments, 2u);
	EXPECT_LT(spread.bounced, 0.0) << "a pane that is whole throws it back";
	EXPECT_GT(spread.givenBack, 20.0) << "it goes on as before, but for what it did until the pane came apart";
	EXPECT_LE(spread.givenBack, 30.0);
	EXPECT_LT(spread.momentumError, 1e-9);
	EXPECT_LT(spread.energyAbove, 1e-6);
}

TEST(SpreadEvent, StrikerThatIsGoneGetsNothing)
{
	const SpreadShot shot = ShootWithBudget(30.0, 1, true);
	EXPECT_GT(shot.fragments, 2u);
	EXPECT_LT(shot.momentumError, 1e-9);
	EXPECT_LT(shot.energyAbove, 1e-6);
}

TEST(SpreadEvent, OfABodyThatIsRemovedIsDropped)
{
	World world = FreeWorld(1);
	const BodyId pane = AddPane(world);
	ASSERT_TRUE(world.ApplyImpulse(pane, {0.0, 0.0, 0.015}, {0.0, 0.0, -50.0}, kPulse));
	EXPECT_EQ(world.Step(kStep, SerialRunner()).waitingEvents, 1);
	ASSERT_TRUE(world.Remove(pane));
	for (int32_t i = 0; i < 20; ++i)
	{
		const StepReport& report = world.Step(kStep, SerialRunner());
		EXPECT_EQ(report.waitingEvents, 0);
		EXPECT_TRUE(report.fractures.empty());
	}
}

TEST(SpreadEvent, OfABodyThatIsStruckAgainKeepsOnlyTheStrongest)
{
	// The first blow breaks nothing: what comes after it is tried when it is done.
	World world = FreeWorld(1);
	const BodyId pane = AddPane(world);
	ASSERT_TRUE(world.ApplyImpulse(pane, {0.0, 0.0, 0.015}, {0.0, 0.0, -0.01}, kPulse));
	ASSERT_EQ(world.Step(kStep, SerialRunner()).waitingEvents, 1);
	for (const double impulse : {0.005, 50.0, 20.0})
	{
		ASSERT_TRUE(
			world.ApplyImpulse(pane, ToWorld(world.Find(pane)->pose, {0.0, 0.0, 0.015}), {0.0, 0.0, -impulse}, kPulse));
		EXPECT_LE(world.Step(kStep, SerialRunner()).waitingEvents, 2);
	}
	std::vector<FractureReport> fractures;
	for (int32_t i = 0; i < 100; ++i)
	{
		const StepReport& report = world.Step(kStep, SerialRunner());
		fractures.insert(fractures.end(), report.fractures.begin(), report.fractures.end());
	}
	ASSERT_EQ(fractures.size(), 1u);
	EXPECT_TRUE(fractures[0].separated);
	ASSERT_EQ(fractures[0].loads.size(), 1u);
	EXPECT_NEAR(Length(fractures[0].loads[0].impulse), 50.0, 1e-6);
}
