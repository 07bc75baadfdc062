// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Every body has a clock: how much of the step it has flown. Impulses act at one point of the world, whatever the two
// clocks say, and free flight changes no momentum, so linear and angular momentum stay exact.
#include "Rigid/Flight.h"

#include "Rigid/FirstHit.h"
#include "Rigid/OwedHits.h"
#include "Rigid/PairUpdate.h"
#include "Rigid/ShellContact.h"
#include "Rigid/ShellGuard.h"
#include "Rigid/ShellRetarget.h"
#include "Rigid/StopLoads.h"
#include "Rigid/Sweep.h"
#include "Rigid/Tumble.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace FractureCore
{
namespace
{
constexpr int32_t kClampRounds = 6;

// Of the thinner body: what two bodies in contact may move between two looks at them.
constexpr double kLookShare = 0.5;
constexpr int32_t kMostLooks = 256;

// Of the time that is left: who gets no farther is stuck. Contacts should have held who is in contact.
constexpr double kStuckShare = 0.05;
constexpr double kFlightHeldShare = 0.5;
constexpr double kSpinLeft = 0.25;

// Rounds in which shells go on besides what stopped them. Each is another search of all that still flies.
constexpr int32_t kRetargetRounds = 2;

// Steps of free fall that make no more speed than what rests may have.
constexpr double kRestingSteps = 2.0;

/// Two bodies in each other's way; stuck if they got nowhere in the step.
struct StuckPair
{
	BodyPair pair;
	bool isStuck = false;
};

/// Wakes the groups of sleepers that something restless touches or will hit. True: there were some. What lies quietly
/// on a sleeper lets it sleep: in a heap some always settle a little.
bool WakeTouched(World::Data& world, std::span<const Flight> flights)
{
	bool hasWoken = false;
	for (size_t i = 0; i < flights.size(); ++i)
	{
		const ContactPair& pair = world.pairs[i];
		double least = flights[i].hit >= 0.0 ? -HUGE_VAL : HUGE_VAL;
		for (const ContactPoint& point : pair.points)
		{
			least = std::min(least, point.room);
		}
		if (least > PairSkin(world.bodies[pair.a], world.bodies[pair.b]))
		{
			continue;
		}
		for (const auto& [body, other] : {std::pair{pair.a, pair.b}, std::pair{pair.b, pair.a}})
		{
			const RigidBody& toucher = world.bodies[other];
			if (world.bodies[body].isAsleep && (toucher.quietTime == 0.0 || toucher.IsDriven()))
			{
				world.Wake(world.bodies[body]);
				hasWoken = true;
			}
		}
	}
	return hasWoken;
}
/// Pairs of fast bodies with whatever is in their way.
std::vector<BodyPair> FastPairs(World::Data& world, std::span<const double> limits, TaskRunner& runner)
{
	const std::vector<RigidBody>& bodies = world.bodies;
	std::vector<int32_t> fast;
	for (const int32_t i : world.Active())
	{
		if (IsFast(bodies[i], limits[i]))
		{
			fast.push_back(i);
		}
	}
	if (fast.empty())
	{
		return {};
	}
	std::vector<BodyPair> pairs = world.broadPhase.FindPairsOf(fast, bodies, limits, runner);
	for (const BodyPair& pair : pairs)
	{
		for (RigidShape* shape : {bodies[pair.a].shape.get(), bodies[pair.b].shape.get()})
		{
			if (shape->LacksField())
			{
				shape->MakeField();
			}
		}
	}
	return pairs;
}

const ContactPair* FindContactPair(const World::Data& world, const BodyPair& pair)
{
	const auto at = std::lower_bound(world.pairs.begin(),
		world.pairs.end(),
		pair,
		[](const ContactPair& p, const BodyPair& q) {
			return BodyPair{p.a, p.b} < q;
		});
	return at != world.pairs.end() && at->a == pair.a && at->b == pair.b ? &*at : nullptr;
}

bool IsInContact(const World::Data& world, const BodyPair& pair)
{
	const ContactPair* contacts = FindContactPair(world, pair);
	return contacts != nullptr && !contacts->points.empty();
}

/// When a pair that is in contact would overlap: contacts hold it, unless it turns or slides beyond what they see.
/// Looks at moments between which nothing moves farther than half of the thinner body, or than the two are apart.
/// Negative: not in that time.
double TimeOfOverlap(const FlightPath& a, const FlightPath& b, double time)
{
	const double thinner = std::min(a.body->shape->thickness, b.body->shape->thickness);
	const double reach = kLookShare * thinner;
	const double travel = ClosingBound(*a.body, *b.body, time);
	if (travel < thinner)
	{
		return -1.0; // the next step still finds it on this side
	}
	FlightCursor cursorA(a);
	FlightCursor cursorB(b);
	Vec3 axis;
	double apartAt = 0.0;
	double now = 0.0;
	for (int32_t look = 0; look <= kMostLooks; ++look)
	{
		const double left = travel * (1.0 - now / time);
		const PlacedShape placeA = cursorA.At(now);
		const PlacedShape placeB = cursorB.At(now);
		const double distance = BoundDistance(placeA, placeB, std::max(left, reach), axis).distance;
		if (distance <= 0.0)
		{
			// What overlaps to begin with is the contacts' business.
			return look == 0 ? -1.0 : apartAt;
		}
		if (now >= time || distance > left)
		{
			return -1.0;
		}
		apartAt = now;
		now = std::min(now + time * std::max(reach, distance) / travel, time);
	}
	return apartAt;
}

/// Two bodies go on as one: linear and angular momentum stay, what moved them against each other is lost. The last
/// resort where contacts alone would hold two bodies in the way of each other for good; [Bridson02] calls it an impact
/// zone.
void MoveAsOne(RigidBody& a, RigidBody& b, bool isStuck)
{
	if (!a.IsDynamic() || !b.IsDynamic())
	{
		RigidBody& mover = a.IsDynamic() ? a : b;
		const RigidBody& other = a.IsDynamic() ? b : a;
		// Ground takes the spin, which contacts cannot follow, and lets it fly: along straight lines they hold it.
		mover.w = other.w + (mover.w - other.w) * (isStuck ? 0.0 : kSpinLeft);
		return;
	}
	const double mass = a.mass + b.mass;
	const Vec3 centre = (a.x * a.mass + b.x * b.mass) / mass;
	const Vec3 velocity = (a.v * a.mass + b.v * b.mass) / mass;
	Vec3 spin;
	Mat3 inertia;
	for (const RigidBody* body : {&a, &b})
	{
		const Mat3 own = body->rotation * (body->inertia * Transposed(body->rotation));
		const Vec3 r = body->x - centre;
		spin += own * body->w + Cross(r, body->v) * body->mass;
		inertia += own + (Mat3::Identity() * LengthSquared(r) + Mat3::Outer(r, r) * -1.0) * body->mass;
	}
	const Vec3 turning = InverseSymmetric(inertia) * spin;
	for (RigidBody* body : {&a, &b})
	{
		body->v = velocity + Cross(turning, body->x - centre);
		body->w = turning;
	}
}

/// What two bodies that fly so long do to each other.
struct FlightLook
{
	double limits[2] = {-1.0, -1.0}; // s
	double hit = -1.0;               // s, negative: none
	bool isHeld = false;
};

void LookAtFlight(const World::Data& world, const BodyPair& pair, std::span<const double> limits, FlightLook& look)
{
	if (look.limits[0] == limits[pair.a] && look.limits[1] == limits[pair.b])
	{
		return; // nothing is new
	}
	look.limits[0] = limits[pair.a];
	look.limits[1] = limits[pair.b];
	const RigidBody& a = world.bodies[pair.a];
	const RigidBody& b = world.bodies[pair.b];
	const FlightPath pathA = {&a, a.v, limits[pair.a]};
	const FlightPath pathB = {&b, b.v, limits[pair.b]};
	const double time = std::max(limits[pair.a], limits[pair.b]);
	if (MeetAsShells(*a.shape, *b.shape))
	{
		return; // kept apart triangle by triangle
	}
	Vec3 axis;
	look.isHeld = IsInContact(world, pair);
	look.hit = look.isHeld ? TimeOfOverlap(pathA, pathB, time) : TimeOfImpact(pathA, pathB, time, PairSkin(a, b), axis);
}

/// Shortens flights, s, of what would pass through something. Pairs that hold each other up from the very start are
/// stuck.
void LimitFlights(World::Data& world, std::span<double> limits, std::vector<StuckPair>& stuck, TaskRunner& runner)
{
	const std::vector<RigidBody>& bodies = world.bodies;
	const std::vector<BodyPair> pairs = FastPairs(world, limits, runner);
	// Most pairs are looked at once, by all threads; those of bodies that were stopped short again, one after the
	// other.
	std::vector<FlightLook> looks(pairs.size());
	ParallelFor(runner,
		static_cast<int64_t>(pairs.size()),
		16,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				LookAtFlight(world, pairs[i], limits, looks[i]);
			}
		});
	bool isClamped = !pairs.empty();
	for (int32_t round = 0; round < kClampRounds && isClamped; ++round)
	{
		isClamped = false;
		for (size_t i = 0; i < pairs.size(); ++i)
		{
			const BodyPair& pair = pairs[i];
			const double time = std::max(limits[pair.a], limits[pair.b]);
			LookAtFlight(world, pair, limits, looks[i]);
			const double hit = looks[i].hit;
			if (hit >= 0.0 && hit < (looks[i].isHeld ? kFlightHeldShare : kStuckShare) * time)
			{
				stuck.push_back({pair, hit < kStuckShare * time});
			}
			for (const int32_t body : {pair.a, pair.b})
			{
				if (hit >= 0.0 && limits[body] > hit && bodies[body].IsDynamic())
				{
					limits[body] = hit;
					isClamped = true;
					++world.report.clampedBodies;
				}
			}
		}
	}
}

/// What two bodies that go on as one had from each other, as a blow at the nearest of their contacts, if they had any.
void AddBlowOfPair(
	const World::Data& world, const BodyPair& pair, const BodyMotion (&before)[2], std::vector<ShellStop>& blows)
{
	const ContactPair* contacts = FindContactPair(world, pair);
	if (contacts == nullptr || contacts->points.empty())
	{
		return;
	}
	const RigidBody& a = world.bodies[pair.a];
	const RigidBody& b = world.bodies[pair.b];
	const ContactPoint& nearest = *std::min_element(contacts->points.begin(),
		contacts->points.end(),
		[](const ContactPoint& p, const ContactPoint& q) { return p.room < q.room; });
	const Vec3 change = b.IsDynamic() ? (b.v - before[1].velocity) * b.mass : (before[0].velocity - a.v) * a.mass;
	ShellStop blow;
	blow.a = pair.a;
	blow.b = pair.b;
	blow.onA = nearest.point - nearest.normal * (0.5 * nearest.gap);
	blow.onB = nearest.point + nearest.normal * (0.5 * nearest.gap);
	blow.normal = Normalised(change);
	blow.impulse = Length(change);
	blow.closing = std::max(Dot(blow.normal, before[0].velocity - before[1].velocity), 0.0);
	blow.NotePlaces(a, b);
	blows.push_back(blow);
}

/// Flies all active bodies as planned, at the planned velocities, which need not be their own.
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

/// [Bao07] section 3: what shells stopped short of does not keep them from going on where it lets them. `left` s are
/// the rest of each flight. Hits that are owed to the next step end their bodies' flights; answers the others.
std::vector<ShellHit> GoOnBesidesHits(World::Data& world,
	double step,
	std::vector<ShellHit> hits,
	std::vector<double>& left,
	std::vector<StuckPair>& stuck,
	std::vector<ShellStop>& blows,
	TaskRunner& runner)
{
	const std::vector<OwedHit> before = std::move(world.owedHits);
	world.owedHits.clear();
	std::vector<ShellHit> held;
	std::vector<ShellHit> fast;
	// m: who comes no closer lies or leans there, which is the contacts' business.
	const double slow = kRestingSteps * Length(world.settings.gravity) * step * step;
	for (int32_t round = 0; round <= kRetargetRounds; ++round)
	{
		OweShellHits(world, before, hits);
		for (const OwedHit& owed : world.owedHits)
		{
			left[world.IndexOf(owed.a)] = left[world.IndexOf(owed.b)] = 0.0;
		}
		held.insert(held.end(), hits.begin(), hits.end());
		std::copy_if(hits.begin(),
			hits.end(),
			std::back_inserter(fast),
			[&](const ShellHit& hit)
			{ return ClosingBound(world.bodies[hit.pair.a], world.bodies[hit.pair.b], step) > slow; });
		if (hits.empty() || fast.empty() || round == kRetargetRounds)
		{
			break;
		}
		std::vector<ShellStop> stops = FindStops(world, fast, step);
		RetargetShells(world.bodies, stops, left);
		std::copy_if(
			stops.begin(), stops.end(), std::back_inserter(blows), [](const ShellStop& s) { return s.impulse > 0.0; });
		PlannedFlight plan = {{}, {}, left, false};
		for (const RigidBody& body : world.bodies)
		{
			plan.v.push_back(body.v);
		}
		LimitFlights(world, plan.time, stuck, runner);
		hits = KeepShellsApart(world, PlacesOf(world.bodies), plan, runner);
		FlyAsPlanned(world, plan);
		for (size_t i = 0; i < left.size(); ++i)
		{
			left[i] -= plan.time[i];
		}
	}
	return held;
}
} // namespace

void FindPairsAndFields(World::Data& world, double step, TaskRunner& runner)
{
	// Beyond the skins, room for what gravity adds.
	const double margin = 1.0e-3 + Length(world.settings.gravity) * step * step;
	UpdatePairs(world, world.broadPhase.FindPairs(world.bodies, step, margin, runner));
	MakeFields(world, runner);
}

void FlyToImpacts(World::Data& world, double step, TaskRunner& runner)
{
	std::vector<Flight> flights;
	std::vector<double> clocks = FirstHits(world, step, flights, runner);
	while (WakeTouched(world, flights))
	{
		FindPairsAndFields(world, step, runner);
		clocks = FirstHits(world, step, flights, runner);
	}
	PlannedFlight plan = {{}, world.settings.gravity, std::move(clocks)};
	for (size_t i = 0; i < world.bodies.size(); ++i)
	{
		plan.v.push_back(world.bodies[i].v);
		double& time = plan.time[i];
		time = world.bodies[i].IsActive() && time != HUGE_VAL ? std::max(time, 0.0) : 0.0;
	}
	const std::vector<BodyPlace> from = PlacesOf(world.bodies);
	// Who stops at a hit of its own may be in the way of who had counted on it to go on.
	KeepShellsApart(world, from, plan, runner);
	std::vector<uint8_t> flew(world.bodies.size(), 0);
	for (const int32_t i : world.Active())
	{
		RigidBody& body = world.bodies[i];
		body.clock = plan.time[i];
		if (!(body.clock > 0.0))
		{
			continue;
		}
		flew[i] = 1;
		if (body.IsDynamic())
		{
			body.v += world.settings.gravity * (0.5 * body.clock);
		}
		Fly(body, body.clock);
		if (body.IsDynamic())
		{
			body.v += world.settings.gravity * (0.5 * body.clock);
		}
	}
	std::vector<int32_t> again;
	for (size_t i = 0; i < world.pairs.size(); ++i)
	{
		if (flew[world.pairs[i].a] != 0 || flew[world.pairs[i].b] != 0)
		{
			again.push_back(static_cast<int32_t>(i));
		}
	}
	ParallelFor(runner,
		static_cast<int64_t>(again.size()),
		4,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				ContactPair& pair = world.pairs[again[i]];
				const double clock = std::min(world.bodies[pair.a].clock, world.bodies[pair.b].clock);
				RefreshContacts(pair, world, step - clock);
			}
		});
	AddOwedContacts(world, step);
}

void FlyToEnd(World::Data& world,
	double step,
	std::span<const Vec3> velocitiesBefore,
	std::span<const BodyPlace> placesBefore,
	TaskRunner& runner)
{
	std::vector<RigidBody>& bodies = world.bodies;
	// In free fall the mean velocity of the step is halfway between its ends; in contact the end counts, because it is
	// what the contacts allow.
	std::vector<uint8_t> inContact(bodies.size(), 0);
	for (const ContactPair& pair : world.pairs)
	{
		if (!pair.points.empty())
		{
			inContact[pair.a] = inContact[pair.b] = 1;
		}
	}
	const Vec3 down = Normalised(world.settings.gravity);
	std::vector<StuckPair> stuck;
	PlannedFlight plan;
	plan.time.assign(bodies.size(), 0.0);
	for (const int32_t i : world.Active())
	{
		plan.time[i] = step - bodies[i].clock;
	}
	std::vector<double> missing(bodies.size(), 0.0);
	TumbleOnGround(world, plan.time, missing, runner);
	std::vector<double> left = plan.time;
	LimitFlights(world, plan.time, stuck, runner);
	for (const int32_t i : world.Active())
	{
		missing[i] += left[i] - plan.time[i];
	}
	left = plan.time;
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		const bool isFree =
			bodies[i].IsActive() && bodies[i].IsDynamic() && inContact[i] == 0 && i < velocitiesBefore.size();
		plan.v.push_back(isFree ? (velocitiesBefore[i] + bodies[i].v) * 0.5 : bodies[i].v);
	}
	std::vector<ShellHit> hits = KeepShellsApart(world, placesBefore, plan, runner);
	FlyAsPlanned(world, plan);
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		left[i] -= plan.time[i];
	}
	const VelocitySnapshot before(world);
	std::vector<ShellStop> blows;
	const std::vector<ShellHit> held = GoOnBesidesHits(world, step, std::move(hits), left, stuck, blows, runner);
	for (const int32_t i : world.Active())
	{
		RigidBody& body = bodies[i];
		// Who was stopped short has not fallen as far as gravity sped it up for.
		const double lost = missing[i] + left[i];
		if (lost > 0.0 && body.IsDynamic())
		{
			const double falling = std::max(Dot(body.v, down), 0.0);
			body.v -= down * std::min(falling, Length(world.settings.gravity) * lost);
		}
		body.clock = 0.0;
	}
	for (const StuckPair& two : stuck)
	{
		RigidBody& a = bodies[two.pair.a];
		RigidBody& b = bodies[two.pair.b];
		const BodyMotion motions[2] = {{a.v, a.w}, {b.v, b.w}};
		MoveAsOne(a, b, two.isStuck);
		AddBlowOfPair(world, two.pair, motions, blows);
	}
	// After gravity was taken back: what only rests has nothing left to stop.
	const std::vector<ShellStop> rest = StopShellHits(world, held, step);
	blows.insert(blows.end(), rest.begin(), rest.end());
	KeepStopLoads(world, blows, before, step);
}
} // namespace FractureCore
