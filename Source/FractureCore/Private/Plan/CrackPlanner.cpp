// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// From stress to cracks. [Bao07] section 7.1 opens a plane where a tet fails and leaves open how a crack goes on;
// [Smith01] breaks bonds one by one with a solve each. Here cracks are smooth surfaces fitted to the principal
// directions (FieldFit), opened as far as surplus tension pays for their area (CrackWalk), several from one solve, with
// each relieving the stress round it (Shield); then the cracked body is solved again (OpenSides). Real cracks too
// start before they feel each other, so batches look better than one crack a solve, and cost less. This file has the
// order of the steps; PlanSolve and CrackGrowth do them.
#include "Plan/CrackPlanner.h"

#include "Plan/BondCracks.h"
#include "Plan/CrackGrowth.h"
#include "Plan/CrushedZone.h"
#include "Plan/Dicing.h"
#include "Plan/PlanChecks.h"
#include "Plan/PlanSolve.h"

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

PlanSettings BondsPlan()
{
	PlanSettings settings;
	settings.rule = GrowthRule::Bonds;
	settings.maxSolves = 40;
	return settings;
}

namespace
{
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

void AppendGrains(const GrainSet& grains, GrainSet& all)
{
	all.seeds.insert(all.seeds.end(), grains.seeds.begin(), grains.seeds.end());
	all.weights.insert(all.weights.end(), grains.weights.begin(), grains.weights.end());
	all.loose.insert(all.loose.end(), grains.loose.begin(), grains.loose.end());
}

/// A tempered body falls apart with its first crack, all of it. False: this one does not.
bool DiceStage(CrackPlanner::Data& data, TaskRunner& runner)
{
	if (data.plan.growth.empty())
	{
		return false;
	}
	const GrainSet grains =
		DiceBody(data.body.lattice, data.material, data.settings.maxGrains, data.settings.seed, runner);
	AppendGrains(grains, data.plan.cracks.grains);
	if (grains.seeds.empty())
	{
		return false;
	}
	data.plan.separationStep = 0;
	data.plan.separationLoad = data.plan.growth.front().load;
	return true;
}

void CrushStage(CrackPlanner::Data& data, TaskRunner& runner)
{
	GrainSet& all = data.plan.cracks.grains;
	const int32_t damageGrains = static_cast<int32_t>(all.seeds.size());
	const size_t crushed = DiceStage(data, runner) ? 0 : data.collision.size();
	for (size_t i = 0; i < crushed; ++i)
	{
		const int32_t left = data.settings.maxGrains + damageGrains - static_cast<int32_t>(all.seeds.size());
		const Vec3& impact = data.collision[i].point;
		const double radius = CrushedRadius(data.body.lattice, data.firstRatio, impact);
		if (left > 0 && radius > 0.0)
		{
			AppendGrains(MakeCrushedGrains(data.body.lattice, impact, radius, left, data.settings.seed + i), all);
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
	if (const Status valid = CheckPlanSettings(settings); !valid)
	{
		return valid.GetError();
	}
	if (const Status valid = ValidateMaterial(material); !valid)
	{
		return valid.GetError();
	}
	if (const Status valid = CheckPlanStrength(tetStrength, stressTets); !valid)
	{
		return valid.GetError();
	}
	if (const Status valid = damage != nullptr ? CheckPlanDamage(planBody.lattice, *damage) : Ok{}; !valid)
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
		if (planBody.held[t] != 0 || nearest <= 1.5 * lattice.cell)
		{
			data->touchedTets.push_back(t);
		}
	}
	if (settings.rule == GrowthRule::Grains)
	{
		data->grains = settings.weakness.grains.seeds.empty()
			? MakePlanGrains(lattice, material.grainSize, settings.seed, SerialRunner())
			: MakePlanGrains(lattice, settings.weakness, SerialRunner());
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
		if (const Status solved = SolvePlanStress(*m_data, runner); !solved)
		{
			return solved.GetError();
		}
		break;
	case PlanStage::Extend:
		ExtendNextCrack(*m_data, runner);
		break;
	case PlanStage::Seed:
		StartNextCrack(*m_data, runner);
		break;
	case PlanStage::Bonds:
		BreakNextBonds(*m_data);
		break;
	case PlanStage::Crush:
		CrushStage(*m_data, runner);
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
