// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The last line against crossings holds however long others press two shells together.
#include "Rigid/ShellGuard.h"
#include "FractureCore/Pose.h"
#include "FractureCore/Random.h"
#include "Rigid/ConvexContact.h"
#include "Rigid/PairUpdate.h"
#include "Rigid/PieceSpawn.h"
#include "Rigid/ShellContact.h"
#include "Rigid/ShellFeatures.h"
#include "Rigid/ShellSweep.h"
#include "Support/RigidScenes.h"
#include "Support/Sanitized.h"

#include <gtest/gtest.h>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
RigidBody Boat(const Vec3& place, const Quat& orientation)
{
	const auto mesh = std::make_shared<SurfaceMesh>(*FractureToolkit::MakeBoat({.length = 0.3, .edge = 0.025}));
	const MassProperties mass = SolidMassProperties(mesh->positions, mesh->triangles, 600.0);
	RigidBody body;
	body.shape = MakeRigidShape(mesh, mass, {});
	body.x = place;
	body.q = orientation;
	GiveMass(body, mass);
	body.Refresh();
	return body;
}
} // namespace

TEST(ShellGuard, WhatIsPressedTogetherForLongNeverTouches)
{
	for (const bool isFromContacts : {true, false})
	{
		World::Data world;
		world.bodies = {Boat({}, {}), Boat({0.03, 0.02, 0.3}, Normalised(RotationFromVector({0.3, 0.2, 0.4})))};
		world.bodies[0].id = 0;
		world.bodies[1].id = 1;
		world.broadPhase.NoteChange();
		MakeShells(*world.bodies[0].shape, *world.bodies[1].shape);
		const ShellMesh& below = *world.bodies[0].shape->shell;
		const ShellMesh& above = *world.bodies[1].shape->shell;
		double distance = HUGE_VAL;
		for (int32_t flight = 0; flight < 400; ++flight)
		{
			PlannedFlight plan = {{{}, {0.0, 0.0, -1.0}}, {}, {0.0, 1.0 / 60.0}, isFromContacts};
			KeepShellsApart(world, PlacesOf(world), plan, SerialRunner());
			FlyAsPlanned(world, plan);
			const RelativePose pose = PoseInFrameOf(world.bodies[0].Place(), world.bodies[1].Place());
			ASSERT_FALSE(DoCross(below, above, pose)) << flight;
			Vec3 axis;
			NearLeaves guess;
			distance = ShellDistance(below, above, pose, 1.0, axis, guess);
			ASSERT_GT(distance, 10.0 * TouchingDistance(*world.bodies[0].shape, *world.bodies[1].shape)) << flight;
		}
		EXPECT_LT(distance, PairSkin(world.bodies[0], world.bodies[1])) << "it must have come down on the other";
	}
}

namespace
{
World::Data TwoBoats(const RigidBody& first, const RigidBody& second)
{
	World::Data world;
	world.bodies = {first, second};
	world.bodies[0].id = 0;
	world.bodies[1].id = 1;
	world.broadPhase.NoteChange();
	MakeShells(*world.bodies[0].shape, *world.bodies[1].shape);
	return world;
}

double DistanceBetween(const RigidBody& a, const RigidBody& b, double most)
{
	Vec3 axis;
	NearLeaves guess;
	return ShellDistance(*a.shape->shell, *b.shape->shell, PoseInFrameOf(a.Place(), b.Place()), most, axis, guess);
}
} // namespace

// Two that fall, one of which something else stops: the other goes on to where it meets
// it, and the first is not stopped any sooner for it. When both were cut by the same share, heaps hung in the air at
// full speed: each cut of one cut all others that had counted on it.
TEST(ShellGuard, WhoFliesBehindOneThatStopsGoesOnToIt)
{
	constexpr double kAbove = 0.09;
	constexpr double kSpeed = 7.0;
	World::Data boats = TwoBoats(Boat({}, {}), Boat({0.0, 0.0, kAbove}, {}));
	const double gap = DistanceBetween(boats.bodies[0], boats.bodies[1], 1.0);
	ASSERT_GT(gap, 0.005);
	// s after which the first stops: long before the other is there, and just before.
	for (const double stops : {5.0e-5, 0.97 * (5.0e-5 + gap / kSpeed)})
	{
		World::Data world = TwoBoats(Boat({}, {}), Boat({0.0, 0.0, kAbove}, {}));
		PlannedFlight plan = {{{0.0, 0.0, -1.0}, {0.0, 0.0, -kSpeed}}, {}, {stops, 1.0 / 60.0}, true};
		const std::vector<ShellHit> hits = KeepShellsApart(world, PlacesOf(world), plan, SerialRunner());
		EXPECT_EQ(hits.size(), 1u);
		EXPECT_EQ(plan.time[0], stops);
		EXPECT_GT(plan.time[1], 0.5 * gap / kSpeed);
		FlyAsPlanned(world, plan);
		EXPECT_GT(DistanceBetween(world.bodies[0], world.bodies[1], 1.0), 0.0);
		EXPECT_LT(world.bodies[1].x.z, kAbove - 0.5 * gap);
	}
}

// What passes the other on a bent way is not stopped by what a straight one would hit: on their true ways, looked at in
// 60 places, the two stay apart.
TEST(ShellGuard, WhoPassesOnABentWayIsNotStopped)
{
	constexpr double kTime = 1.0 / 60.0;
	uint64_t drawn = 0;
	const auto next = [&]
	{
		drawn += 3;
		return Vec3{RandomUnit(7, drawn), RandomUnit(7, drawn + 1), RandomUnit(7, drawn + 2)} - Vec3{0.5, 0.5, 0.5};
	};
	const RigidBody first = Boat({}, {});
	int32_t passes = 0;
	for (int32_t trial = 0; trial < FractureTests::Thinned(3'000, 600); ++trial)
	{
		RigidBody second = first;
		second.x = next() * 0.4;
		second.q = Normalised(RotationFromVector(next() * 6.0));
		second.Refresh();
		World::Data world = TwoBoats(first, second);
		RigidBody& a = world.bodies[0];
		RigidBody& b = world.bodies[1];
		const ShellMesh& shell = *a.shape->shell;
		const double apart = kGuardApart * PairSkin(a, b);
		a.w = next() * 50.0;
		b.w = next() * 50.0;
		PlannedFlight plan = {{next() * 4.0, next() * 12.0}, {}, {kTime, kTime}, true};
		World::Data flown = TwoBoats(a, b);
		const auto poseAt = [&](double share)
		{
			flown.bodies[0] = a;
			flown.bodies[1] = b;
			FlyAsPlanned(flown, {plan.v, {}, {kTime * share, kTime * share}, true});
			return PoseInFrameOf(flown.bodies[0].Place(), flown.bodies[1].Place());
		};
		if (DoCross(shell, shell, poseAt(0.0)) || !SweepShells(shell, shell, poseAt(0.0), poseAt(1.0), apart).isHit)
		{
			continue;
		}
		bool stayApart = true;
		for (int32_t i = 0; i <= 60 && stayApart; ++i)
		{
			const RelativePose pose = poseAt(i / 60.0);
			stayApart = !DoCross(shell, shell, pose) &&
				DistanceBetween(flown.bodies[0], flown.bodies[1], 3.0 * apart) > 2.0 * apart;
		}
		if (stayApart)
		{
			++passes;
			EXPECT_TRUE(KeepShellsApart(world, PlacesOf(world), plan, SerialRunner()).empty()) << trial;
			EXPECT_EQ(plan.time[0], kTime) << trial;
			EXPECT_EQ(plan.time[1], kTime) << trial;
		}
	}
	EXPECT_GT(passes, FractureTests::Thinned(8, 0));
}

// A heap of boats that falls onto the floor: whoever has speed moves. Some hung for half a second at 7 m/s.
TEST(ShellGuard, NobodyHangsInAHeapThatFalls)
{
	constexpr double kStep = 1.0 / 120.0;
	World world = std::move(*World::Create({}));
	ASSERT_TRUE(world.Add(Floor(0.6)));
	const auto mesh = std::make_shared<SurfaceMesh>(*FractureToolkit::MakeBoat({.length = 0.3, .edge = 0.025}));
	for (int32_t i = 0; i < 24; ++i)
	{
		BodyDefinition boat = Rigid(mesh, {0.34 * (i % 2), 0.34 * (i / 2 % 2), 0.15 + 0.34 * (i / 4)});
		const uint64_t draw = 3 * static_cast<uint64_t>(i);
		boat.pose.orientation = Normalised(
			RotationFromVector(Vec3{RandomUnit(3, draw), RandomUnit(3, draw + 1), RandomUnit(3, draw + 2)} * 6.0));
		boat.motion.velocity = {0.0, 0.0, -6.0};
		ASSERT_TRUE(world.Add(boat));
	}
	std::vector<int32_t> hanging(world.Bodies().size(), 0);
	int32_t longest = 0;
	for (int32_t step = 0; step < 60; ++step)
	{
		std::vector<Vec3> before;
		for (const BodyState& body : world.Bodies())
		{
			before.push_back(body.pose.position);
		}
		world.Step(kStep, SerialRunner());
		for (size_t i = 0; i < before.size(); ++i)
		{
			const BodyState& body = world.Bodies()[i];
			const double speed = Length(body.motion.velocity);
			const bool hangs = speed > 0.5 && Length(body.pose.position - before[i]) < 0.05 * speed * kStep;
			hanging[i] = hangs ? hanging[i] + 1 : 0;
			longest = std::max(longest, hanging[i]);
		}
	}
	EXPECT_LE(longest, 3);
}

// A shell that stands fast is guarded against all that moves, also where no other shell does.
TEST(ShellGuard, WhatIsThrownIntoAFixedBowlDoesNotGoThroughIt)
{
	for (const double rate : {30.0, 60.0, 120.0})
	{
		World world = std::move(*World::Create({}));
		BodyDefinition bowl = Rigid(std::make_shared<SurfaceMesh>(*FractureToolkit::MakeBowl(
										{.diameter = 0.6, .thickness = 0.012, .edge = 0.05})),
			{});
		bowl.kind = BodyKind::Static;
		ASSERT_TRUE(world.Add(bowl));
		std::vector<BodyId> boxes;
		for (int32_t i = 0; i < 6; ++i)
		{
			BodyDefinition box = Rigid(BoxMesh({0.06, 0.06, 0.06}), {0.005 * (i % 3), 0.0, 0.5 + 0.07 * i}, 0.5, 0.3);
			box.motion.velocity = {0.0, 0.0, -5.0};
			boxes.push_back(*world.Add(box));
		}
		for (int32_t i = 0; i < 2.0 * rate; ++i)
		{
			world.Step(1.0 / rate, SerialRunner());
			for (const BodyId box : boxes)
			{
				const Vec3& p = world.Find(box)->pose.position;
				EXPECT_GT(p.x * p.x + p.y * p.y < 0.04 ? p.z : 1.0, 0.065) << rate << " Hz, step " << i;
			}
		}
	}
}
