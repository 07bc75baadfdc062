// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Hull.h"
#include "FractureCore/World.h"
#include "Rigid/ContactPair.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
std::shared_ptr<const SurfaceMesh> Shared(Result<SurfaceMesh> mesh)
{
	return std::make_shared<SurfaceMesh>(std::move(*mesh));
}

/// A disc with a sharp edge of so many corners.
std::shared_ptr<const SurfaceMesh> CoinMesh(double radius, double thickness, int32_t corners)
{
	std::vector<Vec3> points;
	for (int32_t i = 0; i < 2 * corners; ++i)
	{
		const double angle = 2.0 * 3.14159265358979 * (i / 2) / corners;
		points.push_back(
			{radius * std::cos(angle), radius * std::sin(angle), i % 2 == 0 ? 0.5 * thickness : -0.5 * thickness});
	}
	const ConvexHull hull = ComputeConvexHull(points, 2 * corners, 1.0e-9);
	auto mesh = std::make_shared<SurfaceMesh>();
	mesh->positions = hull.positions;
	mesh->triangles = hull.triangles;
	return mesh;
}

double LowestPoint(const SurfaceMesh& mesh, const Pose& pose)
{
	double lowest = HUGE_VAL;
	for (const Vec3& p : mesh.positions)
	{
		lowest = std::min(lowest, ToWorld(pose, p).z);
	}
	return lowest;
}

double EnergyIn(const World& world)
{
	return world.Energy().kinetic + world.Energy().potential;
}

struct Lain
{
	double lowest = 0.0;      // m, in the last second
	double level = 0.0;       // cosine of its axis to the vertical at the end
	double mostGained = 0.0;  // J, above the least there was before
	double startEnergy = 0.0; // J
	bool isAsleep = false;
};

/// Puts something on a floor, or lets it go tilted above it, for 3 s.
Lain LieDown(const std::shared_ptr<const SurfaceMesh>& mesh, double above, double degrees, double rate)
{
	World world = std::move(*World::Create({}));
	EXPECT_TRUE(world.Add(Floor()));
	BodyDefinition body = Rigid(mesh, {});
	body.pose.orientation = RotationFromVector({degrees * 3.14159265358979 / 180.0, 0.0, 0.0});
	body.pose.position.z = above - LowestPoint(*mesh, body.pose);
	const BodyId id = *world.Add(body);
	Lain seen;
	seen.lowest = HUGE_VAL;
	seen.startEnergy = EnergyIn(world);
	double least = seen.startEnergy;
	for (int32_t i = 0; i < 3.0 * rate; ++i)
	{
		world.Step(1.0 / rate, SerialRunner());
		least = std::min(least, EnergyIn(world));
		seen.mostGained = std::max(seen.mostGained, EnergyIn(world) - least);
		if (i >= 2.0 * rate)
		{
			seen.lowest = std::min(seen.lowest, LowestPoint(*mesh, world.Find(id)->pose));
		}
	}
	seen.level = Rotated(world.Find(id)->pose.orientation, {0.0, 0.0, 1.0}).z;
	seen.isAsleep = world.Find(id)->asleep;
	return seen;
}

struct Tower
{
	double mostOverlap = 0.0; // m, in the last second
	double mostEver = 0.0;    // m
	double mostGained = 0.0;  // J, above the least there was before
	double startEnergy = 0.0; // J
	double height = 0.0;      // m, of the uppermost one's centre
	int32_t asleep = 0;
};

constexpr int32_t kSlabs = 15;
constexpr double kSlabThickness = 0.03;

/// Slabs above each other are let go with gaps between them, for 3 s.
Tower DropSlabs(double gap, double rate)
{
	World world = std::move(*World::Create({}));
	EXPECT_TRUE(world.Add(Floor(0.5, 0.2)));
	const std::shared_ptr<const SurfaceMesh> mesh = BoxMesh({0.5, 0.5, kSlabThickness});
	std::vector<BodyId> slabs;
	for (int32_t i = 0; i < kSlabs; ++i)
	{
		const double z = 0.5 * kSlabThickness + i * (kSlabThickness + gap);
		slabs.push_back(*world.Add(Rigid(mesh, {0.0, 0.0, z}, 0.5, 0.2)));
	}
	Tower seen;
	seen.startEnergy = EnergyIn(world);
	double least = seen.startEnergy;
	for (int32_t i = 0; i < 3.0 * rate; ++i)
	{
		world.Step(1.0 / rate, SerialRunner());
		least = std::min(least, EnergyIn(world));
		seen.mostGained = std::max(seen.mostGained, EnergyIn(world) - least);
		double below = -0.5 * kSlabThickness;
		for (const BodyId slab : slabs)
		{
			const double z = world.Find(slab)->pose.position.z;
			const double overlap = below + kSlabThickness - z;
			seen.mostEver = std::max(seen.mostEver, overlap);
			seen.mostOverlap = i >= 2.0 * rate ? std::max(seen.mostOverlap, overlap) : 0.0;
			below = z;
		}
		seen.height = below;
	}
	for (const BodyId slab : slabs)
	{
		seen.asleep += world.Find(slab)->asleep ? 1 : 0;
	}
	return seen;
}
} // namespace

// Many points touch, and more are a little higher farther out: with those as contacts, it would sink in by that.
TEST(Lying, RoundEdgesDoNotSinkIntoTheGround)
{
	const std::shared_ptr<const SurfaceMesh> shapes[] = {Shared(FractureToolkit::MakeTableTop({})),
		Shared(FractureToolkit::MakeTorus({})),
		Shared(FractureToolkit::MakeTableTop({.length = 0.3, .width = 0.3, .cornerRadius = 0.15})),
		CoinMesh(0.2, 0.01, 100),
		CoinMesh(0.2, 0.01, 24)};
	for (size_t i = 0; i < std::size(shapes); ++i)
	{
		for (const double rate : {60.0, 240.0})
		{
			for (const auto& [above, degrees] : {std::pair{0.0, 0.0}, std::pair{1.0e-3, 0.0}, std::pair{0.1, 5.0}})
			{
				const Lain seen = LieDown(shapes[i], above, degrees, rate);
				EXPECT_GT(seen.lowest, -2.0e-4) << i << ", " << rate << " Hz, " << degrees;
				EXPECT_LT(seen.lowest, 6.0e-4) << i << ", " << rate << " Hz, " << degrees;
				EXPECT_GT(seen.level, 1.0 - 1.0e-5) << i << ", " << rate << " Hz, " << degrees;
				EXPECT_LT(seen.mostGained, 1.0e-4 * seen.startEnergy) << i << ", " << rate << " Hz, " << degrees;
				EXPECT_TRUE(seen.isAsleep) << i << ", " << rate << " Hz, " << degrees;
			}
		}
	}
}

// Faces of many corners touch all round.
TEST(Lying, CoinsOfManyCornersLieOnEachOther)
{
	for (const int32_t corners : {24, 100, 300})
	{
		World world = std::move(*World::Create({}));
		EXPECT_TRUE(world.Add(Floor()));
		const std::shared_ptr<const SurfaceMesh> coin = CoinMesh(0.2, 0.02, corners);
		std::vector<BodyId> coins;
		for (int32_t i = 0; i < 4; ++i)
		{
			coins.push_back(*world.Add(Rigid(coin, {i % 2 == 0 ? 0.0 : 0.02, 0.0, 0.0101 + 0.0202 * i})));
		}
		for (int32_t i = 0; i < 120; ++i)
		{
			world.Step(1.0 / 60.0, SerialRunner());
		}
		for (int32_t i = 0; i < 4; ++i)
		{
			const Pose& pose = world.Find(coins[i])->pose;
			EXPECT_NEAR(pose.position.z, 0.01 + 0.02 * i, 5.0e-4) << corners << ' ' << i;
			EXPECT_GT(Rotated(pose.orientation, {0.0, 0.0, 1.0}).z, 1.0 - 1.0e-5) << corners << ' ' << i;
		}
	}
}

// Who flies along with another meets it as soon as that is stopped, by a slab below it or by the shock from the ground.
TEST(Lying, SlabsThatFallOnEachOtherDoNotEndInEachOther)
{
	for (const double rate : {60.0, 240.0})
	{
		for (const double gap : {2.0e-4, 5.0e-4, 2.0e-3, 2.0e-2})
		{
			const Tower seen = DropSlabs(gap, rate);
			EXPECT_LT(seen.mostOverlap, 2.0e-4) << rate << " Hz, " << gap;
			EXPECT_LT(seen.mostEver, 5.0e-4) << rate << " Hz, " << gap;
			EXPECT_GT(seen.height, (kSlabs - 0.5) * kSlabThickness - 5.0e-4) << rate << " Hz, " << gap;
			EXPECT_LT(seen.mostGained, 1.5e-4 * seen.startEnergy) << rate << " Hz, " << gap;
			EXPECT_EQ(seen.asleep, kSlabs) << rate << " Hz, " << gap;
		}
	}
}

// 3 mm at half a millimetre a second take longer than it takes to fall asleep.
TEST(Lying, WhoIsPushedOutOfAnotherDoesNotFallAsleepInIt)
{
	World world = std::move(*World::Create({}));
	EXPECT_TRUE(world.Add(Floor()));
	const BodyId lower = *world.Add(Rigid(BoxMesh({0.2, 0.2, 0.1}), {0.0, 0.0, 0.0501}));
	const BodyId upper = *world.Add(Rigid(BoxMesh({0.2, 0.2, 0.1}), {0.0, 0.0, 0.1502}));
	const BodyId other = *world.Add(Rigid(BoxMesh({0.2, 0.2, 0.1}), {1.0, 0.0, 0.0501}));
	world.Step(1.0 / 60.0, SerialRunner());
	ASSERT_TRUE(world.SetPose(lower, {{0.0, 0.0, 0.047}, {}}));
	ASSERT_TRUE(world.SetPose(upper, {{0.0, 0.0, 0.1474}, {}}));
	for (int32_t i = 0; i < 60; ++i)
	{
		world.Step(1.0 / 60.0, SerialRunner());
	}
	EXPECT_FALSE(world.Find(lower)->asleep);
	EXPECT_FALSE(world.Find(upper)->asleep) << "it is lifted with the other";
	EXPECT_TRUE(world.Find(other)->asleep);
	for (int32_t i = 0; i < 600; ++i)
	{
		world.Step(1.0 / 60.0, SerialRunner());
	}
	EXPECT_TRUE(world.Find(lower)->asleep);
	EXPECT_TRUE(world.Find(upper)->asleep);
	EXPECT_GT(world.Find(lower)->pose.position.z, 0.05 - 1.8e-3);
	EXPECT_GT(world.Find(upper)->pose.position.z, 0.15 - 1.8e-3);
}

// What cannot come free, as ground holds it from above and below, sleeps all the same.
TEST(Lying, WhoIsStuckBetweenOthersFallsAsleep)
{
	World world = std::move(*World::Create({}));
	EXPECT_TRUE(world.Add(Floor()));
	BodyDefinition lid = Rigid(BoxMesh({0.5, 0.5, 0.1}), {0.0, 0.0, 0.1503});
	lid.kind = BodyKind::Kinematic;
	const BodyId above = *world.Add(lid);
	const BodyId box = *world.Add(Rigid(BoxMesh({0.2, 0.2, 0.1}), {0.0, 0.0, 0.0501}));
	world.Step(1.0 / 60.0, SerialRunner());
	ASSERT_TRUE(world.SetPose(above, {{0.0, 0.0, 0.146}, {}}));
	for (int32_t i = 0; i < 120; ++i)
	{
		world.Step(1.0 / 60.0, SerialRunner());
	}
	EXPECT_TRUE(world.Find(box)->asleep);
}

// A ring of points that touch, and one farther out that does not.
TEST(Lying, ContactsThatCarryComeBeforeThoseBesideThem)
{
	for (const double tilt : {0.0, 0.008})
	{
		std::vector<ContactPoint> points;
		for (int32_t i = 0; i < 80; ++i)
		{
			const double angle = 2.0 * 3.14159265358979 * (i / 2) / 40.0;
			const double radius = i % 2 == 0 ? 0.105 : 0.122;
			ContactPoint point;
			point.point = {radius * std::cos(angle), radius * std::sin(angle), 0.0};
			point.normal = {0.0, 0.0, 1.0};
			point.gap = (i % 2 == 0 ? 0.0 : 0.0034) + tilt * point.point.x;
			points.push_back(point);
		}
		ReduceContacts(points, {}, 0.075);
		ASSERT_EQ(points.size(), 8U);
		Vec3 low;
		Vec3 high;
		for (const ContactPoint& point : points)
		{
			if (Length(point.point) < 0.11)
			{
				low = {std::min(low.x, point.point.x), std::min(low.y, point.point.y), 0.0};
				high = {std::max(high.x, point.point.x), std::max(high.y, point.point.y), 0.0};
			}
		}
		for (const double reach : {-low.x, -low.y, high.x, high.y})
		{
			EXPECT_GT(reach, 0.09) << tilt;
		}
	}
}
