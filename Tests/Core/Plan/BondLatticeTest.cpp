// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/BondLattice.h"

#include "PlanTestBodies.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
Material BrittleMaterial()
{
	Material material;
	material.growthFactor = 0.5;
	return material;
}

PlanSettings BondSettings(int32_t solves = 16)
{
	PlanSettings settings = BondsPlan();
	settings.maxSolves = solves;
	settings.maxGrains = 0;
	return settings;
}

int32_t BrokenCount(const BondLattice& bonds)
{
	return static_cast<int32_t>(
		std::count_if(bonds.Bonds().begin(), bonds.Bonds().end(), [](const Bond& bond) { return bond.isBroken; }));
}
} // namespace

TEST(BondLattice, WeakensByTheAngleAsSmithDoes)
{
	// 1 - cos(2 theta) / 2 up to 45 degrees.
	for (const double degrees : {0.0, 10.0, 30.0, 45.0})
	{
		const double theta = degrees * kPi / 180.0;
		EXPECT_NEAR(WeakeningByAngle(std::cos(theta), 0.5), 1.0 - 0.5 * std::cos(2.0 * theta), 1.0e-12);
		EXPECT_EQ(WeakeningByAngle(-std::cos(theta), 0.5), WeakeningByAngle(std::cos(theta), 0.5));
	}
	EXPECT_EQ(WeakeningByAngle(std::cos(1.2), 0.5), 1.0);
	EXPECT_DOUBLE_EQ(WeakeningByAngle(1.0, 0.1), 0.1);
}

TEST(BondLattice, BreaksWhatPullsHarderThanItsStrengthAndNothingElse)
{
	const TetMesh mesh = MakeTetGrid(6, 3, 3, {0.6, 0.3, 0.3});
	const Material material = BrittleMaterial();
	const std::vector<double> strength(mesh.tets.size(), 10.0);
	BondLattice bonds(mesh, strength, std::vector<double>(mesh.tets.size(), 0.1), material);
	BondStress stress{{}, std::vector<Sym3>(mesh.tets.size(), Sym3{1.0, 0, 0, 0, 0, 0})};
	double most = 0.0;
	for (const Bond& bond : bonds.Bonds())
	{
		most = std::max(most, std::abs(bond.direction.x));
	}
	const double first = bonds.FirstFailure(stress);
	EXPECT_NEAR(first, 10.0 / most, 1.0e-9);
	EXPECT_EQ(bonds.Break(stress, 0.999 * first, 0.5, 1.0e9), 0.0);
	EXPECT_EQ(BrokenCount(bonds), 0);
	EXPECT_EQ(bonds.FindPieces().count, 1);
	EXPECT_EQ(bonds.CutMesh().nodes.size(), mesh.nodes.size());
	EXPECT_GT(bonds.Break(stress, 1.5 * first, 0.5, 1.0e9), 0.0);
	EXPECT_GT(BrokenCount(bonds), 0);
	// No bond that is left bears more than it can [Smith01] section 3.3.
	EXPECT_GT(bonds.FirstFailure(stress), 1.5 * first);
	// A resting load that is half of the strength halves what the collision must do.
	BondLattice rested(mesh, strength, std::vector<double>(mesh.tets.size(), 0.1), material);
	const std::vector<Sym3> half(mesh.tets.size(), Sym3{0.5 * first, 0, 0, 0, 0, 0});
	EXPECT_NEAR(rested.FirstFailure({half, std::vector<Sym3>(mesh.tets.size(), Sym3{1.0, 0, 0, 0, 0, 0})}),
		0.5 * first,
		1.0e-9);
	// Compression breaks none.
	BondStress pressed{{}, std::vector<Sym3>(mesh.tets.size(), Sym3{-100.0, -100.0, -100.0, 0, 0, 0})};
	EXPECT_TRUE(std::isinf(rested.FirstFailure(pressed)));
}

TEST(BondLattice, CopiesTheNodesOfWhatCameApart)
{
	const TetMesh mesh = MakeTetGrid(4, 2, 2, {0.4, 0.2, 0.2});
	std::vector<double> strength(mesh.tets.size(), 1.0e9);
	Material material = BrittleMaterial();
	material.growthFactor = 1.0; // no weakening: only what pulls too hard
	BondLattice bonds(mesh, strength, std::vector<double>(mesh.tets.size(), 0.1), material);
	// Pulls at the one section x = 0.2: bonds whose tets are on both sides.
	BondStress stress{{}, std::vector<Sym3>(mesh.tets.size())};
	for (const Bond& bond : bonds.Bonds())
	{
		const auto centre = [&](int32_t t)
		{
			double x = 0.0;
			for (const int32_t node : mesh.tets[t].v)
			{
				x += 0.25 * mesh.nodes[node].x;
			}
			return x;
		};
		const double a = centre(bond.tets[0]);
		const double b = centre(bond.tets[1]);
		if ((a < 0.2) != (b < 0.2))
		{
			for (const int32_t tet : bond.tets)
			{
				stress.growing[tet] = Sym3{1.0e12, 0, 0, 0, 0, 0};
			}
		}
	}
	ASSERT_GT(bonds.Break(stress, 1.0, 1.0, 1.0e9), 0.0);
	const TetPieces pieces = bonds.FindPieces();
	ASSERT_GE(pieces.count, 2);
	const TetMesh cut = bonds.CutMesh();
	for (size_t a = 0; a < mesh.tets.size(); ++a)
	{
		for (const int32_t node : cut.tets[a].v)
		{
			for (size_t b = 0; b < mesh.tets.size(); ++b)
			{
				if (pieces.ofTet[a] != pieces.ofTet[b])
				{
					EXPECT_EQ(std::count(cut.tets[b].v, cut.tets[b].v + 4, node), 0);
				}
			}
		}
	}
	EXPECT_GT(cut.nodes.size(), mesh.nodes.size());
}

TEST(BondCracks, MoreBreaksForHarderBlowsAndForWeakerNeighbours)
{
	PlanScene plate = MakePlateScene(1500);
	const PlanLattice& lattice = plate.body.GetData().lattice;
	plate.material.growthFactor = 0.3;
	const auto brokenArea = [](const CrackPlan& plan)
	{
		double area = 0.0;
		for (const GrowthStep& step : plan.growth)
		{
			area += step.area;
		}
		return area;
	};
	// Pieces do not follow the load as they do with fitted cracks: once the struck one has come off, nothing loads the
	// rest. What breaks until then does, up to about four times the first failure.
	double most = 0.0;
	double soft = 0.0;
	for (const double load : {0.9, 1.2, 1.5, 1.9, 2.2, 2.6, 3.2, 3.8})
	{
		const CrackPlan plan = plate.Plan(load, BondSettings());
		const double area = brokenArea(plan);
		EXPECT_GE(area, 0.8 * most) << load;
		most = std::max(most, area);
		soft = load < 1.5 ? most : soft;
		const int32_t large = MeasurePieces(lattice, plan).Large();
		EXPECT_TRUE(load < 2.5 ? large == 1 : load < 3.0 || large >= 2) << load << ": " << large;
	}
	EXPECT_GT(most, 5.0 * soft);
	// The less is left of a bond beside a broken one, the farther cracks run: none < moderate < extreme.
	double area = 0.0;
	for (const double growthFactor : {1.0, 0.5, 0.1})
	{
		plate.material.growthFactor = growthFactor;
		const double broken = brokenArea(plate.Plan(2.4, BondSettings()));
		EXPECT_GT(broken, area) << growthFactor;
		area = broken;
	}
}

TEST(BondCracks, ThePartingIsPartOfTheRise)
{
	const PlanScene plate = MakePlateScene(1500);
	const CrackPlan plan = plate.Plan(4.0, BondSettings());
	ASSERT_NE(plan.separationStep, kNoIndex);
	double before = 0.0;
	for (const GrowthStep& step : plan.growth)
	{
		EXPECT_GE(step.load, before);
		EXPECT_LE(step.load, 1.0);
		before = step.load;
	}
	EXPECT_EQ(plan.separationLoad, plan.growth[plan.separationStep].load);
	EXPECT_LE(plan.solves, 16);
}

TEST(BondCracks, GivesTheSamePlanForAnyThreads)
{
	const PlanScene plate = MakePlateScene(1500);
	FractureToolkit::ThreadTaskRunner runner(4);
	const CrackPlan one = plate.Plan(4.0, BondSettings(8));
	const CrackPlan four = plate.Plan(4.0, BondSettings(8), runner);
	ASSERT_EQ(one.cracks.cracks.size(), four.cracks.cracks.size());
	EXPECT_FALSE(one.cracks.cracks.empty());
	for (size_t i = 0; i < one.cracks.cracks.size(); ++i)
	{
		EXPECT_EQ(one.cracks.cracks[i].field, four.cracks.cracks[i].field);
		EXPECT_EQ(one.cracks.cracks[i].openTets, four.cracks.cracks[i].openTets);
	}
}
