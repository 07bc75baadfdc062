// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Tempered glass: what breaks anywhere falls apart everywhere.
#include "Plan/Dicing.h"

#include "FractureCore/Weakness.h"
#include "PlanTestBodies.h"
#include "ThreadTaskRunner.h"

#include <numeric>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
PlanScene MakeTemperedPlate()
{
	PlanScene plate = MakePlateScene(2500);
	const Material glass = plate.material;
	plate.material = *FindMaterialPreset("tempered-glass");
	plate.strength.assign(plate.mesh.tets.size(), plate.material.tensileStrength);
	plate.blow.impulse *= plate.material.tensileStrength / glass.tensileStrength; // first failure, as before
	return plate;
}
} // namespace

TEST(Dicing, ItsSizeFollowsFromTheEnergyThatIsStored)
{
	// The prior stress squared, summed over the thickness slice by slice; a tenth of its energy pays for the cracks.
	Material glass = *FindMaterialPreset("tempered-glass");
	glass.grainSize = 0.0;
	const double p = glass.surfaceCompression;
	constexpr int32_t kSlices = 20'000;
	double mean = 0.0; // of stress squared over the thickness
	for (int32_t i = 0; i < kSlices; ++i)
	{
		const double z = (i + 0.5) / kSlices - 0.5;           // thicknesses from the middle
		const double stress = 0.5 * p * (1.0 - 12.0 * z * z); // -p at the faces; no net force
		mean += stress * stress / kSlices;
	}
	const double energy = mean * (1.0 - glass.poissonRatio) / glass.youngModulus; // J/m^3
	EXPECT_NEAR(DiceSize(glass), 2.0 * CrackEnergy(glass) / (0.1 * energy), 1.0e-6 * DiceSize(glass));
	EXPECT_NEAR(DiceSize(glass), 0.0085, 0.0002); // EN 12150-1: 40 pieces in 50 mm by 50 mm, 8 mm each
	glass.surfaceCompression = 24.0e6;
	EXPECT_GT(DiceSize(glass), 0.1); // heat-strengthened glass breaks into large pieces
	EXPECT_TRUE(std::isinf(DiceSize(*FindMaterialPreset("glass"))));
}

TEST(Dicing, ATemperedPlateFallsApartAllOverWithItsFirstCrack)
{
	PlanScene plate = MakeTemperedPlate();
	const CrackPlan held = plate.Plan(0.95);
	EXPECT_TRUE(held.cracks.grains.seeds.empty());
	const CrackPlan diced = plate.Plan(1.05);
	const GrainSet& grains = diced.cracks.grains;
	ASSERT_GE(grains.seeds.size(), 32u);
	EXPECT_LE(grains.seeds.size(), 64u);
	EXPECT_TRUE(std::all_of(grains.loose.begin(), grains.loose.end(), [](uint8_t loose) { return loose != 0; }));
	EXPECT_EQ(diced.separationStep, 0);
	EXPECT_EQ(diced.separationLoad, diced.growth.front().load);

	// Alike all over.
	const PlanLattice& lattice = plate.body.GetData().lattice;
	std::vector<double> volume(grains.seeds.size(), 0.0);
	const auto nearest = FindNearestGrains(grains, lattice.centroid, SerialRunner());
	for (size_t t = 0; t < nearest.size(); ++t)
	{
		volume[nearest[t].first] += lattice.volume[t];
	}
	const double mean = std::accumulate(volume.begin(), volume.end(), 0.0) / static_cast<double>(volume.size());
	EXPECT_LT(*std::max_element(volume.begin(), volume.end()), 2.0 * mean);
	EXPECT_GT(*std::min_element(volume.begin(), volume.end()), 0.4 * mean);
	for (const Vec3& seed : grains.seeds)
	{
		EXPECT_NEAR(seed.z, 0.01, 0.002); // in the middle of the thickness: their sides are upright
	}

	// Control: the same plate of the same strength without its prior stress.
	plate.material.surfaceCompression = 0.0;
	EXPECT_TRUE(plate.Plan(1.05).cracks.grains.seeds.empty());
}

TEST(Dicing, IsTheSameForAnyThreadsAndKeepsToItsLimit)
{
	const PlanScene plate = MakeTemperedPlate();
	PlanSettings settings;
	settings.maxGrains = 20;
	const CrackPlan one = plate.Plan(2.0, settings);
	FractureToolkit::ThreadTaskRunner four(4);
	EXPECT_EQ(one.cracks.grains.seeds, plate.Plan(2.0, settings, four).cracks.grains.seeds);
	EXPECT_LE(one.cracks.grains.seeds.size(), 20u);
	EXPECT_GE(one.cracks.grains.seeds.size(), 10u);
	settings.maxGrains = 0;
	EXPECT_TRUE(plate.Plan(2.0, settings).cracks.grains.seeds.empty());
}
