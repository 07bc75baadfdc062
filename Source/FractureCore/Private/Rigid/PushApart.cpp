// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Overlap is a mistake of steps before. Who undoes it lifts weight: that is paid for by what the step has taken from
// motion and height, as far as there is something; the rest comes so slowly that it is hardly any energy.
#include "Rigid/PushApart.h"

#include "Rigid/ContactEnergy.h"
#include "Rigid/ContactGraph.h"
#include "Rigid/NormalRow.h"
#include "Rigid/PairUpdate.h"
#include "Rigid/VisitLog.h"

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

/// A velocity that is forgotten after it has moved the body.
struct PushMotion
{
	Vec3 v;
	Vec3 w;
};

/// Of the groups that hang together with ground and in which something overlaps, all contacts: who is pushed shall not
/// be pushed into others, or into the ground.
std::vector<NormalRow> FindPushes(const World::Data& world,
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
	std::vector<NormalRow> pushes;
	pushes.reserve(rows.size());
	for (const ContactRow& row : rows)
	{
		if (overlaps[islandOf(row)] == 0)
		{
			continue;
		}
		const double depth = depthOf(row);
		// The rest of the step takes its part of the room.
		const double flown = std::min(Dot(row.normal, RowVelocity(row, bodies[row.a], bodies[row.b])), 0.0) * step;
		const RigidBody& a = bodies[row.a];
		const RigidBody& b = bodies[row.b];
		NormalRow& push =
			pushes.emplace_back(row, a.inverseMass, a.inverseInertiaWorld, b.inverseMass, b.inverseInertiaWorld);
		push.target =
			depth > 0.0 ? std::min(kPushShare * depth / step, kPushSpeed) : -std::max(row.room + flown, 0.0) / step;
	}
	return pushes;
}

/// First all at once, then from the ground up, so that a light body under a heavy one is not pushed into the floor.
void SolvePushes(const World::Data& world,
	std::span<const ContactRow> rows,
	std::span<NormalRow> pushes,
	std::span<PushMotion> motion)
{
	const std::vector<RigidBody>& bodies = world.bodies;
	VisitLog visits(pushes.size(), bodies.size(), kPushSettled);
	const auto solve = [&](int32_t i, bool movesA, bool movesB)
	{
		NormalRow& push = pushes[i];
		if (!visits.IsDue(i, push.a, push.b))
		{
			return 0.0;
		}
		const double change = push.Solve(motion[push.a], motion[push.b], movesA, movesB);
		visits.Note(i, change, push.a, push.b, movesA, movesB);
		return change;
	};
	const std::vector<int32_t> levels = SupportLevels(rows, bodies, world.settings.gravity);
	std::vector<std::vector<int32_t>> byLevel;
	for (size_t i = 0; i < pushes.size(); ++i)
	{
		// What rests on nothing has a level below that of the ground.
		const size_t level = static_cast<size_t>(std::max(levels[pushes[i].a], levels[pushes[i].b]) + 1);
		byLevel.resize(std::max(byLevel.size(), level + 1));
		byLevel[level].push_back(static_cast<int32_t>(i));
	}
	for (int32_t sweep = 0; sweep < kPushSweeps; ++sweep)
	{
		for (const std::vector<int32_t>& some : byLevel)
		{
			for (const int32_t i : some)
			{
				solve(i, bodies[pushes[i].a].Yields(), bodies[pushes[i].b].Yields());
			}
		}
	}
	for (size_t k = 0; k < byLevel.size(); ++k)
	{
		const int32_t level = static_cast<int32_t>(k) - 1;
		std::erase_if(byLevel[k],
			[&](int32_t i)
			{ return PressesDown(pushes[i].a, pushes[i].b, pushes[i].normal, levels, world.settings.gravity); });
		double change = HUGE_VAL;
		for (int32_t sweep = 0; sweep < kPushLevelSweeps && change > kPushSettled; ++sweep)
		{
			change = 0.0;
			for (const int32_t i : byLevel[k])
			{
				const int32_t a = pushes[i].a;
				const int32_t b = pushes[i].b;
				const bool movesA = levels[a] >= level && bodies[a].Yields();
				const bool movesB = levels[b] >= level && bodies[b].Yields();
				change = std::max(change, solve(i, movesA, movesB));
			}
		}
	}
}

/// Bodies that push each other. They do so alike, or some would be pushed into those that are not.
struct PushedGroup
{
	double fastest = 0.0;  // m/s
	double lifted = 0.0;   // J: weight that the pushes lift
	bool isDriven = false; // something driven touches it, which pays for all
	EnergyBalance balance;

	bool IsToBePaid() const { return lifted > 0.0 && !isDriven; }

	/// How much of the pushes is done. Those that contradict each other add up.
	double Share() const
	{
		const double most = std::min(1.0, kPushSpeed / fastest);
		const double unpaid = std::min(most, kUnpaidPushSpeed / fastest);
		return IsToBePaid() ? std::clamp(balance.Most() / lifted, unpaid, most) : most;
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
	std::vector<NormalRow> pushes = FindPushes(world, rows, islands, isGrounded, step);
	if (pushes.empty())
	{
		return;
	}
	std::vector<RigidBody>& bodies = world.bodies;
	const Vec3& gravity = world.settings.gravity;
	std::vector<PushMotion> motion(bodies.size());
	SolvePushes(world, rows, pushes, motion);
	std::vector<PushedGroup> groups(bodies.size());
	for (const ContactRow& row : rows)
	{
		const int32_t mover = bodies[row.a].Yields() ? row.a : row.b;
		groups[islands[mover]].isDriven |= bodies[row.a].IsDriven() || bodies[row.b].IsDriven();
	}
	for (const int32_t i : world.Active())
	{
		const RigidBody& body = bodies[i];
		if (body.Yields())
		{
			PushedGroup& group = groups[islands[i]];
			const double speed = Length(motion[i].v) + Length(motion[i].w) * body.shape->radius;
			group.fastest = std::max(group.fastest, speed);
			group.lifted -= step * body.mass * Dot(gravity, motion[i].v);
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
		if (group.IsToBePaid())
		{
			const double slowed = group.balance.Scale(share * group.lifted);
			body.v *= slowed;
			body.w *= slowed;
		}
		body.x += motion[i].v * (share * step);
		body.q = Normalised(RotationFromVector(motion[i].w * (share * step)) * body.q);
		body.Refresh();
	}
}
} // namespace FractureCore
