// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Break.h"

#include "FractureCore/ImpactLoading.h"
#include "FractureCore/Weakness.h"
#include "Shapes.h"
#include "Support/ClosedSurface.h"
#include "Support/ContactPoint.h"
#include "Support/TestMeshes.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;

namespace
{
/// A plate of glass, 24 x 24 x 2 cm, top at z = 2 cm.
const Breakable& Plate()
{
	static const Breakable plate = []
	{
		const Result<SurfaceMesh> slab = FractureToolkit::MakeSlab({.length = 0.24, .thickness = 0.02});
		BakeSettings settings;
		settings.tets.targetTets = 3000;
		Result<BakedObject> object = BakeObject(*slab, settings, SerialRunner());
		return std::move(*Breakable::Create(std::move(*object), {}, {}, {}, SerialRunner()));
	}();
	return plate;
}

std::vector<ContactImpulse> HitFromAbove(double impulse, const Vec3& at = {0.01, -0.005, 0.02})
{
	return {{at, {0.0, 0.0, -impulse}, GivenPulse(1.0e-4, PulseShape::HalfSine)}};
}

BreakResult BreakPlate(const std::vector<ContactImpulse>& hit, TaskRunner& runner = SerialRunner())
{
	Impact impact;
	impact.loads.collision = hit;
	impact.motion = {{1.0, -2.0, 3.0}, {4.0, 5.0, -6.0}};
	impact.restitution = 0.2;
	Result<BreakResult> result = BreakBody(Plate(), impact, {}, runner);
	EXPECT_TRUE(result.HasValue());
	return std::move(*result);
}

double VolumeOf(const BreakResult& result)
{
	double volume = result.debris.mass / Plate().Object().material.density;
	for (const Fragment& fragment : result.fragments)
	{
		volume += fragment.mass.volume;
	}
	return volume;
}
} // namespace

TEST(Break, AHardBlowGivesClosedPiecesThatAddUp)
{
	const BreakResult result = BreakPlate(HitFromAbove(8.0));
	EXPECT_TRUE(result.separated);
	ASSERT_GE(result.fragments.size(), 5u);
	for (const Fragment& fragment : result.fragments)
	{
		EXPECT_EQ(FractureTests::DefectOfClosedSurface(fragment.surface.positions, fragment.surface.triangles), "");
	}
	EXPECT_NEAR(VolumeOf(result), Plate().Object().mass.volume, 1.0e-9 * Plate().Object().mass.volume);
}

TEST(Break, ATapLeavesTheBodyWholeAndGivesItAllOfTheImpulse)
{
	const BreakResult result = BreakPlate(HitFromAbove(0.01));
	EXPECT_FALSE(result.separated);
	ASSERT_EQ(result.fragments.size(), 1u);
	EXPECT_EQ(result.impulseFraction, 1.0);
	EXPECT_EQ(result.impulseLeft, Vec3{});
	EXPECT_TRUE(std::isinf(result.plan.separationLoad));
	EXPECT_GT(result.plan.firstFailureLoad, 1.0);
	EXPECT_EQ(result.fragments[0].surface.triangles.size(), Plate().Object().surface.triangles.size());
	const double mass = Plate().Object().mass.mass;
	EXPECT_NEAR(result.motions[0].velocity.z, 3.0 - 0.01 / mass, 1.0e-12);
}

TEST(Break, PiecesCarryTheMomentumAndTheEnergyOfTheBody)
{
	const BreakResult result = BreakPlate(HitFromAbove(8.0));
	EXPECT_LT(result.momentumError, 1.0e-12);
	// Again, by hand: a rigid body that comes apart moves on as it did.
	const MassProperties& mass = Plate().Object().mass;
	EXPECT_LT(result.energyError, 1.0e-12);
	const double q = TransmittedImpulse(result.plan.separationLoad, 0.2);
	EXPECT_NEAR(result.impulseFraction, q, 1.0e-14);
	EXPECT_LT(Length(result.impulseLeft - Vec3{0.0, 0.0, -8.0 * (1.0 - q)}), 1.0e-13);
	const Vec3 velocity = Vec3{1.0, -2.0, 3.0} + Vec3{0.0, 0.0, -8.0 * q / mass.mass};
	Vec3 momentum = result.debris.momentum;
	double pieces = result.debris.mass;
	for (size_t i = 0; i < result.fragments.size(); ++i)
	{
		momentum += result.motions[i].velocity * result.fragments[i].mass.mass;
		pieces += result.fragments[i].mass.mass;
		EXPECT_EQ(result.motions[i].angularVelocity, result.motions[0].angularVelocity);
	}
	EXPECT_NEAR(pieces, mass.mass, 1.0e-9 * mass.mass);
	EXPECT_LT(Length(momentum - velocity * mass.mass), 1.0e-9 * Length(momentum));
}

TEST(Break, AMassThatIsNotTheSurfacesIsNotBelieved)
{
	// As files may claim it.
	const auto spoil = {+[](BakedObject& object) { object.material.density *= 1.0 + 1.0e-6; },
		+[](BakedObject& object) { object.mass.centre.x += 3.0e-5; },
		+[](BakedObject& object) { object.mass.inertia.m[0][1] += 1.0e-4 * object.mass.inertia.m[0][0]; }};
	for (const auto& change : spoil)
	{
		BakedObject object = Plate().Object();
		change(object);
		const Result<Breakable> plate = Breakable::Create(std::move(object), {}, {}, {}, SerialRunner());
		ASSERT_TRUE(plate.HasValue());
		const std::vector<ContactImpulse> hit = HitFromAbove(8.0);
		Impact impact;
		impact.loads.collision = hit;
		impact.motion = {{1.0, -2.0, 3.0}, {4.0, 5.0, -6.0}};
		const Result<BreakResult> result = BreakBody(*plate, impact, {}, SerialRunner());
		ASSERT_TRUE(result.HasValue());
		EXPECT_GT(result->fragments.size(), 1u);
		EXPECT_LT(result->momentumError, 1.0e-12);
	}
}

TEST(Break, HarderBlowsMakeMorePieces)
{
	size_t before = 0;
	for (const double impulse : {0.1, 4.0, 8.0, 16.0})
	{
		const size_t pieces = BreakPlate(HitFromAbove(impulse)).fragments.size();
		EXPECT_GE(pieces + 1, before) << impulse;
		before = std::max(before, pieces);
	}
	EXPECT_GE(before, 10u);
}

TEST(Break, HullsCoverTheirPieces)
{
	const BreakResult result = BreakPlate(HitFromAbove(8.0));
	ASSERT_EQ(result.hulls.size(), result.fragments.size());
	for (size_t i = 0; i < result.hulls.size(); ++i)
	{
		ASSERT_EQ(result.hulls[i].size(), 1u);
		const ConvexHull& hull = result.hulls[i][0];
		EXPECT_LE(hull.positions.size(), 32u);
		// A few vertices cut corners, no more.
		EXPECT_GT(hull.volume, 0.8 * result.fragments[i].mass.volume);
	}
}

TEST(Break, GivesTheSameBytesForAnyThreadsAndPauses)
{
	const std::vector<ContactImpulse> hit = HitFromAbove(8.0);
	const BreakResult whole = BreakPlate(hit);
	FractureToolkit::ThreadTaskRunner runner(8);
	EXPECT_EQ(BreakPlate(hit, runner).hash, whole.hash);

	Impact impact;
	impact.loads.collision = hit;
	impact.motion = {{1.0, -2.0, 3.0}, {4.0, 5.0, -6.0}};
	impact.restitution = 0.2;
	Result<BreakEvent> first = BreakEvent::Create(Plate(), impact, {});
	Result<BreakEvent> second = BreakEvent::Create(Plate(), impact, {});
	ASSERT_TRUE(first.HasValue() && second.HasValue());
	// Two events in turns on different threads.
	int32_t steps = 0;
	while (first->Stage() != BreakStage::Done || second->Stage() != BreakStage::Done)
	{
		ASSERT_TRUE(first->Step(runner).HasValue());
		ASSERT_TRUE(second->Step(SerialRunner()).HasValue());
		ASSERT_LT(++steps, 10'000);
	}
	EXPECT_GT(steps, 4);
	EXPECT_EQ(first->TakeResult().hash, whole.hash);
	EXPECT_EQ(second->TakeResult().hash, whole.hash);
}

TEST(Break, WhatOnlyCracksSeparatesWhenItIsHitAgain)
{
	BreakSettings settings;
	settings.plan = OneSolvePlan(); // stops at the cracks of its one solve
	settings.plan.cracksPerSolve = 2;
	settings.plan.growthScale = 2.0;
	settings.plan.maxGrains = 0;
	std::vector<ContactImpulse> hit = HitFromAbove(1.0);
	Impact impact;
	impact.loads.collision = hit;
	const Result<BreakResult> trial = BreakBody(Plate(), impact, settings, SerialRunner());
	ASSERT_TRUE(trial.HasValue());
	hit[0].impulse *= 1.3 * trial->plan.firstFailureLoad;
	Result<BreakResult> result = BreakBody(Plate(), impact, settings, SerialRunner());
	ASSERT_TRUE(result.HasValue());
	ASSERT_FALSE(result->plan.cracks.cracks.empty());
	ASSERT_FALSE(result->separated);
	int32_t hits = 1;
	for (; !result->separated && hits < 8; ++hits)
	{
		const CrackSet damage = std::move(result->plan.cracks);
		impact.damage = &damage;
		result = BreakBody(Plate(), impact, settings, SerialRunner());
		ASSERT_TRUE(result.HasValue());
	}
	EXPECT_TRUE(result->separated);
	for (const Fragment& fragment : result->fragments)
	{
		EXPECT_EQ(FractureTests::DefectOfClosedSurface(fragment.surface.positions, fragment.surface.triangles), "");
	}
	EXPECT_NEAR(VolumeOf(*result), Plate().Object().mass.volume, 1.0e-9 * Plate().Object().mass.volume);
}

TEST(Break, CracksAlongTheSameGrainsGiveClosedPieces)
{
	BreakSettings settings;
	settings.plan.rule = GrowthRule::Grains;
	for (const double impulse : {8.0, 16.0})
	{
		const std::vector<ContactImpulse> hit = HitFromAbove(impulse);
		Impact impact;
		impact.loads.collision = hit;
		const Result<BreakResult> result = BreakBody(Plate(), impact, settings, SerialRunner());
		ASSERT_TRUE(result.HasValue());
		EXPECT_TRUE(result->separated);
		for (const Fragment& fragment : result->fragments)
		{
			EXPECT_EQ(FractureTests::DefectOfClosedSurface(fragment.surface.positions, fragment.surface.triangles), "");
		}
		EXPECT_NEAR(VolumeOf(*result), Plate().Object().mass.volume, 1.0e-9 * Plate().Object().mass.volume);
	}
}

TEST(Break, ABowlHitOnItsRimBreaksIntoThreeToTwelveLargePieces)
{
	// At three times its first failure; strength varies by a tenth from draw to draw.
	constexpr uint64_t kSeeds = 3;
	BakeSettings settings;
	settings.tets.targetTets = 2500;
	double mean = 0.0;
	for (uint64_t seed = 0; seed < kSeeds; ++seed)
	{
		settings.strength.layers = {
			{NoiseLayer{.wavelength = 0.06, .low = 0.9, .high = 1.1, .threshold = {}, .seed = seed},
				StrengthBlend::Multiply,
				1.0,
				{}}};
		const Result<SurfaceMesh> shape = FractureToolkit::MakeBowl({.diameter = 0.12, .thickness = 0.011});
		Result<BakedObject> object = BakeObject(*shape, settings, SerialRunner());
		ASSERT_TRUE(object.HasValue());
		std::vector<double> strength = object->strength;
		const Result<Breakable> bowl =
			Breakable::Create(std::move(*object), std::move(strength), {}, {}, SerialRunner());
		ASSERT_TRUE(bowl.HasValue());
		const Vec3 rim = FractureTest::ContactPoint(*shape, {0.0, -0.06, 0.054});
		ContactImpulse hit{rim, {0.0, 0.8, -0.6}, GivenPulse(2.0e-4, PulseShape::HalfSine)};
		Impact impact;
		impact.loads.collision = {&hit, 1};
		hit.impulse = hit.impulse * 1.0e-3;
		const double first = BreakBody(*bowl, impact, {}, SerialRunner())->plan.firstFailureLoad;
		hit.impulse = hit.impulse * (3.0 * first);
		const Result<BreakResult> result = BreakBody(*bowl, impact, {}, SerialRunner());
		ASSERT_TRUE(result.HasValue());
		const double volume = bowl->Object().mass.volume;
		mean += static_cast<double>(std::count_if(result->fragments.begin(),
					result->fragments.end(),
					[&](const Fragment& piece) { return piece.mass.volume > 0.01 * volume; })) /
			kSeeds;
		// Little dust but where it was crushed, and none where what is so small joins its neighbours.
		const auto isDust = [&](const Fragment& piece)
		{ return piece.mass.volume < 0.001 * volume && Length(piece.mass.centre - rim) > 2.0 * 0.011; };
		EXPECT_LE(std::count_if(result->fragments.begin(), result->fragments.end(), isDust), 2) << seed;
		BreakSettings merging;
		merging.fragments.smallestVolume = 0.001;
		const Result<BreakResult> merged = BreakBody(*bowl, impact, merging, SerialRunner());
		ASSERT_TRUE(merged.HasValue());
		EXPECT_GT(merged->mergedPieces, 0) << seed;
		EXPECT_GE(merged->fragments.back().mass.volume, 0.001 * volume) << seed;
	}
	EXPECT_GE(mean, 3.0);
	EXPECT_LE(mean, 12.0);
}

TEST(Break, CracksFollowTheGrainsOfTheStrengthLayers)
{
	BakedObject object = Plate().Object();
	object.strengthSetup.layers.emplace_back().source =
		GrainLayer{.size = 0.04, .spread = 0.1, .factor = 0.4, .width = 0.005, .seed = 5};
	const WeaknessSurfaces weakness = WeaknessOf(object);
	ASSERT_GE(weakness.grains.seeds.size(), 36u);
	BreakSettings settings;
	settings.plan.rule = GrowthRule::Grains;
	settings.plan.maxGrains = 0;
	// The share of crack faces within a tenth of a grain of the layer's interfaces.
	const auto along = [&](const BakedObject& body)
	{
		const Result<Breakable> plate = Breakable::Create(body, {}, {}, {}, SerialRunner());
		EXPECT_TRUE(plate.HasValue());
		const std::vector<ContactImpulse> hit = HitFromAbove(8.0);
		Impact impact;
		impact.loads.collision = hit;
		const Result<BreakResult> result = BreakBody(*plate, impact, settings, SerialRunner());
		EXPECT_TRUE(result.HasValue() && result->separated);
		std::vector<Vec3> middles;
		for (const Fragment& piece : result->fragments)
		{
			const SurfaceMesh& mesh = piece.surface;
			for (size_t t = static_cast<size_t>(piece.outerTriangles); t < mesh.triangles.size(); ++t)
			{
				const Triangle& corners = mesh.triangles[t];
				middles.push_back(
					(mesh.positions[corners.v[0]] + mesh.positions[corners.v[1]] + mesh.positions[corners.v[2]]) / 3.0);
			}
		}
		const std::vector<NearestGrains> nearest = FindNearestGrains(weakness.grains, middles, SerialRunner());
		const auto near = std::count_if(nearest.begin(),
			nearest.end(),
			[&](const NearestGrains& grains) { return std::abs(grains.phi) < 0.1 * weakness.size; });
		return static_cast<double>(near) / static_cast<double>(middles.size());
	};
	EXPECT_GT(along(object), 0.75);
	EXPECT_LT(along(Plate().Object()), 0.55); // other grains, of the material's size
}

TEST(Break, BrokenBondsGiveClosedPieces)
{
	BreakSettings settings;
	settings.plan = BondsPlan();
	settings.plan.maxSolves = 24;
	size_t cracks = 0;
	for (const double impulse : {12.0, 20.0, 32.0})
	{
		const std::vector<ContactImpulse> hit = HitFromAbove(impulse);
		Impact impact;
		impact.loads.collision = hit;
		const Result<BreakResult> result = BreakBody(Plate(), impact, settings, SerialRunner());
		ASSERT_TRUE(result.HasValue());
		EXPECT_TRUE(result->separated);
		cracks += result->plan.cracks.cracks.size();
		for (const Fragment& fragment : result->fragments)
		{
			EXPECT_EQ(FractureTests::DefectOfClosedSurface(fragment.surface.positions, fragment.surface.triangles), "");
		}
		EXPECT_NEAR(VolumeOf(*result), Plate().Object().mass.volume, 1.0e-9 * Plate().Object().mass.volume);
	}
	EXPECT_GE(cracks, 5u);
}

TEST(Break, BadInputIsNamed)
{
	Impact impact;
	std::vector<ContactImpulse> hit = HitFromAbove(8.0, {10.0, 0.0, 0.0});
	impact.loads.collision = hit;
	EXPECT_FALSE(BreakBody(Plate(), impact, {}, SerialRunner()).HasValue());
	impact.restitution = 1.5;
	EXPECT_FALSE(BreakBody(Plate(), impact, {}, SerialRunner()).HasValue());
	impact.restitution = 0.0;
	BreakSettings settings;
	settings.hullVertices = 3;
	EXPECT_FALSE(BreakBody(Plate(), impact, settings, SerialRunner()).HasValue());
	EXPECT_FALSE(Breakable::Create(Plate().Object(), std::vector<double>(3, 1.0), {}, {}, SerialRunner()).HasValue());
}

TEST(Break, OverlappingPartsWeighWhatTheirPiecesWeigh)
{
	// A bar through a block, as artists put handles on pots; the bake weighs the union.
	SurfaceMesh mesh = FractureTest::MakeBox({0.0, 0.0, 0.0}, {0.2, 0.2, 0.2});
	const SurfaceMesh bar = FractureTest::MakeBox({0.15, 0.05, 0.05}, {0.35, 0.11, 0.11});
	for (const Triangle& t : bar.triangles)
	{
		mesh.triangles.push_back({{t.v[0] + 8, t.v[1] + 8, t.v[2] + 8}});
	}
	mesh.positions.insert(mesh.positions.end(), bar.positions.begin(), bar.positions.end());
	BakeSettings settings;
	settings.tets.targetTets = 1000;
	Result<BakedObject> object = BakeObject(mesh, settings, SerialRunner());
	ASSERT_TRUE(object.HasValue());
	const Result<Breakable> body = Breakable::Create(std::move(*object), {}, {}, {}, SerialRunner());
	ASSERT_TRUE(body.HasValue()) << body.GetError().message;
	const std::vector<ContactImpulse> hit = HitFromAbove(300.0, {0.1, 0.1, 0.2});
	Impact impact;
	impact.loads.collision = hit;
	impact.motion = {{1.0, -2.0, 3.0}, {4.0, 5.0, -6.0}};
	const Result<BreakResult> result = BreakBody(*body, impact, {}, SerialRunner());
	ASSERT_TRUE(result.HasValue());
	double mass = result->debris.mass;
	for (const Fragment& fragment : result->fragments)
	{
		mass += fragment.mass.mass;
	}
	EXPECT_NEAR(mass, body->Object().mass.mass, 1.0e-9 * mass);
	EXPECT_LT(result->momentumError, 1.0e-9);
}

TEST(Break, AnyPointOfTheArtistsSurfaceMayBeHit)
{
	// A ball with a thorn so thin that no tet follows it.
	Result<SurfaceMesh> ball = FractureToolkit::MakeBall({.diameter = 0.2, .edge = 0.03});
	auto tip = std::max_element(
		ball->positions.begin(), ball->positions.end(), [](const Vec3& a, const Vec3& b) { return a.z < b.z; });
	tip->z += 0.06;
	BakeSettings settings;
	settings.tets.targetTets = 500;
	Result<BakedObject> object = BakeObject(*ball, settings, SerialRunner());
	ASSERT_TRUE(object.HasValue());
	const Result<Breakable> breakable = Breakable::Create(std::move(*object), {}, {}, {}, SerialRunner());
	ASSERT_TRUE(breakable.HasValue());
	const std::vector<ContactImpulse> hit = HitFromAbove(1.0, *tip);
	Impact impact;
	impact.loads.collision = hit;
	EXPECT_TRUE(BreakBody(*breakable, impact, {}, SerialRunner()).HasValue());
}
