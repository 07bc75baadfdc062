// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/FractureStep.h"

#include "Rigid/BodyBreak.h"
#include "Rigid/BodyDent.h"
#include "Rigid/Collide.h"
#include "Rigid/EventWork.h"
#include "Rigid/GiveBack.h"
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

// Hits one after the other within a step, of bodies that none of them breaks. The contacts stop what is left.
constexpr int32_t kMostHitRounds = 4;

struct FailedBody
{
	BodyImpact impact;
	BreakResult result;
	bool isDent = false;
};

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
	for (FailedBody& body : failed)
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

void GoOnWithEvents(World::Data& world, FractureAllowance& allowance, double step, TaskRunner& runner)
{
	const auto firstNew = static_cast<int32_t>(world.bodies.size());
	std::vector<OpenEvent> events = std::move(world.openEvents);
	world.openEvents.clear();
	for (OpenEvent& open : events)
	{
		const int32_t index = world.IndexOf(open.body);
		if (index == kNoIndex || world.bodies[index].isGone || !world.bodies[index].MayBreak())
		{
			continue;
		}
		if (world.HasOpenEvent(open.body) || !WorkOnEvent(world, open, allowance, runner))
		{
			world.openEvents.push_back(std::move(open));
			continue;
		}
		RigidBody& body = world.bodies[index];
		switch (open.verdict)
		{
		case ImpactVerdict::Broken:
			ApplyLateBreak(world, open);
			break;
		case ImpactVerdict::Cracked:
			ApplyLateCracks(world, open);
			break;
		case ImpactVerdict::Yields:
			open.impact.body = index;
			DentBody(world, open.impact, allowance, runner);
			break;
		case ImpactVerdict::Survived:
		case ImpactVerdict::Harmless:
		case ImpactVerdict::Waits:
			break;
		}
		if (open.impact.isResting && open.verdict != ImpactVerdict::Broken)
		{
			body.borneForce = open.impact.totalForce;
		}
	}
	// What began in this step goes before what did not.
	std::stable_sort(world.openEvents.begin(),
		world.openEvents.end(),
		[](const OpenEvent& p, const OpenEvent& q) { return p.hasBegun && !q.hasBegun; });
	if (firstNew < static_cast<int32_t>(world.bodies.size()))
	{
		AddPairsOfNewBodies(world, firstNew, step, runner);
	}
}

void TakePendingImpulses(World::Data& world, FractureAllowance& allowance, double step, TaskRunner& runner)
{
	std::vector<BodyImpact> impacts;
	for (const int32_t i : world.Active())
	{
		if (world.bodies[i].pending.empty() || world.bodies[i].isGone)
		{
			continue;
		}
		BodyImpact& impact = impacts.emplace_back();
		impact.body = i;
		for (const ContactImpulse& load : world.bodies[i].pending)
		{
			const double force = load.pulse.peakRate * Length(load.impulse);
			if (impact.loads.empty() || force > impact.peakForce)
			{
				impact.peakForce = force;
				impact.strongest = impact.loads.size();
			}
			impact.totalForce += force;
			impact.loads.push_back(load);
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
		const int32_t index = impact.body;
		RigidBody& body = world.bodies[index];
		OpenEvent open = MakeEvent(world, std::move(impact), {body.v, body.w});
		bool hasOpen = false;
		bool isTried = body.MayBreak() && open.impact.peakForce > 0.0 && !IsCovered(world, open.impact, hasOpen);
		if (isTried && IsHarmless(world, body, open.impact))
		{
			++world.report.harmlessImpacts;
			isTried = false;
		}
		if (isTried && !hasOpen && WorkOnEvent(world, open, allowance, runner) && open.verdict == ImpactVerdict::Broken)
		{
			ApplyBreak(world, open.impact, open.result, open.result.impulseFraction, {});
			continue;
		}
		TakeBlow(body, open);
		if (isTried && !open.isDone)
		{
			KeepForLater(world, std::move(open));
			continue;
		}
		if (open.verdict == ImpactVerdict::Cracked)
		{
			ApplyCracks(world, open.impact, open.result, {});
		}
		if (open.verdict == ImpactVerdict::Yields)
		{
			DentBody(world, open.impact, allowance, runner);
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
	int32_t hitRounds = 0;
	for (int32_t round = 0; round <= kMostBreakRounds; ++round)
	{
		world.Enter(StepStage::Collisions);
		if (!HasImpact(world.bodies, world.pairs, step))
		{
			return;
		}
		const VelocitySnapshot before(world);
		const CollidingRows solved = SolveCollisions(world, step);
		const std::vector<ContactRow>& rows = solved.rows;
		world.report.collisions += round == 0 ? static_cast<int32_t>(rows.size()) : 0;
		if (rows.empty() || round == kMostBreakRounds)
		{
			NoteBlows(world, rows, before);
			return;
		}
		world.Enter(StepStage::Fracture);
		survived.resize(world.bodies.size(), 0.0);
		std::vector<OpenEvent> tried;
		for (BodyImpact& impact : GatherImpacts(rows, world, step))
		{
			const int32_t index = impact.body;
			bool hasOpen = false;
			if (impact.peakForce <= survived[index] * kNewBlow || IsCovered(world, impact, hasOpen))
			{
				continue;
			}
			if (IsHarmless(world, world.bodies[index], impact))
			{
				survived[index] = impact.peakForce;
				++world.report.harmlessImpacts;
				continue;
			}
			OpenEvent open = MakeEvent(world, std::move(impact), {before.v[index], before.w[index]});
			if (hasOpen)
			{
				survived[index] = HUGE_VAL;
				KeepForLater(world, std::move(open));
				continue;
			}
			tried.push_back(std::move(open));
		}
		const std::vector<int32_t> torn = FindTornOff(rows, world, step);
		WorkOnEvents(world, tried, allowance, runner);
		std::vector<FailedBody> failed;
		std::vector<FailedBody> marked; // by cracks or dents
		for (OpenEvent& open : tried)
		{
			const int32_t index = open.impact.body;
			if (!open.isDone)
			{
				survived[index] = HUGE_VAL;
				KeepForLater(world, std::move(open));
				continue;
			}
			if (open.verdict != ImpactVerdict::Broken)
			{
				survived[index] = open.impact.peakForce;
			}
			switch (open.verdict)
			{
			case ImpactVerdict::Broken:
				failed.push_back({std::move(open.impact), std::move(open.result), false});
				break;
			case ImpactVerdict::Cracked:
			case ImpactVerdict::Yields:
				marked.push_back(
					{std::move(open.impact), std::move(open.result), open.verdict == ImpactVerdict::Yields});
				break;
			case ImpactVerdict::Survived:
			case ImpactVerdict::Harmless:
			case ImpactVerdict::Waits:
				break;
			}
		}
		const auto firstNew = static_cast<int32_t>(world.bodies.size());
		std::vector<uint8_t> isBroken(world.bodies.size(), 0);
		if (!failed.empty() || !torn.empty())
		{
			before.Restore(world.bodies);
			isBroken = BreakFailed(world, failed, rows);
		}
		for (const int32_t index : torn)
		{
			TearOff(world, index);
			isBroken[index] = 1;
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
		if (failed.empty() && torn.empty())
		{
			NoteBlows(world, rows, before);
			if (!solved.hasLater || ++hitRounds == kMostHitRounds)
			{
				return;
			}
			continue;
		}
		hitRounds = 0; // what was in the way no longer is
		AddPairsOfNewBodies(world, firstNew, step, runner);
	}
}
} // namespace FractureCore
