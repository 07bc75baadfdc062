// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What keeps cracks from growing: energy, batches, strength that depends on the direction.
#include "PlanTestBodies.h"

#include "Plan/WorkingStress.h"

using namespace FractureCore;
using namespace FractureTests;

TEST(PlanLimits, ToughBodiesPayForLessCrack)
{
	PlanScene plate = MakePlateScene(1500);
	PlanSettings settings;
	settings.maxGrains = 0;
	const double brittle = plate.Plan(2.0, settings).openArea;
	// Glass has energy for far more area than breaks; a hundred times its toughness takes ten thousand times as much.
	plate.material.fractureToughness *= 100.0;
	const double tough = plate.Plan(2.0, settings).openArea;
	EXPECT_GT(brittle, 0.0);
	EXPECT_LT(tough, 0.5 * brittle);
	plate.material.fractureToughness *= 0.01;
	EXPECT_EQ(plate.Plan(2.0, settings).openArea, brittle);
}

TEST(PlanLimits, APieceBreaksOnlySoOftenUnderTheSameLoad)
{
	const PlanScene plate = MakePlateScene(1500);
	PlanSettings settings;
	settings.maxGrains = 0;
	settings.maxSolves = 6;
	settings.batchesPerPiece = 1;
	const CrackPlan once = plate.Plan(8.0, settings);
	for (const CrackOrigin& origin : once.origins)
	{
		EXPECT_EQ(origin.solve, 0); // later solves only let cracks run on
	}
	settings.batchesPerPiece = 3;
	EXPECT_GT(plate.Plan(8.0, settings).origins.size(), once.origins.size());
}

TEST(PlanLimits, APlanSaysWhyItEnded)
{
	PlanScene plate = MakePlateScene(1500);
	PlanSettings settings;
	settings.maxGrains = 0;
	EXPECT_EQ(plate.Plan(0.9, settings).end, GrowthEnd::Relieved);
	settings.maxSolves = 1;
	EXPECT_EQ(plate.Plan(4.0, settings).end, GrowthEnd::Solves);
	settings.maxCracks = 2;
	EXPECT_EQ(plate.Plan(4.0, settings).end, GrowthEnd::Cracks);
	settings = {};
	settings.maxSolves = 10;
	settings.batchesPerPiece = 1;
	EXPECT_EQ(plate.Plan(4.0, settings).end, GrowthEnd::Batches);
	plate.material.fractureToughness *= 1000.0;
	EXPECT_EQ(plate.Plan(4.0, settings).end, GrowthEnd::Energy);
	// As strong in tension as in compression, a block under a blow fails where it is pressed.
	PlanScene block = MakeScene(MakeTetGrid(6, 6, 6, {0.1, 0.1, 0.1}), {0.05, 0.05, 0.1}, {0, 0, -1});
	block.material.compressiveFactor = 1.0;
	const double first = block.Plan(1.0).firstFailureLoad;
	ASSERT_LT(first, 0.9);
	const CrackPlan pressed = block.Plan(1.1 * first);
	EXPECT_LT(pressed.firstFailureLoad, 1.0);
	EXPECT_TRUE(pressed.growth.empty());
	EXPECT_EQ(pressed.end, GrowthEnd::Crushed);
}

TEST(PlanLimits, EffectiveTensionFindsTheWeakDirection)
{
	Material wood;
	wood.strengthAxis = {1, 0, 0};
	wood.axisFactor = 10.0; // strong along x
	// Twice as much tension along the fibres as across them: it still parts across y.
	const SymmetricExtremes found = EffectiveTension({2.0e6, 1.0e6, 0.2e6, 0, 0, 0}, wood);
	EXPECT_NEAR(std::abs(found.direction.y), 1.0, 1.0e-9);
	EXPECT_NEAR(found.largest, 1.0e6, 1.0);
	const SymmetricExtremes plain = EffectiveTension({2.0e6, 1.0e6, 0.2e6, 0, 0, 0}, Material{});
	EXPECT_NEAR(plain.largest, 2.0e6, 1.0);
	EXPECT_NEAR(std::abs(plain.direction.x), 1.0, 1.0e-9);
}

TEST(PlanLimits, WoodSplitsAlongItsFibres)
{
	PlanScene plate = MakePlateScene(2000);
	PlanSettings settings;
	settings.maxGrains = 0;
	const auto splitShare = [&]
	{
		const CrackPlan plan = plate.Plan(1.5, settings);
		double along = 0.0;
		for (const CrackOrigin& origin : plan.origins)
		{
			along += std::abs(origin.normal.y) > 0.7 ? 1.0 : 0.0;
		}
		return plan.origins.empty() ? 0.0 : along / static_cast<double>(plan.origins.size());
	};
	EXPECT_LT(splitShare(), 0.9); // a star of glass has cracks of every direction
	plate.material.strengthAxis = {1, 0, 0};
	plate.material.axisFactor = 10.0;
	EXPECT_EQ(splitShare(), 1.0);
}
