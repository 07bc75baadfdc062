// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/OwedHits.h"

#include "Rigid/PairUpdate.h"
#include "Rigid/ShellContact.h"
#include "Rigid/ShellRetarget.h"

#include <algorithm>

namespace FractureCore
{
void OweShellHits(World::Data& world, std::span<const OwedHit> before, std::vector<ShellHit>& hits)
{
	const auto isOwed = [&](const ShellHit& hit)
	{
		const RigidBody& a = world.bodies[hit.pair.a];
		const RigidBody& b = world.bodies[hit.pair.b];
		const bool wasOwed = std::any_of(
			before.begin(), before.end(), [&](const OwedHit& old) { return old.a == a.id && old.b == b.id; });
		const bool mayBreak = a.MayBreak() || b.MayBreak();
		if (wasOwed || !mayBreak || !(ApproachAt(a, b, hit) < -world.settings.harmlessSpeed))
		{
			return false;
		}
		world.owedHits.push_back({a.id, b.id, hit.normal, hit.point});
		return true;
	};
	std::erase_if(hits, isOwed);
}

void AddOwedContacts(World::Data& world, double step)
{
	for (const OwedHit& owed : world.owedHits)
	{
		const BodyPair bodies = {world.IndexOf(owed.a), world.IndexOf(owed.b)};
		const int32_t index = IndexOfPair(world, bodies);
		if (index == kNoIndex || HasImpact(world.bodies, {&world.pairs[index], 1}, step))
		{
			continue;
		}
		const RigidBody& a = world.bodies[bodies.a];
		const RigidBody& b = world.bodies[bodies.b];
		// The two have moved since, if only to where others stopped them: what is not there is not hit.
		const Vec3 onA = NearestOnShell(a, a.ToWorldPoint(owed.point));
		const Vec3 onB = NearestOnShell(b, onA);
		if (Length(onB - onA) > ShellLook(*a.shape, *b.shape))
		{
			continue;
		}
		ContactPoint contact;
		contact.point = (onA + onB) * 0.5;
		contact.normal = a.rotation * owed.normal;
		contact.localA = a.ToLocalPoint(onA);
		world.pairs[index].points.push_back(contact);
	}
}
} // namespace FractureCore
