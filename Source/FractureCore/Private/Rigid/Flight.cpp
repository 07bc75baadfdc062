// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Every body has a clock: how much of the step it has flown. Impulses act at one point of the world, whatever the two
// clocks say, and free flight changes no momentum, so linear and angular momentum stay exact.
#include "Rigid/Flight.h"

#include "Rigid/Driven.h"
#include "Rigid/FirstHit.h"
#include "Rigid/FlightLimits.h"
#include "Rigid/OwedHits.h"
#include "Rigid/PairUpdate.h"
#include "Rigid/RestOfStep.h"
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
// Rounds in which shells go on besides what stopped them. Each is another search of all that still flies.
constexpr int32_t kRetargetRounds = 2;

// s: who has left its place so lately wakes whom it touches.
constexpr double kRestlessTime = 0.05;

// Steps of free fall that make no more speed than what rests may have.
constexpr double kRestingSteps = 2.0;

/// Wakes the groups of sleepers that something restless touches or will hit. True: there were some. What lies quietly
/// on a sleeper lets it sleep: in a heap some always settle a little.
bool WakeTouched(World::Data& world, std::span<const Flight> flights)
{
	bool hasWoken = WakeBeforeDriven(world, flights);
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
			const bool isRestless = toucher.quietTime < kRestlessTime || toucher.IsDriven();
			if (world.bodies[body].isAsleep && (isRestless || (world.bodies[body].floats && toucher.IsActive())))
			{
				world.Wake(world.bodies[body]);
				hasWoken = true;
			}
		}
	}
	return hasWoken;
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
		std::vector<ShellStop> stops = FindStops(world, fast, step, runner);
		RetargetShells(world.bodies, stops, left);
		std::copy_if(
			stops.begin(), stops.end(), std::back_inserter(blows), [](const ShellStop& s) { return s.impulse > 0.0; });
		PlannedFlight plan = {{}, {}, left, false};
		for (const RigidBody& body : world.bodies)
		{
			plan.v.push_back(body.v);
		}
		LimitFlights(world, plan.time, stuck, runner);
		hits = KeepShellsApart(world, PlacesOf(world), plan, runner);
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
	// Beyond the skins, and room for what is hit: of each of two bodies half of what gravity adds.
	const double margin = 1.0e-3 + 0.5 * Length(world.settings.gravity) * step * step;
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
	PlannedFlight plan = {std::vector<Vec3>(clocks.size()), world.settings.gravity, std::vector<double>(clocks.size())};
	for (const int32_t i : world.Active())
	{
		plan.v[i] = world.bodies[i].v;
		plan.time[i] = clocks[i] != HUGE_VAL && !world.bodies[i].IsDriven() ? std::max(clocks[i], 0.0) : 0.0;
	}
	const std::vector<BodyPlace> from = PlacesOf(world);
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
	MeetDriven(world, flights);
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
	std::vector<StuckPair> stopped; // the rest of the step sees to them
	LimitFlights(world, plan.time, stopped, runner);
	std::vector<double> late(bodies.size(), 0.0);
	for (const int32_t i : world.Active())
	{
		late[i] = left[i] - plan.time[i];
	}
	left = plan.time;
	plan.v.resize(bodies.size());
	for (const int32_t i : world.Active())
	{
		const bool isFree =
			bodies[i].IsDynamic() && inContact[i] == 0 && static_cast<size_t>(i) < velocitiesBefore.size();
		plan.v[i] = isFree ? (velocitiesBefore[i] + bodies[i].v) * 0.5 : bodies[i].v;
	}
	std::vector<ShellHit> hits = KeepShellsApart(world, placesBefore, plan, runner);
	FlyAsPlanned(world, plan);
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		left[i] -= plan.time[i];
	}
	const VelocitySnapshot before(world);
	std::vector<ShellStop> blows;
	FlyRestOfStep(world, step, late, blows, runner);
	const std::vector<ShellHit> held = GoOnBesidesHits(world, step, std::move(hits), left, stuck, blows, runner);
	std::vector<double> behind(bodies.size(), 0.0); // s, of what is driven
	for (const int32_t i : world.Active())
	{
		RigidBody& body = bodies[i];
		// Who was stopped short has not fallen as far as gravity sped it up for.
		const double lost = missing[i] + late[i] + left[i];
		behind[i] = body.IsDriven() ? lost : 0.0;
		if (lost > 0.0 && body.IsDynamic())
		{
			const double falling = std::max(Dot(body.v, down), 0.0);
			body.v -= down * std::min(falling, Length(world.settings.gravity) * lost);
		}
		body.clock = 0.0;
	}
	MoveAsOne(world, stuck, blows);
	// After gravity was taken back: what only rests has nothing left to stop.
	const std::vector<ShellStop> rest = StopShellHits(world, held, step);
	blows.insert(blows.end(), rest.begin(), rest.end());
	KeepStopLoads(world, blows, before, step);
	DriveOn(world, behind);
}
} // namespace FractureCore
