// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/World.h"
#include "Support/ClosedSurface.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
constexpr double kStep = 1.0 / 60.0;

std::shared_ptr<const Breakable> GlassPane()
{
	static const std::shared_ptr<const Breakable> pane = MakeBreakable(*BoxMesh({0.3, 0.3, 0.03}), "glass", 1500);
	return pane;
}

std::shared_ptr<const Breakable> CeramicBowl()
{
	static const std::shared_ptr<const Breakable> bowl =
		MakeBreakable(*FractureToolkit::MakeBowl({.thickness = 0.01, .edge = 0.01}), "ceramic", 1500);
	return bowl;
}

WorldSettings QuickSettings()
{
	WorldSettings settings;
	settings.breaking.plan = OneSolvePlan();
	settings.breaking.hullsPerFragment = 2;
	return settings;
}

struct Shot
{
	size_t fragments = 0;
	double exitSpeed = 0.0;     // m/s, along the shot
	double energyGrowth = 0.0;  // largest of a step, J
	double momentumError = 0.0; // largest of a step, relative
	double fraction = 1.0;
};

/// A ball at a free pane in free space, until it is through or back.
Shot ShootAtPane(double speed, double density, double step)
{
	WorldSettings settings = QuickSettings();
	settings.gravity = {};
	World world = std::move(*World::Create(settings));
	BodyDefinition pane;
	pane.breakable = GlassPane();
	const BodyId paneId = *world.Add(pane);
	BodyDefinition ball = Rigid(BallMesh(0.03, 0.01), {0.013, 0.021, 0.3}, 0.3, 0.3);
	ball.material.density = density;
	ball.motion.velocity = {0.0, 0.0, -speed};
	const BodyId id = *world.Add(ball);
	const double scale = world.Mass(id)->mass * speed;
	Shot shot;
	WorldMomentum before = world.Momentum();
	double energy = world.Energy().kinetic;
	const auto steps = static_cast<int32_t>(std::lround((0.3 / speed + 0.1) / step));
	for (int32_t i = 0; i < steps; ++i)
	{
		const StepReport& report = world.Step(step, SerialRunner());
		EXPECT_EQ(report.firstError, "");
		for (const FractureReport& fracture : report.fractures)
		{
			if (fracture.parent != paneId)
			{
				continue; // pieces that meet each other later
			}
			shot.fragments += fracture.children.size();
			shot.fraction = fracture.impulseFraction;
			EXPECT_EQ(fracture.striker, id);
		}
		Vec3 lost;
		for (const DebrisReport& debris : report.debris)
		{
			lost += debris.velocity * debris.mass;
		}
		const WorldMomentum now = world.Momentum();
		shot.momentumError = std::max(shot.momentumError, Length(now.linear + lost - before.linear) / scale);
		if (report.debris.empty())
		{
			shot.momentumError = std::max(shot.momentumError, Length(now.angular - before.angular) / scale);
		}
		shot.energyGrowth = std::max(shot.energyGrowth, world.Energy().kinetic - energy);
		before = now;
		energy = world.Energy().kinetic;
	}
	shot.exitSpeed = -world.Find(id)->motion.velocity.z;
	return shot;
}
} // namespace

TEST(FractureStep, HeavyFastBallGoesThroughAPaneAndASlowLightOneBounces)
{
	const Shot fast = ShootAtPane(30.0, 7800.0, kStep);
	EXPECT_GT(fast.fragments, 2u);
	EXPECT_GT(fast.exitSpeed, 3.0); // a pane that could not break would throw it back
	EXPECT_LT(fast.fraction, 0.2);
	const Shot slow = ShootAtPane(0.5, 2500.0, kStep);
	EXPECT_EQ(slow.fragments, 0u);
	EXPECT_LT(slow.exitSpeed, 0.0);
}

TEST(FractureStep, MomentumStaysAndEnergyDoesNotGrowWhenABodyBreaks)
{
	const Shot shot = ShootAtPane(30.0, 7800.0, kStep);
	EXPECT_GT(shot.fragments, 2u);
	EXPECT_LT(shot.momentumError, 1e-9);
	EXPECT_LT(shot.energyGrowth, 1e-6);
}

TEST(FractureStep, FragmentsDoNotDependOnTheStep)
{
	const Shot reference = ShootAtPane(20.0, 7800.0, kStep);
	for (const double rate : {30.0, 120.0, 240.0})
	{
		const Shot shot = ShootAtPane(20.0, 7800.0, 1.0 / rate);
		EXPECT_NEAR(static_cast<double>(shot.fragments),
			static_cast<double>(reference.fragments),
			0.1 * static_cast<double>(reference.fragments))
			<< rate;
		EXPECT_NEAR(shot.fraction, reference.fraction, 0.01 * reference.fraction) << rate;
	}
}

TEST(FractureStep, BowlThatFallsOnItsEdgeBreaksIntoPiecesThatComeToRest)
{
	WorldSettings settings = QuickSettings();
	settings.pieces.generations = 1; // pieces that come down on a corner break, too
	World world = std::move(*World::Create(settings));
	ASSERT_TRUE(world.Add(Floor(0.5, 0.1)));
	ASSERT_NE(CeramicBowl(), nullptr);
	BodyDefinition bowl;
	bowl.breakable = CeramicBowl();
	bowl.pose.orientation = RotationFromVector({0.0, 1.9, 0.0});
	double lowest = 1.0;
	for (const Vec3& p : CeramicBowl()->Object().surface.positions)
	{
		lowest = std::min(lowest, ToWorld(bowl.pose, p).z);
	}
	bowl.pose.position.z = 1.0 - lowest;
	const BodyId id = *world.Add(bowl);
	const double mass = world.Mass(id)->mass;

	std::vector<BodyId> children;
	double debris = 0.0;
	double energy = world.Energy().kinetic + world.Energy().potential;
	for (int32_t i = 0; i < 240; ++i)
	{
		const StepReport& report = world.Step(kStep, SerialRunner());
		for (const FractureReport& fracture : report.fractures)
		{
			EXPECT_EQ(fracture.parent, id);
			EXPECT_NEAR(fracture.closingSpeed, std::sqrt(2.0 * 9.81), 0.02);
			EXPECT_LT(fracture.point.z, 0.01);
			children = fracture.children;
		}
		for (const DebrisReport& pieces : report.debris)
		{
			debris += pieces.mass;
		}
		const double now = world.Energy().kinetic + world.Energy().potential;
		EXPECT_LT(now, energy + 0.01 * mass * 9.81) << i;
		energy = now;
	}
	ASSERT_GT(children.size(), 2u);
	EXPECT_EQ(world.Find(id), nullptr);
	double sum = debris;
	for (const BodyId child : children)
	{
		ASSERT_NE(world.Find(child), nullptr);
		const BodyState& state = *world.Find(child);
		EXPECT_EQ(state.parent, id);
		EXPECT_EQ(state.generation, 1);
		EXPECT_LT(Length(state.motion.velocity), 0.05);
		EXPECT_LT(Length(state.pose.position), 3.0); // nothing exploded
		sum += world.Mass(child)->mass;
		EXPECT_EQ(DefectOfClosedSurface(world.Surface(child)->positions, world.Surface(child)->triangles), "");
		for (const Vec3& p : world.Surface(child)->positions)
		{
			ASSERT_GT(ToWorld(state.pose, p).z, -0.004); // nothing sank in
		}
	}
	EXPECT_NEAR(sum, mass, 1e-9 * mass);
}
