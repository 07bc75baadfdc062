// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/FirstHit.h"

#include "Rigid/ContactGraph.h"
#include "Rigid/PairUpdate.h"
#include "Rigid/ShellContact.h"
#include "Rigid/Sweep.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace FractureCore
{
namespace
{
// Rows of bodies behind each other that are seen to stop.
constexpr int32_t kStopRounds = 64;

/// When the first of a slow pair's contacts closes its room, as far as straight lines tell.
double FirstClosing(const ContactPair& pair, const RigidBody& a, const RigidBody& b, double skin, double step)
{
	const double ahead = std::min(step, SightOnGround(a, b));
	double first = ahead;
	for (const ContactPoint& point : pair.points)
	{
		const double approach = Dot(point.normal, b.VelocityAt(point.point - b.x) - a.VelocityAt(point.point - a.x));
		const double room = point.room;
		if (approach < 0.0 && room + approach * first < 0.0)
		{
			first = std::max(room - 0.5 * skin, 0.0) / -approach;
		}
	}
	return first < ahead ? first : -1.0;
}

/// Contacts of a pair that touches or moves slowly, and when the first of them closes; a pair that is fast and apart
/// is only known by that.
Flight LookAtPair(ContactPair& pair, const World::Data& world, double step)
{
	const RigidBody& a = world.bodies[pair.a];
	const RigidBody& b = world.bodies[pair.b];
	const double skin = PairSkin(a, b);
	const bool areShells = MeetAsShells(*a.shape, *b.shape);
	const double closing = (areShells ? ClosingBoundNear(a, b, step) : ClosingBound(a, b, step)) +
		0.5 * Length(world.settings.gravity) * step * step;
	const bool isBeyondLook = areShells && closing + 2.0 * skin > ShellLook(*a.shape, *b.shape);
	Flight flight;
	if (IsFast(a, step) || IsFast(b, step) || isBeyondLook)
	{
		const PairDistance now = BoundDistance(a.Place(), b.Place(), 2.5 * skin + closing, flight.axis, &pair.nearest);
		if (now.distance > 2.5 * skin)
		{
			flight.isFast = true;
			pair.DropContacts();
			pair.apart = now.distance;
			pair.isNew = false;
			pair.links.assign(pair.links.size(), {{}, {}, skin});
			return flight;
		}
	}
	RefreshContacts(pair, world, step);
	flight.hit = FirstClosing(pair, a, b, skin, step);
	return flight;
}

/// Of two bodies, what may change between looks of a step and counts for them: who wakes also tumbles.
uint8_t StateForLook(const RigidBody& a, const RigidBody& b)
{
	return static_cast<uint8_t>(
		(a.Yields() ? 1 : 0) + (b.Yields() ? 2 : 0) + (a.mayTumble ? 4 : 0) + (b.mayTumble ? 8 : 0));
}

/// The way of a body that flies for `limit` s, as straight as it is for `time` s with the gravity on the way.
FlightPath PathOf(const World::Data& world, int32_t index, double limit, double time)
{
	const RigidBody& body = world.bodies[index];
	const Vec3 fall = world.settings.gravity * (0.5 * time);
	return {&body, body.IsActive() && body.IsDynamic() ? body.v + fall : body.v, limit};
}

/// When a fast pair that is apart hits, if its bodies fly no longer than `limits` (1 a body, s).
void FlyFastPair(
	const World::Data& world, const ContactPair& pair, std::span<const double> limits, double step, Flight& flight)
{
	const RigidBody& a = world.bodies[pair.a];
	const RigidBody& b = world.bodies[pair.b];
	const FlightPath pathA = PathOf(world, pair.a, limits[pair.a], step);
	const FlightPath pathB = PathOf(world, pair.b, limits[pair.b], step);
	flight.hit = TimeOfImpact(pathA, pathB, step, 1.5 * PairSkin(a, b), flight.axis);
}

/// The first time at which room + speed t + fall t^2 / 2 is not above 0, s.
double TimeToClose(double room, double speed, double fall)
{
	if (!(room > 0.0))
	{
		return speed < 0.0 || fall < 0.0 ? 0.0 : HUGE_VAL;
	}
	const double square = speed * speed - 2.0 * fall * room;
	if (square < 0.0)
	{
		return HUGE_VAL;
	}
	const double denominator = std::sqrt(square) - speed;
	return denominator > 0.0 ? 2.0 * room / denominator : HUGE_VAL;
}

/// Of the bodies that hang together with something that does not give way, by contacts: 1 a body.
std::vector<uint8_t> CarriedBodies(const World::Data& world)
{
	std::vector<BodyPair> touching;
	std::vector<int32_t> held;
	for (const ContactPair& pair : world.pairs)
	{
		const double skin = PairSkin(world.bodies[pair.a], world.bodies[pair.b]);
		const auto isNear = [&](const ContactPoint& point) { return point.room <= skin; };
		if (std::none_of(pair.points.begin(), pair.points.end(), isNear))
		{
			continue;
		}
		touching.push_back({pair.a, pair.b});
		if (!world.bodies[pair.a].Yields() || !world.bodies[pair.b].Yields())
		{
			held.push_back(world.bodies[pair.a].Yields() ? pair.a : pair.b);
		}
	}
	const std::vector<int32_t> islands = ContactIslands(touching, world.bodies);
	std::vector<uint8_t> isGrounded(world.bodies.size(), 0);
	for (const int32_t body : held)
	{
		isGrounded[islands[body]] = 1;
	}
	std::vector<uint8_t> isCarried(world.bodies.size(), 0);
	for (size_t i = 0; i < world.bodies.size(); ++i)
	{
		isCarried[i] = isGrounded[islands[i]];
	}
	return isCarried;
}

/// How long each body may fly on its way to a hit, s: until it comes down on what carries it. What stands on the ground
/// does not fall on the way, and who hits it should not count on that.
std::vector<double> LandingTimes(const World::Data& world, double step)
{
	std::vector<double> times(world.bodies.size(), step);
	const std::vector<uint8_t> isCarried = CarriedBodies(world);
	for (const ContactPair& pair : world.pairs)
	{
		for (const auto& [upper, lower] : {std::pair{pair.a, pair.b}, std::pair{pair.b, pair.a}})
		{
			const RigidBody& body = world.bodies[upper];
			const RigidBody& other = world.bodies[lower];
			if (!body.Yields() || (other.Yields() && isCarried[lower] == 0))
			{
				continue;
			}
			for (const ContactPoint& point : pair.points)
			{
				const Vec3 towards = upper == pair.a ? point.normal : -point.normal;
				const double pull = Dot(towards, world.settings.gravity);
				if (pull > 0.0)
				{
					const double speed =
						Dot(towards, other.VelocityAt(point.point - other.x) - body.VelocityAt(point.point - body.x));
					times[upper] = std::min(times[upper], TimeToClose(std::max(point.room, 0.0), speed, -pull));
				}
			}
		}
	}
	return times;
}

void StopBoth(const ContactPair& pair, double hit, std::vector<double>& clocks)
{
	if (hit >= 0.0)
	{
		clocks[pair.a] = std::min(clocks[pair.a], hit);
		clocks[pair.b] = std::min(clocks[pair.b], hit);
	}
}

void FlyFastPairs(const World::Data& world,
	std::span<const int32_t> fast,
	std::span<const double> limits,
	double step,
	std::span<Flight> flights,
	std::vector<double>& clocks,
	TaskRunner& runner)
{
	ParallelFor(runner,
		static_cast<int64_t>(fast.size()),
		16,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t k = begin; k < end; ++k)
			{
				FlyFastPair(world, world.pairs[fast[k]], limits, step, flights[fast[k]]);
			}
		});
	for (const int32_t i : fast)
	{
		StopBoth(world.pairs[i], flights[i].hit, clocks);
	}
}

/// Who flies to a hit though it touches something may turn into that on the way: contacts only tell of straight lines.
/// True: some are stopped before.
bool StopAtTouched(const World::Data& world,
	std::span<const double> limits,
	std::span<const Flight> flights,
	std::vector<double>& clocks,
	TaskRunner& runner)
{
	const auto flown = [&](int32_t i)
	{
		const bool flies = clocks[i] != HUGE_VAL && !world.bodies[i].IsDriven();
		return flies ? std::min(std::max(clocks[i], 0.0), limits[i]) : 0.0;
	};
	std::vector<int32_t> touching;
	for (size_t i = 0; i < world.pairs.size(); ++i)
	{
		const ContactPair& pair = world.pairs[i];
		const RigidBody& a = world.bodies[pair.a];
		const RigidBody& b = world.bodies[pair.b];
		if (!flights[i].isFast && !pair.points.empty() && !MeetAsShells(*a.shape, *b.shape) &&
			(IsFast(a, flown(pair.a)) || IsFast(b, flown(pair.b))))
		{
			touching.push_back(static_cast<int32_t>(i));
		}
	}
	std::vector<double> hits(touching.size(), -1.0);
	ParallelFor(runner,
		static_cast<int64_t>(touching.size()),
		16,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t k = begin; k < end; ++k)
			{
				const ContactPair& pair = world.pairs[touching[k]];
				const FlightPath paths[2] = {PathOf(world, pair.a, flown(pair.a), flown(pair.a)),
					PathOf(world, pair.b, flown(pair.b), flown(pair.b))};
				const double time = std::max(paths[0].limit, paths[1].limit);
				hits[k] = TimeOfOverlap(paths[0], paths[1], time);
			}
		});
	bool isAny = false;
	for (size_t k = 0; k < touching.size(); ++k)
	{
		const ContactPair& pair = world.pairs[touching[k]];
		for (const int32_t i : {pair.a, pair.b})
		{
			if (hits[k] >= 0.0 && hits[k] < flown(i))
			{
				clocks[i] = hits[k];
				isAny = true;
			}
		}
	}
	return isAny;
}

/// Who flies along with another, and would have flown on, meets it where that stops at a hit of its own. Those that
/// stop so stop others in turn; flights only get shorter.
void StopBehindStopped(const World::Data& world,
	std::span<const int32_t> fast,
	double step,
	std::span<double> limits,
	std::span<Flight> flights,
	std::vector<double>& clocks,
	TaskRunner& runner)
{
	std::vector<int32_t> again;
	std::vector<uint8_t> isShorter(clocks.size(), 0);
	bool isAny = true;
	for (int32_t round = 0; round < kStopRounds && isAny; ++round)
	{
		isAny = false;
		for (size_t i = 0; i < clocks.size(); ++i)
		{
			isShorter[i] = clocks[i] < limits[i] ? 1 : 0;
			isAny = isAny || isShorter[i] != 0;
			limits[i] = std::min(limits[i], clocks[i]);
		}
		again.clear();
		for (const int32_t i : fast)
		{
			const ContactPair& pair = world.pairs[i];
			const double flown = flights[i].hit >= 0.0 ? flights[i].hit : step;
			// Who stops at this very hit changes nothing about it.
			if ((isShorter[pair.a] != 0 && limits[pair.a] < flown) ||
				(isShorter[pair.b] != 0 && limits[pair.b] < flown))
			{
				again.push_back(i);
			}
		}
		FlyFastPairs(world, again, limits, step, flights, clocks, runner);
	}
}
} // namespace

bool IsFast(const RigidBody& body, double time)
{
	return body.IsDynamic() && time * (Length(body.v) + TurningBound(body)) > kFastShare * body.shape->thickness;
}

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
				ContactPair& pair = world.pairs[i];
				const uint8_t state = StateForLook(world.bodies[pair.a], world.bodies[pair.b]);
				if (pair.look.step != world.steps || pair.look.state != state)
				{
					pair.look = {world.steps, state, LookAtPair(pair, world, step)};
				}
				flights[i] = pair.look.flight;
			}
		});
	std::vector<double> clocks(world.bodies.size(), HUGE_VAL);
	std::vector<int32_t> fast;
	for (size_t i = 0; i < flights.size(); ++i)
	{
		StopBoth(world.pairs[i], flights[i].hit, clocks);
		if (flights[i].isFast)
		{
			fast.push_back(static_cast<int32_t>(i));
		}
	}
	std::vector<double> limits = LandingTimes(world, step);
	for (size_t i = 0; i < limits.size(); ++i)
	{
		limits[i] = std::min(limits[i], clocks[i]);
	}
	FlyFastPairs(world, fast, limits, step, flights, clocks, runner);
	for (int32_t round = 0; round < kStopRounds; ++round)
	{
		StopBehindStopped(world, fast, step, limits, flights, clocks, runner);
		if (!StopAtTouched(world, limits, flights, clocks, runner))
		{
			break;
		}
	}
	for (size_t i = 0; i < clocks.size(); ++i)
	{
		clocks[i] = clocks[i] == HUGE_VAL ? HUGE_VAL : std::min(clocks[i], limits[i]);
	}
	return clocks;
}
} // namespace FractureCore
