// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/FractureStep.h"

#include "FractureCore/ImpactLoading.h"
#include "Rigid/Collide.h"
#include "Rigid/ImpactLoads.h"
#include "Rigid/PairUpdate.h"
#include "Rigid/PieceSpawn.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// A chain of breaks within one step: striker through plug through the next wall. What is left waits for the next step.
constexpr int32_t kMostBreakRounds = 16;

/// What one step may still spend on stress.
struct FractureAllowance
{
	int32_t events = 0;
	int64_t tets = 0;
	bool hasBegun = false;

	bool Has(const Breakable& breakable) const
	{
		if (events <= 0)
		{
			return false;
		}
		return !hasBegun || static_cast<int64_t>(breakable.Object().tets.tets.size()) <= tets;
	}
	void Take(const Breakable& breakable, int32_t solves)
	{
		--events;
		tets -= static_cast<int64_t>(breakable.Object().tets.tets.size()) * std::max(solves, 1);
		hasBegun = true;
	}
};

enum class ImpactVerdict : uint8_t
{
	Harmless,
	Survived,
	Broken,
	Waits,
};

struct FailedBody
{
	BodyImpact impact;
	BreakResult result;
};

/// Whether an impact may be passed over without a solve.
bool IsHarmless(const World::Data& world, const RigidBody& body, const BodyImpact& impact)
{
	if (body.fragility == nullptr)
	{
		return impact.closingSpeed < world.settings.harmlessSpeed;
	}
	const Result<double> bound = BoundLoadRatio(body.breakable->Stress(), *body.fragility, impact.loads);
	return bound && *bound < 1.0;
}

FractureReport ReportOfImpact(const World::Data& world, const BodyImpact& impact, std::span<const ContactRow> rows)
{
	const RigidBody& body = world.bodies[impact.body];
	FractureReport report;
	report.parent = body.id;
	report.pose = PoseOf(body);
	report.closingSpeed = impact.closingSpeed;
	report.loads = impact.loads;
	const ContactImpulse& load = impact.loads[impact.strongest];
	report.point = ToWorld(report.pose, load.point);
	report.impulse = body.rotation * load.impulse;
	const int32_t row = impact.rows[impact.strongest];
	if (row != kNoIndex)
	{
		report.striker = world.bodies[rows[row].a == impact.body ? rows[row].b : rows[row].a].id;
	}
	return report;
}

ImpactVerdict TryToBreak(
	World::Data& world, const BodyImpact& impact, FractureAllowance& allowance, TaskRunner& runner, BreakResult& result)
{
	const RigidBody& body = world.bodies[impact.body];
	if (IsHarmless(world, body, impact))
	{
		++world.report.harmlessImpacts;
		return ImpactVerdict::Harmless;
	}
	if (!allowance.Has(*body.breakable))
	{
		return ImpactVerdict::Waits;
	}
	Impact event;
	event.loads.collision = impact.loads;
	event.restitution = impact.restitution;
	BreakSettings settings = world.settings.breaking;
	settings.plan.seed ^= body.seed;
	Result<BreakResult> broken = BreakBody(*body.breakable, event, settings, runner);
	++world.report.stressEvents;
	if (!broken)
	{
		if (world.report.firstError.empty())
		{
			world.report.firstError = "body " + std::to_string(body.id) + ": " + broken.GetError().message;
		}
		allowance.Take(*body.breakable, 1);
		return ImpactVerdict::Survived;
	}
	allowance.Take(*body.breakable, broken->plan.solves);
	result = std::move(*broken);
	return result.separated && !result.fragments.empty() ? ImpactVerdict::Broken : ImpactVerdict::Survived;
}

double EnergyOf(std::span<const RigidBody> bodies, std::span<const int32_t> which)
{
	double sum = 0.0;
	for (const int32_t body : which)
	{
		sum += bodies[body].inverseMass > 0.0 ? bodies[body].KineticEnergy() : 0.0;
	}
	return sum;
}

/// Pushes body and strikers by the share of the impulses that passed before the break, and puts the pieces in its
/// place.
void ApplyBreak(World::Data& world, const FailedBody& failed, std::span<const ContactRow> rows)
{
	FractureReport report = ReportOfImpact(world, failed.impact, rows);
	std::vector<int32_t> involved = {failed.impact.body};
	for (const int32_t row : failed.impact.rows)
	{
		involved.push_back(rows[row].a == failed.impact.body ? rows[row].b : rows[row].a);
	}
	std::sort(involved.begin(), involved.end());
	involved.erase(std::unique(involved.begin(), involved.end()), involved.end());
	const double before = EnergyOf(world.bodies, involved);
	const double share = failed.result.impulseFraction;
	for (const int32_t index : failed.impact.rows)
	{
		const ContactRow& row = rows[index];
		const Vec3 impulse = RowImpulse(row) * share;
		world.bodies[row.a].Push(row.rA, -impulse);
		world.bodies[row.b].Push(row.rB, impulse);
	}
	report.lostEnergy = before - EnergyOf(world.bodies, involved);
	report.separated = true;
	report.impulse *= share;
	report.impulseFraction = share;
	report.firstFailureLoad = failed.result.plan.firstFailureLoad;
	report.crackArea = failed.result.plan.openArea;
	report.solves = failed.result.plan.solves;
	report.hash = failed.result.hash;
	SpawnPieces(world, failed.impact.body, failed.result, report);
	world.report.fractures.push_back(std::move(report));
}
} // namespace

void CollideAndBreak(World::Data& world, double step, TaskRunner& runner, const StepObserver& observer)
{
	const auto enter = [&](StepStage stage)
	{
		if (observer.enter != nullptr)
		{
			observer.enter(observer.user, stage);
		}
	};
	FractureAllowance allowance = {world.settings.budget.eventsPerStep, world.settings.budget.solvedTetsPerStep, false};
	std::vector<double> survived(world.bodies.size(), 0.0); // N, peak forces that a body stood in this step
	for (int32_t round = 0; round <= kMostBreakRounds; ++round)
	{
		enter(StepStage::Collisions);
		const VelocitySnapshot before(world.bodies);
		const std::vector<ContactRow> rows = SolveCollisions(world, step);
		world.report.collisions += round == 0 ? static_cast<int32_t>(rows.size()) : 0;
		if (rows.empty() || round == kMostBreakRounds)
		{
			return;
		}
		enter(StepStage::Fracture);
		survived.resize(world.bodies.size(), 0.0);
		std::vector<FailedBody> failed;
		for (BodyImpact& impact : GatherImpacts(rows, world))
		{
			if (impact.peakForce <= survived[impact.body] * 1.01)
			{
				continue;
			}
			BreakResult result;
			switch (TryToBreak(world, impact, allowance, runner, result))
			{
			case ImpactVerdict::Broken:
				failed.push_back({std::move(impact), std::move(result)});
				break;
			case ImpactVerdict::Waits:
				++world.report.waitingEvents;
				survived[impact.body] = HUGE_VAL;
				break;
			case ImpactVerdict::Survived:
			case ImpactVerdict::Harmless:
				survived[impact.body] = impact.peakForce;
				break;
			}
		}
		if (failed.empty())
		{
			return;
		}
		before.Restore(world.bodies);
		// Of two that break on each other, the first to fail goes first; the other meets its pieces in the next round.
		std::stable_sort(failed.begin(),
			failed.end(),
			[](const FailedBody& p, const FailedBody& q)
			{ return p.result.plan.firstFailureLoad < q.result.plan.firstFailureLoad; });
		std::vector<uint8_t> isTaken(world.bodies.size(), 0);
		const auto firstNew = static_cast<int32_t>(world.bodies.size());
		for (const FailedBody& body : failed)
		{
			bool isFree = true;
			for (const int32_t row : body.impact.rows)
			{
				const int32_t other = rows[row].a == body.impact.body ? rows[row].b : rows[row].a;
				isFree &= isTaken[other] == 0;
			}
			if (isFree)
			{
				isTaken[body.impact.body] = 1;
				ApplyBreak(world, body, rows);
			}
		}
		AddPairsOfNewBodies(world, firstNew, step, runner);
	}
}
} // namespace FractureCore
