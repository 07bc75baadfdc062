// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// [Smith01] sections 3.3 and 3.4: a load that rises in steps, a solve a step, and bonds that are weaker beside broken
// ones. Its cracks follow the faces of tets; here the pieces are smoothed into fields over the lattice, like all
// cracks, so that they are cut the same way and look less jagged. Broken bonds that part nothing leave no crack.
#include "Plan/BondCracks.h"

#include "Plan/BondPieces.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
/// The part of the peak load that a solve is for: it rises evenly from the first failure to 1 over half of the solves;
/// under the peak cracks then run as far as they may.
double LoadOfStep(double firstFailure, int32_t step, int32_t solves)
{
	const int32_t rise = solves / 2;
	if (step >= rise)
	{
		return 1.0;
	}
	return firstFailure + (1.0 - firstFailure) * step / rise;
}

/// m: over this length a crack relieves the body.
std::vector<double> ThicknessOfStressTets(const PlanBody::Data& body)
{
	const PlanLattice& lattice = body.lattice;
	std::vector<double> thickness(body.stressMesh.tets.size(), 2.0 * lattice.cell);
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		thickness[body.stressTet[t]] = lattice.thickness[t];
	}
	return thickness;
}

/// Takes down that the body is in pieces, and when.
void NoteBrokenBonds(CrackPlanner::Data& data, double area)
{
	const TetPieces pieces = data.bonds->FindPieces();
	CrackPlan& plan = data.plan;
	plan.growth.push_back({kNoIndex, plan.solves - 1, data.loadSoFar, area, pieces.count});
	if (std::isinf(plan.separationLoad) && CountBodies(pieces.ofTet, pieces.count) > data.firstPieces)
	{
		plan.separationLoad = data.loadSoFar;
		plan.separationStep = static_cast<int32_t>(plan.growth.size()) - 1;
	}
}
} // namespace

void BreakNextBonds(CrackPlanner::Data& data)
{
	if (!data.bonds)
	{
		data.bonds.emplace(data.body.stressMesh, data.strength, ThicknessOfStressTets(data.body), data.material);
		const TetPieces whole = data.bonds->FindPieces();
		data.firstPieces = CountBodies(whole.ofTet, whole.count);
	}
	BondStress stress{data.restingStress, data.field.stress};
	const double failure = data.bonds->FirstFailure(stress);
	const int32_t step = data.plan.solves - 1;
	if (step == 0)
	{
		data.bondFailure = failure;
	}
	double broken = 0.0;
	if (failure <= 1.0)
	{
		const double rise = LoadOfStep(data.bondFailure, step, data.settings.maxSolves);
		data.loadSoFar = (std::max)({data.loadSoFar, rise, failure});
		const double growthFactor = (std::min)(data.settings.growthScale * data.material.growthFactor, 1.0);
		broken = data.bonds->Break(stress, data.loadSoFar, growthFactor, data.payableArea);
	}
	if (broken > 0.0)
	{
		data.paidArea = data.bonds->BrokenArea();
		NoteBrokenBonds(data, broken);
		if (data.plan.solves < data.settings.maxSolves)
		{
			data.stage = PlanStage::Solve;
			return;
		}
	}
	data.plan.end = broken > 0.0 ? GrowthEnd::Solves : failure <= 1.0 ? GrowthEnd::Energy : GrowthEnd::Relieved;
	MakeBorderCracks(data);
	data.stage = PlanStage::Crush;
}
} // namespace FractureCore
