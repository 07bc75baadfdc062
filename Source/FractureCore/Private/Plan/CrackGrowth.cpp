// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// How cracks start and run on, several from one solve: each relieves the stress round it (Shield) before the next.
#include "Plan/CrackGrowth.h"

#include "Math/StressAlgebra.h"
#include "Plan/BondPieces.h"
#include "Plan/CrackSeeds.h"
#include "Plan/FirstFailure.h"
#include "Plan/FollowGrains.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
constexpr double kSpacing = 1.0; // thicknesses between cracks of like normals
// Of a crack's size. With 0.5 a bowl hit on its rim at 3 times its first failure makes 11 to 16 large pieces, not 8 to
// 12; but where no other solve comes, what is shielded in vain stays whole.
constexpr double kShieldLength = 0.8;
constexpr double kOnlyShieldLength = 0.5; // of plans of one solve
constexpr double kFreePieceStress = 0.3;  // left in a piece that nothing touches any more
constexpr double kLeastGrowth = 0.1;      // of all crack area: little or nothing follows on less
constexpr int32_t kLeastTets = 3;         // a crack of fewer tets changes no stress
constexpr int32_t kTriesPerCrack = 4;     // seeds that may come to nothing
constexpr int32_t kFits = 2;              // the first turns the plane, the second follows what is near it then

/// Pieces that neither an impact nor a support touches have no load to break further; until the next solve shows it,
/// their stress is taken down.
void RelaxFreePieces(CrackPlanner::Data& data, const LatticePieces& pieces)
{
	const PlanLattice& lattice = data.body.lattice;
	std::vector<uint8_t> touched(pieces.count, 0);
	for (const int32_t t : data.touchedTets)
	{
		for (const int32_t node : lattice.tets[t].v)
		{
			touched[pieces.ofNode[node]] = 1;
		}
	}
	if (std::find(touched.begin(), touched.end(), 0) == touched.end())
	{
		return;
	}
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		if (data.freed[t] == 0 && touched[pieces.ofNode[lattice.tets[t].v[0]]] == 0)
		{
			data.freed[t] = 1;
			data.stress.SetStress(t, Scaled(data.stress.Stress(t), kFreePieceStress));
		}
	}
}

/// The collision's share that starts a crack at a tet, all of the resting load being there: less than 1, as the tet
/// fails under all of both.
double SeedLoad(CrackPlanner::Data& data, int32_t tet)
{
	const double strength = data.latticeStrength[tet];
	if (data.restingStress.empty())
	{
		return strength / data.stress.Principal(tet).largest;
	}
	const Sym3& resting = data.restingStress[data.body.stressTet[tet]];
	const Sym3 growing = Sum(data.stress.Stress(tet), Scaled(resting, -1.0));
	return FailureLoad(resting, growing, strength, data.material.compressiveFactor);
}

/// The same for a crack that is open already, of all tets ahead of it. Without a resting load the walk tells.
double FrontLoad(CrackPlanner::Data& data, const CrackState& crack, std::span<const int32_t> front)
{
	double load = data.restingStress.empty() ? 0.0 : 1.0;
	const double growthFactor = data.settings.growthScale * data.material.growthFactor;
	for (size_t i = 0; i < front.size() && load > 0.0; ++i)
	{
		const int32_t tet = front[i];
		const Vec3 normal = Normalised(data.body.lattice.Gradient(tet, crack.field));
		const double resting = NormalStress(data.restingStress[data.body.stressTet[tet]], normal);
		const double growing = NormalStress(data.stress.Stress(tet), normal) - resting;
		const double margin = growthFactor * data.latticeStrength[tet] - resting;
		load = growing > 0.0 ? (std::min)(load, margin / growing) : load;
	}
	return load;
}

/// Takes down that the load rose to `load` for a crack, if it was not there already, and that the crack grew.
void NoteGrowth(CrackPlanner::Data& data, int32_t crack, double load, double area, const LatticePieces& pieces)
{
	CrackPlan& plan = data.plan;
	// How far a crack runs follows the collision alone only where nothing rests on the body.
	const double reach = data.restingStress.empty() ? data.walkWorkspace.load : 0.0;
	const double needed = std::clamp((std::max)(load, reach), 0.0, 1.0);
	const int32_t count = pieces.count > 0 ? pieces.count : plan.growth.back().pieces;
	plan.growth.push_back({crack, plan.solves - 1, needed, area, count});
	data.loadSoFar = (std::max)(data.loadSoFar, needed);
	if (std::isinf(plan.separationLoad) && CountBodies(pieces.ofNode, pieces.count) > data.firstPieces)
	{
		plan.separationLoad = data.loadSoFar;
		plan.separationStep = static_cast<int32_t>(plan.growth.size()) - 1;
	}
}

/// What a crack that has opened does to its surroundings.
void SettleCrack(
	CrackPlanner::Data& data, int32_t id, double load, double area, double shieldLength, TaskRunner& runner)
{
	const CrackState& crack = data.states.cracks[id];
	const bool hasFront = !FrontTets(data.body.lattice, data.states, crack).empty();
	const bool countsPieces = !hasFront || std::isinf(data.plan.separationLoad);
	LatticePieces pieces;
	data.uncounted.push_back(id);
	CrackDistance& distance = data.walkWorkspace.distance;
	const auto settle = [&](int64_t task, int64_t)
	{
		if (task == 0)
		{
			data.stress.Shield(crack, shieldLength, data.impactDistance, distance);
		}
		else
		{
			pieces = FindPiecesAgain(data.body.lattice, data.states, data.lastPieces, data.uncounted);
		}
	};
	ParallelFor(runner, countsPieces ? 2 : 1, 1, settle); // neither looks at what the other writes
	NoteGrowth(data, id, load, area, pieces);
	for (const int32_t tet : distance.reached)
	{
		const double spacing = kSpacing * data.body.lattice.thickness[tet];
		if (distance.square[tet] < spacing * spacing)
		{
			CrackPlanner::Data::NearNormals& near = data.nearNormals[tet];
			if (near.count < near.kMost)
			{
				near.normal[near.count] = crack.facets[distance.facet[tet]].normal;
			}
			++near.count;
		}
	}
	if (!hasFront) // else its ligaments hold
	{
		RelaxFreePieces(data, pieces);
	}
	if (countsPieces)
	{
		data.lastPieces = std::move(pieces);
		data.uncounted.clear();
	}
}

/// A surface through the tet's middle, across its largest tension.
CrackState FitNewCrack(CrackPlanner::Data& data, int32_t seedTet, TaskRunner& runner)
{
	const PlanLattice& lattice = data.body.lattice;
	const Vec3 seed = lattice.centroid[seedTet];
	const Vec3 normal = data.stress.Principal(seedTet).direction;
	CrackState crack;
	crack.seedTet = seedTet;
	crack.open.assign(lattice.tets.size(), 0);
	for (const Vec3& x : lattice.nodes)
	{
		crack.field.push_back(Dot(normal, x - seed));
	}
	for (int32_t fit = 0; fit < kFits && data.settings.rule != GrowthRule::Planes; ++fit)
	{
		FitField({lattice, data.latticeStrength, seed, {}}, data.stress, crack.field, data.fitWorkspace, runner);
		const Tet& tet = lattice.tets[seedTet];
		const double shift =
			0.25 * (crack.field[tet.v[0]] + crack.field[tet.v[1]] + crack.field[tet.v[2]] + crack.field[tet.v[3]]);
		for (double& value : crack.field)
		{
			value -= shift;
		}
	}
	KeepOffNodes(crack.field, kNodeClearance * lattice.cell);
	return crack;
}

WalkSettings MakeWalkSettings(const CrackPlanner::Data& data)
{
	WalkSettings settings;
	settings.growthFactor = data.settings.growthScale * data.material.growthFactor;
	settings.areaLeft = data.payableArea - data.paidArea;
	settings.material = IsDirectional(data.material) ? &data.material : nullptr;
	return settings;
}

/// `end`: why nothing more comes of the last solve.
void FinishBatch(CrackPlanner::Data& data, GrowthEnd end)
{
	const bool isWorthIt = data.grownArea > kLeastGrowth * data.paidArea;
	const bool isDone = data.plan.solves >= data.settings.maxSolves;
	data.stage = isWorthIt && !isDone ? PlanStage::Solve : PlanStage::Crush;
	data.plan.end =
		isWorthIt && isDone && end != GrowthEnd::Energy && end != GrowthEnd::Cracks ? GrowthEnd::Solves : end;
}
} // namespace

void StartNextCrack(CrackPlanner::Data& data, TaskRunner& runner)
{
	const int32_t id = static_cast<int32_t>(data.states.cracks.size());
	if (id >= data.settings.maxCracks + data.plan.damageCracks || data.paidArea >= data.payableArea)
	{
		FinishBatch(data, data.paidArea >= data.payableArea ? GrowthEnd::Energy : GrowthEnd::Cracks);
		return;
	}
	const bool isFull = data.newCracks >= data.settings.cracksPerSolve ||
		data.seedsTried >= kTriesPerCrack * data.settings.cracksPerSolve;
	int32_t seedTet = isFull ? kNoIndex : FindSeed(data);
	if (seedTet == kNoIndex && !isFull && data.plan.growth.empty() && !data.startsInRough)
	{
		// Rather a crack from a rough stress than an overload that changes nothing, hit after hit.
		data.startsInRough = true;
		data.banned.assign(data.banned.size(), 0);
		data.seedQueue.isFilled = false;
		seedTet = FindSeed(data);
	}
	if (seedTet == kNoIndex)
	{
		FinishBatch(data, isFull ? GrowthEnd::Crowded : WhyNoSeed(data));
		return;
	}
	++data.seedsTried;
	const SymmetricExtremes principal = data.stress.Principal(seedTet);
	const double load = SeedLoad(data, seedTet);
	CrackState crack = FitNewCrack(data, seedTet, runner);
	int32_t opened = IsCrossed(data.body.lattice, crack.field, seedTet) ? WalkCrack(data.body.lattice,
																			  data.stress,
																			  data.latticeStrength,
																			  MakeWalkSettings(data),
																			  data.states,
																			  crack,
																			  id,
																			  data.walkWorkspace)
																		: 0;
	if (opened >= kLeastTets && data.settings.rule == GrowthRule::Grains)
	{
		FollowGrains(data, crack, id);
		opened = static_cast<int32_t>(crack.openTets.size());
	}
	if (opened < kLeastTets)
	{
		data.states.Close(crack, id, 0);
		BanSeeds(data, seedTet);
		return;
	}

	data.plan.origins.push_back({data.body.lattice.centroid[seedTet],
		principal.direction,
		principal.largest / data.latticeStrength[seedTet],
		data.plan.solves - 1});
	const double area = crack.area;
	data.states.cracks.push_back(std::move(crack));
	data.paidArea += area;
	data.grownArea += area;
	data.startedPieces[data.pieces.ofNode[data.body.lattice.tets[seedTet].v[0]]] = 1;
	++data.newCracks;
	SettleCrack(data, id, load, area, data.settings.maxSolves > 1 ? kShieldLength : kOnlyShieldLength, runner);
}

void ExtendNextCrack(CrackPlanner::Data& data, TaskRunner& runner)
{
	const PlanLattice& lattice = data.body.lattice;
	if (data.extendNext >= static_cast<int32_t>(data.states.cracks.size()))
	{
		data.stage = PlanStage::Seed;
		return;
	}
	const int32_t id = data.extendNext++;
	// While it walks, no other crack looks at it: it is out of the list.
	CrackState crack = std::move(data.states.cracks[id]);
	const double areaBefore = crack.area;
	int32_t opened = 0;
	const double growthFactor = data.settings.growthScale * data.material.growthFactor;
	const std::vector<int32_t> front = FrontTets(lattice, data.states, crack);
	// A first look with the surface as it is: where no tension is near, no fit finds any.
	const bool isDriven = std::any_of(front.begin(),
		front.end(),
		[&](int32_t tet) { return data.stress.RelievedBound(tet) > growthFactor * data.latticeStrength[tet]; });
	if (isDriven)
	{
		std::vector<uint8_t> pinned(lattice.nodes.size(), 0);
		for (const int32_t tet : crack.openTets)
		{
			for (const int32_t node : lattice.tets[tet].v)
			{
				pinned[node] = 1;
			}
		}
		const auto walk = [&]
		{
			return WalkCrack(lattice,
				data.stress,
				data.latticeStrength,
				MakeWalkSettings(data),
				data.states,
				crack,
				id,
				data.walkWorkspace);
		};
		if (data.settings.rule == GrowthRule::FittedCracks)
		{
			const std::vector<double> before = crack.field;
			const Vec3 seed = lattice.centroid[crack.seedTet];
			FitField(
				{lattice, data.latticeStrength, seed, pinned}, data.stress, crack.field, data.fitWorkspace, runner);
			KeepOffNodes(crack.field, kNodeClearance * lattice.cell);
			opened = walk();
			if (opened == 0)
			{
				// Its old way, which the first failure was judged by, may do where the new one does not.
				crack.field = before;
			}
		}
		opened = opened > 0 ? opened : walk();
	}
	const double load = opened > 0 ? FrontLoad(data, crack, front) : 0.0;
	const double area = crack.area - areaBefore;
	data.states.cracks[id] = std::move(crack);
	data.paidArea += area;
	data.grownArea += area;
	if (opened > 0)
	{
		SettleCrack(data, id, load, area, 0.5 * kShieldLength, runner);
	}
}
} // namespace FractureCore
