// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// How patterns follow the load, the strength, the seed, the mesh and the way waves travel.
#include "PlanTestBodies.h"

#include <numeric>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
PlanSettings TrendSettings()
{
	PlanSettings settings;
	settings.maxGrains = 0;
	return settings;
}

/// Strength that varies by a tenth over lengths of a few thicknesses, tied to the place.
std::vector<double> ScatteredStrength(const TetMesh& mesh, double mean, uint64_t seed)
{
	const double phase = 6.28 * RandomUnit(seed, 0);
	const double other = 6.28 * RandomUnit(seed, 1);
	std::vector<double> strength;
	for (const Tet& tet : mesh.tets)
	{
		const Vec3 c = (mesh.nodes[tet.v[0]] + mesh.nodes[tet.v[1]] + mesh.nodes[tet.v[2]] + mesh.nodes[tet.v[3]]) / 4;
		strength.push_back(mean * (1.0 + 0.1 * std::sin(70.0 * c.x + phase) * std::cos(90.0 * c.y + other)));
	}
	return strength;
}

/// A trend: no load makes far fewer pieces than a softer one, and the harder half makes many more than the softer half.
void ExpectMoreAndSmaller(const PlanScene& scene)
{
	constexpr double kLoads[] = {0.9, 1.2, 1.6, 2.2, 3.0, 4.2, 6.0, 8.0};
	const PlanLattice& lattice = scene.body.GetData().lattice;
	int32_t most = 0;
	double largest = 1.0;
	int32_t halves[2] = {0, 0};
	for (const double load : kLoads)
	{
		const PieceSizes sizes = MeasurePieces(lattice, scene.Plan(load, TrendSettings()));
		EXPECT_GE(sizes.Large(), std::min(0.75 * most, most - 2.0)) << load;
		EXPECT_LE(sizes.Largest(), 1.1 * largest + 0.06) << load;
		most = std::max(most, sizes.Large());
		largest = std::min(largest, sizes.Largest());
		halves[load < 2.5 ? 0 : 1] += sizes.Large();
	}
	EXPECT_GE(halves[1], 1.7 * halves[0]);
	EXPECT_GE(most, 6);
	EXPECT_LT(largest, 0.5);
}

/// On one mesh each. Counts of single bodies scatter from mesh to mesh, which the means over seeds below look at.
void ExpectNoFewerAndNoLarger(const std::function<PieceSizes(double)>& piecesOf)
{
	int32_t large = 1;
	double largest = 1.0;
	for (const double load : {0.9, 1.2, 2.0, 4.0, 8.0})
	{
		const PieceSizes sizes = piecesOf(load);
		EXPECT_TRUE(load > 1.0 || sizes.pieces.count == 1);
		EXPECT_GE(sizes.Large(), large) << load;
		EXPECT_LE(sizes.Largest(), 1.1 * largest) << load;
		large = sizes.Large();
		largest = sizes.Largest();
	}
	EXPECT_GE(large, 8);
	EXPECT_LT(largest, 0.3);
}

/// Large pieces of a blow and the share of the largest, on average over draws of the strength.
struct MeanPieces
{
	double large = 0.0;
	double largest = 0.0;
};

MeanPieces MeasureMean(PlanScene& scene, double load)
{
	constexpr uint64_t kSeeds = 4;
	MeanPieces mean;
	for (uint64_t seed = 0; seed < kSeeds; ++seed)
	{
		scene.strength = ScatteredStrength(scene.mesh, scene.material.tensileStrength, seed);
		const PieceSizes sizes = MeasurePieces(scene.body.GetData().lattice, scene.Plan(load, TrendSettings()));
		mean.large += static_cast<double>(sizes.Large()) / kSeeds;
		mean.largest += sizes.Largest() / kSeeds;
	}
	return mean;
}

/// A single object may have a piece or two less for a harder blow, as other cracks meet others. Counts of one load
/// scatter by one to two, so that a mean of four is sure to about one.
void ExpectMoreAndSmallerOnAverage(PlanScene scene)
{
	constexpr double kSlack = 1.0;
	constexpr double kLoads[] = {0.9, 1.2, 1.6, 2.2, 3.0, 4.2, 6.0, 8.0};
	double most = 0.0;
	double least = 1.0;
	for (const double load : kLoads)
	{
		const MeanPieces mean = MeasureMean(scene, load);
		EXPECT_GE(mean.large, most - kSlack) << load;
		EXPECT_LE(mean.largest, least + 0.06) << load;
		most = std::max(most, mean.large);
		least = std::min(least, mean.largest);
	}
	EXPECT_GT(most, 12.0);
	EXPECT_LT(least, 0.5);
}

/// A wall of concrete on a fixed foot, hit in its middle.
struct WallScene
{
	PlanScene scene;
	StressModel screened;
};

WallScene MakeWallScene()
{
	const FractureToolkit::WallShape shape{.length = 2.0, .height = 1.5, .thickness = 0.16, .edge = 0.1};
	BakeSettings settings;
	settings.tets.targetTets = 2500;
	const auto baked = BakeObject(*MakeWall(shape), settings, SerialRunner());
	EXPECT_TRUE(baked);
	const TetMesh& mesh = baked->tets;
	std::vector<uint8_t> held;
	for (const Vec3& x : mesh.nodes)
	{
		held.push_back(x.z < 0.02 ? 7 : 0);
	}
	const Material concrete = *FindMaterialPreset("concrete");
	auto body = PlanBody::Create(mesh, mesh, held, SerialRunner());
	auto model = StressModel::Create(mesh, concrete, held, {}, SerialRunner());
	EXPECT_TRUE(body && model);
	auto screened = StressModel::CreateScreened(*model, 0.25e-3, SerialRunner());
	EXPECT_TRUE(screened);
	const ContactImpulse blow{{0.1, -0.08, 0.8}, {0, 1, 0}, GivenPulse(1.0e-3, PulseShape::HalfSine)};
	return {{mesh, concrete, {}, std::move(*body), std::move(*model), blow}, std::move(*screened)};
}

CrackPlan PlanWall(const WallScene& wall, const StressModel& model, double load)
{
	ContactImpulse blow = wall.scene.blow;
	PlanSettings settings = OneSolvePlan();
	settings.maxCracks = 1;
	const PlanLoads loads = {{&blow, 1}, {}};
	const auto first = PlanCracks(wall.scene.body, model, wall.scene.material, {}, loads, settings, SerialRunner());
	EXPECT_TRUE(first);
	blow.impulse *= load * first->firstFailureLoad;
	const auto plan =
		PlanCracks(wall.scene.body, model, wall.scene.material, {}, loads, TrendSettings(), SerialRunner());
	EXPECT_TRUE(plan);
	return *plan;
}
} // namespace

TEST(CrackTrend, AHarderBlowMakesNoFewerAndNoLargerPiecesOfAPlate)
{
	const PlanScene plate = MakePlateScene(2500);
	ExpectNoFewerAndNoLarger(
		[&](double load) { return MeasurePieces(plate.body.GetData().lattice, plate.Plan(load, TrendSettings())); });
}

TEST(CrackTrend, AHarderBlowMakesNoFewerAndNoLargerPiecesOfABowl)
{
	const PlanScene bowl = MakeBowlScene(5000);
	ExpectNoFewerAndNoLarger(
		[&](double load) { return MeasurePieces(bowl.body.GetData().lattice, bowl.Plan(load, TrendSettings())); });
}

TEST(CrackTrend, AHarderBlowMakesNoFewerAndNoLargerPiecesOfAWall)
{
	const WallScene wall = MakeWallScene();
	ExpectNoFewerAndNoLarger([&](double load)
		{ return MeasurePieces(wall.scene.body.GetData().lattice, PlanWall(wall, wall.screened, load)); });
}

TEST(CrackTrend, APlateBreaksIntoMoreAndSmallerPiecesOverEightLoads)
{
	ExpectMoreAndSmaller(MakePlateScene(1500));
}

TEST(CrackTrend, OnAverageOverSeedsNoHarderBlowMakesFewerPiecesOfAPlate)
{
	ExpectMoreAndSmallerOnAverage(MakePlateScene(1500));
}

TEST(CrackTrend, OnAverageOverSeedsNoHarderBlowMakesFewerPiecesOfABowl)
{
	ExpectMoreAndSmallerOnAverage(MakeBowlScene(2000));
}

TEST(CrackTrend, OverSeedsPiecesGrowWithTheImpulseAndShrinkWithTheStrength)
{
	PlanScene plate = MakePlateScene(1500);
	const PlanLattice& lattice = plate.body.GetData().lattice;
	const auto total = [&](double load, double strength)
	{
		int32_t sum = 0;
		for (uint64_t seed = 0; seed < 3; ++seed)
		{
			plate.strength = ScatteredStrength(plate.mesh, strength, seed);
			sum += MeasurePieces(lattice, plate.Plan(load, TrendSettings())).Large();
		}
		return sum;
	};
	const int32_t soft = total(1.5, 50.0e6);
	const int32_t hard = total(5.0, 50.0e6);
	EXPECT_GT(hard, soft);
	EXPECT_EQ(total(5.0, 500.0e6), 3);       // bears it: three whole plates
	EXPECT_EQ(total(5.0, 166.6667e6), soft); // only load over strength counts
}

TEST(CrackTrend, AnotherMeshGivesAboutAsManyPieces)
{
	const auto large = [](int32_t tets)
	{
		const PlanScene plate = MakePlateScene(tets);
		return MeasurePieces(plate.body.GetData().lattice, plate.Plan(3.0, TrendSettings())).Large();
	};
	const int32_t coarse = large(2000);
	const int32_t fine = large(3200);
	EXPECT_GE(coarse, 5);
	EXPECT_NEAR(fine, coarse, 0.4 * coarse);
}

TEST(CrackTrend, AWallCracksWhereItIsHitOnlyIfWavesTakeTheirTime)
{
	const WallScene wall = MakeWallScene();
	const CrackPlan local = PlanWall(wall, wall.screened, 2.0);
	ASSERT_FALSE(local.origins.empty());
	for (const CrackOrigin& origin : local.origins)
	{
		EXPECT_GT(origin.point.z, 0.3);
	}
	// Harder: arcs round the star, whose normals point at the impact.
	int32_t arcs = 0;
	for (const CrackOrigin& origin : PlanWall(wall, wall.screened, 4.0).origins)
	{
		const Vec3 away = origin.point - wall.scene.blow.point;
		arcs += Length(away) > 0.3 && std::abs(Dot(Normalised(away), origin.normal)) > 0.8 ? 1 : 0;
	}
	EXPECT_GE(arcs, 2);
	// Control: a load that acts for ever bends the whole wall about its foot.
	const CrackPlan slow = PlanWall(wall, wall.scene.model, 1.2);
	ASSERT_FALSE(slow.origins.empty());
	EXPECT_LT(slow.origins[0].point.z, 0.25);
}
