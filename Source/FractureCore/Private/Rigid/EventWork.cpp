// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/EventWork.h"

#include "Rigid/EventTask.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Events that are worked on at once: enough for the threads, few enough for the memory.
constexpr size_t kSideBySide = 16;

/// Whether an event has begun or may do so.
bool MayGoOn(const RigidBody& body, OpenEvent& open, FractureAllowance& allowance)
{
	if (!open.hasBegun)
	{
		if (!allowance.MayBegin(NextTask(body, open).work))
		{
			return false;
		}
		allowance.Begin();
		open.hasBegun = true;
	}
	return true;
}

void TellOfTask(World::Data& world, const EventTask& task, const RigidBody& body, const OpenEvent& open)
{
	world.report.piecesMadeReady += task.kind == EventTaskKind::Bake && !open.baker ? 1 : 0;
	world.report.stressEvents += task.kind == EventTaskKind::Begin ? 1 : 0;
	if (world.report.firstError.empty())
	{
		world.report.firstError = open.error;
	}
	world.areStatesStale |= !body.MayBreak();
}

/// Task by task, so that a clock knows what it measures: the earliest that any event has to do, of all that have it to
/// do.
void WorkSideBySide(World::Data& world, std::span<OpenEvent> events, FractureAllowance& allowance, TaskRunner& runner)
{
	struct Turn
	{
		OpenEvent* open = nullptr;
		RigidBody* body = nullptr;
		EventTask task;
		int64_t spent = 0;
	};
	while (true)
	{
		std::vector<Turn> turns;
		for (OpenEvent& open : events)
		{
			RigidBody& body = world.bodies[world.IndexOf(open.body)];
			if (open.isDone || !MayGoOn(body, open, allowance))
			{
				continue;
			}
			const EventTask task = NextTask(body, open);
			if (!turns.empty() && task < turns.front().task)
			{
				turns.clear();
			}
			if (turns.empty() || !(turns.front().task < task))
			{
				turns.push_back({&open, &body, task});
			}
		}
		if (turns.empty())
		{
			return;
		}
		world.Enter(turns.front().task.stage);
		TaskRunner& inner = turns.size() > 1 ? SerialRunner() : runner;
		ParallelFor(runner,
			static_cast<int64_t>(turns.size()),
			1,
			[&](int64_t begin, int64_t)
			{
				Turn& turn = turns[begin];
				turn.spent = DoTask(*turn.body, *turn.open, inner);
			});
		for (const Turn& turn : turns)
		{
			allowance.Spend(turn.spent);
			TellOfTask(world, turn.task, *turn.body, *turn.open);
		}
	}
}
} // namespace

bool IsHarmless(const World::Data& world, const RigidBody& body, const BodyImpact& impact)
{
	if (impact.isResting && impact.totalForce < body.harmlessForce)
	{
		return true;
	}
	const bool isFromHost = impact.rows[impact.strongest] == kNoIndex;
	const bool isSlow = !isFromHost && impact.closingSpeed < world.settings.harmlessSpeed;
	if (body.breakable == nullptr)
	{
		return isSlow || impact.totalForce < body.harmlessForce;
	}
	// The map is of the body without its cracks, and knows nothing of dents.
	if (body.fragility == nullptr || body.damage != nullptr || body.MayDent())
	{
		return isSlow;
	}
	const Result<double> bound = BoundLoadRatio(*body.breakable, *body.fragility, impact.loads);
	if (!bound || !(*bound < 1.0))
	{
		return false;
	}
	if (impact.isResting || body.resting.empty())
	{
		return true;
	}
	const Result<double> atRest = BoundLoadRatio(*body.breakable, *body.fragility, body.resting);
	return atRest && *bound + *atRest < 1.0;
}

OpenEvent MakeEvent(const World::Data& world, BodyImpact impact, const BodyMotion& motion)
{
	const RigidBody& body = world.bodies[impact.body];
	OpenEvent open;
	open.body = body.id;
	open.impact = std::move(impact);
	open.motion = {Transposed(body.rotation) * motion.velocity, Transposed(body.rotation) * motion.angularVelocity};
	open.bornStep = world.steps;
	return open;
}

bool WorkOnEvent(World::Data& world, OpenEvent& open, FractureAllowance& allowance, TaskRunner& runner)
{
	RigidBody& body = world.bodies[world.IndexOf(open.body)];
	if (!MayGoOn(body, open, allowance))
	{
		return false;
	}
	while (!open.isDone)
	{
		const EventTask task = NextTask(body, open);
		if (!allowance.Has(task.work))
		{
			break;
		}
		world.Enter(task.stage);
		allowance.Spend(DoTask(body, open, runner));
		TellOfTask(world, task, body, open);
	}
	world.Enter(StepStage::Fracture);
	return open.isDone;
}

void WorkOnEvents(World::Data& world, std::span<OpenEvent> events, FractureAllowance& allowance, TaskRunner& runner)
{
	if (!allowance.IsUnlimited())
	{
		for (OpenEvent& open : events)
		{
			WorkOnEvent(world, open, allowance, runner);
		}
		return;
	}
	for (size_t first = 0; first < events.size(); first += kSideBySide)
	{
		WorkSideBySide(world, events.subspan(first, std::min(kSideBySide, events.size() - first)), allowance, runner);
	}
	world.Enter(StepStage::Fracture);
}

void KeepForLater(World::Data& world, OpenEvent open)
{
	if (world.settings.budget.eventsPerStep == 0)
	{
		return;
	}
	std::vector<OpenEvent>& all = world.openEvents;
	const auto weaker = std::find_if(
		all.begin(), all.end(), [&](const OpenEvent& event) { return event.body == open.body && !event.hasBegun; });
	if (weaker != all.end() && !open.hasBegun)
	{
		all.erase(weaker);
	}
	open.impact.rows.assign(open.impact.rows.size(), kNoIndex);
	const auto at = std::find_if(all.begin(),
		all.end(),
		[&](const OpenEvent& event)
		{ return !event.hasBegun && (open.hasBegun || event.impact.peakForce < open.impact.peakForce); });
	all.insert(at, std::move(open));
}

bool IsCovered(const World::Data& world, const BodyImpact& impact, bool& hasOpen)
{
	double strongest = 0.0;
	hasOpen = false;
	for (const OpenEvent& open : world.openEvents)
	{
		if (open.body == world.bodies[impact.body].id)
		{
			hasOpen = true;
			strongest = std::max(strongest, open.impact.peakForce);
		}
	}
	return hasOpen && impact.peakForce <= kNewBlow * strongest;
}
} // namespace FractureCore
