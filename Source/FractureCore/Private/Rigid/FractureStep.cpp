// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/FractureStep.h"

#include "Rigid/BodyDent.h"
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
	bool isDent = false;
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

bool IsHitByTaken(const BodyImpact& impact, std::span<const ContactRow> rows, std::span<const uint8_t> isTaken)
{
	return std::any_of(impact.rows.begin(),
		impact.rows.end(),
		[&](int32_t row) { return isTaken[rows[row].a == impact.body ? rows[row].b : rows[row].a] != 0; });
}

/// Breaks the bodies that failed, but for those that failed on one another: there the first to fail goes first, and the
/// other meets its pieces in the next round. Answers which bodies broke, 1 a body.
std::vector<uint8_t> BreakFailed(World::Data& world, std::vector<FailedBody>& failed, std::span<const ContactRow> rows)
{
	std::stable_sort(failed.begin(),
		failed.end(),
		[](const FailedBody& p, const FailedBody& q)
		{ return p.result.plan.firstFailureLoad < q.result.plan.firstFailureLoad; });
	std::vector<uint8_t> isTaken(world.bodies.size(), 0);
	for (const FailedBody& body : failed)
	{
		if (!IsHitByTaken(body.impact, rows, isTaken))
		{
			isTaken[body.impact.body] = 1;
			ApplyBreak(world, body.impact, body.result, body.result.impulseFraction, rows);
		}
	}
	return isTaken;
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
			impact.totalForce += force;
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
	for (BodyImpact& impact : impacts)
	{
		RigidBody& body = world.bodies[impact.body];
		BreakResult result;
		ImpactVerdict verdict = ImpactVerdict::Harmless;
		if (body.MayBreak() && impact.peakForce > 0.0)
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
		if (verdict == ImpactVerdict::Cracked)
		{
			ApplyCracks(world, impact, result, {});
		}
		if (verdict == ImpactVerdict::Yields)
		{
			DentBody(world, impact, allowance, runner);
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

void CollideAndBreak(World::Data& world, FractureAllowance& allowance, double step, TaskRunner& runner)
{
	world.stored.clear();
	std::vector<double> survived(world.bodies.size(), 0.0); // N, peak forces that a body stood in this step
	for (int32_t round = 0; round <= kMostBreakRounds; ++round)
	{
		world.Enter(StepStage::Collisions);
		const VelocitySnapshot before(world.bodies);
		const std::vector<ContactRow> rows = SolveCollisions(world, step);
		world.report.collisions += round == 0 ? static_cast<int32_t>(rows.size()) : 0;
		if (rows.empty() || round == kMostBreakRounds)
		{
			return;
		}
		world.Enter(StepStage::Fracture);
		survived.resize(world.bodies.size(), 0.0);
		std::vector<FailedBody> failed;
		std::vector<FailedBody> marked; // by cracks or dents
		for (BodyImpact& impact : GatherImpacts(rows, world, step))
		{
			if (impact.peakForce <= survived[impact.body] * 1.01)
			{
				continue;
			}
			BreakResult result;
			const BodyMotion motion = {before.v[impact.body], before.w[impact.body]};
			const ImpactVerdict verdict = TryToBreak(world, impact, motion, allowance, result, runner);
			switch (verdict)
			{
			case ImpactVerdict::Broken:
				failed.push_back({std::move(impact), std::move(result), false});
				break;
			case ImpactVerdict::Cracked:
			case ImpactVerdict::Yields:
				survived[impact.body] = impact.peakForce;
				marked.push_back({std::move(impact), std::move(result), verdict == ImpactVerdict::Yields});
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
		const auto firstNew = static_cast<int32_t>(world.bodies.size());
		std::vector<uint8_t> isBroken(world.bodies.size(), 0);
		if (!failed.empty())
		{
			before.Restore(world.bodies);
			isBroken = BreakFailed(world, failed, rows);
		}
		for (const FailedBody& body : marked)
		{
			// What broke on it did not push on as hard as it would have: the next round tells what it took.
			if (IsHitByTaken(body.impact, rows, isBroken))
			{
				survived[body.impact.body] = 0.0;
				continue;
			}
			if (body.isDent)
			{
				DentBody(world, body.impact, allowance, runner);
			}
			else
			{
				ApplyCracks(world, body.impact, body.result, rows);
			}
		}
		if (failed.empty())
		{
			return;
		}
		AddPairsOfNewBodies(world, firstNew, step, runner);
	}
}
} // namespace FractureCore
