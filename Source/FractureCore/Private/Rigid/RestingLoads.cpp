// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A contact at rest presses all through the step, so impulse over step is its true force and the stress does not depend
// on the step [Bao07] section 6. Weight needs no load of its own in a body that only contacts hold: inertia relief
// takes the acceleration of the contacts' sum out, which is that of gravity with the other sign.
#include "Rigid/RestingLoads.h"

#include "Rigid/BodyBreak.h"
#include "Rigid/EventWork.h"
#include "Rigid/PairUpdate.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
// A load that has grown by less is the one that the body has borne.
constexpr double kGrownLoad = 1.05;

// m/s: what moves faster does not rest, whatever touches it.
constexpr double kRestSpeed = 0.5;

void AddRestingLoad(RigidBody& body, const ContactPoint& point, bool isA, double step)
{
	const double share = point.normalImpulse > 0.0 ? point.steadyImpulse / point.normalImpulse : 0.0;
	const Vec3 impulse = (point.normal * point.normalImpulse + point.tangentImpulse) * share;
	const Vec3 onBody = point.point + point.normal * (point.gap * (isA ? -0.5 : 0.5));
	ContactImpulse load;
	load.point = body.ToLocalPoint(onBody) + body.shape->mass.centre;
	load.impulse = Transposed(body.rotation) * (isA ? -impulse : impulse);
	load.pulse = RestingPulse(step);
	body.resting.push_back(load);
}

BodyImpact ImpactOfRest(const RigidBody& body, int32_t index)
{
	BodyImpact impact;
	impact.body = index;
	impact.isResting = true;
	for (const ContactImpulse& load : body.resting)
	{
		const double force = load.pulse.peakRate * Length(load.impulse);
		if (force > impact.peakForce)
		{
			impact.peakForce = force;
			impact.strongest = impact.loads.size();
		}
		impact.totalForce += force;
		impact.loads.push_back(load);
		impact.rows.push_back(kNoIndex);
	}
	return impact;
}
} // namespace

void GatherRestingLoads(World::Data& world, double lastStep)
{
	for (const BodyId id : world.loaded)
	{
		if (const int32_t index = world.IndexOf(id); index != kNoIndex)
		{
			world.bodies[index].resting.clear();
		}
	}
	world.loaded.clear();
	if (!(lastStep > 0.0))
	{
		return;
	}
	for (const ContactPair& pair : world.pairs)
	{
		for (const int32_t index : {pair.a, pair.b})
		{
			RigidBody& body = world.bodies[index];
			if (!body.MayBreak() || body.isGone || body.isAsleep || body.kind == BodyKind::Kinematic ||
				Length(body.v) + Length(body.w) * body.shape->radius > kRestSpeed)
			{
				continue;
			}
			for (const ContactPoint& point : pair.points)
			{
				if (point.steadyImpulse > 0.0)
				{
					AddRestingLoad(body, point, index == pair.a, lastStep);
				}
			}
			if (!body.resting.empty())
			{
				world.loaded.push_back(body.id);
			}
		}
	}
	std::sort(world.loaded.begin(), world.loaded.end());
	world.loaded.erase(std::unique(world.loaded.begin(), world.loaded.end()), world.loaded.end());
}

void BreakUnderLoads(World::Data& world, FractureAllowance& allowance, double step, TaskRunner& runner)
{
	const auto firstNew = static_cast<int32_t>(world.bodies.size());
	for (const BodyId id : world.loaded)
	{
		const int32_t i = world.IndexOf(id);
		if (i == kNoIndex || world.bodies[i].isGone || world.HasOpenEvent(id))
		{
			continue;
		}
		BodyImpact impact = ImpactOfRest(world.bodies[i], i);
		if (impact.totalForce <= kGrownLoad * world.bodies[i].borneForce)
		{
			continue;
		}
		if (IsHarmless(world, world.bodies[i], impact))
		{
			++world.report.harmlessImpacts;
			continue;
		}
		OpenEvent open = MakeEvent(world, std::move(impact), {world.bodies[i].v, world.bodies[i].w});
		if (!WorkOnEvent(world, open, allowance, runner))
		{
			if (open.hasBegun)
			{
				KeepForLater(world, std::move(open));
			}
			continue; // it presses on
		}
		switch (open.verdict)
		{
		case ImpactVerdict::Broken:
			ApplyBreak(world, open.impact, open.result, 0.0, {});
			break;
		case ImpactVerdict::Cracked:
			ApplyCracks(world, open.impact, open.result, {});
			world.bodies[i].borneForce = open.impact.totalForce;
			break;
		case ImpactVerdict::Survived:
		case ImpactVerdict::Yields:
		case ImpactVerdict::Harmless:
		case ImpactVerdict::Waits:
			world.bodies[i].borneForce = open.impact.totalForce;
			break;
		}
	}
	if (firstNew < static_cast<int32_t>(world.bodies.size()))
	{
		AddPairsOfNewBodies(world, firstNew, step, runner);
	}
}
} // namespace FractureCore
