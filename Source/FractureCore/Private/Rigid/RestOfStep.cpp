// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A heavy body among many light ones meets one after the other, more often than a step has room for: each would end its
// flight, and it would creep at full speed. Contacts of who was stopped are found again at the places where that was.
#include "Rigid/RestOfStep.h"

#include "Rigid/Collide.h"
#include "Rigid/ContactSolver.h"
#include "Rigid/FirstHit.h"
#include "Rigid/FlightLimits.h"
#include "Rigid/ImpactZones.h"
#include "Rigid/PairUpdate.h"
#include "Rigid/ShellGuard.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace FractureCore
{
namespace
{
constexpr int32_t kRestRounds = 8;

// Of the step, and of the thickness: shorter flights are not worth a round.
constexpr double kLeastRest = 0.02;
constexpr double kLeastWay = 0.25;

// Of the skin: who has flown to a hit is no farther from it.
constexpr double kAtHitSkins = 2.0;

constexpr int32_t kRestSweeps = 30;
constexpr double kRestSettled = 1.0e-4; // m/s

/// The contacts of who is late, out of the world's, and back.
class LateContacts
{
public:
	LateContacts(World::Data& world, std::span<const double> left, TaskRunner& runner) : m_world(world)
	{
		for (size_t i = 0; i < world.pairs.size(); ++i)
		{
			if (left[world.pairs[i].a] > 0.0 || left[world.pairs[i].b] > 0.0)
			{
				m_from.push_back(i);
				pairs.push_back(std::move(world.pairs[i]));
			}
		}
		ParallelFor(runner,
			static_cast<int64_t>(pairs.size()),
			4,
			[&](int64_t begin, int64_t end)
			{
				for (int64_t i = begin; i < end; ++i)
				{
					RefreshContacts(pairs[i], world, std::max(left[pairs[i].a], left[pairs[i].b]));
				}
			});
	}
	LateContacts(const LateContacts&) = delete;
	LateContacts& operator=(const LateContacts&) = delete;
	~LateContacts()
	{
		for (size_t i = 0; i < pairs.size(); ++i)
		{
			m_world.pairs[m_from[i]] = std::move(pairs[i]);
		}
	}

	std::vector<ContactPair> pairs;

private:
	World::Data& m_world;
	std::vector<size_t> m_from;
};

/// What the two had from each other at a contact that closed faster than is harmless.
void AddBlow(
	const World::Data& world, const ContactRow& row, const ContactPoint& contact, std::vector<ShellStop>& blows)
{
	if (!(row.normalImpulse > 0.0) || -row.approach < world.settings.harmlessSpeed)
	{
		return;
	}
	ShellStop blow;
	blow.a = row.a;
	blow.b = row.b;
	blow.onA = contact.point - contact.normal * (0.5 * contact.gap);
	blow.onB = contact.point + contact.normal * (0.5 * contact.gap);
	blow.normal = row.normal;
	blow.impulse = row.normalImpulse;
	blow.closing = -row.approach;
	blow.NotePlaces(world.bodies[row.a], world.bodies[row.b]);
	blows.push_back(blow);
}

bool IsWorthARound(const RigidBody& body, double left, double step)
{
	return left > kLeastRest * step && body.Yields() &&
		left * (Length(body.v) + TurningBound(body)) > kLeastWay * body.shape->thickness;
}

/// Whether a body comes at a piece that is held, which may give way: the collisions of the next step have that.
bool IsHitOnHeld(const ContactRow& row, const World::Data& world, double step)
{
	return (world.bodies[row.a].IsHeldPiece() || world.bodies[row.b].IsHeldPiece()) &&
		IsImpact(row, world.bodies, step);
}

/// s for which bodies may fly on from their contacts, 1 a body: on the ground, as far as these see who turns.
std::vector<double> SightOf(const World::Data& world, const LateContacts& late)
{
	std::vector<double> sight(world.bodies.size(), HUGE_VAL);
	for (const ContactPair& pair : late.pairs)
	{
		const double time = SightOnGround(world.bodies[pair.a], world.bodies[pair.b]);
		for (const int32_t body : {pair.a, pair.b})
		{
			sight[body] = pair.points.empty() ? sight[body] : std::min(sight[body], time);
		}
	}
	return sight;
}

/// Whether two bodies come at each other across some room, so fast that their flight sees to it.
bool IsStillApart(const ContactRow& row, const World::Data& world, double step)
{
	const RigidBody& a = world.bodies[row.a];
	const RigidBody& b = world.bodies[row.b];
	return row.restitution > 0.0 && a.Yields() && b.Yields() && row.room > kAtHitSkins * PairSkin(a, b) &&
		(IsFast(a, step) || IsFast(b, step)) && IsImpact(row, world.bodies, step);
}

/// Takes out the contacts of pairs that are still apart: these fly to where they meet, and rebound there.
void TakeOutApart(const World::Data& world, double step, LateContacts& late, std::vector<ContactRow>& rows)
{
	std::vector<uint8_t> isMet(late.pairs.size(), 0);
	for (const ContactRow& row : rows)
	{
		isMet[row.pair] |= IsStillApart(row, world, step) ? 0 : 1;
	}
	std::erase_if(rows, [&](const ContactRow& row) { return isMet[row.pair] == 0; });
	for (size_t i = 0; i < late.pairs.size(); ++i)
	{
		if (isMet[i] == 0)
		{
			late.pairs[i].points.clear();
		}
	}
}

/// Who is late has flown to a hit: there it rebounds as in the collisions of the step. Not from what is held, which may
/// give way.
void ReboundLate(World::Data& world, LateContacts& late, double step, std::vector<ShellStop>& blows)
{
	std::vector<std::pair<size_t, std::vector<ContactPoint>>> ofHeld;
	for (size_t i = 0; i < late.pairs.size(); ++i)
	{
		if (world.bodies[late.pairs[i].a].IsHeldPiece() || world.bodies[late.pairs[i].b].IsHeldPiece())
		{
			ofHeld.emplace_back(i, std::exchange(late.pairs[i].points, {}));
		}
	}
	CollidingRows solved;
	if (HasImpact(world.bodies, late.pairs, step))
	{
		std::swap(world.pairs, late.pairs);
		solved = SolveCollisions(world, step);
		std::swap(world.pairs, late.pairs);
	}
	for (auto& [pair, points] : ofHeld)
	{
		late.pairs[pair].points = std::move(points);
	}
	for (const ContactRow& row : solved.rows)
	{
		AddBlow(world, row, late.pairs[row.pair].points[row.point], blows);
	}
}

/// Who waits for the next step flies no further: its `left` becomes 0.
void SolveLateContacts(
	World::Data& world, LateContacts& late, double step, std::span<double> left, std::vector<ShellStop>& blows)
{
	ToSolver(world.bodies, late.pairs, world.movers);
	std::vector<ContactRow> rows = MakeRows(world.bodies, world.movers, late.pairs);
	for (const ContactRow& row : rows)
	{
		if (IsHitOnHeld(row, world, step))
		{
			left[row.a] = left[row.b] = 0.0;
		}
	}
	TakeOutApart(world, step, late, rows);
	std::erase_if(rows, [&](const ContactRow& row) { return IsHitOnHeld(row, world, step); });
	AimForContact(rows, world.bodies, step);
	for (ContactRow& row : rows)
	{
		row.approach = Dot(row.normal, RowVelocity(row, world.bodies[row.a], world.bodies[row.b]));
	}
	for (int32_t sweep = 0; sweep < kRestSweeps; ++sweep)
	{
		if (SweepRows(rows, world.movers, sweep % 2 != 0) <= kRestSettled)
		{
			break;
		}
	}
	// The ground has the last word with who is squeezed in.
	std::vector<int32_t> ground;
	for (size_t i = 0; i < rows.size(); ++i)
	{
		if (!world.bodies[rows[i].a].Yields() || !world.bodies[rows[i].b].Yields())
		{
			ground.push_back(static_cast<int32_t>(i));
		}
	}
	StopAtNormals(rows, ground, world.movers, kRestSweeps, kRestSettled);
	FromSolver(world.movers, late.pairs, world.bodies);
	for (const ContactRow& row : rows)
	{
		AddBlow(world, row, late.pairs[row.pair].points[row.point], blows);
	}
}
} // namespace

void FlyRestOfStep(
	World::Data& world, double step, std::span<double> left, std::vector<ShellStop>& blows, TaskRunner& runner)
{
	std::vector<RigidBody>& bodies = world.bodies;
	const std::span<const int32_t> active = world.Active();
	if (std::none_of(active.begin(), active.end(), [&](int32_t i) { return IsWorthARound(bodies[i], left[i], step); }))
	{
		return;
	}
	std::vector<double> lost(left.begin(), left.end());
	for (int32_t round = 0; round < kRestRounds; ++round)
	{
		bool isAnyLate = false;
		for (size_t i = 0; i < bodies.size(); ++i)
		{
			left[i] = IsWorthARound(bodies[i], left[i], step) ? left[i] : 0.0;
			bodies[i].clock = step - left[i];
			isAnyLate = isAnyLate || left[i] > 0.0;
		}
		if (!isAnyLate)
		{
			break;
		}
		PlannedFlight plan;
		plan.isFromContacts = false;
		{
			LateContacts late(world, left, runner);
			ReboundLate(world, late, step, blows);
			SolveLateContacts(world, late, step, left, blows);
			plan.time = SightOf(world, late);
		}
		for (size_t i = 0; i < bodies.size(); ++i)
		{
			plan.v.push_back(bodies[i].v);
			plan.time[i] = std::min(plan.time[i], left[i]);
		}
		std::vector<StuckPair> stuck;
		LimitFlights(world, plan.time, stuck, runner);
		KeepShellsApart(world, PlacesOf(world), plan, runner);
		FlyAsPlanned(world, plan);
		for (size_t i = 0; i < bodies.size(); ++i)
		{
			left[i] -= plan.time[i];
			lost[i] -= plan.time[i];
		}
	}
	for (RigidBody& body : bodies)
	{
		body.clock = body.IsActive() ? body.clock : 0.0;
	}
	std::vector<double> before(left.begin(), left.end());
	FlyInZones(world, left, blows, runner);
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		left[i] = lost[i] - (before[i] - left[i]);
	}
}
} // namespace FractureCore
