// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What is left of a hit: cracks that stay in a body, and pieces that break again.
#include "FractureCore/World.h"
#include "Support/ClosedSurface.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
constexpr double kStep = 1.0 / 120.0;

std::shared_ptr<const Breakable> Pane()
{
	static const std::shared_ptr<const Breakable> pane = MakeBreakable(*BoxMesh({0.3, 0.3, 0.015}), "glass", 3000);
	return pane;
}

/// Stone that falls apart as it is thrown, for its pieces to meet something.
std::shared_ptr<const Breakable> Block()
{
	static const std::shared_ptr<const Breakable> block = MakeBreakable(*BoxMesh({0.16, 0.12, 0.2}), "plaster", 1500);
	return block;
}

WorldSettings FreeSpace(int32_t generations)
{
	WorldSettings settings;
	settings.gravity = {};
	settings.sleeping = false; // who falls asleep loses what it had
	settings.breaking.plan = OneSolvePlan();
	settings.breaking.hullsPerFragment = 2;
	settings.pieces.generations = generations;
	settings.pieces.baking.maxTets = 1'000;
	return settings;
}

struct Thrown
{
	int32_t breaks = 0;
	int32_t oldest = 0;         // generation
	int32_t ready = 0;          // pieces that were prepared
	double momentumError = 0.0; // relative, linear and angular, a step
	ContentHash hash;
};

/// A block is hit by a ball, and its pieces fly at a heavy wall that nothing holds, so that momentum stays.
Thrown ThrowAtWall(const WorldSettings& settings)
{
	World world = std::move(*World::Create(settings));
	BodyDefinition block;
	block.breakable = Block();
	block.motion.velocity = {0.0, 4.0, 0.0};
	EXPECT_TRUE(world.Add(block));
	BodyDefinition ball = Rigid(BallMesh(0.03, 0.01), {0.011, -0.12, 0.02}, 0.3, 0.1);
	ball.material.density = 7'800.0;
	ball.motion.velocity = {0.0, 25.0, 0.0};
	EXPECT_TRUE(world.Add(ball));
	EXPECT_TRUE(world.Add(Rigid(BoxMesh({3.0, 0.2, 3.0}), {0.0, 0.9, 0.0}, 0.5, 0.1)));
	const double mass = world.Mass(0)->mass;
	Thrown thrown;
	WorldMomentum before = world.Momentum();
	const double scale = Length(before.linear);
	std::map<BodyId, double> pieces; // kg, by parent
	std::map<BodyId, double> whole{{0, mass}};
	for (int32_t i = 0; i < 60; ++i)
	{
		const StepReport& report = world.Step(kStep, SerialRunner());
		EXPECT_EQ(report.firstError, "");
		thrown.ready += report.piecesMadeReady;
		for (const FractureReport& fracture : report.fractures)
		{
			thrown.breaks += fracture.separated ? 1 : 0;
			for (const BodyId child : fracture.children)
			{
				if (world.Find(child) == nullptr)
				{
					continue;
				}
				whole[child] = world.Mass(child)->mass;
				pieces[fracture.parent] += world.Mass(child)->mass;
				thrown.oldest = std::max(thrown.oldest, world.Find(child)->generation);
				const SurfaceMesh& surface = *world.Surface(child);
				EXPECT_EQ(DefectOfClosedSurface(surface.positions, surface.triangles), "") << child;
			}
		}
		Vec3 lost;
		for (const DebrisReport& debris : report.debris)
		{
			lost += debris.velocity * debris.mass;
			pieces[debris.source] += debris.mass;
		}
		const WorldMomentum now = world.Momentum();
		thrown.momentumError = std::max(thrown.momentumError, Length(now.linear + lost - before.linear) / scale);
		if (report.debris.empty())
		{
			thrown.momentumError = std::max(thrown.momentumError, Length(now.angular - before.angular) / scale);
		}
		before = now;
	}
	for (const auto& [parent, sum] : pieces)
	{
		EXPECT_NEAR(sum, whole.at(parent), 1.0e-9 * whole.at(parent)) << parent;
	}
	thrown.hash = world.StateHash();
	return thrown;
}

/// Equal balls at one place of a pane that stands still, one after the other.
std::vector<FractureReport> HitPane(double speed, int32_t hits)
{
	WorldSettings settings;
	settings.gravity = {};
	settings.breaking.plan.growthScale = 2.5; // glass whose cracks soon stop
	World world = std::move(*World::Create(settings));
	BodyDefinition pane;
	pane.kind = BodyKind::Static;
	pane.breakable = Pane();
	const BodyId id = *world.Add(pane);
	std::vector<FractureReport> reports;
	for (int32_t hit = 0; hit < hits; ++hit)
	{
		BodyDefinition ball = Rigid(BallMesh(0.03, 0.006), {0.013, 0.021, 0.06}, 0.3, 0.3);
		ball.motion.velocity = {0.0, 0.0, -speed};
		const BodyId striker = *world.Add(ball);
		for (int32_t i = 0; i < 20; ++i)
		{
			const StepReport& report = world.Step(kStep, SerialRunner());
			EXPECT_EQ(report.firstError, "");
			reports.insert(reports.end(), report.fractures.begin(), report.fractures.end());
		}
		if (world.Find(id) != nullptr)
		{
			EXPECT_GT(world.Find(striker)->motion.velocity.z, 0.0) << "it bounces";
		}
		world.Remove(striker);
	}
	return reports;
}
} // namespace

TEST(PieceBreak, PiecesBreakAgainAtAWall)
{
	const Thrown once = ThrowAtWall(FreeSpace(1));
	EXPECT_EQ(once.oldest, 1);
	EXPECT_EQ(once.ready, 0);
	const Thrown twice = ThrowAtWall(FreeSpace(2));
	EXPECT_EQ(twice.oldest, 2);
	EXPECT_GE(twice.breaks, once.breaks + 1);
	EXPECT_GE(twice.ready, 1);
	EXPECT_LT(twice.momentumError, 1.0e-9);
}

TEST(PieceBreak, SmallPiecesStayWhole)
{
	WorldSettings settings = FreeSpace(3);
	settings.pieces.leastVolume = 0.9;
	const Thrown thrown = ThrowAtWall(settings);
	EXPECT_EQ(thrown.oldest, 1);
	EXPECT_EQ(thrown.ready, 0);
}

TEST(PieceBreak, MakingPiecesReadyCountsInTheBudget)
{
	WorldSettings settings = FreeSpace(2);
	settings.budget.workPerStep = 1;
	World world = std::move(*World::Create(settings));
	BodyDefinition block;
	block.breakable = Block();
	ASSERT_TRUE(world.Add(block));
	const ContactPulse pulse = GivenPulse(1.0e-4, PulseShape::HalfSine);
	ASSERT_TRUE(world.ApplyImpulse(0, {0.0, 0.06, 0.0}, {0.0, -20.0, 0.0}, pulse));
	std::vector<BodyId> pieces;
	for (int32_t i = 0; i < 100 && pieces.empty(); ++i)
	{
		const StepReport& report = world.Step(kStep, SerialRunner());
		pieces = report.fractures.empty() ? pieces : report.fractures[0].children;
	}
	std::erase_if(pieces, [&](BodyId id) { return !world.Find(id)->breakable; });
	ASSERT_GE(pieces.size(), 2u);
	pieces.resize(2);
	for (const BodyId piece : pieces)
	{
		EXPECT_EQ(world.BreakableOf(piece), nullptr) << "nothing has hit it yet";
		const Vec3 at = ToWorld(world.Find(piece)->pose, world.Surface(piece)->positions.front());
		const Vec3 inward = ToWorld(world.Find(piece)->pose, world.Mass(piece)->centre) - at;
		ASSERT_TRUE(world.ApplyImpulse(piece, at, Normalised(inward) * 3.0, pulse));
	}
	// A bit each step: the second waits until the first has had its turn. Their pieces may hit more.
	std::vector<int32_t> readyAt;
	for (int32_t i = 0; i < 300 && readyAt.size() < 2; ++i)
	{
		const StepReport& report = world.Step(kStep, SerialRunner());
		EXPECT_EQ(report.firstError, "");
		ASSERT_LE(report.piecesMadeReady, 1);
		EXPECT_GE(report.waitingEvents, 1);
		if (report.piecesMadeReady == 1)
		{
			readyAt.push_back(i);
		}
	}
	ASSERT_EQ(readyAt.size(), 2u);
	EXPECT_GT(readyAt[1] - readyAt[0], 5) << "stiffness, lattice, planning and the event itself lie between";
}

TEST(PieceBreak, ALightBallLeavesACrackAndTheNextOneOpensIt)
{
	// The slowest that leaves a mark.
	double speed = 4.0;
	while (speed < 8.0 && HitPane(speed, 1).empty())
	{
		speed *= 1.02;
	}
	const std::vector<FractureReport> reports = HitPane(speed, 2);
	ASSERT_GE(reports.size(), 2u);
	EXPECT_FALSE(reports[0].separated);
	EXPECT_GT(reports[0].crackArea, 0.0);
	EXPECT_EQ(reports[0].damage, nullptr);
	EXPECT_NE(reports[1].damage, nullptr);
	EXPECT_GT(reports[1].crackArea, 1.02 * reports[0].crackArea);
	EXPECT_LT(reports[1].firstFailureLoad, reports[0].firstFailureLoad) << "cracks make it weaker";
}

// At the instant of the break most of the collision's energy is in the contact. Without restitution it is lost; with
// full restitution the ball has it back, but for what the pieces took.
TEST(PieceBreak, AContactGivesBackWhatItHasStored)
{
	for (const double restitution : {0.0, 1.0})
	{
		double lost = 0.0;
		double before = 0.0;
		double after = 0.0;
		for (double speed = 4.0; speed < 12.0 && lost == 0.0; speed *= 1.03)
		{
			WorldSettings settings = FreeSpace(1);
			World world = std::move(*World::Create(settings));
			BodyDefinition pane;
			pane.breakable = Pane();
			pane.contact = {0.0, restitution, 0};
			ASSERT_TRUE(world.Add(pane));
			BodyDefinition ball = Rigid(BallMesh(0.03, 0.006), {0.013, 0.021, 0.06}, 0.0, restitution);
			ball.motion.velocity = {0.0, 0.0, -speed};
			ASSERT_TRUE(world.Add(ball));
			before = world.Energy().kinetic;
			for (int32_t i = 0; i < 10 && lost == 0.0; ++i)
			{
				for (const FractureReport& fracture : world.Step(kStep, SerialRunner()).fractures)
				{
					lost = fracture.separated ? fracture.lostEnergy : lost;
				}
			}
			after = world.Energy().kinetic;
		}
		ASSERT_GT(lost, 0.1 * before);
		EXPECT_LE(after, before * (1.0 + 1.0e-9));
		if (restitution == 0.0)
		{
			EXPECT_LE(after, before - 0.99 * lost);
		}
		else
		{
			EXPECT_GT(after, before - 0.5 * lost);
		}
	}
}
