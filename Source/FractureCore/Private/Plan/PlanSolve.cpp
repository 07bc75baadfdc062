// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/PlanSolve.h"

#include "Math/StressAlgebra.h"
#include "Plan/BondPieces.h"
#include "Plan/FirstFailure.h"

#include <algorithm>
#include <limits>

namespace FractureCore
{
namespace
{
/// Stress of the collision, and of the resting load if there is one.
Status SolveBody(CrackPlanner::Data& data,
	const StressModel& model,
	StressField& collision,
	std::vector<Sym3>& resting,
	TaskRunner& runner)
{
	if (const Status solved = SolveImpact(model, data.collision, {}, data.solveWorkspace, collision, runner); !solved)
	{
		return solved;
	}
	if (!data.resting.empty())
	{
		StressField field;
		if (const Status solved = SolveImpact(model, data.resting, {}, data.solveWorkspace, field, runner); !solved)
		{
			return solved;
		}
		resting = std::move(field.stress);
	}
	return Ok{};
}

Status SolveCracked(CrackPlanner::Data& data, StressField& collision, std::vector<Sym3>& resting, TaskRunner& runner)
{
	FindOpenSides(data.body, data.states, data.openSides, runner);
	Result<StressModel> model =
		StressModel::CreateWeakened(*data.model, data.openSides, data.weakened ? &*data.weakened : nullptr, runner);
	if (!model)
	{
		return model.GetError();
	}
	data.weakened.emplace(std::move(*model));
	return SolveBody(data, *data.weakened, collision, resting, runner);
}

Status SolveBroken(CrackPlanner::Data& data, StressField& collision, std::vector<Sym3>& resting, TaskRunner& runner)
{
	const Result<StressModel> model = StressModel::CreateCracked(*data.model, data.bonds->CutMesh(), runner);
	if (!model)
	{
		return model.GetError();
	}
	return SolveBody(data, *model, collision, resting, runner);
}

/// Largest load over strength of a tet; compression counts by its own limit.
double LoadRatio(const SymmetricExtremes& principal, double strength, double compressiveFactor)
{
	return (std::max)(principal.largest, -principal.smallest / compressiveFactor) / strength;
}

void FindFirstFailure(CrackPlanner::Data& data, const StressField& collision, std::span<const Sym3> resting)
{
	data.plan.firstFailureLoad = std::numeric_limits<double>::infinity();
	const bool isDirectional = IsDirectional(data.material);
	// What a tet bears that an old crack runs through is the solver's way to open it, and no stress.
	const bool isCracked = data.model != nullptr && !data.states.cracks.empty() && !data.bonds;
	for (size_t t = 0; t < collision.stress.size(); ++t)
	{
		if (isCracked && data.openSides[t] != 0)
		{
			continue;
		}
		const double strength = data.strength[t];
		const double compressiveFactor = data.material.compressiveFactor;
		const PrincipalStress& principal = collision.principal[t];
		// Without a resting load the general formula is one over this.
		const double tension =
			isDirectional ? EffectiveTension(collision.stress[t], data.material).largest : principal.largest;
		const double ratio = (std::max)(tension, -principal.smallest / compressiveFactor) / strength;
		const double load = !resting.empty() ? FailureLoad(resting[t], collision.stress[t], strength, compressiveFactor)
			: ratio > 0.0                    ? 1.0 / ratio
											 : std::numeric_limits<double>::infinity();
		if (load < data.plan.firstFailureLoad)
		{
			data.plan.firstFailureLoad = load;
			data.plan.firstFailureTet = static_cast<int32_t>(t);
		}
	}
	// Ahead of a crack that was there before, less is enough.
	const PlanLattice& lattice = data.body.lattice;
	const double growthFactor = data.settings.growthScale * data.material.growthFactor;
	for (const CrackState& crack : data.states.cracks)
	{
		for (const int32_t t : FrontTets(lattice, data.states, crack))
		{
			const Vec3 normal = Normalised(lattice.Gradient(t, crack.field));
			const double tension = NormalStress(data.stress.Stress(t), normal);
			const double load = growthFactor * data.latticeStrength[t] / (std::max)(tension, 1.0e-300);
			if (load < data.plan.firstFailureLoad)
			{
				data.plan.firstFailureLoad = load;
				data.plan.firstFailureTet = data.body.stressTet[t];
			}
		}
	}
	data.firstRatio.resize(lattice.tets.size());
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		data.firstRatio[t] =
			LoadRatio(data.stress.Principal(t), data.latticeStrength[t], data.material.compressiveFactor);
	}
}

/// Elastic energy of the body under all of its load, J.
double StoredEnergy(CrackPlanner::Data& data)
{
	const PlanLattice& lattice = data.body.lattice;
	const double nu = data.material.poissonRatio;
	double energy = 0.0;
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		const Sym3& s = data.stress.Stress(t);
		const double trace = s.xx + s.yy + s.zz;
		const double square = s.xx * s.xx + s.yy * s.yy + s.zz * s.zz + 2.0 * (s.xy * s.xy + s.yz * s.yz + s.zx * s.zx);
		energy += lattice.volume[t] * ((1.0 + nu) * square - nu * trace * trace);
	}
	return 0.5 * energy / data.material.youngModulus;
}

/// Takes stock of the pieces before cracks grow by a new solve. Loads stay as they are while a piece breaks on, so that
/// one under the striker would be shredded without end: it may do so a few times only.
void StartBatch(CrackPlanner::Data& data)
{
	const PlanLattice& lattice = data.body.lattice;
	data.batches.resize(lattice.tets.size(), 0);
	for (int32_t t = 0; t < lattice.TetCount() && !data.startedPieces.empty(); ++t)
	{
		data.batches[t] += data.startedPieces[data.pieces.ofNode[lattice.tets[t].v[0]]];
	}
	data.pieces = FindPieces(lattice, data.states);
	data.lastPieces = data.pieces;
	data.uncounted.clear();
	data.startedPieces.assign(static_cast<size_t>(data.pieces.count), 0);
}

void TakeGivenStress(CrackPlanner::Data& data, StressField& collision, std::vector<Sym3>& resting)
{
	resting = data.givenResting;
	collision.stress = data.givenStress;
	collision.principal.clear();
	collision.principal.reserve(collision.stress.size());
	for (const Sym3& stress : collision.stress)
	{
		const SymmetricExtremes extremes = FindExtremes(stress);
		collision.principal.push_back({extremes.largest, extremes.smallest, extremes.direction});
	}
}

/// Stress is rough in the tets that cracks run through and in those that share an edge with one: nothing starts there.
void BanBesideCracks(CrackPlanner::Data& data)
{
	// A given stress knows nothing of the cracks.
	if (data.states.cracks.empty() || data.model == nullptr)
	{
		return;
	}
	const TetMesh& mesh = data.body.stressMesh;
	std::vector<uint8_t> isRough(mesh.nodes.size(), 0);
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		for (int32_t k = 0; k < 4 && data.openSides[t] != 0; ++k)
		{
			isRough[mesh.tets[t].v[k]] = 1;
		}
	}
	for (size_t t = 0; t < data.banned.size(); ++t)
	{
		const Tet& tet = mesh.tets[data.body.stressTet[t]];
		const int32_t rough = isRough[tet.v[0]] + isRough[tet.v[1]] + isRough[tet.v[2]] + isRough[tet.v[3]];
		data.banned[t] = rough >= 2 ? 1 : 0;
	}
}
} // namespace

Status SolvePlanStress(CrackPlanner::Data& data, TaskRunner& runner)
{
	StressField& collision = data.field;
	std::vector<Sym3> resting;
	const bool first = data.plan.solves == 0;
	Status solved = Ok{};
	if (data.model == nullptr)
	{
		TakeGivenStress(data, collision, resting);
	}
	else
	{
		solved = data.bonds              ? SolveBroken(data, collision, resting, runner)
			: data.states.cracks.empty() ? SolveBody(data, *data.model, collision, resting, runner)
										 : SolveCracked(data, collision, resting, runner);
	}
	if (!solved)
	{
		return solved;
	}
	++data.plan.solves;
	if (resting.empty())
	{
		data.stress.Reset(data.body,
			collision.stress,
			IsDirectional(data.material) ? std::span<const PrincipalStress>() : collision.principal);
	}
	else
	{
		std::vector<Sym3> total = collision.stress;
		for (size_t t = 0; t < total.size(); ++t)
		{
			total[t] = Sum(total[t], resting[t]);
		}
		data.stress.Reset(data.body, total);
	}
	data.restingStress = std::move(resting);
	if (first)
	{
		FindFirstFailure(data, collision, data.restingStress);
		data.payableArea = StoredEnergy(data) / CrackEnergy(data.material);
	}
	StartBatch(data);
	if (first)
	{
		data.firstPieces = CountBodies(data.pieces.ofNode, data.pieces.count);
		data.plan.separationLoad = std::numeric_limits<double>::infinity();
	}
	data.extendNext = 0;
	data.newCracks = 0;
	data.seedsTried = 0;
	data.seedQueue.isFilled = false;
	data.grownArea = 0.0;
	data.banned.assign(data.body.lattice.tets.size(), 0);
	BanBesideCracks(data);
	data.freed.assign(data.body.lattice.tets.size(), 0);
	data.stage = data.settings.rule == GrowthRule::Bonds ? PlanStage::Bonds
		: data.states.cracks.empty()                     ? PlanStage::Seed
														 : PlanStage::Extend;
	return Ok{};
}
} // namespace FractureCore
