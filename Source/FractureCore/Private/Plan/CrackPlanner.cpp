// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// From stress to cracks. [Bao07] section 7.1 opens a plane where a tet fails and leaves open how a crack goes on;
// [Smith01] breaks bonds one by one with a solve each. Here cracks are smooth surfaces fitted to the principal
// directions (FieldFit), opened as far as surplus tension pays for their area (CrackWalk), several from one solve, with
// each relieving the stress round it (Shield); then the cracked body is solved again (OpenSides). Real cracks too
// start before they feel each other, so batches look better than one crack a solve, and cost less.
#include "Plan/CrackPlanner.h"

#include "Math/StressAlgebra.h"
#include "Plan/CrushedZone.h"
#include "Plan/FirstFailure.h"
#include "Plan/Pieces.h"
#include "Plan/Shield.h"

#include <algorithm>
#include <limits>
#include <string>

namespace FractureCore
{
CrackPlanner::CrackPlanner(std::unique_ptr<Data> data) : m_data(std::move(data)) {}
CrackPlanner::CrackPlanner(CrackPlanner&& other) noexcept = default;
CrackPlanner& CrackPlanner::operator=(CrackPlanner&& other) noexcept = default;
CrackPlanner::~CrackPlanner() = default;

const CrackPlan& CrackPlanner::Plan() const
{
	return m_data->plan;
}

PlanSettings OneSolvePlan()
{
	PlanSettings settings;
	settings.maxSolves = 1;
	settings.cracksPerSolve = 16;
	settings.growthScale = 2.0 / 3.0; // no second solve takes further what stopped early
	return settings;
}

namespace
{
constexpr double kSpacing = 1.0;            // thicknesses between cracks of like normals
constexpr double kLikeNormals = 0.70710678; // cosine of 45 degrees
constexpr double kShieldLength = 0.5;
constexpr double kFreePieceStress = 0.3; // left in a piece that nothing touches any more
constexpr double kGrainShift = 0.02;     // of a cell, times a small number: between cracks on one grain interface
constexpr double kSameSurface = 0.2;     // of a cell: cracks that differ by less are one
constexpr double kLeastGrowth = 0.02;    // of all crack area: less changes too little stress for another solve
constexpr int32_t kLeastTets = 3;        // a crack of fewer tets changes no stress
constexpr int32_t kTriesPerCrack = 4;    // seeds that may come to nothing
constexpr int32_t kFits = 2;             // the first turns the plane, the second follows what is near it then

Status ValidateLimits(const PlanSettings& settings)
{
	struct Limit
	{
		const char* name;
		int32_t value;
		int32_t least;
	};
	for (const Limit& limit : {Limit{"maxSolves", settings.maxSolves, 1},
			 Limit{"cracksPerSolve", settings.cracksPerSolve, 1},
			 Limit{"maxCracks", settings.maxCracks, 1},
			 Limit{"maxGrains", settings.maxGrains, 0},
			 Limit{"batchesPerPiece", settings.batchesPerPiece, 1}})
	{
		if (limit.value < limit.least)
		{
			return Error{ErrorCode::InvalidSettings,
				std::string(limit.name) + " is " + std::to_string(limit.value) + ", but must be at least " +
					std::to_string(limit.least)};
		}
	}
	if (!(settings.grainBias >= 0.0 && settings.grainBias <= 1.0))
	{
		return Error{ErrorCode::InvalidSettings,
			"grainBias is " + std::to_string(settings.grainBias) + ", but must be from 0 to 1"};
	}
	if (!(settings.growthScale > 0.0) || !std::isfinite(settings.growthScale))
	{
		return Error{ErrorCode::InvalidSettings,
			"growthScale is " + std::to_string(settings.growthScale) + ", but must be a positive number"};
	}
	return Ok{};
}

Status ValidateStrength(std::span<const double> strength, size_t tetCount)
{
	if (!strength.empty() && strength.size() != tetCount)
	{
		return Error{ErrorCode::InvalidSettings,
			"strength is given for " + std::to_string(strength.size()) + " tets, but the stress mesh has " +
				std::to_string(tetCount)};
	}
	for (size_t t = 0; t < strength.size(); ++t)
	{
		if (!(strength[t] > 0.0) || !std::isfinite(strength[t]))
		{
			return Error{ErrorCode::InvalidSettings,
				"the strength of tet " + std::to_string(t) + " is not a positive number",
				static_cast<int64_t>(t)};
		}
	}
	return Ok{};
}

Status ValidateDamage(const PlanLattice& lattice, const CrackSet& damage)
{
	for (size_t i = 0; i < damage.cracks.size(); ++i)
	{
		const Crack& crack = damage.cracks[i];
		const std::string name = "crack " + std::to_string(i) + " of the damage ";
		const bool areTetsGood = std::is_sorted(crack.openTets.begin(), crack.openTets.end()) &&
			(crack.openTets.empty() || (crack.openTets.front() >= 0 && crack.openTets.back() < lattice.TetCount()));
		if (crack.field.size() != lattice.nodes.size() || !areTetsGood)
		{
			return Error{
				ErrorCode::InvalidSettings, name + "is not one of this body's lattice", static_cast<int64_t>(i)};
		}
		if (!std::all_of(crack.field.begin(), crack.field.end(), [](double value) { return std::isfinite(value); }))
		{
			return Error{ErrorCode::InvalidSettings, name + "has a field that is not finite", static_cast<int64_t>(i)};
		}
		const int32_t count = static_cast<int32_t>(damage.cracks.size());
		if (std::any_of(crack.stops.begin(),
				crack.stops.end(),
				[&](const CrackStop& stop) { return stop.crack < 0 || stop.crack >= count; }))
		{
			return Error{
				ErrorCode::InvalidSettings, name + "ends at a crack that there is not", static_cast<int64_t>(i)};
		}
	}
	return Ok{};
}

/// Opens what earlier events left open.
void TakeDamage(const CrackSet& damage, CrackPlanner::Data& data)
{
	const PlanLattice& lattice = data.body.lattice;
	for (const Crack& crack : damage.cracks)
	{
		const int32_t id = static_cast<int32_t>(data.states.cracks.size());
		CrackState state;
		state.field = crack.field;
		state.open.assign(lattice.tets.size(), 0);
		state.met = crack.stops;
		for (const int32_t tet : crack.openTets)
		{
			if (IsCrossed(lattice, state.field, tet) && state.open[tet] == 0 &&
				data.states.openCount[tet] < kMaxCracksPerTet)
			{
				data.states.Open(lattice, state, id, tet);
			}
		}
		state.seedTet = state.openTets.empty() ? 0 : state.openTets.front();
		data.states.cracks.push_back(std::move(state));
	}
	data.plan.damageCracks = static_cast<int32_t>(damage.cracks.size());
	data.plan.cracks.grains = damage.grains;
}

// ---- Solving ----

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
	FindOpenSides(data.body, data.states, data.openSides, data.sideWorkspace);
	Result<StressModel> model =
		StressModel::CreateWeakened(*data.model, data.openSides, data.weakened ? &*data.weakened : nullptr, runner);
	if (!model)
	{
		return model.GetError();
	}
	data.weakened.emplace(std::move(*model));
	return SolveBody(data, *data.weakened, collision, resting, runner);
}

/// Largest load over strength of a tet; compression counts by its own limit.
double LoadRatio(const SymmetricExtremes& principal, double strength, double compressiveFactor)
{
	return (std::max)(principal.largest, -principal.smallest / compressiveFactor) / strength;
}

bool IsDirectional(const Material& material)
{
	return material.axisFactor != 1.0 && LengthSquared(material.strengthAxis) > 0.0;
}

void FindFirstFailure(CrackPlanner::Data& data, const StressField& collision, std::span<const Sym3> resting)
{
	data.plan.firstFailureLoad = std::numeric_limits<double>::infinity();
	const bool isDirectional = IsDirectional(data.material);
	for (size_t t = 0; t < collision.stress.size(); ++t)
	{
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
double StoredEnergy(const CrackPlanner::Data& data)
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

/// What a crack takes for each m^2, J/m^2 [Griffith21]: K_Ic^2 (1 - nu^2) / E.
double CrackEnergy(const Material& material)
{
	const double k = material.fractureToughness;
	return k * k * (1.0 - material.poissonRatio * material.poissonRatio) / material.youngModulus;
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

Status SolveStage(CrackPlanner::Data& data, TaskRunner& runner)
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
		solved = data.states.cracks.empty() ? SolveBody(data, *data.model, collision, resting, runner)
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
	if (first)
	{
		FindFirstFailure(data, collision, resting);
		data.payableArea = StoredEnergy(data) / CrackEnergy(data.material);
	}
	StartBatch(data);
	data.extendNext = 0;
	data.newCracks = 0;
	data.seedsTried = 0;
	data.grownArea = 0.0;
	data.banned.assign(data.body.lattice.tets.size(), 0);
	BanBesideCracks(data);
	data.freed.assign(data.body.lattice.tets.size(), 0);
	data.stage = data.states.cracks.empty() ? PlanStage::Seed : PlanStage::Extend;
	return Ok{};
}

// ---- Growing ----

void KeepOffNodes(std::span<double> field, double clearance)
{
	for (double& value : field)
	{
		if (std::abs(value) < clearance)
		{
			value = value < 0.0 ? -clearance : clearance;
		}
	}
}

/// Pieces that neither an impact nor a support touches have no load to break further; until the next solve shows it,
/// their stress is taken down.
void RelaxFreePieces(CrackPlanner::Data& data)
{
	const PlanLattice& lattice = data.body.lattice;
	const LatticePieces pieces = FindPieces(lattice, data.states);
	std::vector<uint8_t> touched(pieces.count, 0);
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		if (data.body.held[t] != 0 || data.impactDistance[t] <= 1.5 * lattice.cell)
		{
			for (const int32_t node : lattice.tets[t].v)
			{
				touched[pieces.ofNode[node]] = 1;
			}
		}
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

/// What a crack that has opened does to its surroundings.
void SettleCrack(CrackPlanner::Data& data, const CrackState& crack, double shieldLength)
{
	CrackDistance& distance = data.walkWorkspace.distance;
	ShieldStress(data.body.lattice, crack, data.impactDistance, shieldLength, data.stress, distance);
	for (const int32_t tet : distance.reached)
	{
		const double spacing = kSpacing * data.body.lattice.thickness[tet];
		if (distance.square[tet] < spacing * spacing)
		{
			CrackPlanner::Data::NearNormals& near = data.nearNormals[tet];
			if (near.count < near.kMost)
			{
				near.normal[near.count] = distance.facets[distance.facet[tet]].normal;
			}
			++near.count;
		}
	}
	if (FrontTets(data.body.lattice, data.states, crack).empty()) // else its ligaments hold
	{
		RelaxFreePieces(data);
	}
}

bool MayStartAt(CrackPlanner::Data& data, int32_t tet)
{
	const CrackPlanner::Data::NearNormals& near = data.nearNormals[tet];
	if (data.states.openCount[tet] != 0 || data.banned[tet] != 0 || near.count > near.kMost ||
		data.batches[tet] >= data.settings.batchesPerPiece)
	{
		return false;
	}
	const Vec3& n1 = data.stress.Principal(tet).direction;
	return std::none_of(near.normal,
		near.normal + near.count,
		[&](const Vec3& normal) { return std::abs(Dot(normal, n1)) > kLikeNormals; });
}

/// The tet with the most tension over its strength, at least 1; the lowest of equal ones. Bounds come first: only
/// where one is the largest left is the stress looked at.
int32_t FindSeed(CrackPlanner::Data& data)
{
	struct Bound
	{
		double ratio;
		int32_t tet;
	};
	const auto isWorse = [](const Bound& a, const Bound& b)
	{ return a.ratio != b.ratio ? a.ratio < b.ratio : a.tet > b.tet; };
	std::vector<Bound> heap;
	for (int32_t t = 0; t < data.body.lattice.TetCount(); ++t)
	{
		if (data.stress.LargestBound(t) >= data.latticeStrength[t])
		{
			heap.push_back({data.stress.LargestBound(t) / data.latticeStrength[t], t});
		}
	}
	std::make_heap(heap.begin(), heap.end(), isWorse);
	while (!heap.empty())
	{
		std::pop_heap(heap.begin(), heap.end(), isWorse);
		const Bound best = heap.back();
		heap.pop_back();
		const double ratio = data.stress.Principal(best.tet).largest / data.latticeStrength[best.tet];
		if (ratio < 1.0)
		{
			continue;
		}
		if (ratio < best.ratio)
		{
			heap.push_back({ratio, best.tet});
			std::push_heap(heap.begin(), heap.end(), isWorse);
		}
		else if (MayStartAt(data, best.tet))
		{
			return best.tet;
		}
	}
	return kNoIndex;
}

/// What came to nothing at one tet would at its neighbours too.
void BanSeeds(CrackPlanner::Data& data, int32_t tet)
{
	const PlanLattice& lattice = data.body.lattice;
	data.banned[tet] = 1;
	for (int32_t k = 0; k < 4; ++k)
	{
		const int32_t next = lattice.neighbour[4 * tet + k];
		if (next != kNoIndex)
		{
			data.banned[next] = 1;
		}
	}
}

/// A surface through the tet's middle, across its largest tension.
CrackState FitNewCrack(CrackPlanner::Data& data, int32_t seedTet)
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
		FitField({lattice, data.latticeStrength, seed, {}}, data.stress, crack.field, data.fitWorkspace);
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

/// Whether all of a tet is behind a crack that this one ends at.
bool IsBehind(const CrackPlanner::Data& data, const CrackState& crack, int32_t tet)
{
	const Tet& t = data.body.lattice.tets[tet];
	return std::any_of(crack.met.begin(),
		crack.met.end(),
		[&](const CrackStop& stop)
		{
			const CrackState& other = data.states.cracks[stop.crack];
			return std::all_of(t.v, t.v + 4, [&](int32_t v) { return other.IsPositive(v) != stop.positive; });
		});
}

/// Whether another crack that is open in a tet has the same surface there, of either sign.
bool IsOpenAlready(const CrackPlanner::Data& data, const CrackState& crack, int32_t tet)
{
	const PlanLattice& lattice = data.body.lattice;
	const Tet& t = lattice.tets[tet];
	for (int32_t k = 0; k < data.states.openCount[tet]; ++k)
	{
		const CrackState& other = data.states.cracks[data.states.openIds[tet][k]];
		for (const double sign : {1.0, -1.0})
		{
			if (std::all_of(t.v,
					t.v + 4,
					[&](int32_t v)
					{ return std::abs(crack.field[v] - sign * other.field[v]) < kSameSurface * lattice.cell; }))
			{
				return true;
			}
		}
	}
	return false;
}

/// Lets a crack that has opened run between grains instead, as far as it was open, give or take one of them.
void FollowGrains(CrackPlanner::Data& data, CrackState& crack, int32_t id)
{
	const PlanLattice& lattice = data.body.lattice;
	CrackDistance& distance = data.walkWorkspace.distance;
	MeasureCrackDistance(lattice, crack, data.grains.size, distance);
	std::vector<int32_t> near = distance.reached;
	std::sort(near.begin(), near.end());
	data.states.Close(crack, id, 0);
	crack.area = 0.0;
	BendToGrains(lattice, data.grains, data.settings.grainBias, crack.field);
	// Interfaces are the same for all cracks; a little apart, no two cracks have a corner in common.
	const double shift = kGrainShift * (1 + id % 5) * lattice.cell;
	for (double& value : crack.field)
	{
		value += shift;
	}
	KeepOffNodes(crack.field, kNodeClearance * lattice.cell);
	for (const int32_t tet : near)
	{
		if (IsCrossed(lattice, crack.field, tet) && data.states.openCount[tet] < kMaxCracksPerTet &&
			!IsBehind(data, crack, tet) && !IsOpenAlready(data, crack, tet))
		{
			data.states.Open(lattice, crack, id, tet);
		}
	}
}

void FinishBatch(CrackPlanner::Data& data)
{
	const bool again = data.grownArea > kLeastGrowth * data.paidArea && data.plan.solves < data.settings.maxSolves;
	data.stage = again ? PlanStage::Solve : PlanStage::Crush;
}

void SeedStage(CrackPlanner::Data& data)
{
	const int32_t id = static_cast<int32_t>(data.states.cracks.size());
	const bool full = data.newCracks >= data.settings.cracksPerSolve ||
		id >= data.settings.maxCracks + data.plan.damageCracks ||
		data.seedsTried >= kTriesPerCrack * data.settings.cracksPerSolve || data.paidArea >= data.payableArea;
	const int32_t seedTet = full ? kNoIndex : FindSeed(data);
	if (seedTet == kNoIndex)
	{
		FinishBatch(data);
		return;
	}
	++data.seedsTried;
	const SymmetricExtremes principal = data.stress.Principal(seedTet);
	CrackState crack = FitNewCrack(data, seedTet);
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
	data.states.cracks.push_back(std::move(crack));
	data.paidArea += data.states.cracks.back().area;
	data.grownArea += data.states.cracks.back().area;
	data.startedPieces[data.pieces.ofNode[data.body.lattice.tets[seedTet].v[0]]] = 1;
	++data.newCracks;
	SettleCrack(data, data.states.cracks.back(), kShieldLength);
}

/// Fits what is ahead of a crack anew, with the open part as it is, and lets it run on.
void ExtendStage(CrackPlanner::Data& data)
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
		[&](int32_t tet) { return data.stress.LargestBound(tet) > growthFactor * data.latticeStrength[tet]; });
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
		if (data.settings.rule == GrowthRule::FittedCracks)
		{
			const Vec3 seed = lattice.centroid[crack.seedTet];
			FitField({lattice, data.latticeStrength, seed, pinned}, data.stress, crack.field, data.fitWorkspace);
			KeepOffNodes(crack.field, kNodeClearance * lattice.cell);
		}
		opened = WalkCrack(lattice,
			data.stress,
			data.latticeStrength,
			MakeWalkSettings(data),
			data.states,
			crack,
			id,
			data.walkWorkspace);
	}
	data.states.cracks[id] = std::move(crack);
	data.paidArea += data.states.cracks[id].area - areaBefore;
	data.grownArea += data.states.cracks[id].area - areaBefore;
	if (opened > 0)
	{
		SettleCrack(data, data.states.cracks[id], 0.5 * kShieldLength);
	}
}

// ---- Finishing ----

void CrushStage(CrackPlanner::Data& data)
{
	GrainSet& all = data.plan.cracks.grains;
	const int32_t damageGrains = static_cast<int32_t>(all.seeds.size());
	for (size_t i = 0; i < data.collision.size(); ++i)
	{
		const int32_t left = data.settings.maxGrains + damageGrains - static_cast<int32_t>(all.seeds.size());
		const Vec3& impact = data.collision[i].point;
		const double radius = CrushedRadius(data.body.lattice, data.firstRatio, impact);
		if (left > 0 && radius > 0.0)
		{
			const GrainSet grains = MakeCrushedGrains(data.body.lattice, impact, radius, left, data.settings.seed + i);
			all.seeds.insert(all.seeds.end(), grains.seeds.begin(), grains.seeds.end());
			all.weights.insert(all.weights.end(), grains.weights.begin(), grains.weights.end());
			all.loose.insert(all.loose.end(), grains.loose.begin(), grains.loose.end());
		}
	}
	for (CrackState& state : data.states.cracks)
	{
		Crack& crack = data.plan.cracks.cracks.emplace_back();
		crack.field = std::move(state.field);
		crack.openTets = std::move(state.openTets);
		std::sort(crack.openTets.begin(), crack.openTets.end());
		crack.stops = std::move(state.met);
		std::sort(crack.stops.begin(),
			crack.stops.end(),
			[](const CrackStop& a, const CrackStop& b) { return a.crack < b.crack; });
		data.plan.openArea += state.area;
	}
	data.stage = PlanStage::Done;
}
} // namespace

Result<CrackPlanner> CrackPlanner::Create(const PlanBody& body,
	const StressModel& model,
	const Material& material,
	std::span<const double> tetStrength,
	const PlanLoads& loads,
	const PlanSettings& settings,
	const CrackSet* damage)
{
	return CreateWith(body, &model, material, tetStrength, loads, settings, damage);
}

Result<CrackPlanner> CrackPlanner::CreateFromStress(const PlanBody& body,
	std::vector<Sym3> collisionStress,
	std::vector<Sym3> restingStress,
	const Material& material,
	std::span<const double> tetStrength,
	std::span<const ContactImpulse> collision,
	const PlanSettings& settings,
	const CrackSet* damage)
{
	const size_t tets = body.GetData().stressMesh.tets.size();
	for (const std::vector<Sym3>* stress : {&collisionStress, &restingStress})
	{
		if (stress->size() != tets && !(stress == &restingStress && stress->empty()))
		{
			return Error{ErrorCode::InvalidSettings,
				"there are " + std::to_string(stress->size()) + " stresses for " + std::to_string(tets) + " tets"};
		}
	}
	PlanSettings once = settings;
	once.cracksPerSolve = (std::max)(settings.cracksPerSolve, OneSolvePlan().cracksPerSolve);
	once.maxSolves = 1;
	Result<CrackPlanner> planner = CreateWith(body, nullptr, material, tetStrength, {collision, {}}, once, damage);
	if (planner)
	{
		planner->m_data->givenStress = std::move(collisionStress);
		planner->m_data->givenResting = std::move(restingStress);
	}
	return planner;
}

Result<CrackPlanner> CrackPlanner::CreateWith(const PlanBody& body,
	const StressModel* model,
	const Material& material,
	std::span<const double> tetStrength,
	const PlanLoads& loads,
	const PlanSettings& settings,
	const CrackSet* damage)
{
	const PlanBody::Data& planBody = body.GetData();
	const size_t stressTets = planBody.stressMesh.tets.size();
	if (const Status valid = ValidateLimits(settings); !valid)
	{
		return valid.GetError();
	}
	if (const Status valid = ValidateMaterial(material); !valid)
	{
		return valid.GetError();
	}
	if (const Status valid = ValidateStrength(tetStrength, stressTets); !valid)
	{
		return valid.GetError();
	}
	if (const Status valid = damage != nullptr ? ValidateDamage(planBody.lattice, *damage) : Ok{}; !valid)
	{
		return valid.GetError();
	}
	auto data = std::make_unique<Data>(planBody, model);
	data->material = material;
	data->stress.SetMaterial(data->material);
	data->settings = settings;
	data->collision.assign(loads.collision.begin(), loads.collision.end());
	data->resting.assign(loads.resting.begin(), loads.resting.end());
	data->strength.assign(tetStrength.begin(), tetStrength.end());
	if (data->strength.empty())
	{
		data->strength.assign(stressTets, material.tensileStrength);
	}
	const PlanLattice& lattice = planBody.lattice;
	data->nearNormals.resize(lattice.tets.size());
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		data->latticeStrength.push_back(data->strength[planBody.stressTet[t]]);
		double nearest = std::numeric_limits<double>::infinity();
		for (const ContactImpulse& impact : loads.collision)
		{
			nearest = (std::min)(nearest, Length(lattice.centroid[t] - impact.point));
		}
		data->impactDistance.push_back(nearest);
	}
	if (settings.rule == GrowthRule::Grains)
	{
		data->grains = MakePlanGrains(lattice, material.grainSize, settings.seed, SerialRunner());
	}
	if (damage != nullptr)
	{
		TakeDamage(*damage, *data);
	}
	return CrackPlanner(std::move(data));
}

bool CrackPlanner::SolvesNext() const
{
	return m_data->stage == PlanStage::Solve;
}

Result<bool> CrackPlanner::Step(TaskRunner& runner)
{
	switch (m_data->stage)
	{
	case PlanStage::Solve:
		if (const Status solved = SolveStage(*m_data, runner); !solved)
		{
			return solved.GetError();
		}
		break;
	case PlanStage::Extend:
		ExtendStage(*m_data);
		break;
	case PlanStage::Seed:
		SeedStage(*m_data);
		break;
	case PlanStage::Crush:
		CrushStage(*m_data);
		break;
	case PlanStage::Done:
		break;
	}
	return m_data->stage == PlanStage::Done;
}

Result<CrackPlan> PlanCracks(const PlanBody& body,
	const StressModel& model,
	const Material& material,
	std::span<const double> tetStrength,
	const PlanLoads& loads,
	const PlanSettings& settings,
	TaskRunner& runner,
	const CrackSet* damage)
{
	Result<CrackPlanner> planner = CrackPlanner::Create(body, model, material, tetStrength, loads, settings, damage);
	if (!planner)
	{
		return planner.GetError();
	}
	for (;;)
	{
		const Result<bool> done = planner->Step(runner);
		if (!done)
		{
			return done.GetError();
		}
		if (*done)
		{
			return planner->Plan();
		}
	}
}
} // namespace FractureCore
