// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/LevelSet.h"

#include "FractureCore/Break.h"

#include "Rigid/FractureAllowance.h"
#include "Rigid/PieceShape.h"
#include "Rigid/PieceSpawn.h"
#include "Rigid/SpreadNearest.h"
#include "Support/RigidScenes.h"
#include "Support/TestMeshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
struct LevelError
{
	double near = 0.0;      // m, largest within a cell of the surface, at nodes and between them
	double nodes = 0.0;     // m, largest at nodes within 1.7 cells
	double far = 0.0;       // m, largest at nodes anywhere
	double tilt = 0.0;      // largest 1 - cosine between normals near the surface, of smooth bodies
	int32_t wrongSigns = 0; // at nodes
};

/// Against exact distances.
LevelError CompareLevels(const LevelSet& levels, const SurfaceMesh& mesh)
{
	const SurfaceField exact(mesh, {}, SerialRunner());
	const TriangleTree tree(mesh.positions, mesh.triangles, SerialRunner());
	const LevelGrid& grid = levels.Grid();
	LevelError error;
	for (int32_t z = 0; z + 1 < grid.count[2]; ++z)
	{
		for (int32_t y = 0; y + 1 < grid.count[1]; ++y)
		{
			for (int32_t x = 0; x + 1 < grid.count[0]; ++x)
			{
				const Vec3 node = grid.NodeAt(x, y, z);
				const double apart = tree.Closest(node, 1.0e3).distance;
				const double distance = tree.WindingNumber(node) > 0.5 ? -apart : apart;
				const double off = std::abs(levels.At(x, y, z) - distance);
				error.far = std::max(error.far, off);
				error.nodes = std::abs(distance) < 1.7 * grid.spacing ? std::max(error.nodes, off) : error.nodes;
				error.wrongSigns += levels.At(x, y, z) * distance < 0.0 && apart > 0.01 * grid.spacing ? 1 : 0;
				const Vec3 between = node + Vec3{0.4, 0.5, 0.7} * grid.spacing;
				const FieldSample truth = exact.Sample(between, grid.spacing);
				if (truth.isNear)
				{
					const FieldSample sample = levels.Sample(between, 1.0e3);
					error.near = std::max(error.near, std::abs(sample.distance - truth.distance));
					error.tilt = std::max(error.tilt, 1.0 - Dot(sample.normal, truth.normal));
				}
			}
		}
	}
	return error;
}

/// A torus of stone, broken by a blow: thick, and its larger pieces are hollow in the middle.
const Breakable& Ring()
{
	static const std::shared_ptr<const Breakable> ring = MakeBreakable(*FractureToolkit::MakeTorus({}), "stone", 3000);
	return *ring;
}

// More would follow a piece of a ring well enough to do without a level set.
constexpr int32_t kHulls = 2;

BreakResult BreakRing()
{
	double high = 0.0;
	Vec3 at;
	for (const Vec3& p : Ring().Object().surface.positions)
	{
		at = p.x > high ? p : at;
		high = std::max(high, p.x);
	}
	const ContactImpulse contact{at, {-200.0, 0.0, 0.0}, GivenPulse(1.0e-4, PulseShape::HalfSine)};
	Impact impact;
	impact.loads.collision = {&contact, 1};
	BreakSettings settings;
	settings.plan = OneSolvePlan();
	settings.hullsPerFragment = kHulls;
	Result<BreakResult> result = BreakBody(Ring(), impact, settings, SerialRunner());
	EXPECT_TRUE(result) << (result ? "" : result.GetError().message);
	return result ? std::move(*result) : BreakResult{};
}
} // namespace

// T46: from a few points, the nearest of them at every node; a little farther at few.
TEST(LevelSet, NearestPointsAreHandedOn)
{
	const int32_t count[3] = {23, 17, 29};
	const Vec3 points[] = {{3.3, 4.2, 5.1}, {18.7, 12.4, 2.2}, {9.1, 2.6, 24.3}, {20.2, 15.8, 26.9}, {1.4, 14.5, 15.6}};
	NearestOffsets offsets(static_cast<size_t>(count[0]) * count[1] * count[2]);
	const auto each = [&](auto&& visit)
	{
		for (int32_t i = 0; i < static_cast<int32_t>(offsets.squared.size()); ++i)
		{
			visit(i, Vec3{1.0 * (i % 23), 1.0 * (i / 23 % 17), 1.0 * (i / (23 * 17))});
		}
	};
	for (const Vec3& p : points)
	{
		each(
			[&](int32_t i, const Vec3& node)
			{
				const Vec3 to = p - node;
				if (Length(to) < 1.75)
				{
					offsets.Set(i, static_cast<float>(to.x), static_cast<float>(to.y), static_cast<float>(to.z));
				}
			});
	}
	SpreadNearest(offsets, count);
	int32_t farther = 0;
	each(
		[&](int32_t i, const Vec3& node)
		{
			double least = HUGE_VAL;
			for (const Vec3& p : points)
			{
				least = std::min(least, Length(p - node));
			}
			const double distance = std::sqrt(offsets.squared[i]);
			EXPECT_GT(distance, least - 1e-5);
			EXPECT_LT(distance, least + 0.3) << node.x << ' ' << node.y << ' ' << node.z;
			farther += distance > least + 1e-5 ? 1 : 0;
		});
	EXPECT_LT(farther, 0.005 * static_cast<double>(offsets.squared.size()));
}

// T44: near the surface of a ball, and convergence.
TEST(LevelSet, OfABallConverges)
{
	const auto mesh = BallMesh(0.1, 0.004);
	LevelError last;
	for (const double spacing : {0.016, 0.008, 0.004})
	{
		const LevelError error = CompareLevels(LevelSet(*mesh, spacing), *mesh);
		EXPECT_EQ(error.wrongSigns, 0) << spacing;
		EXPECT_LT(error.nodes, 1e-7) << spacing;
		EXPECT_LT(error.near, 0.1 * spacing) << spacing;
		EXPECT_LT(error.far, 1.5 * spacing) << spacing << ": in the middle, where fronts meet";
		EXPECT_LT(error.tilt, 0.02) << spacing;
		if (last.far > 0.0)
		{
			EXPECT_LT(error.far, 0.7 * last.far) << "first order far off";
			EXPECT_LT(error.near, 0.5 * last.near) << "better near";
		}
		last = error;
	}
}

TEST(LevelSet, OfABoxIsOffByLessThanACellAtItsEdges)
{
	const auto mesh = BoxMesh({0.2, 0.13, 0.07});
	const LevelError error = CompareLevels(LevelSet(*mesh, 0.007), *mesh);
	EXPECT_EQ(error.wrongSigns, 0);
	EXPECT_LT(error.nodes, 1e-7);
	EXPECT_LT(error.near, 0.5 * 0.007);
}

TEST(LevelSet, BeyondTheGridIsALowerBound)
{
	const auto mesh = BallMesh(0.1, 0.01);
	const LevelSet levels(*mesh, 0.01);
	for (const Vec3& p : {Vec3{0.3, 0.0, 0.0}, Vec3{-0.2, 0.2, 0.2}, Vec3{0.0, 0.0, 5.0}, Vec3{0.13, 0.13, 0.13}})
	{
		const FieldSample sample = levels.Sample(p, 10.0);
		EXPECT_TRUE(sample.isNear);
		EXPECT_GT(sample.distance, 0.01);
		EXPECT_LT(sample.distance, Length(p) - 0.1 + 1e-3);
	}
	EXPECT_FALSE(levels.Sample({0.3, 0.0, 0.0}, 0.01).isNear);
}

TEST(LevelSet, OfAPieceIsTheOneMadeAnew)
{
	const SurfaceMesh& whole = Ring().Object().surface;
	const BreakResult result = BreakRing();
	ASSERT_GT(result.fragments.size(), 1u);
	const double spacing = LevelSpacing(whole);
	const SurfaceBand band(whole, spacing);
	for (const Fragment& fragment : result.fragments)
	{
		const LevelSet kept(fragment.surface, SurfaceBand(band, whole, {&fragment.surface, fragment.sourceTriangle}));
		const LevelSet anew(fragment.surface, spacing);
		const LevelGrid& grid = anew.Grid();
		ASSERT_EQ(kept.Grid().Size(), grid.Size());
		for (int32_t z = 0; z < grid.count[2]; ++z)
		{
			for (int32_t y = 0; y < grid.count[1]; ++y)
			{
				for (int32_t x = 0; x < grid.count[0]; ++x)
				{
					ASSERT_NEAR(kept.At(x, y, z), anew.At(x, y, z), 1e-6 * spacing) << x << ' ' << y << ' ' << z;
				}
			}
		}
		EXPECT_LE(kept.Looks(), anew.Looks());
	}
	const Fragment& largest = result.fragments.front();
	const LevelSet kept(largest.surface, SurfaceBand(band, whole, {&largest.surface, largest.sourceTriangle}));
	EXPECT_LT(kept.Looks(), 0.9 * static_cast<double>(LevelSet(largest.surface, spacing).Looks()));
	EXPECT_EQ(CompareLevels(kept, largest.surface).wrongSigns, 0);
}

TEST(LevelSet, OfAScannedMeshHasTheRightSigns)
{
	const std::optional<SurfaceMesh> bunny = FractureTest::LoadScannedMesh("bunny.obj");
	if (!bunny)
	{
		return;
	}
	const double spacing = LevelSpacing(*bunny);
	const LevelError error = CompareLevels(LevelSet(*bunny, spacing), *bunny);
	EXPECT_EQ(error.wrongSigns, 0);
	EXPECT_LT(error.nodes, 1e-5 * spacing);
	EXPECT_LT(error.near, 0.6 * spacing);
}

TEST(LevelSet, IsChosenForWhatIsLargeThickAndHollow)
{
	const BreakResult result = BreakRing();
	ASSERT_GT(result.fragments.size(), 1u);
	const Fragment& largest = result.fragments.front();
	const double volume = Ring().Object().mass.volume;
	const double spacing = LevelSpacing(Ring().Object().surface);
	const ConvexHull hull = ComputeConvexHull(largest.surface.positions, 64, 1.0e-6);
	const std::vector<ConvexHull> hulls = {hull};
	ASSERT_GT(hull.volume, 1.4 * largest.mass.volume) << "a piece of a ring";
	EXPECT_TRUE(WantsLevelSet(largest, hulls, {volume, spacing, 0}));
	EXPECT_FALSE(WantsLevelSet(largest, hulls, {volume, spacing, 64})) << "too many";
	EXPECT_FALSE(WantsLevelSet(largest, hulls, {100.0 * volume, spacing, 0})) << "too small";
	EXPECT_FALSE(WantsLevelSet(largest, hulls, {volume, 10.0 * spacing, 0})) << "too thin";
	ConvexHull tight = hull;
	tight.volume = largest.mass.volume;
	EXPECT_FALSE(WantsLevelSet(largest, {&tight, 1}, {volume, spacing, 0})) << "hulls do";
}

// In a world the choice is made piece by piece: what is large and hollow has a level set, the others their hulls, and
// when there are too many all have.
TEST(LevelSet, IsTakenByPiecesOfAWorld)
{
	for (const bool areTooMany : {false, true})
	{
		World::Data world;
		RigidBody ring;
		ring.id = 0;
		ring.breakable = std::shared_ptr<const Breakable>(&Ring(), [](const Breakable*) {});
		const BakedObject& object = Ring().Object();
		const auto surface = std::make_shared<SurfaceMesh>(object.surface);
		ring.shape = MakeRigidShape(surface, object.mass, {});
		ring.breaking = std::make_shared<const BodyBreaking>();
		ring.wholeVolume = object.mass.volume;
		GiveMass(ring, object.mass);
		ring.Refresh();
		world.bodies.push_back(ring);
		world.nextId = 1;
		for (int32_t i = 0; areTooMany && i < 64; ++i)
		{
			RigidBody other = ring;
			other.id = world.nextId++;
			other.shape = MakeLevelShape(
				surface, object.mass, std::make_unique<LevelSet>(object.surface, 8.0 * LevelSpacing(object.surface)));
			world.bodies.push_back(other);
		}
		const size_t first = world.bodies.size();
		BreakResult result = BreakRing();
		const auto levels = std::make_shared<PieceLevels>(object.surface, ring.wholeVolume, result);
		while (!levels->IsDone())
		{
			levels->MakeNext(object.surface, result);
		}
		world.bodies[0].pieceLevels = levels;
		FractureReport report;
		SpawnPieces(world, 0, result, {}, report);
		ASSERT_EQ(report.children.size(), world.bodies.size() - first);
		int32_t withLevels = 0;
		for (size_t i = first; i < world.bodies.size(); ++i)
		{
			const RigidShape& shape = *world.bodies[i].shape;
			EXPECT_NE(shape.levels == nullptr, shape.parts.empty()) << "one or the other";
			if (shape.levels != nullptr)
			{
				++withLevels;
				EXPECT_GE(world.bodies[i].shape->mass.volume, 0.05 * ring.wholeVolume);
			}
		}
		EXPECT_EQ(withLevels > 0, !areTooMany);
		EXPECT_LT(withLevels, static_cast<int32_t>(report.children.size()));
	}
}

// What is near the surface of a large body takes longer than a step has: some triangles at a time find the same.
TEST(LevelSet, BandIsMeasuredInPartsAsAtOnce)
{
	const auto mesh = BallMesh(0.1, 0.01);
	const double spacing = LevelSpacing(*mesh);
	const SurfaceBand atOnce(*mesh, spacing);
	SurfaceBand band = SurfaceBand::Begin(*mesh, spacing);
	int32_t parts = 1;
	while (!band.MeasureNext(*mesh, mesh->triangles.size() / 3))
	{
		++parts;
	}
	EXPECT_GE(parts, 3);
	EXPECT_EQ(band.Looks(), atOnce.Looks());
	EXPECT_TRUE(std::ranges::equal(band.Distances(), atOnce.Distances()));
	EXPECT_TRUE(std::ranges::equal(band.Nearest(), atOnce.Nearest()));
}

// Each takes as long as some solves: with a small budget they are made one a step, and what comes out is the same.
TEST(LevelSet, IsMadeWithinTheBudget)
{
	const auto play = [](int64_t work)
	{
		WorldSettings settings;
		settings.gravity = {};
		settings.breaking.plan = OneSolvePlan();
		settings.breaking.hullsPerFragment = kHulls;
		settings.budget.workPerStep = work;
		World world = std::move(*World::Create(settings));
		BodyDefinition ring;
		ring.breakable = std::shared_ptr<const Breakable>(&Ring(), [](const Breakable*) {});
		const BodyId id = *world.Add(ring);
		EXPECT_TRUE(
			world.ApplyImpulse(id, {0.15, 0.0, 0.045}, {-200.0, 0.0, 0.0}, GivenPulse(1.0e-4, PulseShape::HalfSine)));
		struct Outcome
		{
			int32_t steps = 0;
			int64_t lastWork = 0;
			int64_t work = 0;
			size_t bodies = 0;
		};
		Outcome outcome;
		for (; outcome.steps < 200 && world.Find(id) != nullptr; ++outcome.steps)
		{
			const StepReport& report = world.Step(1.0 / 60.0, SerialRunner());
			outcome.lastWork = report.fractureWork;
			outcome.work += report.fractureWork;
		}
		outcome.bodies = world.Bodies().size();
		return outcome;
	};
	BreakResult result = BreakRing();
	PieceLevels levels(Ring().Object().surface, Ring().Object().mass.volume, result);
	int32_t count = 0;
	for (; !levels.IsDone(); ++count)
	{
		levels.MakeNext(Ring().Object().surface, result);
	}
	ASSERT_GE(count, 1);
	const auto atOnce = play(INT64_MAX);
	EXPECT_EQ(atOnce.steps, 1);
	const auto slowly = play(1); // one task a step
	EXPECT_EQ(slowly.bodies, atOnce.bodies);
	EXPECT_EQ(slowly.work, atOnce.work);
	EXPECT_GT(slowly.steps, count);
	EXPECT_EQ(slowly.lastWork, kLevelSetWork);
}

TEST(LevelSet, OfPiecesKeepsMomentumAndMakesNoEnergy)
{
	WorldSettings settings;
	settings.gravity = {};
	settings.sleeping = false; // or slow pieces lose what they have
	settings.breaking.plan = OneSolvePlan();
	World world = std::move(*World::Create(settings));
	BodyDefinition ring;
	ring.breakable = std::shared_ptr<const Breakable>(&Ring(), [](const Breakable*) {});
	ring.contact = {0.5, 0.1, 0};
	const BodyId id = *world.Add(ring);
	ASSERT_TRUE(
		world.ApplyImpulse(id, {0.15, 0.0, 0.045}, {-200.0, 0.0, 0.0}, GivenPulse(1.0e-4, PulseShape::HalfSine)));
	world.Step(1.0 / 60.0, SerialRunner());
	ASSERT_EQ(world.Find(id), nullptr) << "it broke";
	double energy = world.Energy().kinetic;
	WorldMomentum before = world.Momentum();
	for (int32_t i = 0; i < 30; ++i)
	{
		const StepReport& report = world.Step(1.0 / 60.0, SerialRunner());
		EXPECT_LE(world.Energy().kinetic, energy * (1.0 + 1e-9)) << i;
		const WorldMomentum now = world.Momentum();
		if (report.debris.empty())
		{
			EXPECT_LT(Length(now.linear - before.linear), 1e-9 * 200.0) << i;
			EXPECT_LT(Length(now.angular - before.angular), 1e-9 * 200.0) << i;
		}
		energy = world.Energy().kinetic;
		before = now;
	}
}
