// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/FlightLimits.h"

#include "Rigid/FirstHit.h"
#include "Rigid/PairUpdate.h"
#include "Rigid/Sweep.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
constexpr int32_t kClampRounds = 6;

// Of the time that is left: who gets no farther is stuck. Contacts should have held who is in contact.
constexpr double kStuckShare = 0.05;
constexpr double kFlightHeldShare = 0.5;
constexpr double kSpinLeft = 0.25;

/// Pairs of fast bodies with whatever is in their way.
std::vector<BodyPair> FastPairs(World::Data& world, std::span<const double> limits, TaskRunner& runner)
{
	const std::vector<RigidBody>& bodies = world.bodies;
	std::vector<int32_t> fast;
	for (const int32_t i : world.Active())
	{
		if (bodies[i].IsDriven() || IsFast(bodies[i], limits[i]))
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
		MakeReady(*bodies[pair.a].shape, *bodies[pair.b].shape);
	}
	return pairs;
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
	const int32_t index = IndexOfPair(world, pair);
	look.isHeld = index != kNoIndex && !world.pairs[index].points.empty();
	look.hit = look.isHeld ? TimeOfOverlap(pathA, pathB, time) : TimeOfImpact(pathA, pathB, time, PairSkin(a, b), axis);
}

void MoveTwoAsOne(RigidBody& a, RigidBody& b, bool isStuck)
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

} // namespace

void LimitFlights(World::Data& world,
	std::span<double> limits,
	std::vector<StuckPair>& stuck,
	TaskRunner& runner,
	std::span<const int32_t> zones)
{
	const std::vector<RigidBody>& bodies = world.bodies;
	std::vector<BodyPair> pairs = FastPairs(world, limits, runner);
	std::erase_if(pairs,
		[&](const BodyPair& pair)
		{ return !zones.empty() && zones[pair.a] != kNoIndex && zones[pair.a] == zones[pair.b]; });
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
				if (hit >= 0.0 && limits[body] > hit && (bodies[body].IsDynamic() || bodies[body].IsDriven()))
				{
					limits[body] = hit;
					isClamped = true;
					++world.report.clampedBodies;
				}
			}
		}
	}
}

void AddBlowOfPair(
	const World::Data& world, const BodyPair& pair, const BodyMotion (&before)[2], std::vector<ShellStop>& blows)
{
	const int32_t index = IndexOfPair(world, pair);
	if (index == kNoIndex || world.pairs[index].points.empty())
	{
		return;
	}
	const std::vector<ContactPoint>& points = world.pairs[index].points;
	const RigidBody& a = world.bodies[pair.a];
	const RigidBody& b = world.bodies[pair.b];
	const ContactPoint& nearest = *std::min_element(
		points.begin(), points.end(), [](const ContactPoint& p, const ContactPoint& q) { return p.room < q.room; });
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

void MoveAsOne(World::Data& world, std::span<const StuckPair> stuck, std::vector<ShellStop>& blows)
{
	for (const StuckPair& two : stuck)
	{
		RigidBody& a = world.bodies[two.pair.a];
		RigidBody& b = world.bodies[two.pair.b];
		const BodyMotion motions[2] = {{a.v, a.w}, {b.v, b.w}};
		MoveTwoAsOne(a, b, two.isStuck);
		AddBlowOfPair(world, two.pair, motions, blows);
	}
}
} // namespace FractureCore
