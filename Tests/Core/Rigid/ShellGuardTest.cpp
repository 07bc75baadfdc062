// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The last line against crossings holds however long others press two shells together.
#include "Rigid/ShellGuard.h"
#include "FractureCore/Pose.h"
#include "Rigid/ConvexContact.h"
#include "Rigid/PairUpdate.h"
#include "Rigid/PieceSpawn.h"
#include "Rigid/ShellContact.h"
#include "Rigid/ShellFeatures.h"
#include "Support/RigidScenes.h"

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
