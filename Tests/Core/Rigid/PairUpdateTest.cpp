// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/PairUpdate.h"

#include "Rigid/PieceSpawn.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

using namespace FractureCore;
using namespace FractureTests;

// Rounds of a step look at the same bodies again and again: where none of two has moved, what was found stays, with its
// impulses, unless they may now come closer than was looked.
TEST(PairUpdate, ContactsStayWhereNothingHasMoved)
{
	constexpr double kTime = 1.0 / 60.0;
	World::Data world;
	for (const double height : {0.0, 0.1002})
	{
		RigidBody body;
		body.kind = BodyKind::Dynamic;
		MassProperties mass;
		mass.mass = 1.0;
		mass.volume = 1.0e-3;
		mass.inertia = Mat3::Identity() * 1.0e-3;
		body.shape = MakeRigidShape(BoxMesh({0.1, 0.1, 0.1}), mass, {});
		body.x = {0.0, 0.0, height};
		GiveMass(body, mass);
		body.Refresh();
		world.bodies.push_back(body);
	}
	ContactPair pair = MakePair(world, 0, 1);
	const auto isFoundAnew = [&]
	{
		constexpr double kMark = 123.0;
		pair.points.front().gap = kMark;
		RefreshMovedContacts(pair, world, kTime);
		return pair.points.front().gap != kMark;
	};
	RefreshMovedContacts(pair, world, kTime);
	ASSERT_FALSE(pair.points.empty());
	EXPECT_FALSE(isFoundAnew());
	world.bodies[1].v = {0.0, 0.0, -1.0};
	EXPECT_TRUE(isFoundAnew()) << "it looks farther ahead";
	EXPECT_FALSE(isFoundAnew());
	world.bodies[1].v = {};
	EXPECT_FALSE(isFoundAnew());
	world.bodies[1].x.z += 1.0e-9;
	EXPECT_TRUE(isFoundAnew());
	pair.DropContacts();
	EXPECT_TRUE(pair.points.empty());
	RefreshMovedContacts(pair, world, kTime);
	EXPECT_FALSE(pair.points.empty());
}
