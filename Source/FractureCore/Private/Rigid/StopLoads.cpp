// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/StopLoads.h"

#include "Rigid/EventWork.h"
#include "Rigid/ImpactLoads.h"

#include <algorithm>
#include <map>

namespace FractureCore
{
namespace
{
struct StoppedBody
{
	BodyImpact impact;
	std::vector<BlowPart> parts;
};

void AddStopLoad(const World::Data& world, const ShellStop& stop, int32_t index, StoppedBody& stopped)
{
	const bool isA = stop.a == index;
	const RigidBody& a = world.bodies[stop.a];
	const RigidBody& b = world.bodies[stop.b];
	const RigidBody& body = isA ? a : b;
	const RigidBody& other = isA ? b : a;
	const Vec3 impulse = stop.normal * (isA ? -stop.impulse : stop.impulse);
	ContactImpulse load;
	load.point = (isA ? stop.localA : stop.localB) + body.shape->mass.centre;
	load.impulse = Transposed(body.rotation) * impulse;
	const double compression = stop.impulse / (1.0 + stop.restitution); // N s, the rest is its rebound
	load.pulse = PulseOfBlow(a, b, stop.normal, {stop.closing, compression / stop.closing, stop.restitution});
	BodyImpact& impact = stopped.impact;
	impact.body = index;
	const double force = load.pulse.peakRate * stop.impulse;
	if (impact.loads.empty() || force > impact.peakForce)
	{
		impact.peakForce = force;
		impact.strongest = impact.loads.size();
		impact.closingSpeed = stop.closing;
		impact.restitution = stop.restitution;
	}
	impact.totalForce += force;
	impact.closingEnergy += 0.5 * stop.closing * compression;
	impact.loads.push_back(load);
	impact.rows.push_back(0); // not of the host
	BlowPart part;
	part.other = other.id;
	part.fromBody = isA ? stop.fromA : stop.fromB;
	part.fromOther = isA ? stop.fromB : stop.fromA;
	part.impulse = impulse;
	part.lost = 0.5 * stop.closing * stop.impulse * (1.0 - stop.restitution);
	stopped.parts.push_back(part);
}
} // namespace

void KeepStopLoads(World::Data& world, std::span<const ShellStop> stops, const VelocitySnapshot& before, double step)
{
	std::map<int32_t, StoppedBody> stopped; // by body
	for (const ShellStop& stop : stops)
	{
		for (const auto& [index, other] : {std::pair{stop.a, stop.b}, std::pair{stop.b, stop.a}})
		{
			const RigidBody& body = world.bodies[index];
			if (stop.impulse > 0.0 && stop.closing > 0.0 && !body.isGone && body.MayBreak() &&
				body.kind != BodyKind::Kinematic && !IsSameBlow(body, world.bodies[other], world.time, step))
			{
				AddStopLoad(world, stop, index, stopped[index]);
			}
		}
	}
	for (auto& [index, blow] : stopped)
	{
		const RigidBody& body = world.bodies[index];
		bool hasOpen = false;
		if (IsCovered(world, blow.impact, hasOpen))
		{
			continue;
		}
		if (IsHarmless(world, body, blow.impact))
		{
			++world.report.harmlessImpacts;
			continue;
		}
		OpenEvent open = MakeEvent(world, std::move(blow.impact), {before.v[index], before.w[index]});
		open.parts = std::move(blow.parts);
		KeepForLater(world, std::move(open));
	}
}
} // namespace FractureCore
