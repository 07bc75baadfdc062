// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/Settle.h"

#include "Rigid/ContactEnergy.h"
#include "Rigid/ContactGraph.h"
#include "Rigid/PairUpdate.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace FractureCore
{
namespace
{
constexpr double kSettled = 2.0e-5; // m/s: sweeps may end
constexpr int32_t kShockSweeps = 10;
constexpr double kShockSettled = 5.0e-6; // m/s

// Overlap is undone at this share a step, no faster than that, m/s, and only beyond a share of the skin.
constexpr double kPushShare = 0.2;
constexpr double kPushSpeed = 0.5;
constexpr double kPushSlack = 0.5;
constexpr int32_t kPushSweeps = 4;

// Radians a step.
constexpr double kMostTurnInContact = 0.4;

// m/s and 1/s: below this speed rocking dies out.
constexpr double kRockingSpeed = 0.05;
constexpr double kRockingDamping = 4.0;

// m/s and s: slower than that for so long is at rest.
constexpr double kQuietSpeed = 0.04;
constexpr double kQuietTime = 0.5;
constexpr double kNeighbourTime = 0.25; // for all that it touches

/// Whether the body of a lower level is above the other, as some are that carry each other in a circle: were it fixed,
/// it would press the other into what carries both.
bool PressesDown(const ContactRow& row, std::span<const int32_t> levels, const Vec3& gravity)
{
	const double down = Dot(row.normal, gravity);
	return levels[row.a] < levels[row.b] ? down > 0.0 : levels[row.b] < levels[row.a] && down < 0.0;
}

void PropagateShock(World::Data& world, std::vector<ContactRow>& rows, std::span<SolverBody> movers)
{
	const std::vector<int32_t> levels = SupportLevels(rows, world.bodies, world.settings.gravity);
	std::vector<std::vector<int32_t>> byLevel;
	for (size_t i = 0; i < rows.size(); ++i)
	{
		const int32_t level = std::max(levels[rows[i].a], levels[rows[i].b]);
		const int32_t lower = std::min(levels[rows[i].a], levels[rows[i].b]);
		if (level <= 0 || lower == kNoIndex || PressesDown(rows[i], levels, world.settings.gravity))
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
		SweepShock(rows, byLevel[level], levels, static_cast<int32_t>(level), movers, kShockSweeps, kShockSettled);
	}
}

/// Which groups of touching bodies hang together with something that does not give way. 1 a body, at the group's name.
std::vector<uint8_t> GroundedIslands(
	std::span<const ContactRow> rows, std::span<const int32_t> islands, std::span<const RigidBody> bodies)
{
	std::vector<uint8_t> isGrounded(bodies.size(), 0);
	for (const ContactRow& row : rows)
	{
		if (!bodies[row.a].Yields() || !bodies[row.b].Yields())
		{
			isGrounded[islands[bodies[row.a].Yields() ? row.a : row.b]] = 1;
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

/// An overlap to be undone.
struct PushRow
{
	const ContactRow* row = nullptr;
	double target = 0.0; // m/s
	double impulse = 0.0;
};

void SolvePush(PushRow& push,
	std::span<const RigidBody> bodies,
	bool movesA,
	bool movesB,
	std::vector<Vec3>& v,
	std::vector<Vec3>& w)
{
	const ContactRow& row = *push.row;
	const RigidBody& a = bodies[row.a];
	const RigidBody& b = bodies[row.b];
	const Vec3 turnA = Cross(row.rA, row.normal);
	const Vec3 turnB = Cross(row.rB, row.normal);
	const double inverse = (movesA ? a.inverseMass + Dot(turnA, a.inverseInertiaWorld * turnA) : 0.0) +
		(movesB ? b.inverseMass + Dot(turnB, b.inverseInertiaWorld * turnB) : 0.0);
	if (!(inverse > 0.0))
	{
		return;
	}
	const double speed = Dot(row.normal, v[row.b] + Cross(w[row.b], row.rB) - v[row.a] - Cross(w[row.a], row.rA));
	const double impulse = std::max(0.0, push.impulse + (push.target - speed) / inverse);
	const double change = impulse - push.impulse;
	push.impulse = impulse;
	if (movesA)
	{
		v[row.a] -= row.normal * (change * a.inverseMass);
		w[row.a] -= a.inverseInertiaWorld * turnA * change;
	}
	if (movesB)
	{
		v[row.b] += row.normal * (change * b.inverseMass);
		w[row.b] += b.inverseInertiaWorld * turnB * change;
	}
}

/// Moves overlapping bodies apart by velocities that are forgotten afterwards, so that no energy comes of it. Only in
/// groups that rest on something: nothing presses the others together, and a move would change their angular momentum.
void PushApart(World::Data& world,
	std::span<const ContactRow> rows,
	std::span<const int32_t> islands,
	std::span<const uint8_t> isGrounded,
	double step)
{
	std::vector<PushRow> pushes;
	for (const ContactRow& row : rows)
	{
		const double depth = -row.room - kPushSlack * PairSkin(world.bodies[row.a], world.bodies[row.b]);
		if (depth > 0.0 && isGrounded[islands[world.bodies[row.a].Yields() ? row.a : row.b]] != 0)
		{
			pushes.push_back({&row, std::min(kPushShare * depth / step, kPushSpeed), 0.0});
		}
	}
	if (pushes.empty())
	{
		return;
	}
	std::vector<Vec3> v(world.bodies.size());
	std::vector<Vec3> w(world.bodies.size());
	// From the ground up at last, so that a light body under a heavy one is not pushed into the floor.
	const std::vector<int32_t> levels = SupportLevels(rows, world.bodies, world.settings.gravity);
	const auto levelOf = [&](const PushRow& push) { return std::max(levels[push.row->a], levels[push.row->b]); };
	std::stable_sort(
		pushes.begin(), pushes.end(), [&](const PushRow& p, const PushRow& q) { return levelOf(p) < levelOf(q); });
	for (int32_t sweep = 0; sweep < kPushSweeps; ++sweep)
	{
		const bool isLast = sweep + 1 == kPushSweeps;
		for (PushRow& push : pushes)
		{
			const bool isFromBelow = isLast && !PressesDown(*push.row, levels, world.settings.gravity);
			const int32_t level = isFromBelow ? levelOf(push) : kNoIndex;
			const bool movesA = levels[push.row->a] >= level && world.bodies[push.row->a].Yields();
			const bool movesB = levels[push.row->b] >= level && world.bodies[push.row->b].Yields();
			SolvePush(push, world.bodies, movesA, movesB, v, w);
		}
	}
	for (size_t i = 0; i < world.bodies.size(); ++i)
	{
		RigidBody& body = world.bodies[i];
		if (!body.Yields() || (v[i] == Vec3{} && w[i] == Vec3{}))
		{
			continue;
		}
		// Pushes that contradict each other add up; none moves a body farther than one push may.
		const double speed = Length(v[i]) + Length(w[i]) * body.shape->radius;
		const double scale = step * std::min(1.0, kPushSpeed / speed);
		const double lifted = -body.mass * Dot(world.settings.gravity, v[i] * scale);
		if (lifted > 0.0)
		{
			// Who is lifted pays for it as far as it can.
			const double kinetic = body.KineticEnergy();
			const double slowed = kinetic > lifted ? std::sqrt(1.0 - lifted / kinetic) : 0.0;
			body.v *= slowed;
			body.w *= slowed;
		}
		body.x += v[i] * scale;
		body.q = Normalised(RotationFromVector(w[i] * scale) * body.q);
		body.Refresh();
	}
}
} // namespace

void SettleContacts(World::Data& world, double step)
{
	std::vector<SolverBody>& movers = world.movers;
	ToSolver(world.bodies, world.pairs, movers);
	std::vector<ContactRow> rows = MakeRows(world.bodies, movers, world.pairs);
	world.report.contacts = static_cast<int32_t>(rows.size());
	for (const ContactRow& row : rows)
	{
		world.report.deepest = std::max(world.report.deepest, -world.pairs[row.pair].points[row.point].gap);
	}
	const std::vector<int32_t> islands = ContactIslands(rows, world.bodies, HUGE_VAL);
	AimForContact(rows, world.bodies, step);
	const std::vector<uint8_t> isGrounded = GroundedIslands(rows, islands, world.bodies);
	ForgetImpulses(world, rows, islands, isGrounded);
	WarmStart(rows, movers, world.pairs);
	for (int32_t sweep = 0; sweep < world.settings.contactSweeps; ++sweep)
	{
		if (SweepRows(rows, movers, sweep % 2 != 0) <= kSettled)
		{
			break;
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
		PropagateShock(world, rows, movers);
	}
	TakeBackContactEnergy(rows, world.bodies, world.settings.gravity, step, movers);
	FromSolver(movers, world.pairs, world.bodies);
	BrakeSpin(world, rows, step);
	PushApart(world, rows, islands, isGrounded, step);
}

void UpdateSleep(World::Data& world, double step)
{
	std::vector<RigidBody>& bodies = world.bodies;
	std::vector<ContactRow> touching;
	for (const ContactPair& pair : world.pairs)
	{
		const double reach = PairSkin(bodies[pair.a], bodies[pair.b]);
		for (const ContactPoint& point : pair.points)
		{
			if (point.room <= reach)
			{
				ContactRow row;
				row.a = pair.a;
				row.b = pair.b;
				touching.push_back(row);
				break;
			}
		}
	}
	const std::vector<int32_t> islands = ContactIslands(touching, bodies, 0.0);
	const std::span<const int32_t> active = world.Active();
	for (const int32_t i : active)
	{
		RigidBody& body = bodies[i];
		const double speed = Length(body.v) + Length(body.w) * body.shape->radius;
		body.quietTime = speed < kQuietSpeed ? body.quietTime + step : 0.0;
	}
	// What touches something restless stays awake, and so does what something driven touches.
	std::vector<uint8_t> isStirred(bodies.size(), 0);
	for (const ContactRow& row : touching)
	{
		for (const auto& [body, other] : {std::pair{row.a, row.b}, std::pair{row.b, row.a}})
		{
			const bool isRestless = bodies[body].Yields() && bodies[body].quietTime < kNeighbourTime;
			isStirred[other] |= isRestless || bodies[body].IsDriven() ? 1 : 0;
		}
	}
	for (const int32_t i : active)
	{
		RigidBody& body = bodies[i];
		if (!body.isGone && body.IsDynamic() && world.settings.sleeping && isStirred[i] == 0 &&
			body.quietTime >= kQuietTime)
		{
			body.isAsleep = true;
			// A name that no group before it had.
			body.sleepGroup = world.steps * (int64_t{1} << 31) + islands[i];
			body.v = body.w = {};
			world.broadPhase.NoteChange();
		}
	}
}
} // namespace FractureCore
