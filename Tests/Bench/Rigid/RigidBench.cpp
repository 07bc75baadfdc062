// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A settled pile of convex shards, without sleeping, at 60 Hz on one thread: ours and Bullet's. `fracture_rigid_bench
// [COUNT...]`, 100 to 5,000 if nothing is given.
#include "BulletPile.h"
#include "FractureCore/World.h"
#include "PileScene.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

using namespace FractureCore;
using namespace FractureBench;

namespace
{
constexpr int32_t kSettleSteps = 240;
constexpr int32_t kMostForBullet = 1000; // it takes a second a step beyond

std::shared_ptr<const SurfaceMesh> MeshOf(const ConvexHull& hull)
{
	auto mesh = std::make_shared<SurfaceMesh>();
	mesh->positions = hull.positions;
	mesh->triangles = hull.triangles;
	return mesh;
}

std::shared_ptr<const SurfaceMesh> BoxOf(const Vec3& half)
{
	std::vector<Vec3> corners;
	for (int32_t i = 0; i < 8; ++i)
	{
		corners.push_back(
			{(i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y, (i & 4) != 0 ? half.z : -half.z});
	}
	return MeshOf(ComputeConvexHull(corners));
}

struct StageClock
{
	double ms[static_cast<size_t>(StepStage::Done) + 1] = {};

	double Mean(StepStage of, int32_t steps) const { return ms[static_cast<size_t>(of)] / steps; }
	int32_t stage = -1;
	double since = 0.0;
};

void EnterStage(void* user, StepStage stage)
{
	auto& clock = *static_cast<StageClock*>(user);
	const double now = ProcessorMs();
	if (clock.stage >= 0)
	{
		clock.ms[clock.stage] += now - clock.since;
	}
	clock.since = now;
	clock.stage = stage == StepStage::Done ? -1 : static_cast<int32_t>(stage);
}

World BuildPile(const PileScene& scene, bool sleeping)
{
	WorldSettings settings;
	settings.sleeping = sleeping;
	World world = std::move(*World::Create(settings));
	const auto addFixed = [&](const Vec3& half, const Vec3& at)
	{
		BodyDefinition body;
		body.kind = BodyKind::Static;
		body.surface = BoxOf(half);
		body.pose.position = at;
		if (!world.Add(body))
		{
			std::abort();
		}
	};
	const double half = 0.5 * scene.pit;
	addFixed({half + 1.0, half + 1.0, 0.5}, {0.0, 0.0, -0.5});
	for (int32_t side = 0; side < 4; ++side)
	{
		const double at = (side % 2 == 0 ? 1.0 : -1.0) * (half + 0.5);
		const bool alongX = side < 2;
		addFixed(alongX ? Vec3{0.5, half + 1.0, 10.0} : Vec3{half + 1.0, 0.5, 10.0},
			alongX ? Vec3{at, 0.0, 9.0} : Vec3{0.0, at, 9.0});
	}
	std::vector<std::shared_ptr<const SurfaceMesh>> meshes;
	for (const ConvexHull& hull : scene.hulls)
	{
		meshes.push_back(MeshOf(hull));
	}
	for (size_t i = 0; i < scene.positions.size(); ++i)
	{
		BodyDefinition body;
		body.surface = meshes[i % meshes.size()];
		body.pose.position = scene.positions[i];
		body.contact.restitution = 0.0;
		if (!world.Add(body))
		{
			std::abort();
		}
	}
	return world;
}

PileTiming TimeOurPile(const PileScene& scene, StageClock& clock)
{
	World world = BuildPile(scene, false);
	PileTiming timing;
	const auto run = [&](int32_t steps)
	{
		const double start = ProcessorMs();
		for (int32_t i = 0; i < steps; ++i)
		{
			timing.contacts = world.Step(1.0 / 60.0, SerialRunner(), {EnterStage, &clock}).contacts;
		}
		return (ProcessorMs() - start) / steps;
	};
	timing.fallingMs = run(kSettleSteps);
	clock = {};
	timing.settledMs = run(60);
	for (const BodyState& body : world.Bodies())
	{
		if (body.kind == BodyKind::Dynamic)
		{
			timing.speed += Length(body.motion.velocity);
			timing.height += body.pose.position.z;
		}
	}
	timing.speed /= static_cast<double>(scene.positions.size());
	timing.height /= static_cast<double>(scene.positions.size());
	return timing;
}

void PrintRow(const char* who, int32_t count, const PileTiming& timing)
{
	std::printf("%-8s %7d %12.2f %12.2f %10.4f %9.3f %9.0f\n",
		who,
		count,
		timing.settledMs,
		timing.fallingMs,
		timing.speed,
		timing.height,
		timing.contacts);
}
} // namespace

int main(int argc, char** argv)
{
	std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ); // a row is shown when it is there, in a pipe too
	std::vector<int32_t> counts;
	for (int32_t i = 1; i < argc; ++i)
	{
		counts.push_back(std::atoi(argv[i]));
		if (counts.back() <= 0)
		{
			std::fprintf(stderr, "usage: fracture_rigid_bench [SHARDS...], each at least 1\n");
			return 2;
		}
	}
	if (counts.empty())
	{
		counts = {100, 300, 1000, 2000, 5000};
	}
	std::printf("%-8s %7s %12s %12s %10s %9s %9s\n",
		"solver",
		"shards",
		"settled ms",
		"falling ms",
		"speed m/s",
		"height m",
		"contacts");
	struct Last
	{
		int32_t count = 0;
		double ms = 0.0;
	};
	Last before;
	for (const int32_t count : counts)
	{
		const PileScene scene = MakePile(count);
		StageClock clock;
		const PileTiming ours = TimeOurPile(scene, clock);
		PrintRow("ours", count, ours);
		std::printf("         broad %.2f, narrow %.2f, collisions %.2f, contacts %.2f, positions %.2f ms\n",
			clock.Mean(StepStage::BroadPhase, 60),
			clock.Mean(StepStage::NarrowPhase, 60),
			clock.Mean(StepStage::Collisions, 60),
			clock.Mean(StepStage::Contacts, 60),
			clock.Mean(StepStage::Positions, 60));
		if (before.count > 0)
		{
			// ms a step ~ shards^k
			std::printf("         growth with shards: power %.2f\n",
				std::log(ours.settledMs / before.ms) / std::log(static_cast<double>(count) / before.count));
		}
		before = {count, ours.settledMs};
		if (HasBullet() && count <= kMostForBullet)
		{
			const PileTiming bullet = TimeBulletPile(scene, kSettleSteps);
			PrintRow("bullet", count, bullet);
			std::printf("         ours / bullet: %.2f\n", ours.settledMs / bullet.settledMs);
		}
	}
	return 0;
}
