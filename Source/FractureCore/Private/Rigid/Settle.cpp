// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/Settle.h"

#include "Rigid/ContactEnergy.h"
#include "Rigid/ContactGraph.h"
#include "Rigid/PairUpdate.h"
#include "Rigid/PushApart.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace FractureCore
{
namespace
{
constexpr double kSettled = 2.0e-5; // m/s: sweeps may end
constexpr int32_t kRollingPasses = 4;
constexpr int32_t kShockSweeps = 10;
constexpr double kShockSettled = 5.0e-6; // m/s

// Radians a step.
constexpr double kMostTurnInContact = 0.4;

// m/s and 1/s: below this speed rocking dies out.
constexpr double kRockingSpeed = 0.05;
constexpr double kRockingDamping = 4.0;

// m/s and s: slower than that for so long is at rest, in the mean over so many metres: heaps rattle for ever.
constexpr double kQuietSpeed = 0.04;
constexpr double kQuietWay = 0.002;
constexpr double kQuietTime = 0.5;
constexpr double kNeighbourTime = 0.25; // for all that it touches

// Of the skin, and m: who overlaps more than that, and so much less than kNeighbourTime ago, is still pushed out.
constexpr double kVisibleSkins = 4.0;
constexpr double kLeastProgress = 6.0e-5;
constexpr int32_t kHeap = 32; // bodies that hang together

/// How far any of its points is at most from where the body was quiet last.
double WayFromQuiet(const RigidBody& body)
{
	const Quat turn = body.q * Conjugate(body.quietOrientation);
	const double sine = std::sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z);
	return Length(body.x - body.quietPosition) + 2.0 * std::min(sine, 1.0) * body.shape->radius;
}

void NoteQuiet(RigidBody& body, double step)
{
	body.quietTime += step;
	body.stayTime += step;
	const double way = WayFromQuiet(body);
	if (way > kQuietWay)
	{
		body.quietTime = way < kQuietSpeed * body.stayTime ? body.quietTime : 0.0;
		body.quietPosition = body.x;
		body.quietOrientation = body.q;
		body.stayTime = 0.0;
	}
}

/// Whether the upper body would close a contact faster than its target if the lower one stood still. Who goes farther
/// than it is thick sees in its flight what is in its way.
bool ComesDown(const ContactRow& row, const World::Data& world, std::span<const SolverBody> movers, double step)
{
	const RigidBody& a = world.bodies[row.a];
	const RigidBody& b = world.bodies[row.b];
	const auto isFar = [&](const RigidBody& body)
	{ return step * (Length(body.v) + TurningBound(body)) > body.shape->thickness; };
	if (!a.Yields() || !b.Yields() || isFar(a) || isFar(b))
	{
		return false;
	}
	const bool isAboveB = Dot(row.normal, world.settings.gravity) > 0.0;
	const double speed = isAboveB ? -Dot(row.normal, movers[row.a].VelocityAt(row.rA))
								  : Dot(row.normal, movers[row.b].VelocityAt(row.rB));
	return speed < row.target;
}

/// Targets count on both bodies to fly equally long. Who is behind one that has flown farther and goes on downwards for
/// the rest of its time alone finds less room than that. True: the velocity of the lower one is known by now.
void AimForShorterFlight(ContactRow& row,
	std::span<const RigidBody> bodies,
	std::span<const int32_t> levels,
	std::span<const SolverBody> movers,
	double step)
{
	const bool isOnA = levels[row.a] < levels[row.b];
	const int32_t lower = isOnA ? row.a : row.b;
	const int32_t upper = isOnA ? row.b : row.a;
	const double leftUpper = step - bodies[upper].clock;
	const double leftLower = step - bodies[lower].clock;
	if (row.target < 0.0 && levels[row.a] != levels[row.b] && bodies[lower].Yields() && leftLower < leftUpper)
	{
		const double away = isOnA ? -Dot(row.normal, movers[lower].VelocityAt(row.rA))
								  : Dot(row.normal, movers[lower].VelocityAt(row.rB));
		row.target = std::min(row.target + std::max(away, 0.0) * (1.0 - leftLower / leftUpper), 0.0);
	}
}

void PropagateShock(World::Data& world, std::vector<ContactRow>& rows, std::span<SolverBody> movers, double step)
{
	// Shocks stop bodies that others come down on: contacts that do not press yet take part.
	std::vector<uint8_t> comesDown(rows.size(), 0);
	std::transform(rows.begin(),
		rows.end(),
		comesDown.begin(),
		[&](const ContactRow& row) { return ComesDown(row, world, movers, step) ? 1 : 0; });
	const std::vector<int32_t> levels = SupportLevels(rows, world.bodies, world.settings.gravity, comesDown);
	std::vector<std::vector<int32_t>> byLevel;
	for (size_t i = 0; i < rows.size(); ++i)
	{
		const int32_t level = std::max(levels[rows[i].a], levels[rows[i].b]);
		const int32_t lower = std::min(levels[rows[i].a], levels[rows[i].b]);
		if (level <= 0 || lower == kNoIndex ||
			PressesDown(rows[i].a, rows[i].b, rows[i].normal, levels, world.settings.gravity))
		{
			continue;
		}
		if (byLevel.size() <= static_cast<size_t>(level))
		{
			byLevel.resize(static_cast<size_t>(level) + 1);
		}
		byLevel[level].push_back(static_cast<int32_t>(i));
	}
	for (size_t level = 1; level < byLevel.size(); ++level)
	{
		for (const int32_t i : byLevel[level])
		{
			AimForShorterFlight(rows[i], world.bodies, levels, movers, step);
		}
		SweepShock(rows, byLevel[level], levels, static_cast<int32_t>(level), movers, kShockSweeps, kShockSettled);
	}
}

/// Which groups of touching bodies hang together with something that does not give way. 1 a body, at the group's name.
template <typename Contact>
std::vector<uint8_t> GroundedIslands(
	const std::vector<Contact>& contacts, std::span<const int32_t> islands, std::span<const RigidBody> bodies)
{
	std::vector<uint8_t> isGrounded(bodies.size(), 0);
	for (const Contact& contact : contacts)
	{
		if (!bodies[contact.a].Yields() || !bodies[contact.b].Yields())
		{
			isGrounded[islands[bodies[contact.a].Yields() ? contact.a : contact.b]] = 1;
		}
	}
	return isGrounded;
}

/// Where nothing presses bodies together, what they had from each other in the last step is over.
void ForgetImpulses(World::Data& world,
	std::span<const ContactRow> rows,
	std::span<const int32_t> islands,
	std::span<const uint8_t> isGrounded)
{
	for (const ContactRow& row : rows)
	{
		if (isGrounded[islands[world.bodies[row.a].Yields() ? row.a : row.b]] == 0)
		{
			world.pairs[row.pair].points[row.point].normalImpulse = 0.0;
		}
	}
}

/// Contacts look ahead along straight lines. What touches ground and turns farther than they can see in a step loses
/// the rest of its spin to it, unless it tumbles.
void BrakeSpin(World::Data& world, std::span<const ContactRow> rows, double step)
{
	for (const ContactRow& row : rows)
	{
		for (const int32_t index : {row.a, row.b})
		{
			RigidBody& body = world.bodies[index];
			const RigidBody& other = world.bodies[index == row.a ? row.b : row.a];
			if (!(row.normalImpulse > 0.0) || !body.Yields() || other.Yields())
			{
				continue;
			}
			const double turn = Length(body.w) * step;
			if (!body.mayTumble && turn > kMostTurnInContact)
			{
				body.w *= kMostTurnInContact / turn;
			}
			// Nothing rocks for ever.
			if (Length(body.w) * body.shape->radius < kRockingSpeed)
			{
				body.w *= 1.0 / (1.0 + kRockingDamping * step);
			}
		}
	}
}

void NoteOverlaps(World::Data& world, std::span<const ContactRow> rows)
{
	for (const int32_t i : world.Active())
	{
		world.bodies[i].overlap = -HUGE_VAL;
	}
	for (const ContactRow& row : rows)
	{
		const double skin = PairSkin(world.bodies[row.a], world.bodies[row.b]);
		for (const int32_t i : {row.a, row.b})
		{
			RigidBody& body = world.bodies[i];
			body.overlap = std::max(body.overlap, -row.room - kVisibleSkins * skin);
		}
	}
}

/// Whether a quiet body visibly overlaps another and pushing apart gets it out: it may not sleep yet.
bool IsComingFree(RigidBody& body, double step)
{
	body.overlapTime += step;
	if (body.quietTime < kQuietTime - kNeighbourTime)
	{
		body.isComingFree = true;
		body.overlapBefore = body.overlap;
		body.overlapTime = 0.0;
	}
	else if (body.overlapTime >= kNeighbourTime)
	{
		body.isComingFree = body.overlap < body.overlapBefore - kLeastProgress;
		body.overlapBefore = body.overlap;
		body.overlapTime = 0.0;
	}
	return body.overlap > 0.0 && body.isComingFree;
}
} // namespace

void SettleContacts(World::Data& world, double step)
{
	std::vector<SolverBody>& movers = world.movers;
	const std::vector<double> kineticBefore = KineticBeforeGravity(world.bodies, world.settings.gravity, step);
	ToSolver(world.bodies, world.pairs, movers);
	std::vector<ContactRow> rows = MakeRows(world.bodies, movers, world.pairs);
	world.report.contacts = static_cast<int32_t>(rows.size());
	for (const ContactRow& row : rows)
	{
		world.report.deepest = std::max(world.report.deepest, -world.pairs[row.pair].points[row.point].gap);
	}
	const std::vector<int32_t> islands = ContactIslands(rows, world.bodies);
	AimForContact(rows, world.bodies, step, true);
	const std::vector<uint8_t> isGrounded = GroundedIslands(rows, islands, world.bodies);
	ForgetImpulses(world, rows, islands, isGrounded);
	WarmStart(rows, movers, world.pairs);
	for (int32_t pass = 0; pass == 0 || (pass < kRollingPasses && TakeBackRolling(rows, world.bodies, movers, step));
		 ++pass)
	{
		for (int32_t sweep = 0; sweep < world.settings.contactSweeps; ++sweep)
		{
			if (SweepRows(rows, movers, sweep % 2 != 0) <= kSettled)
			{
				break;
			}
		}
	}
	for (const ContactRow& row : rows)
	{
		ContactPoint& point = world.pairs[row.pair].points[row.point];
		point.steadyImpulse = std::min(point.normalImpulse, row.normalImpulse);
		point.normalImpulse = row.normalImpulse;
		point.tangentImpulse = row.tangents[0] * row.tangentImpulse[0] + row.tangents[1] * row.tangentImpulse[1];
	}
	if (world.settings.shockPropagation)
	{
		PropagateShock(world, rows, movers, step);
	}
	TakeBackContactEnergy(rows, world.bodies, kineticBefore, world.settings.gravity, step, movers);
	FromSolver(movers, world.pairs, world.bodies);
	BrakeSpin(world, rows, step);
	PushApart(world, rows, islands, isGrounded, kineticBefore, step);
	NoteOverlaps(world, rows);
}

void UpdateSleep(World::Data& world, double step)
{
	std::vector<RigidBody>& bodies = world.bodies;
	std::vector<BodyPair> touching;
	for (const ContactPair& pair : world.pairs)
	{
		const double reach = PairSkin(bodies[pair.a], bodies[pair.b]);
		const auto floats = [&](const RigidBody& body) { return body.isAsleep && body.floats; };
		if (floats(bodies[pair.a]) || floats(bodies[pair.b]))
		{
			continue; // carries nobody
		}
		for (const ContactPoint& point : pair.points)
		{
			if (point.room <= reach)
			{
				touching.push_back({pair.a, pair.b});
				break;
			}
		}
	}
	const std::vector<int32_t> islands = ContactIslands(touching, bodies);
	const std::span<const int32_t> active = world.Active();
	for (const int32_t i : active)
	{
		NoteQuiet(bodies[i], step);
	}
	// What nothing carries goes on for ever, however slowly: it may sleep only where it stands still.
	const std::vector<uint8_t> isGrounded = GroundedIslands(touching, islands, bodies);
	// What touches something restless stays awake, and so does what something driven touches.
	std::vector<uint8_t> isStirred(bodies.size(), 0);
	for (const BodyPair& pair : touching)
	{
		for (const auto& [body, other] : {std::pair{pair.a, pair.b}, std::pair{pair.b, pair.a}})
		{
			const bool isRestless = bodies[body].Yields() && bodies[body].quietTime < kNeighbourTime;
			isStirred[other] |= isRestless || bodies[body].IsDriven() ? 1 : 0;
		}
	}
	// Who is still pushed out of another stays awake, and so does what it touches, which has to go along: not in heaps,
	// which would hardly come to rest.
	std::vector<uint8_t> isPushed(bodies.size(), 0);
	std::vector<int32_t> members(bodies.size(), 0);
	for (const int32_t i : active)
	{
		++members[islands[i]];
		isPushed[i] = bodies[i].IsDynamic() && isGrounded[islands[i]] != 0 && IsComingFree(bodies[i], step) ? 1 : 0;
	}
	for (const BodyPair& pair : touching)
	{
		const int32_t mover = bodies[pair.a].Yields() ? pair.a : pair.b;
		if (members[islands[mover]] < kHeap)
		{
			isStirred[pair.a] |= isPushed[pair.b];
			isStirred[pair.b] |= isPushed[pair.a];
		}
	}
	for (const int32_t i : active)
	{
		RigidBody& body = bodies[i];
		const bool isStill = LengthSquared(body.v) == 0.0 && LengthSquared(body.w) == 0.0;
		if (!body.isGone && body.IsDynamic() && world.settings.sleeping && isStirred[i] == 0 && isPushed[i] == 0 &&
			body.quietTime >= kQuietTime && (isGrounded[islands[i]] != 0 || isStill))
		{
			body.isAsleep = true;
			body.floats = isGrounded[islands[i]] == 0;
			// A name that no group before it had.
			body.sleepGroup = world.steps * (int64_t{1} << 31) + islands[i];
			body.v = body.w = {};
			world.broadPhase.NoteChange();
		}
	}
}
} // namespace FractureCore
