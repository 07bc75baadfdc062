// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Hull.h"
#include "FractureCore/Random.h"
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
/// A splinter of 12 x 7 x 3 mm with twelve corners at most.
std::shared_ptr<const SurfaceMesh> Shard(uint64_t seed)
{
	std::vector<Vec3> points;
	for (uint64_t i = 0; i < 12; ++i)
	{
		points.push_back({0.012 * (RandomUnit(seed, 3 * i) - 0.5),
			0.007 * (RandomUnit(seed, 3 * i + 1) - 0.5),
			0.003 * (RandomUnit(seed, 3 * i + 2) - 0.5)});
	}
	const ConvexHull hull = ComputeConvexHull(points);
	auto mesh = std::make_shared<SurfaceMesh>();
	mesh->positions = hull.positions;
	mesh->triangles = hull.triangles;
	return mesh;
}

double LowestCorner(const BodyState& body, const SurfaceMesh& mesh)
{
	double lowest = HUGE_VAL;
	for (const Vec3& p : mesh.positions)
	{
		lowest = std::min(lowest, ToWorld(body.pose, p).z);
	}
	return lowest;
}

double EnergyOf(const World& world)
{
	return world.Energy().kinetic + world.Energy().potential;
}
} // namespace

// Small, fast and spinning by up to 1,300 rad/s: corners pass the floor many times within a step, and contacts see
// along straight lines. None sinks in, none is glued to the floor, none gains energy.
TEST(World, ThrownShardsSlideAndTumbleOnTheFloor)
{
	for (const double rate : {60.0, 120.0, 240.0})
	{
		double meanWay = 0.0;
		const int32_t shards = Thinned(100, 10);
		for (int32_t seed = 0; seed < shards; ++seed)
		{
			World world = std::move(*World::Create({}));
			ASSERT_TRUE(world.Add(Floor(0.5, 0.0, 100.0)));
			const auto mesh = Shard(seed);
			BodyDefinition shard = Rigid(mesh, {0.0, 0.0, 0.01});
			shard.motion.velocity = {9.0, 3.0, -2.0};
			shard.motion.angularVelocity = Vec3{-40.0, 120.0, 30.0} * (10.0 * RandomUnit(seed, 99));
			const BodyId id = *world.Add(shard);
			double energy = EnergyOf(world);
			for (int32_t i = 0; i < 0.75 * rate; ++i)
			{
				world.Step(1.0 / rate, SerialRunner());
				const BodyState& now = *world.Find(id);
				ASSERT_GT(LowestCorner(now, *mesh), -0.1e-3) << seed << " at " << rate << " Hz, step " << i;
				const double left = EnergyOf(world);
				ASSERT_LE(left, energy * (1.0 + 1.0e-3)) << seed << " at " << rate << " Hz, step " << i;
				energy = left;
			}
			const Vec3 way = world.Find(id)->pose.position;
			EXPECT_GT(std::hypot(way.x, way.y), 4.0) << seed << " at " << rate << " Hz";
			meanWay += std::hypot(way.x, way.y) / shards;
		}
		// It lands, which takes mu * 2 m/s, and slides, which takes mu g: 9.49 - 1 m/s for 0.75 s less mu g t^2 / 2.
		EXPECT_NEAR(meanWay, 5.0, 0.2) << rate;
	}
}

// The same for many at once, which are in each other's way: none is in the floor, and few lose time.
TEST(World, ACrowdOfThrownShardsSlidesAsOneDoes)
{
	constexpr int32_t kShards = 60;
	for (const double rate : {60.0, 120.0, 240.0})
	{
		World world = std::move(*World::Create({}));
		ASSERT_TRUE(world.Add(Floor(0.5, 0.0, 100.0)));
		std::vector<BodyId> ids;
		std::vector<std::shared_ptr<const SurfaceMesh>> meshes;
		for (int32_t i = 0; i < kShards; ++i)
		{
			meshes.push_back(Shard(i));
			BodyDefinition shard =
				Rigid(meshes.back(), {0.015 * (i % 5), 0.015 * (i / 5 % 4), 0.01 + 0.015 * (i / 20)});
			shard.motion.velocity = {9.0 + RandomUnit(i, 200), 3.0 + RandomUnit(i, 201), -2.0 + RandomUnit(i, 202)};
			shard.motion.angularVelocity = Vec3{-40.0, 120.0, 30.0} * (10.0 * RandomUnit(i, 99));
			ids.push_back(*world.Add(shard));
		}
		double energy = EnergyOf(world);
		for (int32_t step = 0; step < 0.75 * rate; ++step)
		{
			world.Step(1.0 / rate, SerialRunner());
			for (int32_t i = 0; i < kShards; ++i)
			{
				ASSERT_GT(LowestCorner(*world.Find(ids[i]), *meshes[i]), -0.1e-3)
					<< i << " at " << rate << " Hz, step " << step;
			}
			ASSERT_LE(EnergyOf(world), energy * (1.0 + 1.0e-3)) << rate << " Hz, step " << step;
			energy = EnergyOf(world);
		}
		std::vector<double> ways;
		for (const BodyId id : ids)
		{
			const Vec3 at = world.Find(id)->pose.position;
			ways.push_back(std::hypot(at.x, at.y));
		}
		std::sort(ways.begin(), ways.end());
		EXPECT_GT(ways[kShards / 10], 4.5) << rate;
		EXPECT_LT(ways.back(), 7.9) << rate << ": as far as without friction";
	}
}

// What slides on the ground pushes chips away; it does not stand still before them at full speed.
TEST(World, APlateIsNotHeldUpByChips)
{
	double ways[2] = {0.0, 0.0};
	const double rates[2] = {60.0, 960.0};
	for (int32_t k = 0; k < 2; ++k)
	{
		World world = std::move(*World::Create({}));
		ASSERT_TRUE(world.Add(Floor(0.4, 0.0, 100.0)));
		BodyDefinition plate = Rigid(BoxMesh({0.3, 0.3, 0.04}), {0.0, 0.0, 0.021}, 0.1);
		plate.motion.velocity = {5.0, 0.0, 0.0};
		const BodyId id = *world.Add(plate);
		for (const double turn : {0.0, 1.94})
		{
			BodyDefinition chip = Rigid(BoxMesh({0.03, 0.02, 0.003}), {0.5, turn == 0.0 ? -0.05 : 0.05, 0.002}, 0.5);
			chip.pose.orientation = RotationFromVector({0.0, 0.0, turn});
			ASSERT_TRUE(world.Add(chip));
		}
		for (int32_t i = 0; i < rates[k]; ++i)
		{
			world.Step(1.0 / rates[k], SerialRunner());
		}
		ways[k] = world.Find(id)->pose.position.x;
	}
	EXPECT_NEAR(ways[0], ways[1], 0.15 * ways[1]);
}
