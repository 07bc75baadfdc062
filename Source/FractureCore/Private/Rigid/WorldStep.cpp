// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The order of [Guendelman03]: collisions from velocities without the step's gravity, so that what rests does not
// bounce; gravity; contacts; positions. We deviate in three ways: bodies fly to their first hit before they collide, so
// that the outcome hardly depends on the step; contacts look ahead instead of waiting for overlap; and impulses are
// summed and clamped, so that a step may start from the last one.
#include "Rigid/BodyDent.h"
#include "Rigid/Collide.h"
#include "Rigid/Flight.h"
#include "Rigid/FractureStep.h"
#include "Rigid/PairUpdate.h"
#include "Rigid/RestingLoads.h"
#include "Rigid/Settle.h"
#include "Rigid/WorldData.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
void RemoveStrays(World::Data& world)
{
	const double radius = world.settings.worldRadius;
	for (const int32_t i : world.Active())
	{
		RigidBody& body = world.bodies[i];
		if (!body.isGone && body.IsDynamic() && !(LengthSquared(body.x) < radius * radius))
		{
			body.isGone = true;
			world.report.removed.push_back({body.id, RemovalReason::LeftTheWorld});
		}
	}
}

/// Makes room: fragments that sleep go first, then other fragments; of these the smallest half in the order of their
/// age.
void KeepLimit(World::Data& world)
{
	if (world.settings.maxBodies == 0)
	{
		return;
	}
	std::vector<int32_t> fragments;
	int32_t count = 0;
	for (size_t i = 0; i < world.bodies.size(); ++i)
	{
		const RigidBody& body = world.bodies[i];
		if (!body.isGone && body.IsDynamic())
		{
			++count;
			if (body.parent != kNoIndex)
			{
				fragments.push_back(static_cast<int32_t>(i));
			}
		}
	}
	const int32_t excess = std::min(count - world.settings.maxBodies, static_cast<int32_t>(fragments.size()));
	if (excess <= 0)
	{
		return;
	}
	std::vector<double> masses;
	masses.reserve(fragments.size());
	for (const int32_t i : fragments)
	{
		masses.push_back(world.bodies[i].mass);
	}
	std::nth_element(masses.begin(), masses.begin() + masses.size() / 2, masses.end());
	const double median = masses[masses.size() / 2];
	const auto rank = [&](int32_t i)
	{
		const RigidBody& body = world.bodies[i];
		return (body.isAsleep ? 0 : 2) + (body.mass <= median ? 0 : 1);
	};
	std::sort(fragments.begin(),
		fragments.end(),
		[&](int32_t p, int32_t q)
		{
			const RigidBody& first = world.bodies[p];
			const RigidBody& second = world.bodies[q];
			if (rank(p) != rank(q))
			{
				return rank(p) < rank(q);
			}
			if (first.bornStep != second.bornStep)
			{
				return first.bornStep < second.bornStep;
			}
			return first.mass != second.mass ? first.mass < second.mass : p < q;
		});
	for (int32_t k = 0; k < excess; ++k)
	{
		RigidBody& body = world.bodies[fragments[k]];
		const Box box = SweptBox(body, 0.0, 0.0);
		world.report.debris.push_back({body.id, 1, body.mass, body.v, body.AngularMomentum(), box.low, box.high});
		world.report.removed.push_back({body.id, RemovalReason::BodyLimit});
		world.WakeAround(body);
		body.isGone = true;
	}
}

/// Whether nothing moves and nothing is about to: who waits for a blow of the host is awake.
bool IsStill(World::Data& world)
{
	return world.openEvents.empty() && world.Active().empty();
}

void FinishStep(World::Data& world, double step)
{
	++world.steps;
	world.time += step;
	world.lastStep = step;
	world.report.time = world.time;
	world.report.waitingEvents = static_cast<int32_t>(world.openEvents.size());
	world.report.bodies = static_cast<int32_t>(world.bodies.size());
	const std::span<const int32_t> active = world.Active();
	world.report.awake = static_cast<int32_t>(
		std::count_if(active.begin(), active.end(), [&](int32_t i) { return world.bodies[i].IsDynamic(); }));
}
} // namespace

const StepReport& World::Step(double dt, TaskRunner& runner, const StepObserver& observer)
{
	Data& world = *m_data;
	FRACTURECORE_ASSERT(dt > 0.0 && dt <= 0.1);
	world.observer = observer;
	world.report = {};
	world.report.step = world.steps;
	if (IsStill(world))
	{
		FinishStep(world, dt);
		world.Enter(StepStage::Done);
		return world.report;
	}

	world.Enter(StepStage::Fracture);
	FractureAllowance allowance(world.settings.budget);
	ApplyDents(world);
	GatherRestingLoads(world, world.lastStep);
	GoOnWithEvents(world, allowance, dt, runner);
	TakePendingImpulses(world, allowance, dt, runner);
	BreakUnderLoads(world, allowance, dt, runner);

	world.Enter(StepStage::BroadPhase);
	FindPairsAndFields(world, dt, runner);
	world.Enter(StepStage::NarrowPhase);
	FlyToImpacts(world, dt, runner);
	world.report.pairs = static_cast<int32_t>(world.pairs.size());

	CollideAndBreak(world, allowance, dt, runner);
	world.report.fractureWork = allowance.Spent();

	world.Enter(StepStage::Contacts);
	RefreshFasterContacts(world, dt, runner);
	std::vector<Vec3> before(world.bodies.size());
	for (const int32_t i : world.Active())
	{
		RigidBody& body = world.bodies[i];
		before[i] = body.v;
		if (body.IsDynamic())
		{
			body.v += world.settings.gravity * (dt - body.clock);
		}
	}
	const std::vector<BodyPlace> places = PlacesOf(world);
	SettleContacts(world, dt);

	world.Enter(StepStage::Positions);
	FlyToEnd(world, dt, before, places, runner);
	const std::vector<int32_t> moved(world.Active().begin(), world.Active().end());
	UpdateSleep(world, dt);
	RemoveStrays(world);
	KeepLimit(world);
	if (!world.report.removed.empty())
	{
		world.DropGoneBodies();
	}
	world.RefreshStates(moved);
	FinishStep(world, dt);
	world.Enter(StepStage::Done);
	return world.report;
}
} // namespace FractureCore
