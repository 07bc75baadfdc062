// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The last line against crossings: a body stops short as a whole. The places at the start of a flight are a state
// without crossings that is always at hand. What a body may still do from there is ShellRetarget's business.
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
// Of the way to a hit: so much is flown, for the others see another way then. On a long way no more is left than a
// share of what contacts see: who stops there stops beside what it hits.
constexpr double kGuardShare = 0.9;
constexpr double kLeftOfLook = 0.5;

// The first flights of a step may take a tenth of a distance that is too small already, but not the others: it would
// come to nothing before contacts have a say.
constexpr double kKeptLater = 0.999;

// Rounds after which who was pushed goes back, two that do not fly as long as each other do, so that a heap that falls
// together does so until the first of it hits, and at last who is in the way stays where it was.
constexpr int32_t kPushedRounds = 2;
constexpr int32_t kTogetherRounds = 3;
constexpr int32_t kGuardRounds = 12;

struct GuardedPair
{
	BodyPair pair;
	const ContactPair* contact = nullptr; // null: not looked at in this step
	int32_t seen[2] = {0, 0};             // changes of the two flights at the last look
	FeatureHit hit;
	double way = 0.0; // m, of any point against the other body, at the last look
	bool isIgnored = false;
	bool wasHit = false;
};

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

/// Where a body was: those at rest are where they are.
BodyPlace PlaceBefore(const World::Data& world, std::span<const BodyPlace> from, int32_t index)
{
	const RigidBody& body = world.bodies[index];
	return body.IsActive() ? from[index] : BodyPlace{body.x, body.q};
}

bool HasMoved(const World::Data& world, std::span<const BodyPlace> from, int32_t index)
{
	const RigidBody& body = world.bodies[index];
	return body.IsActive() && (body.x != from[index].x || body.q != from[index].q);
}

std::vector<GuardedPair> FindGuarded(World::Data& world, std::span<const BodyPlace> from, const PlannedFlight& flight)
{
	const std::vector<RigidBody>& bodies = world.bodies;
	const auto isMoving = [&](int32_t i)
	{ return bodies[i].IsActive() && (flight.time[i] > 0.0 || HasMoved(world, from, i)); };
	const auto hasParts = [&](int32_t i) { return bodies[i].shape->HasParts() && !bodies[i].shape->IsConvex(); };
	const auto boxOf = [&](int32_t i)
	{
		const double skin = bodies[i].shape->skin;
		Box box = BoxAround(
			BoxOfPlace(PlaceOf(bodies[i], PlaceBefore(world, from, i))), BoxOfPlace(PlaceAfter(world, flight, i)));
		box.low -= Vec3{skin, skin, skin};
		box.high += Vec3{skin, skin, skin};
		return box;
	};
	std::vector<int32_t> members(world.Active().begin(), world.Active().end());
	std::erase_if(members, hasParts);
	std::vector<Box> boxes;
	for (const int32_t i : members)
	{
		boxes.push_back(boxOf(i));
	}
	for (const int32_t i : world.broadPhase.FindResting(boxes, bodies))
	{
		if (!hasParts(i))
		{
			members.push_back(i);
			boxes.push_back(boxOf(i));
		}
	}
	std::vector<BodyPair> found;
	BoxTree tree;
	tree.Build(boxes);
	for (size_t k = 0; k < members.size(); ++k)
	{
		const RigidBody& body = bodies[members[k]];
		if (!isMoving(members[k]))
		{
			continue;
		}
		tree.Query(boxes[k],
			[&](int32_t item)
			{
				const RigidBody& other = bodies[members[item]];
				// Of two that move, the first finds the pair.
				const bool isFoundTwice = item < static_cast<int32_t>(k) && isMoving(members[item]);
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
		if (flight.isFromContacts && contact < world.pairs.size() &&
			BodyPair{world.pairs[contact].a, world.pairs[contact].b} == pair)
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
	const PlacedShape startA = PlaceOf(a, PlaceBefore(world, from, pair.a));
	const PlacedShape startB = PlaceOf(b, PlaceBefore(world, from, pair.b));
	const RelativePose start = PoseInFrameOf(startA, startB);
	const RelativePose end = PoseInFrameOf(PlaceAfter(world, flight, pair.a), PlaceAfter(world, flight, pair.b));
	const ShellMesh& shellA = *a.shape->shell;
	const ShellMesh& shellB = *b.shape->shell;
	const double apart = kGuardApart * PairSkin(a, b);
	const double way = MostMotion(start, end, shellB.Nodes()[0].box);
	guarded.way = way;
	if (way == 0.0 || (guarded.contact != nullptr && way + apart <= guarded.contact->apart))
	{
		return;
	}
	if (StayBesides(startA, startB, start, end, apart))
	{
		return;
	}
	const double kept = flight.isFromContacts ? kKeptShare : kKeptLater;
	const ShellFeatures* known = guarded.contact != nullptr ? guarded.contact->features.get() : nullptr;
	if (known != nullptr && known->isCrossed)
	{
		guarded.isIgnored = true;
		return;
	}
	if (known != nullptr && known->Cover(shellB, start, way + apart))
	{
		guarded.isIgnored = guarded.contact->apart < TouchingDistance(*a.shape, *b.shape);
		guarded.hit = SweepFeatures(shellA, *known, start, end, apart, kept);
	}
	else
	{
		guarded.hit = SweepShells(shellA, shellB, start, end, apart, kept);
	}
	if (guarded.hit.isHit && known == nullptr)
	{
		Vec3 axis;
		NearLeaves guess;
		const double distance = ShellDistance(shellA, shellB, start, apart, axis, guess);
		guarded.isIgnored = DoCross(shellA, shellB, start) || distance < TouchingDistance(*a.shape, *b.shape);
		if (!flight.isFromContacts && distance < apart)
		{
			guarded.hit.share = 0.0;
		}
	}
}

/// Of the way to where the two meet, so much may be flown.
double ShareToFly(const World::Data& world, const GuardedPair& guarded)
{
	const double look = ShellLook(*world.bodies[guarded.pair.a].shape, *world.bodies[guarded.pair.b].shape);
	const double left = std::min((1.0 - kGuardShare) * guarded.hit.share, kLeftOfLook * look / guarded.way);
	return guarded.hit.share - left;
}

/// What moves may be one, or hit one that stands.
bool MayMeetShells(World::Data& world)
{
	return !world.Active().empty() && world.broadPhase.HasShell(world.bodies);
}
} // namespace

std::vector<BodyPlace> PlacesOf(World::Data& world)
{
	std::vector<BodyPlace> places;
	if (!MayMeetShells(world))
	{
		return places;
	}
	places.resize(world.bodies.size());
	for (const int32_t i : world.Active())
	{
		places[i] = {world.bodies[i].x, world.bodies[i].q};
	}
	return places;
}

void FlyAsPlanned(World::Data& world, const PlannedFlight& plan)
{
	for (const int32_t i : world.Active())
	{
		RigidBody& body = world.bodies[i];
		const Vec3 end = body.v;
		body.v = plan.v[i];
		Fly(body, plan.time[i]);
		body.v = end;
	}
}

std::vector<ShellHit> KeepShellsApart(
	World::Data& world, std::span<const BodyPlace> from, PlannedFlight& flight, TaskRunner& runner)
{
	std::vector<ShellHit> hits;
	if (!MayMeetShells(world))
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
			const double toFly = ShareToFly(world, guarded);
			const double together = std::min(flight.time[pair.a], flight.time[pair.b]);
			const bool fliesApart = round >= kTogetherRounds && flight.time[pair.a] != flight.time[pair.b] &&
				world.bodies[pair.a].IsDynamic() && world.bodies[pair.b].IsDynamic();
			for (const int32_t index : {pair.a, pair.b})
			{
				RigidBody& body = world.bodies[index];
				const bool isMoved = HasMoved(world, from, index);
				const bool mayStop = body.IsDynamic() || body.IsDriven();
				if (!mayStop || (flight.time[index] == 0.0 && !isMoved))
				{
					continue;
				}
				if (isMoved && (round >= kPushedRounds || flight.time[index] == 0.0))
				{
					body.x = from[index].x;
					body.q = from[index].q;
					body.Refresh();
				}
				if (round >= kGuardRounds)
				{
					flight.time[index] = 0.0;
				}
				else
				{
					flight.time[index] = fliesApart ? together : flight.time[index] * toFly;
				}
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
} // namespace FractureCore
