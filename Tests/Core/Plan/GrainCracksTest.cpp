// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/GrainCracks.h"

#include "FractureCore/Weakness.h"
#include "PlanTestBodies.h"

using namespace FractureCore;
using namespace FractureTests;

namespace
{
/// Share of the crack area within a tenth of a grain of an interface.
double AreaOnInterfaces(const PlanLattice& lattice, const PlanGrains& grains, const CrackPlan& plan)
{
	double near = 0.0;
	double all = 0.0;
	for (const Crack& crack : plan.cracks.cracks)
	{
		for (const int32_t tet : crack.openTets)
		{
			const CrackFacet facet = MakeFacet(lattice, crack.field, tet);
			const std::vector<NearestGrains> nearest =
				FindNearestGrains(grains.grains, {&facet.middle, 1}, SerialRunner());
			all += facet.area;
			near += std::abs(nearest[0].phi) < 0.1 * grains.size ? facet.area : 0.0;
		}
	}
	return near / all;
}
} // namespace

TEST(GrainCracks, RunAlongInterfacesAsFarAsTheyAreBiased)
{
	PlanScene plate = MakePlateScene(4000);
	plate.material.grainSize = 0.035;
	const PlanLattice& lattice = plate.body.GetData().lattice;
	PlanSettings settings;
	settings.rule = GrowthRule::Grains;
	settings.maxGrains = 0;
	settings.seed = 3;
	const PlanGrains grains = MakePlanGrains(lattice, plate.material.grainSize, settings.seed, SerialRunner());
	const double along = AreaOnInterfaces(lattice, grains, plate.Plan(3.0, settings));
	settings.grainBias = 0.0;
	const double chance = AreaOnInterfaces(lattice, grains, plate.Plan(3.0, settings));
	EXPECT_GT(along, 0.8);
	EXPECT_LT(chance, 0.5);
}

TEST(GrainCracks, BendingByNothingChangesNothing)
{
	const PlanBody body = MakeGridBody(12, 12, 3, {1.2, 1.2, 0.3});
	const PlanLattice& lattice = body.GetData().lattice;
	const PlanGrains grains = MakePlanGrains(lattice, 0.25, 1, SerialRunner());
	const CrackState crack = MakeField(lattice, [](const Vec3& x) { return x.x - 0.61; });
	std::vector<double> field = crack.field;
	BendToGrains(lattice, grains, 0.0, field);
	EXPECT_EQ(field, crack.field);
	BendToGrains(lattice, grains, 1.0, field);
	for (int32_t node = 0; node < lattice.NodeCount(); ++node)
	{
		// Where grains of one side only are near, the sign stays; a grain is 0.25.
		if (std::abs(crack.field[node]) > 0.45)
		{
			EXPECT_EQ(field[node] > 0.0, crack.field[node] > 0.0) << node;
		}
	}
	EXPECT_NE(field, crack.field);
}
