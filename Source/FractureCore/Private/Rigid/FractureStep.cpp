// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/FractureStep.h"

#include "Rigid/Collide.h"
#include "Rigid/PairUpdate.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// A chain of breaks within one step: striker through plug through the next wall. What is left waits for the next step.
constexpr int32_t kMostBreakRounds = 16;

struct FailedBody
{
	BodyImpact impact;
	BreakResult result;
};

/// What a budget has no room for stays with the body, for the next step. It has taken the impulses by then.
void KeepForLater(World::Data& world, const BodyImpact& impact)
{
	++world.report.waitingEvents;
	RigidBody& body = world.bodies[impact.body];
	body.pending.clear();
	for (const ContactImpulse& load : impact.loads)
	{
		body.pending.push_back({load, impact.restitution, true});
	}
}

/// Breaks the bodies that failed, but for those that failed on one another: there the first to fail goes first, and the
/// other meets its pieces in the next round.
void BreakFailed(World::Data& world, std::vector<FailedBody>& failed, std::span<const ContactRow> rows)
{
	std::stable_sort(failed.begin(),
		failed.end(),
		[](const FailedBody& p, const FailedBody& q)
		{ return p.result.plan.firstFailureLoad < q.result.plan.firstFailureLoad; });
	std::vector<uint8_t> isTaken(world.bodies.size(), 0);
	for (const FailedBody& body : failed)
	{
		bool isFree = true;
		for (const int32_t row : body.impact.rows)
		{
			isFree &= isTaken[rows[row].a == body.impact.body ? rows[row].b : rows[row].a] == 0;
		}
		if (isFree)
		{
			isTaken[body.impact.body] = 1;
			ApplyBreak(world, body.impact, body.result, body.result.impulseFraction, rows);
		}
	}
}
} // namespace

void TakePendingImpulses(World::Data& world, FractureAllowance& allowance, double step, TaskRunner& runner)
{
	std::vector<BodyImpact> impacts;
	for (size_t i = 0; i < world.bodies.size(); ++i)
	{
		if (world.bodies[i].pending.empty() || world.bodies[i].isGone)
		{
			continue;
		}
		BodyImpact& impact = impacts.emplace_back();
		impact.body = static_cast<int32_t>(i);
		for (const PendingImpulse& pending : world.bodies[i].pending)
		{
			const double force = pending.load.pulse.peakRate * Length(pending.load.impulse);
			if (impact.loads.empty() || force > impact.peakForce)
			{
				impact.peakForce = force;
				impact.strongest = impact.loads.size();
				impact.restitution = pending.restitution;
			}
			impact.isSpent = pending.isSpent;
			impact.loads.push_back(pending.load);
			impact.rows.push_back(kNoIndex);
		}
		world.bodies[i].pending.clear();
	}
	std::stable_sort(impacts.begin(),
		impacts.end(),
		[](const BodyImpact& p, const BodyImpact& q) { return p.peakForce > q.peakForce; });
	const auto firstNew = static_cast<int32_t>(world.bodies.size());
	for (const BodyImpact& impact : impacts)
	{
		RigidBody& body = world.bodies[impact.body];
		BreakResult result;
		ImpactVerdict verdict = ImpactVerdict::Harmless;
		if (body.breakable != nullptr && impact.peakForce > 0.0)
		{
			verdict = TryToBreak(world, impact, {body.v, body.w}, allowance, result, runner);
		}
		if (verdict == ImpactVerdict::Broken)
		{
			ApplyBreak(world, impact, result, impact.isSpent ? 0.0 : result.impulseFraction, {});
			continue;
		}
		for (const ContactImpulse& load : impact.loads)
		{
			const Vec3 r = body.rotation * (load.point - body.shape->mass.centre);
			body.Push(r, impact.isSpent ? Vec3{} : body.rotation * load.impulse);
		}
		if (verdict == ImpactVerdict::Waits)
		{
			KeepForLater(world, impact);
		}
	}
	if (firstNew < static_cast<int32_t>(world.bodies.size()))
	{
		AddPairsOfNewBodies(world, firstNew, step, runner);
	}
}

void CollideAndBreak(
	World::Data& world, FractureAllowance& allowance, double step, TaskRunner& runner, const StepObserver& observer)
{
	const auto enter = [&](StepStage stage)
	{
		if (observer.enter != nullptr)
		{
			observer.enter(observer.user, stage);
		}
	};
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
			const BodyMotion motion = {before.v[impact.body], before.w[impact.body]};
			switch (TryToBreak(world, impact, motion, allowance, result, runner))
			{
			case ImpactVerdict::Broken:
				failed.push_back({std::move(impact), std::move(result)});
				break;
			case ImpactVerdict::Waits:
				survived[impact.body] = HUGE_VAL;
				KeepForLater(world, impact);
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
		const auto firstNew = static_cast<int32_t>(world.bodies.size());
		BreakFailed(world, failed, rows);
		AddPairsOfNewBodies(world, firstNew, step, runner);
	}
}
} // namespace FractureCore
