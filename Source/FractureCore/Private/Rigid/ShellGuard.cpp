// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// [Bao07] section 3 lets the surfaces of thin shells deform where they would cross, and targets the rigid shape again
// in the next step. Here a body stops short as a whole: the places at the start of a step are a state without crossings
// that is always at hand, so that nothing needs to bend and what is drawn is what collides.
#include "Rigid/ShellGuard.h"

#include "Rigid/ConvexContact.h"
#include "Rigid/PairUpdate.h"
#include "Rigid/ShellContact.h"
#include "Rigid/ShellSweep.h"
#include "Rigid/ShellWalk.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Of the skin: as near as that is as good as touching.
constexpr double kGuardApart = 0.1;

// Of the way to a hit: so much is flown, for the others see another way then.
constexpr double kGuardShare = 0.9;

// Rounds after which who was pushed goes back, and who is in the way stays where it was.
constexpr int32_t kPushedRounds = 2;
constexpr int32_t kGuardRounds = 6;

// Of what is kept: nearer than this is touching, as bodies do that were put so; only contacts know what to do then.
constexpr double kTouching = 1.0e-4;

struct GuardedPair
{
	BodyPair pair;
	const ContactPair* contact = nullptr; // null: not looked at in this step
	int32_t seen[2] = {0, 0};             // changes of the two flights at the last look
	FeatureHit hit;
	bool isIgnored = false;
	bool wasHit = false;
};

/// m/s along a normal from A to B, at a point, both in A's frame; negative: closing.
double Approach(const RigidBody& a, const RigidBody& b, const Vec3& normal, const Vec3& point)
{
	const Vec3 at = a.ToWorldPoint(point);
	return Dot(a.rotation * normal, b.VelocityAt(at - b.x) - a.VelocityAt(at - a.x));
}

PlacedShape PlaceOf(const RigidBody& body, const BodyPlace& place)
{
	return {body.shape.get(), place.x, ToMatrix(place.q)};
}

PlacedShape PlaceAfter(const World::Data& world, const PlannedFlight& flight, int32_t index)
{
	const RigidBody& body = world.bodies[index];
	const double time = flight.time[index];
	if (!(time > 0.0))
	{
		return body.Place();
	}
	const Vec3 v = body.IsDynamic() ? flight.v[index] + flight.gravity * (0.5 * time) : flight.v[index];
	return {body.shape.get(), body.x + v * time, ToMatrix(TurnFreely(body, time).q)};
}

Box BoxOfPlace(const PlacedShape& place)
{
	const ShellWay way({place.rotation, place.x});
	return way.Around(Box{place.shape->low, place.shape->high});
}

std::vector<GuardedPair> FindGuarded(
	const World::Data& world, std::span<const BodyPlace> from, const PlannedFlight& flight)
{
	const std::vector<RigidBody>& bodies = world.bodies;
	std::vector<int32_t> members;
	std::vector<Box> boxes;
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		const RigidBody& body = bodies[i];
		if (body.isGone || (body.shape->HasParts() && !body.shape->IsConvex()))
		{
			continue;
		}
		const auto index = static_cast<int32_t>(i);
		const double skin = body.shape->skin;
		Box box = BoxAround(BoxOfPlace(PlaceOf(body, from[i])), BoxOfPlace(PlaceAfter(world, flight, index)));
		box.low -= Vec3{skin, skin, skin};
		box.high += Vec3{skin, skin, skin};
		members.push_back(index);
		boxes.push_back(box);
	}
	std::vector<BodyPair> found;
	BoxTree tree;
	tree.Build(boxes);
	for (size_t k = 0; k < members.size(); ++k)
	{
		const RigidBody& body = bodies[members[k]];
		if (!body.IsActive())
		{
			continue;
		}
		tree.Query(boxes[k],
			[&](int32_t item)
			{
				const RigidBody& other = bodies[members[item]];
				// Of two active ones, the first finds the pair.
				const bool isFoundTwice = other.IsActive() && item < static_cast<int32_t>(k);
				if (item != static_cast<int32_t>(k) && !isFoundTwice && MeetAsShells(*body.shape, *other.shape) &&
					(body.IsDynamic() || other.IsDynamic()))
				{
					found.push_back({std::min(members[k], members[item]), std::max(members[k], members[item])});
				}
			});
	}
	std::sort(found.begin(), found.end());
	std::vector<GuardedPair> pairs;
	pairs.reserve(found.size());
	size_t contact = 0;
	for (const BodyPair& pair : found)
	{
		while (contact < world.pairs.size() && BodyPair{world.pairs[contact].a, world.pairs[contact].b} < pair)
		{
			++contact;
		}
		GuardedPair guarded;
		guarded.pair = pair;
		if (contact < world.pairs.size() && BodyPair{world.pairs[contact].a, world.pairs[contact].b} == pair)
		{
			guarded.contact = &world.pairs[contact];
		}
		pairs.push_back(guarded);
	}
	return pairs;
}

void LookAtGuarded(
	const World::Data& world, std::span<const BodyPlace> from, const PlannedFlight& flight, GuardedPair& guarded)
{
	const BodyPair& pair = guarded.pair;
	guarded.hit = {};
	const RigidBody& a = world.bodies[pair.a];
	const RigidBody& b = world.bodies[pair.b];
	const RelativePose start = PoseInFrameOf(PlaceOf(a, from[pair.a]), PlaceOf(b, from[pair.b]));
	const RelativePose end = PoseInFrameOf(PlaceAfter(world, flight, pair.a), PlaceAfter(world, flight, pair.b));
	const ShellMesh& shellA = *a.shape->shell;
	const ShellMesh& shellB = *b.shape->shell;
	const double apart = kGuardApart * PairSkin(a, b);
	const double way = MostMotion(start, end, shellB.Nodes()[0].box);
	if (way == 0.0 || (guarded.contact != nullptr && way + apart <= guarded.contact->apart))
	{
		return;
	}
	if (StayBesides(PlaceOf(a, from[pair.a]), PlaceOf(b, from[pair.b]), start, end, apart))
	{
		return;
	}
	const ShellFeatures* known = guarded.contact != nullptr ? guarded.contact->features.get() : nullptr;
	if (known != nullptr && known->isCrossed)
	{
		guarded.isIgnored = true;
		return;
	}
	if (known != nullptr && known->Cover(shellB, start, way + apart))
	{
		guarded.isIgnored = guarded.contact->apart < kTouching * apart;
		guarded.hit = SweepFeatures(shellA, *known, start, end, apart);
	}
	else
	{
		guarded.hit = SweepShells(shellA, shellB, start, end, apart);
	}
	if (guarded.hit.isHit && known == nullptr)
	{
		Vec3 axis;
		NearLeaves guess;
		guarded.isIgnored = DoCross(shellA, shellB, start) ||
			ShellDistance(shellA, shellB, start, apart, axis, guess) < kTouching * apart;
	}
}
} // namespace

std::vector<BodyPlace> PlacesOf(std::span<const RigidBody> bodies)
{
	std::vector<BodyPlace> places;
	places.reserve(bodies.size());
	for (const RigidBody& body : bodies)
	{
		places.push_back({body.x, body.q});
	}
	return places;
}

std::vector<ShellHit> KeepShellsApart(
	World::Data& world, std::span<const BodyPlace> from, PlannedFlight& flight, TaskRunner& runner)
{
	std::vector<ShellHit> hits;
	if (std::none_of(world.bodies.begin(),
			world.bodies.end(),
			[](const RigidBody& body) { return body.shape->isShell && body.IsActive(); }))
	{
		return hits;
	}
	std::vector<GuardedPair> pairs = FindGuarded(world, from, flight);
	for (const GuardedPair& guarded : pairs)
	{
		MakeShells(*world.bodies[guarded.pair.a].shape, *world.bodies[guarded.pair.b].shape);
	}
	ParallelFor(runner,
		static_cast<int64_t>(pairs.size()),
		16,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				LookAtGuarded(world, from, flight, pairs[i]);
			}
		});
	std::vector<int32_t> changes(world.bodies.size(), 0);
	// Flights only get shorter, and those of no length cross nothing: this ends.
	bool isClean = false;
	for (int32_t round = 0; !isClean; ++round)
	{
		isClean = true;
		for (GuardedPair& guarded : pairs)
		{
			const BodyPair& pair = guarded.pair;
			if (guarded.isIgnored)
			{
				continue;
			}
			if (guarded.seen[0] != changes[pair.a] || guarded.seen[1] != changes[pair.b])
			{
				guarded.seen[0] = changes[pair.a];
				guarded.seen[1] = changes[pair.b];
				LookAtGuarded(world, from, flight, guarded);
			}
			if (!guarded.hit.isHit)
			{
				continue;
			}
			if (!guarded.wasHit)
			{
				guarded.wasHit = true;
				hits.push_back({pair, guarded.hit.normal, guarded.hit.point});
			}
			bool isShortened = false;
			for (const int32_t index : {pair.a, pair.b})
			{
				RigidBody& body = world.bodies[index];
				const bool isMoved = body.x != from[index].x || body.q != from[index].q;
				if (!body.IsDynamic() || (flight.time[index] == 0.0 && !isMoved))
				{
					continue;
				}
				if (isMoved && (round >= kPushedRounds || flight.time[index] == 0.0))
				{
					body.x = from[index].x;
					body.q = from[index].q;
					body.Refresh();
				}
				const double share = round < kGuardRounds ? kGuardShare * guarded.hit.share : 0.0;
				flight.time[index] *= share;
				isShortened = true;
				++changes[index];
				++world.report.clampedBodies;
			}
			guarded.isIgnored = !isShortened; // something driven comes through
			isClean = isClean && !isShortened;
		}
	}
	return hits;
}

void OweShellHits(World::Data& world, std::vector<ShellHit>& hits)
{
	std::vector<OwedHit> owed;
	const auto isOwed = [&](const ShellHit& hit)
	{
		const RigidBody& a = world.bodies[hit.pair.a];
		const RigidBody& b = world.bodies[hit.pair.b];
		const bool wasOwed = std::any_of(world.owedHits.begin(),
			world.owedHits.end(),
			[&](const OwedHit& old) { return old.a == a.id && old.b == b.id; });
		const bool mayBreak = a.MayBreak() || b.MayBreak();
		if (wasOwed || !mayBreak || !(Approach(a, b, hit.normal, hit.point) < -world.settings.harmlessSpeed))
		{
			return false;
		}
		owed.push_back({a.id, b.id, hit.normal, hit.point});
		return true;
	};
	std::erase_if(hits, isOwed);
	world.owedHits = std::move(owed);
}

void AddOwedContacts(World::Data& world, double step)
{
	for (const OwedHit& owed : world.owedHits)
	{
		const BodyPair bodies = {world.IndexOf(owed.a), world.IndexOf(owed.b)};
		const auto pair = std::lower_bound(world.pairs.begin(),
			world.pairs.end(),
			bodies,
			[](const ContactPair& p, const BodyPair& q) {
				return BodyPair{p.a, p.b} < q;
			});
		if (pair == world.pairs.end() || pair->a != bodies.a || pair->b != bodies.b ||
			HasImpact(world.bodies, {&*pair, 1}, step))
		{
			continue;
		}
		const RigidBody& a = world.bodies[bodies.a];
		ContactPoint contact;
		contact.point = a.ToWorldPoint(owed.point);
		contact.normal = a.rotation * owed.normal;
		contact.localA = owed.point;
		pair->points.push_back(contact);
	}
}

void StopShellHits(std::span<RigidBody> bodies, std::span<const ShellHit> hits)
{
	for (const ShellHit& hit : hits)
	{
		RigidBody& a = bodies[hit.pair.a];
		RigidBody& b = bodies[hit.pair.b];
		const Vec3 normal = a.rotation * hit.normal;
		const Vec3 point = a.ToWorldPoint(hit.point);
		const Vec3 rA = point - a.x;
		const Vec3 rB = point - b.x;
		const double approach = Approach(a, b, hit.normal, hit.point);
		const Vec3 turnA = Cross(rA, normal);
		const Vec3 turnB = Cross(rB, normal);
		const double mobility = a.inverseMass + b.inverseMass + Dot(turnA, a.inverseInertiaWorld * turnA) +
			Dot(turnB, b.inverseInertiaWorld * turnB);
		if (approach < 0.0 && mobility > 0.0)
		{
			const Vec3 impulse = normal * (-approach / mobility);
			a.Push(rA, -impulse);
			b.Push(rB, impulse);
		}
	}
}
} // namespace FractureCore
