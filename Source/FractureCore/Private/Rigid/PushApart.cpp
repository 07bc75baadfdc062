// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Overlap is a mistake of steps before. Who undoes it lifts weight: that is paid for by what the step has taken from
// motion and height, as far as there is something; the rest comes so slowly that it is hardly any energy.
#include "Rigid/PushApart.h"

#include "Rigid/ContactEnergy.h"
#include "Rigid/ContactGraph.h"
#include "Rigid/PairUpdate.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Overlap is undone at this share a step, no faster than that, m/s, and only beyond a share of the skin.
constexpr double kPushShare = 0.2;
constexpr double kPushSpeed = 0.5;
constexpr double kPushSlack = 0.5;
constexpr double kUnpaidPushSpeed = 5.0e-4; // m/s, of what nothing pays for

constexpr int32_t kPushSweeps = 4;
constexpr int32_t kPushLevelSweeps = 40;
constexpr double kPushSettled = 1.0e-4; // m/s

/// An overlap to be undone, or room that others leave to who is pushed.
struct PushRow
{
	const ContactRow* row = nullptr;
	double target = 0.0; // m/s
	double impulse = 0.0;
};

/// Velocities that are forgotten after they have moved the bodies.
struct PushMotion
{
	std::vector<Vec3> v;
	std::vector<Vec3> w;
};

/// Answers by how much it changed the velocity along the normal, m/s.
double SolvePush(PushRow& push, std::span<const RigidBody> bodies, bool movesA, bool movesB, PushMotion& motion)
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
		return 0.0;
	}
	std::vector<Vec3>& v = motion.v;
	std::vector<Vec3>& w = motion.w;
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
	return std::abs(change * inverse);
}

/// Of the groups that hang together with ground and in which something overlaps, all contacts: who is pushed shall not
/// be pushed into others, or into the ground.
std::vector<PushRow> FindPushes(const World::Data& world,
	std::span<const ContactRow> rows,
	std::span<const int32_t> islands,
	std::span<const uint8_t> isGrounded,
	double step)
{
	const std::vector<RigidBody>& bodies = world.bodies;
	const auto islandOf = [&](const ContactRow& row) { return islands[bodies[row.a].Yields() ? row.a : row.b]; };
	const auto depthOf = [&](const ContactRow& row)
	{ return -row.room - kPushSlack * PairSkin(bodies[row.a], bodies[row.b]); };
	std::vector<uint8_t> overlaps(bodies.size(), 0);
	for (const ContactRow& row : rows)
	{
		overlaps[islandOf(row)] |= depthOf(row) > 0.0 ? isGrounded[islandOf(row)] : 0;
	}
	std::vector<PushRow> pushes;
	for (const ContactRow& row : rows)
	{
		if (overlaps[islandOf(row)] == 0)
		{
			continue;
		}
		const double depth = depthOf(row);
		// The rest of the step takes its part of the room.
		const double flown = std::min(Dot(row.normal, RowVelocity(row, bodies[row.a], bodies[row.b])), 0.0) * step;
		pushes.push_back({&row,
			depth > 0.0 ? std::min(kPushShare * depth / step, kPushSpeed) : -std::max(row.room + flown, 0.0) / step,
			0.0});
	}
	return pushes;
}

/// First all at once, then from the ground up, so that a light body under a heavy one is not pushed into the floor.
void SolvePushes(
	const World::Data& world, std::span<const ContactRow> rows, std::vector<PushRow>& pushes, PushMotion& motion)
{
	const std::vector<RigidBody>& bodies = world.bodies;
	const std::vector<int32_t> levels = SupportLevels(rows, bodies, world.settings.gravity);
	const auto levelOf = [&](const PushRow& push) { return std::max(levels[push.row->a], levels[push.row->b]); };
	std::stable_sort(
		pushes.begin(), pushes.end(), [&](const PushRow& p, const PushRow& q) { return levelOf(p) < levelOf(q); });
	for (int32_t sweep = 0; sweep < kPushSweeps; ++sweep)
	{
		for (PushRow& push : pushes)
		{
			SolvePush(push, bodies, bodies[push.row->a].Yields(), bodies[push.row->b].Yields(), motion);
		}
	}
	for (size_t begin = 0, end = 0; begin < pushes.size(); begin = end)
	{
		const int32_t level = levelOf(pushes[begin]);
		while (end < pushes.size() && levelOf(pushes[end]) == level)
		{
			++end;
		}
		double change = HUGE_VAL;
		for (int32_t sweep = 0; sweep < kPushLevelSweeps && change > kPushSettled; ++sweep)
		{
			change = 0.0;
			for (size_t i = begin; i < end; ++i)
			{
				const ContactRow& row = *pushes[i].row;
				if (!PressesDown(row, levels, world.settings.gravity))
				{
					const bool movesA = levels[row.a] >= level && bodies[row.a].Yields();
					const bool movesB = levels[row.b] >= level && bodies[row.b].Yields();
					change = std::max(change, SolvePush(pushes[i], bodies, movesA, movesB, motion));
				}
			}
		}
	}
}

/// Bodies that push each other. They do so alike, or some would be pushed into those that are not.
struct PushedGroup
{
	double fastest = 0.0; // m/s
	double lifted = 0.0;  // J: weight that the pushes lift
	EnergyBalance balance;

	/// How much of the pushes is done. Those that contradict each other add up.
	double Share() const
	{
		const double most = std::min(1.0, kPushSpeed / fastest);
		const double unpaid = std::min(most, kUnpaidPushSpeed / fastest);
		return lifted > 0.0 ? std::clamp(balance.Most() / lifted, unpaid, most) : most;
	}
};
} // namespace

void PushApart(World::Data& world,
	std::span<const ContactRow> rows,
	std::span<const int32_t> islands,
	std::span<const uint8_t> isGrounded,
	std::span<const double> kineticBefore,
	double step)
{
	std::vector<PushRow> pushes = FindPushes(world, rows, islands, isGrounded, step);
	if (pushes.empty())
	{
		return;
	}
	std::vector<RigidBody>& bodies = world.bodies;
	const Vec3& gravity = world.settings.gravity;
	PushMotion motion = {std::vector<Vec3>(bodies.size()), std::vector<Vec3>(bodies.size())};
	SolvePushes(world, rows, pushes, motion);
	std::vector<PushedGroup> groups(bodies.size());
	for (const int32_t i : world.Active())
	{
		const RigidBody& body = bodies[i];
		if (body.Yields())
		{
			PushedGroup& group = groups[islands[i]];
			const double speed = Length(motion.v[i]) + Length(motion.w[i]) * body.shape->radius;
			group.fastest = std::max(group.fastest, speed);
			group.lifted -= step * body.mass * Dot(gravity, motion.v[i]);
			group.balance.before += kineticBefore[i];
			group.balance.after += body.KineticEnergy();
			group.balance.fallen += body.mass * Dot(gravity, body.v) * (step - body.clock);
		}
	}
	for (const int32_t i : world.Active())
	{
		RigidBody& body = bodies[i];
		const PushedGroup& group = groups[islands[i]];
		if (!body.Yields() || !(group.fastest > 0.0))
		{
			continue;
		}
		const double share = group.Share();
		if (group.lifted > 0.0)
		{
			const double slowed = group.balance.Scale(share * group.lifted);
			body.v *= slowed;
			body.w *= slowed;
		}
		body.x += motion.v[i] * (share * step);
		body.q = Normalised(RotationFromVector(motion.w[i] * (share * step)) * body.q);
		body.Refresh();
	}
}
} // namespace FractureCore
