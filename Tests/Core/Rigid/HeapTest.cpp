// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Hull.h"
#include "FractureCore/Random.h"
#include "FractureCore/World.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
constexpr double kShardThickness = 0.01; // m

/// A flat shard with sides at all angles, m, centred.
std::shared_ptr<const SurfaceMesh> ShardMesh(uint64_t seed, double length, double thickness)
{
	std::vector<Vec3> points;
	for (uint64_t i = 0; i < 24; ++i)
	{
		const auto random = [&](uint64_t k) { return 2.0 * RandomUnit(seed, 3 * i + k) - 1.0; };
		const Vec3 direction = Normalised(Vec3{random(0), random(1), random(2)});
		points.push_back({0.5 * length * direction.x, 0.3 * length * direction.y, 0.5 * thickness * direction.z});
	}
	const ConvexHull hull = ComputeConvexHull(points);
	auto mesh = std::make_shared<SurfaceMesh>();
	mesh->positions = hull.positions;
	mesh->triangles = hull.triangles;
	return mesh;
}

struct HeapSeen
{
	double lowestAtEnd = 0.0;
	double lowest = 0.0;       // m, of any corner of a shard
	double startEnergy = 0.0;  // J
	double mostRegained = 0.0; // J above the least so far
	int32_t asleep = 0;
	int32_t count = 0;
};

/// Lets a few dozen shards of 4 cm fall on a floor, and a block of `block` kg on them, for 3 s.
HeapSeen DropShards(uint64_t seed, double rate, double block)
{
	World world = std::move(*World::Create({}));
	EXPECT_TRUE(world.Add(Floor(0.5, 0.1)));
	std::vector<std::pair<BodyId, std::shared_ptr<const SurfaceMesh>>> shards;
	for (int32_t i = 0; i < 48; ++i)
	{
		const auto random = [&](uint64_t k)
		{ return 2.0 * RandomUnit(seed, 1000 + 10 * static_cast<uint64_t>(i) + k) - 1.0; };
		const auto mesh = ShardMesh(100 + static_cast<uint64_t>(i), 0.04, kShardThickness);
		BodyDefinition shard =
			Rigid(mesh, {0.045 * (i % 3 - 1), 0.045 * (i / 3 % 4 - 1.5), 0.06 + 0.05 * (i / 12)}, 0.5, 0.1);
		shard.pose.orientation = RotationFromVector({2.0 * random(0), 2.0 * random(1), 2.0 * random(2)});
		shard.motion.angularVelocity = {15.0 * random(3), 15.0 * random(4), 15.0 * random(5)};
		shard.material.density = 2500.0;
		shards.emplace_back(*world.Add(shard), mesh);
	}
	if (block > 0.0)
	{
		BodyDefinition heavy = Rigid(BoxMesh({0.2, 0.2, 0.1}), {0.0, 0.0, 0.5}, 0.5, 0.1);
		heavy.material.density = block / (0.2 * 0.2 * 0.1);
		EXPECT_TRUE(world.Add(heavy));
	}
	const auto energyNow = [&] { return world.Energy().kinetic + world.Energy().potential; };
	HeapSeen seen;
	seen.startEnergy = energyNow();
	seen.count = static_cast<int32_t>(shards.size());
	double least = seen.startEnergy;
	for (int32_t i = 0; i < 3.0 * rate; ++i)
	{
		world.Step(1.0 / rate, SerialRunner());
		least = std::min(least, energyNow());
		seen.mostRegained = std::max(seen.mostRegained, energyNow() - least);
		seen.lowestAtEnd = 0.0;
		for (const auto& [id, mesh] : shards)
		{
			for (const Vec3& p : mesh->positions)
			{
				seen.lowestAtEnd = std::min(seen.lowestAtEnd, ToWorld(world.Find(id)->pose, p).z);
			}
		}
		seen.lowest = std::min(seen.lowest, seen.lowestAtEnd);
	}
	for (const auto& [id, mesh] : shards)
	{
		seen.asleep += world.Find(id)->asleep ? 1 : 0;
	}
	return seen;
}
} // namespace

// Shards have sides at all angles: the corner that is nearest to the ground need not be one of the side that faces it,
// and a shard that is let go on its edge turns by a fifth of a radian in its first step.
// What presses one in is a matter of chance, so of several heaps the middle one counts; none goes through.
TEST(Heap, OfShardsStaysOutOfTheGroundAndComesToRest)
{
	int32_t asleep = 0; // of those that lie alone; a block takes long to come to rest on them
	int32_t count = 0;
	for (const auto& [rate, pressedIn] : {std::pair{30.0, 2.2e-3}, std::pair{60.0, 1.5e-3}, std::pair{120.0, 1.2e-3}})
	{
		std::vector<double> lowest;
		for (const double block : {0.0, 20.0})
		{
			for (const uint64_t seed : {1, 2, 7, 8})
			{
				const HeapSeen seen = DropShards(seed, rate, block);
				EXPECT_GT(seen.lowest, -kShardThickness) << rate << " Hz, " << seed << ", " << block;
				EXPECT_GT(seen.lowestAtEnd, -8.0e-4) << rate << " Hz, " << seed << ", " << block;
				lowest.push_back(seen.lowest);
				asleep += block > 0.0 ? 0 : seen.asleep;
				count += block > 0.0 ? 0 : seen.count;
			}
		}
		std::nth_element(lowest.begin(), lowest.begin() + 3, lowest.end());
		EXPECT_GT(lowest[3], -pressedIn) << rate << " Hz";
	}
	EXPECT_GT(asleep, 0.85 * count);
}

// What pushes shards apart lifts the block only as far as the heap's own energy pays for it. The rest is a matter of
// chance, too.
TEST(Heap, UnderABlockRegainsNoEnergy)
{
	for (const double rate : {60.0, 120.0})
	{
		std::vector<double> regained;
		for (const uint64_t seed : {1, 2, 3, 7, 8})
		{
			const HeapSeen seen = DropShards(seed, rate, 20.0);
			regained.push_back(seen.mostRegained / seen.startEnergy);
		}
		std::sort(regained.begin(), regained.end());
		EXPECT_LT(regained[2], 1.0e-3) << rate << " Hz";
		EXPECT_LT(regained[4], 4.0e-3) << rate << " Hz";
	}
}
