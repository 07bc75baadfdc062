// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Every body has a clock: how much of the step it has flown. Impulses act at one point of the world, whatever the two
// clocks say, and free flight changes no momentum, so linear and angular momentum stay exact.
#include "Rigid/Flight.h"

#include "Rigid/PairUpdate.h"
#include "Rigid/Sweep.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Of the smallest extent: who moves farther in a step might pass through something.
constexpr double kFastShare = 0.25;
constexpr int32_t kClampRounds = 6;

struct Flight
{
	double hit = -1.0; // s, negative: none
};

bool IsFast(const RigidBody& body, double time)
{
	return body.IsDynamic() &&
		time * (Length(body.v) + Length(body.w) * body.shape->radius) > kFastShare * body.shape->thickness;
}

/// When the first of a slow pair's contacts closes its room, as far as straight lines tell.
double FirstClosing(const ContactPair& pair, const RigidBody& a, const RigidBody& b, double skin, double step)
{
	double first = step;
	for (const ContactPoint& point : pair.points)
	{
		const double approach = Dot(point.normal, b.VelocityAt(point.point - b.x) - a.VelocityAt(point.point - a.x));
		const double room = point.room;
		if (approach < 0.0 && room + approach * first < 0.0)
		{
			first = std::max(room - 0.5 * skin, 0.0) / -approach;
		}
	}
	return first < step ? first : -1.0;
}

/// Contacts of a pair that touches or moves slowly; the time of the first hit of one that is fast and apart.
Flight FirstHit(ContactPair& pair, const World::Data& world, double step)
{
	const RigidBody& a = world.bodies[pair.a];
	const RigidBody& b = world.bodies[pair.b];
	const Vec3 fall = world.settings.gravity * (0.5 * step);
	const double skin = PairSkin(a, b);
	Flight flight;
	if (IsFast(a, step) || IsFast(b, step))
	{
		Vec3 axis;
		const double closing = ClosingBound(a, b, step) + Length(fall) * step;
		const PairDistance now = BoundDistance(a.Place(), b.Place(), 2.5 * skin + closing, axis);
		if (now.distance > 2.5 * skin)
		{
			const FlightPath pathA = {&a, a.IsActive() && a.IsDynamic() ? a.v + fall : a.v, step};
			const FlightPath pathB = {&b, b.IsActive() && b.IsDynamic() ? b.v + fall : b.v, step};
			flight.hit = TimeOfImpact(pathA, pathB, step, 1.5 * skin, axis);
			pair.points.clear();
			pair.isNew = false;
			pair.links.assign(pair.links.size(), {{}, skin});
			return flight;
		}
	}
	RefreshContacts(pair, world, step);
	flight.hit = FirstClosing(pair, a, b, skin, step);
	return flight;
}

/// How early each body may fly: not beyond its first hit; not at all if a contact of it closes now.
std::vector<double> FirstHits(World::Data& world, double step, std::vector<Flight>& flights, TaskRunner& runner)
{
	flights.assign(world.pairs.size(), {});
	ParallelFor(runner,
		static_cast<int64_t>(world.pairs.size()),
		16,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				flights[i] = FirstHit(world.pairs[i], world, step);
			}
		});
	std::vector<double> clocks(world.bodies.size(), HUGE_VAL);
	for (size_t i = 0; i < flights.size(); ++i)
	{
		if (flights[i].hit >= 0.0)
		{
			double& clockA = clocks[world.pairs[i].a];
			double& clockB = clocks[world.pairs[i].b];
			clockA = std::min(clockA, flights[i].hit);
			clockB = std::min(clockB, flights[i].hit);
		}
	}
	return clocks;
}
/// Wakes the groups of sleepers that something active touches or will hit. True: there were some.
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
		for (const int32_t body : {pair.a, pair.b})
		{
			if (world.bodies[body].isAsleep)
			{
				world.Wake(world.bodies[body]);
				hasWoken = true;
			}
		}
	}
	return hasWoken;
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
	std::vector<uint8_t> flew(world.bodies.size(), 0);
	for (size_t i = 0; i < world.bodies.size(); ++i)
	{
		RigidBody& body = world.bodies[i];
		body.clock = 0.0;
		if (!body.IsActive() || clocks[i] == HUGE_VAL || clocks[i] <= 0.0)
		{
			continue;
		}
		flew[i] = 1;
		body.clock = clocks[i];
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
}

void FlyToEnd(World::Data& world, double step, std::span<const Vec3> velocitiesBefore)
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
	std::vector<double> limits(bodies.size());
	std::vector<Box> boxes;
	std::vector<int32_t> fast;
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		limits[i] = bodies[i].IsActive() ? step - bodies[i].clock : 0.0;
		if (bodies[i].IsActive() && IsFast(bodies[i], limits[i]))
		{
			fast.push_back(static_cast<int32_t>(i));
		}
	}
	if (!fast.empty())
	{
		boxes.resize(bodies.size());
		for (size_t i = 0; i < bodies.size(); ++i)
		{
			boxes[i] = SweptBox(bodies[i], limits[i], bodies[i].shape->skin);
		}
		std::vector<BodyPair> candidates;
		for (const int32_t body : fast)
		{
			for (const int32_t other : BroadPhase::Meeting(boxes, body))
			{
				if (!bodies[other].isGone)
				{
					candidates.push_back({std::min(body, other), std::max(body, other)});
				}
			}
		}
		std::sort(candidates.begin(), candidates.end());
		candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
		// Those in contact are held by it.
		std::erase_if(candidates,
			[&](const BodyPair& candidate)
			{
				const auto at = std::lower_bound(world.pairs.begin(),
					world.pairs.end(),
					candidate,
					[](const ContactPair& p, const BodyPair& q) {
						return BodyPair{p.a, p.b} < q;
					});
				return at != world.pairs.end() && at->a == candidate.a && at->b == candidate.b && !at->points.empty();
			});
		for (int32_t round = 0; round < kClampRounds; ++round)
		{
			bool isClamped = false;
			for (const BodyPair& pair : candidates)
			{
				const RigidBody& a = bodies[pair.a];
				const RigidBody& b = bodies[pair.b];
				for (RigidShape* shape : {a.shape.get(), b.shape.get()})
				{
					if (shape->LacksField())
					{
						shape->MakeField();
					}
				}
				Vec3 axis;
				const double time = std::max(limits[pair.a], limits[pair.b]);
				const FlightPath pathA = {&a, a.v, limits[pair.a]};
				const FlightPath pathB = {&b, b.v, limits[pair.b]};
				const double hit = TimeOfImpact(pathA, pathB, time, PairSkin(a, b), axis);
				if (hit < 0.0 || hit >= time)
				{
					continue;
				}
				for (const int32_t body : {pair.a, pair.b})
				{
					if (limits[body] > hit && bodies[body].IsDynamic())
					{
						limits[body] = hit;
						isClamped = true;
						++world.report.clampedBodies;
					}
				}
			}
			if (!isClamped)
			{
				break;
			}
		}
	}
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		RigidBody& body = bodies[i];
		if (!body.IsActive())
		{
			continue;
		}
		const Vec3 end = body.v;
		if (body.IsDynamic() && inContact[i] == 0 && i < velocitiesBefore.size())
		{
			body.v = (velocitiesBefore[i] + end) * 0.5;
		}
		Fly(body, limits[i]);
		body.v = end;
		body.clock = 0.0;
	}
}
} // namespace FractureCore
