// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/Settle.h"

#include "Rigid/ContactGraph.h"
#include "Rigid/PairUpdate.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
constexpr double kSettled = 1.0e-7; // m/s: sweeps may end
constexpr int32_t kShockSweeps = 30;
constexpr double kShockSettled = 1.0e-6; // m/s

// Overlap is undone at this share a step, no faster than that, m/s, and only beyond a share of the skin.
constexpr double kPushShare = 0.2;
constexpr double kPushSpeed = 0.5;
constexpr double kPushSlack = 0.5;
constexpr int32_t kPushSweeps = 4;

// m/s and s: slower than that for so long is at rest.
constexpr double kQuietSpeed = 0.02;
constexpr double kQuietTime = 0.5;

void PropagateShock(World::Data& world, std::vector<ContactRow>& rows)
{
	const std::vector<int32_t> levels = SupportLevels(rows, world.bodies, world.settings.gravity, 0.0);
	std::vector<std::vector<int32_t>> byLevel;
	for (size_t i = 0; i < rows.size(); ++i)
	{
		const int32_t level = std::max(levels[rows[i].a], levels[rows[i].b]);
		const int32_t lower = std::min(levels[rows[i].a], levels[rows[i].b]);
		if (level <= 0 || lower == kNoIndex)
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
		SweepShock(rows, byLevel[level], levels, static_cast<int32_t>(level), world.bodies, kShockSweeps, kShockSettled);
	}
}

/// Moves overlapping bodies apart by velocities that are forgotten afterwards, so that no energy comes of it.
void PushApart(World::Data& world, std::span<const ContactRow> rows, double step)
{
	struct Push
	{
		const ContactRow* row;
		double target;
		double impulse;
	};
	std::vector<Push> pushes;
	for (const ContactRow& row : rows)
	{
		const double depth = -row.room - kPushSlack * PairSkin(world.bodies[row.a], world.bodies[row.b]);
		if (depth > 0.0)
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
	for (int32_t sweep = 0; sweep < kPushSweeps; ++sweep)
	{
		for (Push& push : pushes)
		{
			const ContactRow& row = *push.row;
			const RigidBody& a = world.bodies[row.a];
			const RigidBody& b = world.bodies[row.b];
			const double speed =
				Dot(row.normal, v[row.b] + Cross(w[row.b], row.rB) - v[row.a] - Cross(w[row.a], row.rA));
			const double impulse = std::max(0.0, push.impulse + row.normalMass * (push.target - speed));
			const Vec3 change = row.normal * (impulse - push.impulse);
			push.impulse = impulse;
			v[row.a] -= change * a.inverseMass;
			w[row.a] -= a.inverseInertiaWorld * Cross(row.rA, change);
			v[row.b] += change * b.inverseMass;
			w[row.b] += b.inverseInertiaWorld * Cross(row.rB, change);
		}
	}
	for (size_t i = 0; i < world.bodies.size(); ++i)
	{
		RigidBody& body = world.bodies[i];
		if (body.inverseMass == 0.0 || (v[i] == Vec3{} && w[i] == Vec3{}))
		{
			continue;
		}
		// Pushes that contradict each other add up; none moves a body farther than one push may.
		const double speed = Length(v[i]) + Length(w[i]) * body.shape->radius;
		const double scale = step * std::min(1.0, kPushSpeed / speed);
		body.x += v[i] * scale;
		body.q = Normalised(RotationFromVector(w[i] * scale) * body.q);
		body.Refresh();
	}
}
} // namespace

void SettleContacts(World::Data& world, double step)
{
	std::vector<ContactRow> rows = MakeRows(world.bodies, world.pairs);
	world.report.contacts = static_cast<int32_t>(rows.size());
	for (const ContactRow& row : rows)
	{
		world.report.deepest = std::max(world.report.deepest, -world.pairs[row.pair].points[row.point].gap);
	}
	AimForContact(rows, world.bodies, step);
	WarmStart(rows, world.bodies, world.pairs, 1.0);
	for (int32_t sweep = 0; sweep < world.settings.contactSweeps; ++sweep)
	{
		if (SweepRows(rows, world.bodies, sweep % 2 != 0) <= kSettled)
		{
			break;
		}
	}
	for (const ContactRow& row : rows)
	{
		ContactPoint& point = world.pairs[row.pair].points[row.point];
		point.normalImpulse = row.normalImpulse;
		point.tangentImpulse = row.tangent * row.tangentImpulse[0] + SecondTangent(row) * row.tangentImpulse[1];
	}
	if (world.settings.shockPropagation)
	{
		PropagateShock(world, rows);
	}
	PushApart(world, rows, step);
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
	std::vector<double> quiet(bodies.size(), HUGE_VAL);
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		RigidBody& body = bodies[i];
		if (!body.isGone && body.IsDynamic() && !body.isAsleep)
		{
			const double speed = Length(body.v) + Length(body.w) * body.shape->radius;
			body.quietTime = speed < kQuietSpeed ? body.quietTime + step : 0.0;
			quiet[islands[i]] = std::min(quiet[islands[i]], body.quietTime);
		}
	}
	// Something driven keeps awake what it touches.
	for (const ContactRow& row : touching)
	{
		for (const int32_t body : {row.a, row.b})
		{
			if (bodies[body].IsDriven())
			{
				quiet[islands[body == row.a ? row.b : row.a]] = 0.0;
			}
		}
	}
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		RigidBody& body = bodies[i];
		if (body.isGone || !body.IsDynamic())
		{
			continue;
		}
		if (!body.isAsleep && world.settings.sleeping && quiet[islands[i]] >= kQuietTime)
		{
			body.isAsleep = true;
			// A name that no group before it had.
			body.sleepGroup = world.steps * (int64_t{1} << 31) + islands[i];
			body.v = body.w = {};
			world.broadPhase.Invalidate();
		}
	}
}
} // namespace FractureCore
