// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Thin shells that are stopped short of something, because contacts saw it too late, break on it all the same.
#include "FractureCore/World.h"
#include "Support/RigidScenes.h"
#include "Support/Sanitized.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
std::shared_ptr<const Breakable> ThinBowl()
{
	static const std::shared_ptr<const Breakable> bowl =
		MakeBreakable(*FractureToolkit::MakeBowl({.diameter = 0.15, .thickness = 0.003}), "glass", 1500);
	return bowl;
}

struct WallBlow
{
	size_t fragments = 0;
	double closingSpeed = 0.0; // m/s
};

/// A thin glass bowl at a stone wall, at 60 Hz: `turn` says how it lies and how far it has to fly.
WallBlow ThrowAtWall(double speed, double spin, int32_t turn)
{
	WorldSettings settings;
	settings.gravity = {};
	settings.breaking.plan = OneSolvePlan();
	settings.breaking.hullsPerFragment = 1;
	World world = std::move(*World::Create(settings));
	BodyDefinition wall = Rigid(BoxMesh({0.1, 4.0, 4.0}), {0.05, 0.0, 0.0}, 0.5, 0.1);
	wall.kind = BodyKind::Static;
	wall.material = *FindMaterialPreset("stone");
	EXPECT_TRUE(world.Add(wall));
	BodyDefinition bowl;
	bowl.breakable = ThinBowl();
	bowl.contact = {0.4, 0.1, 0};
	bowl.pose.position = {-0.5 - 0.07 * turn, 0.0, 0.0};
	bowl.pose.orientation = RotationFromVector({0.3 * turn, 0.7 * turn, 0.2 * turn});
	bowl.motion.velocity = {speed, 0.0, 0.0};
	bowl.motion.angularVelocity = {0.3 * spin, spin, 0.2 * spin};
	EXPECT_TRUE(world.Add(bowl));
	WallBlow blow;
	double energy = world.Energy().kinetic;
	for (int32_t i = 0; i < 60 && blow.fragments == 0; ++i)
	{
		const StepReport& report = world.Step(1.0 / 60.0, SerialRunner());
		EXPECT_EQ(report.firstError, "");
		for (const FractureReport& fracture : report.fractures)
		{
			blow.fragments = std::max(blow.fragments, fracture.children.size());
			blow.closingSpeed = std::max(blow.closingSpeed, fracture.closingSpeed);
		}
		EXPECT_LT(world.Energy().kinetic, energy * (1.0 + 1e-9)) << i;
		energy = world.Energy().kinetic;
	}
	return blow;
}
} // namespace

TEST(GuardedBlow, ShellThatTurnsFasterThanContactsSeeBreaksOnAWall)
{
	ASSERT_NE(ThinBowl(), nullptr);
	struct Throw
	{
		double speed;
		double spin; // rad/s
		int32_t turn;
	};
	// The first three used to be stopped as if by a hand.
	for (const Throw& t : Cases<Throw>(
			 {{20.0, 300.0, 0}, {5.0, 100.0, 2}, {100.0, 300.0, 5}, {20.0, 0.0, 1}, {50.0, 100.0, 3}, {100.0, 20.0, 4}},
			 1))
	{
		const WallBlow blow = ThrowAtWall(t.speed, t.spin, t.turn);
		EXPECT_GT(blow.fragments, 5u) << t.speed << ' ' << t.spin;
		EXPECT_GT(blow.closingSpeed, 0.5 * t.speed) << t.speed << ' ' << t.spin;
	}
}
