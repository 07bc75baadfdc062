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

// Rounds after which who was pushed goes back, and at last who is in the way stays where it was.
constexpr int32_t kPushedRounds = 2;
constexpr int32_t kGuardRounds = 30;

// Of the skin: so far straight ways may be from bent ones. Who turns faster than the parts allow is stopped instead.
constexpr double kMostBow = 0.1;
constexpr double kMostBentParts = 32.0;

struct GuardedPair
{
	BodyPair pair;
	const ContactPair* contact = nullptr; // null: none
	int32_t seen[2] = {0, 0};             // changes of the two flights at the last look
	FeatureHit hit;
	double time = 0.0;  // s, of the hit
	double speed = 0.0; // m/s there, of any point against the other body
	bool isIgnored = false;
	bool wasHit = false;
};

PlacedShape PlaceOf(const RigidBody& body, const BodyPlace& place)
{
	return {body.shape.get(), place.x, ToMatrix(place.q)};
}

/// Where a body is after `most` s, or when its flight ends.
PlacedShape PlaceAfter(const World::Data& world, const PlannedFlight& flight, int32_t index, double most = HUGE_VAL)
{
	const RigidBody& body = world.bodies[index];
	const double time = std::min(flight.time[index], most);
	if (!(time > 0.0))
	{
		return body.Place();
	}
	const Vec3 v = body.IsDynamic() ? flight.v[index] + flight.gravity * (0.5 * time) : flight.v[index];
	return {body.shape.get(), body.x + v * time, ToMatrix(TurnFreely(body, time).q)};
}

/// Where B is in A's frame after `time` s.
RelativePose PoseAfter(const World::Data& world, const PlannedFlight& flight, const BodyPair& pair, double time)
{
	return PoseInFrameOf(PlaceAfter(world, flight, pair.a, time), PlaceAfter(world, flight, pair.b, time));
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
	boxes.reserve(members.size());
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
		if (contact < world.pairs.size() && BodyPair{world.pairs[contact].a, world.pairs[contact].b} == pair)
		{
			guarded.contact = &world.pairs[contact];
		}
		pairs.push_back(guarded);
	}
	return pairs;
}

/// A part of the way of B in A's frame.
struct WayLeg
{
	RelativePose from;
	RelativePose to;
	double begin = 0.0; // s
	double end = 0.0;
};

/// Where pushes have moved the two, then where they fly together, then where one has stopped.
std::vector<WayLeg> LegsOf(
	const World::Data& world, std::span<const BodyPlace> from, const PlannedFlight& flight, const BodyPair& pair)
{
	RelativePose now = PoseInFrameOf(PlaceOf(world.bodies[pair.a], PlaceBefore(world, from, pair.a)),
		PlaceOf(world.bodies[pair.b], PlaceBefore(world, from, pair.b)));
	double time = 0.0;
	std::vector<WayLeg> legs;
	const auto add = [&](double until)
	{
		legs.push_back({now, PoseAfter(world, flight, pair, until), time, until});
		now = legs.back().to;
		time = until;
	};
	if (HasMoved(world, from, pair.a) || HasMoved(world, from, pair.b))
	{
		add(0.0);
	}
	const double timeA = flight.time[pair.a];
	const double timeB = flight.time[pair.b];
	for (const double until : {std::min(timeA, timeB), std::max(timeA, timeB)})
	{
		if (until > time)
		{
			add(until);
		}
	}
	return legs;
}

/// Looks along the legs of one pair.
class PairGuard
{
public:
	PairGuard(const World::Data& world, const PlannedFlight& flight, const BodyPair& pair, const ShellFeatures* known)
		: m_world(world), m_flight(flight), m_pair(pair), m_known(known)
	{
	}

	/// The first hit on a leg. `atStart` becomes what the two are apart there, if that is less than what is to be kept.
	FeatureHit Sweep(const WayLeg& leg, double kept, double& atStart) const
	{
		const FeatureHit straight = SweepStraight(leg.from, leg.to, kept, &atStart);
		const double time = leg.end - leg.begin;
		if (!straight.isHit || time == 0.0)
		{
			return straight;
		}
		// Two that turn, or fly about one that does, pass each other on bent ways, of which the straight one cuts
		// corners off. Half as long, a part is bent a quarter as much.
		const double parts =
			std::min(std::ceil(std::sqrt(BowOf(leg) / (kMostBow * PairSkin(A(), B())))), kMostBentParts);
		if (parts <= 1.0)
		{
			return straight;
		}
		RelativePose now = leg.from;
		for (double i = 0.0; i < parts; ++i)
		{
			const RelativePose next = PoseAfter(m_world, m_flight, m_pair, leg.begin + time * (i + 1.0) / parts);
			FeatureHit hit = SweepStraight(now, next, i == 0.0 ? kept : kKeptLater, nullptr);
			if (hit.isHit)
			{
				hit.share = (i + hit.share) / parts;
				return hit;
			}
			now = next;
		}
		return {};
	}

private:
	const RigidBody& A() const { return m_world.bodies[m_pair.a]; }
	const RigidBody& B() const { return m_world.bodies[m_pair.b]; }
	const ShellMesh& ShellA() const { return *A().shape->shell; }
	const ShellMesh& ShellB() const { return *B().shape->shell; }

	FeatureHit SweepStraight(const RelativePose& from, const RelativePose& to, double kept, double* atStart) const
	{
		const double apart = kGuardApart * PairSkin(A(), B());
		// A bent way may lead farther than what is known of the straight one.
		const bool areCovered =
			m_known != nullptr && m_known->Cover(ShellB(), from, apart) && m_known->Cover(ShellB(), to, apart);
		return areCovered ? SweepFeatures(ShellA(), ShellB(), *m_known, from, to, apart, kept)
						  : SweepShells(ShellA(), ShellB(), from, to, apart, kept, atStart);
	}

	/// m: how far the way is from a straight one, in the middle.
	double BowOf(const WayLeg& leg) const
	{
		const RelativePose straight = {
			(leg.from.rotation + leg.to.rotation) * 0.5, (leg.from.offset + leg.to.offset) * 0.5};
		return MostMotion(
			straight, PoseAfter(m_world, m_flight, m_pair, 0.5 * (leg.begin + leg.end)), ShellB().Nodes()[0].box);
	}

	const World::Data& m_world;
	const PlannedFlight& m_flight;
	BodyPair m_pair;
	const ShellFeatures* m_known; // that hold all that may meet; null: none do
};

void LookAtGuarded(
	const World::Data& world, std::span<const BodyPlace> from, const PlannedFlight& flight, GuardedPair& guarded)
{
	const BodyPair& pair = guarded.pair;
	guarded.hit = {};
	const RigidBody& a = world.bodies[pair.a];
	const RigidBody& b = world.bodies[pair.b];
	const ShellMesh& shellA = *a.shape->shell;
	const ShellMesh& shellB = *b.shape->shell;
	const Box& box = shellB.Nodes()[0].box;
	const std::vector<WayLeg> legs = LegsOf(world, from, flight, pair);
	double way = 0.0;
	for (const WayLeg& leg : legs)
	{
		way += MostMotion(leg.from, leg.to, box);
	}
	const bool isFromContacts = flight.isFromContacts;
	const double apart = kGuardApart * PairSkin(a, b);
	if (way == 0.0 || (isFromContacts && guarded.contact != nullptr && way + apart <= guarded.contact->apart))
	{
		return;
	}
	ShellFeatures* known = guarded.contact != nullptr ? guarded.contact->features.get() : nullptr;
	if (known != nullptr && known->isCrossed)
	{
		if (isFromContacts)
		{
			guarded.isIgnored = true;
			return;
		}
		known = nullptr;
	}
	const RelativePose& start = legs.front().from;
	const bool areCovered = known != nullptr && known->Cover(shellB, start, way + apart);
	const PairGuard guard(world, flight, pair, areCovered ? known : nullptr);
	double distance = apart;
	for (size_t i = 0; i < legs.size() && !guarded.hit.isHit; ++i)
	{
		const WayLeg& leg = legs[i];
		if (!areCovered && StayBesides(a.Place(), b.Place(), leg.from, leg.to, apart))
		{
			continue;
		}
		double atStart = apart;
		// What is given away of a distance is so once.
		guarded.hit = guard.Sweep(leg, isFromContacts && i == 0 ? kKeptShare : kKeptLater, atStart);
		distance = i == 0 ? atStart : distance;
		const double time = leg.end - leg.begin;
		guarded.time = leg.begin + guarded.hit.share * time;
		guarded.speed = time > 0.0 ? MostMotion(leg.from, leg.to, box) / time : 0.0;
	}
	if (!guarded.hit.isHit)
	{
		return;
	}
	const double touching = TouchingDistance(*a.shape, *b.shape);
	if (isFromContacts && known != nullptr)
	{
		guarded.isIgnored = areCovered && guarded.contact->apart < touching;
		return;
	}
	// Nobody looked at contacts here: these are the first to see the two at the start.
	distance = areCovered ? MeasureFeatures(shellA, shellB, *known, start, apart, nullptr) : distance;
	guarded.isIgnored =
		distance < touching || ((known == nullptr || known->mayCross) && DoCross(shellA, shellB, start));
	if (!isFromContacts && distance < apart)
	{
		guarded.time = 0.0;
	}
}

/// s for which the two may fly.
double TimeToFly(const World::Data& world, const GuardedPair& guarded)
{
	const double look = ShellLook(*world.bodies[guarded.pair.a].shape, *world.bodies[guarded.pair.b].shape);
	const double left = (1.0 - kGuardShare) * guarded.time;
	return guarded.time - (guarded.speed * left > kLeftOfLook * look ? kLeftOfLook * look / guarded.speed : left);
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
		8,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				LookAtGuarded(world, from, flight, pairs[i]);
			}
		});
	std::vector<int32_t> changes(world.bodies.size(), 0);
	// Flights only get shorter, and those of no length cross nothing: this ends. In a heap one stop leads to the next,
	// so each is seen to before the next pair is looked at.
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
			if (!guarded.hit.isHit || guarded.isIgnored)
			{
				continue;
			}
			if (!guarded.wasHit)
			{
				guarded.wasHit = true;
				hits.push_back({pair, guarded.hit.normal, guarded.hit.point});
			}
			bool isShortened = false;
			const double toFly = round >= kGuardRounds ? 0.0 : TimeToFly(world, guarded);
			for (const int32_t index : {pair.a, pair.b})
			{
				RigidBody& body = world.bodies[index];
				const bool mayStop = body.IsDynamic() || body.IsDriven();
				const bool goesBack =
					HasMoved(world, from, index) && (round >= kPushedRounds || flight.time[index] == 0.0);
				const bool hasStopped = round < kGuardRounds && flight.time[index] < guarded.time;
				if (!mayStop || ((hasStopped || flight.time[index] <= toFly) && !goesBack))
				{
					continue;
				}
				if (goesBack)
				{
					body.x = from[index].x;
					body.q = from[index].q;
					body.Refresh();
				}
				flight.time[index] = std::min(flight.time[index], toFly);
				isShortened = true;
				++changes[index];
				++world.report.clampedBodies;
			}
			guarded.isIgnored = !isShortened; // nobody can give way
			isClean = isClean && !isShortened;
		}
	}
	return hits;
}
} // namespace FractureCore
