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

// m/s: slower rebounds are left to contacts. Nobody sees them, and they would stir heaps.
constexpr double kLeastRebound = 0.25;

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
					RefreshMovedContacts(pairs[i], world, std::max(left[pairs[i].a], left[pairs[i].b]));
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
void AddBlow(const World::Data& world,
	const ContactRow& row,
	const ContactPoint& contact,
	double restitution,
	std::vector<ShellStop>& blows)
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
	blow.restitution = restitution;
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

/// Whether two bodies rebound visibly where they touch.
bool IsRebound(const World::Data& world, const ContactPair& pair, const ContactPoint& point)
{
	const RigidBody& a = world.bodies[pair.a];
	const RigidBody& b = world.bodies[pair.b];
	const double approach = Dot(point.normal, b.VelocityAt(point.point - b.x) - a.VelocityAt(point.point - a.x));
	return -approach * pair.restitution > kLeastRebound;
}

/// Takes out the contacts of pairs that come at each other across some room, so fast that their flight sees to it: they
/// fly to where they meet, and rebound there. Not from the ground, whose word is the last.
void TakeOutApart(const World::Data& world,
	double step,
	std::span<const double> left,
	LateContacts& late,
	std::vector<ContactRow>& rows)
{
	std::vector<uint8_t> isMet(late.pairs.size(), 0);
	std::vector<uint8_t> comes(late.pairs.size(), 0);
	for (const ContactRow& row : rows)
	{
		const RigidBody& a = world.bodies[row.a];
		const RigidBody& b = world.bodies[row.b];
		const bool isFast = IsFast(a, left[row.a]) || IsFast(b, left[row.b]);
		isMet[row.pair] |= row.room <= kAtHit * PairSkin(a, b) || !a.Yields() || !b.Yields() ? 1 : 0;
		const ContactPair& pair = late.pairs[row.pair];
		const bool isRebound = isFast && IsRebound(world, pair, pair.points[row.point]);
		comes[row.pair] |= isRebound && IsImpact(row, world.bodies, step) ? 1 : 0;
	}
	const auto isApart = [&](size_t pair) { return isMet[pair] == 0 && comes[pair] != 0; };
	std::erase_if(rows, [&](const ContactRow& row) { return isApart(static_cast<size_t>(row.pair)); });
	for (size_t i = 0; i < late.pairs.size(); ++i)
	{
		if (isApart(i))
		{
			late.pairs[i].DropContacts();
		}
	}
}

/// Contacts that are out of the way for a while: of who touches a piece that is held, which may give way or hide what
/// is behind it.
class WithoutHeld
{
public:
	WithoutHeld(const World::Data& world, LateContacts& late) : m_late(late)
	{
		std::vector<uint8_t> touchesHeld(world.bodies.size(), 0);
		for (const ContactPair& pair : late.pairs)
		{
			if (!pair.points.empty() && (world.bodies[pair.a].IsHeldPiece() || world.bodies[pair.b].IsHeldPiece()))
			{
				touchesHeld[pair.a] = touchesHeld[pair.b] = 1;
			}
		}
		for (size_t i = 0; i < late.pairs.size(); ++i)
		{
			if (touchesHeld[late.pairs[i].a] != 0 || touchesHeld[late.pairs[i].b] != 0)
			{
				m_points.emplace_back(i, std::exchange(late.pairs[i].points, {}));
			}
		}
	}
	WithoutHeld(const WithoutHeld&) = delete;
	WithoutHeld& operator=(const WithoutHeld&) = delete;
	~WithoutHeld()
	{
		for (auto& [pair, points] : m_points)
		{
			m_late.pairs[pair].points = std::move(points);
		}
	}

private:
	LateContacts& m_late;
	std::vector<std::pair<size_t, std::vector<ContactPoint>>> m_points;
};

/// Who is late has flown to a hit: there it rebounds as in the collisions of the step, without the gravity of the rest.
void ReboundLate(
	World::Data& world, LateContacts& late, double step, std::span<const double> left, std::vector<ShellStop>& blows)
{
	const WithoutHeld others(world, late);
	const auto addGravity = [&](double sign)
	{
		for (const int32_t i : world.Active())
		{
			if (world.bodies[i].IsDynamic())
			{
				world.bodies[i].v += world.settings.gravity * (sign * left[i]);
			}
		}
	};
	addGravity(-1.0);
	const auto rebounds = [&](const ContactPair& pair)
	{
		return std::any_of(pair.points.begin(),
			pair.points.end(),
			[&](const ContactPoint& point) { return IsRebound(world, pair, point); });
	};
	if (std::any_of(late.pairs.begin(), late.pairs.end(), rebounds))
	{
		std::swap(world.pairs, late.pairs);
		const CollidingRows solved = SolveCollisions(world, step);
		std::swap(world.pairs, late.pairs);
		for (const ContactRow& row : solved.rows)
		{
			AddBlow(world, row, late.pairs[row.pair].points[row.point], row.restitution, blows);
		}
	}
	addGravity(1.0);
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
	TakeOutApart(world, step, left, late, rows);
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
		AddBlow(world, row, late.pairs[row.pair].points[row.point], 0.0, blows);
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
	world.stored.clear(); // over with the collisions
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
			ReboundLate(world, late, step, left, blows);
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
		// Where all still are, another look would find the same in the way.
		if (std::none_of(plan.time.begin(), plan.time.end(), [](double time) { return time > 0.0; }))
		{
			break;
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
