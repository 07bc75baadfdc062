// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/World.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
constexpr double kStep = 1.0 / 60.0;

std::shared_ptr<const Breakable> SmallPane()
{
	static const std::shared_ptr<const Breakable> pane = MakeBreakable(*BoxMesh({0.2, 0.2, 0.03}), "glass", 600);
	return pane;
}

WorldSettings Floating()
{
	WorldSettings settings;
	settings.gravity = {};
	settings.breaking.plan = OneSolvePlan();
	settings.breaking.hullsPerFragment = 1;
	return settings;
}

/// More workers than the machine has cores, called in an order of their own.
class BackwardRunner : public TaskRunner
{
public:
	int32_t WorkerCount() const override { return 8; }
	void Run(int32_t taskCount, void (*task)(void*, int32_t), void* context) override
	{
		for (int32_t i = taskCount - 1; i >= 0; --i)
		{
			task(context, i);
		}
	}
};

void AddPanes(World& world, int32_t count)
{
	for (int32_t i = 0; i < count; ++i)
	{
		BodyDefinition pane;
		pane.breakable = SmallPane();
		pane.pose.position = {1.0 * i, 0.0, 0.0};
		ASSERT_TRUE(world.Add(pane));
	}
}
} // namespace

// No speed is too high and no pane too thin.
TEST(WorldLimits, ShardsAtAHundredMetresASecondDoNotPassAPaneOfAMillimetre)
{
	World world = std::move(*World::Create(Floating()));
	BodyDefinition pane = Rigid(BoxMesh({1.0, 1.0, 0.001}), {}, 0.3, 0.2);
	pane.kind = BodyKind::Static;
	ASSERT_TRUE(world.Add(pane));
	const auto shard = std::make_shared<SurfaceMesh>(
		SurfaceMesh{{{0.0, 0.0, 0.0}, {0.02, 0.0, 0.001}, {0.0, 0.015, 0.0}, {0.004, 0.003, 0.003}},
			{{{0, 2, 1}}, {{0, 1, 3}}, {{1, 2, 3}}, {{2, 0, 3}}},
			{},
			0,
			{},
			{},
			{}});
	std::vector<BodyId> shards;
	for (int32_t i = 0; i < 64; ++i)
	{
		BodyDefinition body = Rigid(shard, {0.1 * (i % 8) - 0.35, 0.1 * (i / 8) - 0.35, 0.3 + 0.05 * i}, 0.3, 0.2);
		body.pose.orientation = RotationFromVector({0.3 * i, 0.7 * i, -0.2 * i});
		body.motion.velocity = {2.0, -1.0, -100.0};
		body.motion.angularVelocity = {10.0 * (i % 5), -8.0 * (i % 3), 3.0};
		shards.push_back(*world.Add(body));
	}
	for (int32_t i = 0; i < 20; ++i)
	{
		world.Step(kStep, SerialRunner());
		for (const BodyId id : shards)
		{
			ASSERT_GT(world.Find(id)->pose.position.z, -0.02) << "shard " << id << " at step " << i;
		}
	}
	EXPECT_GT(world.Find(shards.front())->motion.velocity.z, 0.0);
}

TEST(WorldLimits, BudgetLetsImpactsWaitInTheOrderOfTheirViolence)
{
	WorldSettings settings = Floating();
	settings.budget.eventsPerStep = 1;
	World world = std::move(*World::Create(settings));
	AddPanes(world, 3);
	const ContactPulse pulse = GivenPulse(1.0e-4, PulseShape::HalfSine);
	ASSERT_TRUE(world.ApplyImpulse(0, {0.0, 0.0, 0.015}, {0.0, 0.0, -50.0}, pulse));
	ASSERT_TRUE(world.ApplyImpulse(1, {1.0, 0.0, 0.015}, {0.0, 0.0, -90.0}, pulse));
	ASSERT_TRUE(world.ApplyImpulse(2, {2.0, 0.0, 0.015}, {0.0, 0.0, -70.0}, pulse));
	const BodyId order[] = {1, 2, 0};
	for (int32_t i = 0; i < 3; ++i)
	{
		const StepReport& report = world.Step(kStep, SerialRunner());
		ASSERT_EQ(report.fractures.size(), 1u) << i << " " << report.firstError;
		EXPECT_EQ(report.fractures[0].parent, order[i]);
		EXPECT_GT(report.fractures[0].children.size(), 1u);
		EXPECT_EQ(report.waitingEvents, 2 - i);
	}
	EXPECT_TRUE(world.Step(kStep, SerialRunner()).fractures.empty());
}

TEST(WorldLimits, BlowOfTheHostMovesWhatItDoesNotBreak)
{
	World world = std::move(*World::Create(Floating()));
	AddPanes(world, 1);
	const double mass = world.Mass(0)->mass;
	ASSERT_TRUE(
		world.ApplyImpulse(0, {0.0, 0.0, 0.015}, {0.0, 0.0, -1.0e-3}, GivenPulse(1.0e-3, PulseShape::HalfSine)));
	EXPECT_TRUE(world.Step(kStep, SerialRunner()).fractures.empty());
	EXPECT_NEAR(world.Find(0)->motion.velocity.z, -1.0e-3 / mass, 1e-9);
	EXPECT_FALSE(world.ApplyImpulse(7, {}, {}));
}

TEST(WorldLimits, SmallFragmentsMakeRoomAsDebris)
{
	WorldSettings settings = Floating();
	settings.maxBodies = 4;
	World world = std::move(*World::Create(settings));
	AddPanes(world, 2);
	ASSERT_TRUE(world.ApplyImpulse(0, {0.0, 0.0, 0.015}, {0.0, 0.0, -90.0}, GivenPulse(1.0e-4, PulseShape::HalfSine)));
	const StepReport& report = world.Step(kStep, SerialRunner());
	ASSERT_EQ(report.fractures.size(), 1u);
	ASSERT_GT(report.fractures[0].children.size(), 3u);
	EXPECT_EQ(report.bodies, 4);
	size_t removed = 0;
	for (const RemovalReport& removal : report.removed)
	{
		removed += removal.reason == RemovalReason::BodyLimit ? 1 : 0;
	}
	EXPECT_EQ(removed, report.fractures[0].children.size() - 3);
	EXPECT_GE(report.debris.size(), removed);
	EXPECT_NE(world.Find(1), nullptr);                                    // what the host added stays
	EXPECT_NE(world.Find(report.fractures[0].children.front()), nullptr); // and the largest piece
}

TEST(WorldLimits, ThreadsDoNotChangeAResult)
{
	ContentHash hashes[2];
	BackwardRunner backward;
	for (int32_t k = 0; k < 2; ++k)
	{
		WorldSettings settings = Floating();
		settings.gravity = {0.0, 0.0, -9.81};
		World world = std::move(*World::Create(settings));
		ASSERT_TRUE(world.Add(Floor()));
		for (int32_t i = 0; i < 12; ++i)
		{
			BodyDefinition box = Rigid(BoxMesh({0.1, 0.1, 0.1}), {0.05 * (i % 3), 0.03 * i, 0.2 + 0.15 * i}, 0.5, 0.3);
			box.motion.angularVelocity = {0.5 * i, 1.0, 0.0};
			ASSERT_TRUE(world.Add(box));
		}
		BodyDefinition pane;
		pane.breakable = SmallPane();
		pane.pose.position = {0.05, 0.1, 0.3};
		pane.motion.velocity = {0.0, 0.0, -6.0};
		ASSERT_TRUE(world.Add(pane));
		for (int32_t i = 0; i < 60; ++i)
		{
			world.Step(kStep, k == 0 ? SerialRunner() : backward);
		}
		hashes[k] = world.StateHash();
	}
	EXPECT_EQ(hashes[0], hashes[1]);
}

// Without a limit of work, events of one step are worked on at the same time; with one, one after the other.
TEST(WorldLimits, EventsOfOneStepEndAlikeSideBySideAndInARow)
{
	const std::shared_ptr<const Breakable> pane = MakeBreakable(*BoxMesh({0.3, 0.3, 0.03}), "glass", 1500);
	BackwardRunner backward;
	ContentHash hashes[3];
	for (int32_t k = 0; k < 3; ++k)
	{
		WorldSettings settings = Floating();
		settings.budget.workPerStep = k == 2 ? INT64_MAX - 1 : INT64_MAX;
		World world = std::move(*World::Create(settings));
		for (int32_t i = 0; i < 4; ++i)
		{
			BodyDefinition target;
			target.breakable = pane;
			target.pose.position.x = i;
			ASSERT_TRUE(world.Add(target));
			BodyDefinition ball = Rigid(BallMesh(0.03, 0.01), {0.013 + i, 0.021, 0.3}, 0.3, 0.3);
			ball.material.density = 7800.0;
			ball.motion.velocity = {0.0, 0.0, -30.0 - 2.0 * i};
			ASSERT_TRUE(world.Add(ball));
		}
		size_t most = 0;
		int32_t events = 0;
		for (int32_t i = 0; i < 6; ++i)
		{
			const StepReport& report = world.Step(kStep, k == 0 ? SerialRunner() : backward);
			most = std::max(most, report.fractures.size());
			events += report.stressEvents;
			EXPECT_EQ(report.firstError, "");
		}
		EXPECT_GE(most, 3u);
		EXPECT_GE(events, 4);
		hashes[k] = world.StateHash();
	}
	EXPECT_EQ(hashes[1], hashes[0]);
	EXPECT_EQ(hashes[2], hashes[0]);
}

TEST(WorldLimits, BadInputIsAnErrorThatSaysWhat)
{
	WorldSettings settings;
	settings.contactSweeps = 0;
	EXPECT_FALSE(World::Create(settings));
	World world = std::move(*World::Create({}));
	EXPECT_FALSE(world.Add({}));
	BodyDefinition open = Rigid(
		std::make_shared<SurfaceMesh>(SurfaceMesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{{0, 1, 2}}}, {}, 0, {}, {}, {}}),
		{});
	EXPECT_FALSE(world.Add(open));
	BodyDefinition nan = Rigid(BoxMesh({1, 1, 1}), {std::numeric_limits<double>::quiet_NaN(), 0, 0});
	EXPECT_FALSE(world.Add(nan));
	BodyDefinition sticky = Rigid(BoxMesh({1, 1, 1}), {}, -1.0);
	const auto refused = world.Add(sticky);
	ASSERT_FALSE(refused);
	EXPECT_NE(refused.GetError().message.find("friction"), std::string::npos);
	auto far = std::make_shared<SurfaceMesh>(*BoxMesh({1, 1, 1}));
	far->triangles[3].v[1] = 99;
	const auto bad = world.Add(Rigid(far, {}));
	ASSERT_FALSE(bad);
	EXPECT_EQ(bad.GetError().element, 3);
	EXPECT_TRUE(world.Bodies().empty());
}
