// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// From stress to cracks. [Bao07] section 7.1 opens a plane where a tet fails and leaves open how a crack goes on;
// [Smith01] breaks bonds one by one with a solve each. Here cracks are smooth surfaces fitted to the principal
// directions (FieldFit), opened as far as surplus tension pays for their area (CrackWalk), several from one solve, with
// each relieving the stress round it (Shield); then the cracked body is solved again (CutStressMesh). Real cracks too
// start before they feel each other, so batches look better than one crack a solve, and cost less.
#include "Plan/CrackPlanner.h"

#include "Math/StressAlgebra.h"
#include "Plan/CrushedZone.h"
#include "Plan/CutStressMesh.h"
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
			 Limit{"maxGrains", settings.maxGrains, 0}})
	{
		if (limit.value < limit.least)
		{
			return Error{ErrorCode::InvalidSettings,
				std::string(limit.name) + " is " + std::to_string(limit.value) + ", but must be at least " +
					std::to_string(limit.least)};
		}
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
	const CutStressMesh cut = MakeCutStressMesh(data.body, data.states);
	const Result<StressModel> model = StressModel::CreateCracked(data.model, cut.mesh, runner);
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
	for (size_t t = 0; t < collision.stress.size(); ++t)
	{
		const double strength = data.strength[t];
		const double compressiveFactor = data.material.compressiveFactor;
		const PrincipalStress& principal = collision.principal[t];
		// Without a resting load the general formula is one over this.
		const double ratio = (std::max)(principal.largest, -principal.smallest / compressiveFactor) / strength;
		const double load = !resting.empty() ? FailureLoad(resting[t], collision.stress[t], strength, compressiveFactor)
			: ratio > 0.0                    ? 1.0 / ratio
											 : std::numeric_limits<double>::infinity();
		if (load < data.plan.firstFailureLoad)
		{
			data.plan.firstFailureLoad = load;
			data.plan.firstFailureTet = static_cast<int32_t>(t);
		}
	}
	const PlanLattice& lattice = data.body.lattice;
	data.firstRatio.resize(lattice.tets.size());
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		data.firstRatio[t] =
			LoadRatio(data.stress.Principal(t), data.latticeStrength[t], data.material.compressiveFactor);
	}
}

Status SolveStage(CrackPlanner::Data& data, TaskRunner& runner)
{
	StressField& collision = data.field;
	std::vector<Sym3> resting;
	const bool first = data.plan.solves == 0;
	const Status solved = first ? SolveBody(data, data.model, collision, resting, runner)
								: SolveCracked(data, collision, resting, runner);
	if (!solved)
	{
		return solved;
	}
	++data.plan.solves;
	if (resting.empty())
	{
		data.stress.Reset(data.body, collision.stress, collision.principal);
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
	}
	data.extendNext = 0;
	data.newCracks = 0;
	data.seedsTried = 0;
	data.grew = false;
	data.banned.assign(data.body.lattice.tets.size(), 0);
	data.freed.assign(data.body.lattice.tets.size(), 0);
	data.stage = first ? PlanStage::Seed : PlanStage::Extend;
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
			data.nearNormals[tet].push_back(distance.facets[distance.facet[tet]].normal);
		}
	}
	RelaxFreePieces(data);
}

bool MayStartAt(CrackPlanner::Data& data, int32_t tet)
{
	const Vec3& n1 = data.stress.Principal(tet).direction;
	return data.states.openCount[tet] == 0 && data.banned[tet] == 0 &&
		std::none_of(data.nearNormals[tet].begin(),
			data.nearNormals[tet].end(),
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
		const double ratio = data.stress.LargestBound(t) / data.latticeStrength[t];
		if (ratio >= 1.0)
		{
			heap.push_back({ratio, t});
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
	return settings;
}

void FinishBatch(CrackPlanner::Data& data)
{
	const bool again = data.grew && data.plan.solves < data.settings.maxSolves;
	data.stage = again ? PlanStage::Solve : PlanStage::Crush;
}

void SeedStage(CrackPlanner::Data& data)
{
	const int32_t id = static_cast<int32_t>(data.states.cracks.size());
	const bool full = data.newCracks >= data.settings.cracksPerSolve || id >= data.settings.maxCracks ||
		data.seedsTried >= kTriesPerCrack * data.settings.cracksPerSolve;
	const int32_t seedTet = full ? kNoIndex : FindSeed(data);
	if (seedTet == kNoIndex)
	{
		FinishBatch(data);
		return;
	}
	++data.seedsTried;
	const SymmetricExtremes principal = data.stress.Principal(seedTet);
	CrackState crack = FitNewCrack(data, seedTet);
	const int32_t opened = IsCrossed(data.body.lattice, crack.field, seedTet) ? WalkCrack(data.body.lattice,
																					data.stress,
																					data.latticeStrength,
																					MakeWalkSettings(data),
																					data.states,
																					crack,
																					id,
																					data.walkWorkspace)
																			  : 0;
	if (opened < kLeastTets)
	{
		data.states.Close(crack, id, 0);
		data.banned[seedTet] = 1;
		return;
	}
	data.plan.origins.push_back({data.body.lattice.centroid[seedTet],
		principal.direction,
		principal.largest / data.latticeStrength[seedTet],
		data.plan.solves - 1});
	data.states.cracks.push_back(std::move(crack));
	++data.newCracks;
	data.grew = true;
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
	int32_t opened = 0;
	if (HasFreeFront(lattice, data.states, crack))
	{
		std::vector<uint8_t> pinned(lattice.nodes.size(), 0);
		for (const int32_t tet : crack.openTets)
		{
			for (const int32_t node : lattice.tets[tet].v)
			{
				pinned[node] = 1;
			}
		}
		if (data.settings.rule != GrowthRule::Planes)
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
	if (opened > 0)
	{
		data.grew = true;
		SettleCrack(data, data.states.cracks[id], 0.5 * kShieldLength);
	}
}

// ---- Finishing ----

void CrushStage(CrackPlanner::Data& data)
{
	GrainSet& all = data.plan.cracks.grains;
	for (size_t i = 0; i < data.collision.size(); ++i)
	{
		const int32_t left = data.settings.maxGrains - static_cast<int32_t>(all.seeds.size());
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
	const PlanSettings& settings)
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
	auto data = std::make_unique<Data>(planBody, model);
	data->material = material;
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
	TaskRunner& runner)
{
	Result<CrackPlanner> planner = CrackPlanner::Create(body, model, material, tetStrength, loads, settings);
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
