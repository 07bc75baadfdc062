// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/Tumble.h"

#include "Rigid/ContactSolver.h"
#include "Rigid/FirstHit.h"
#include "Rigid/PairUpdate.h"
#include "Rigid/Sweep.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Of the thickness: who turns is about to touch what is nearer.
constexpr double kNearShare = 0.25;

constexpr int32_t kMostParts = 256;
constexpr int32_t kTumbleSweeps = 30;
constexpr double kTumbleSettled = 1.0e-4; // m/s

/// Which of a pair is solitary and touches the other, or nearly so, and goes far within `left` s; kNoIndex: none.
int32_t WhoTumbles(const World::Data& world, const ContactPair& pair, std::span<const double> left)
{
	const int32_t body = world.bodies[pair.a].isSolitary ? pair.a : pair.b;
	const RigidBody& mover = world.bodies[body];
	const bool isNear = !pair.points.empty() || pair.apart < kNearShare * mover.shape->thickness;
	return mover.isSolitary && isNear && IsFast(mover, left[body]) ? body : kNoIndex;
}

/// One body, and what stands fast around it.
class Tumbler
{
public:
	Tumbler(World::Data& world, int32_t body, std::span<const BodyPair> pairs, const Box& room)
		: m_world(world), m_body(world.bodies[body]), m_room(room)
	{
		for (const BodyPair& pair : pairs)
		{
			m_pairs.push_back(MakePair(world, pair.a, pair.b));
			m_pairs.back().isNew = false;
			m_pairs.back().isTurning = true;
		}
	}

	void Go(double time)
	{
		for (int32_t i = 0; i < kMostParts && time > 0.0; ++i)
		{
			const double part = std::min(time, SightOf(m_body));
			FindGround(part);
			MoveOut();
			if (IsBlow(part))
			{
				return; // the collisions of the next step have it
			}
			StopAtGround(part);
			// Friction may have made it spin faster.
			const double flown = std::min(part, SightOf(m_body));
			Fly(m_body, flown);
			time -= flown;
			if (!IsInRoom())
			{
				return;
			}
		}
	}

private:
	void FindGround(double part)
	{
		for (ContactPair& pair : m_pairs)
		{
			const RigidBody& a = m_world.bodies[pair.a];
			const RigidBody& b = m_world.bodies[pair.b];
			FindContacts(a.Place(), b.Place(), 2.0 * PairSkin(a, b) + ClosingBound(a, b, part), {}, pair);
		}
	}

	/// By as much as it is in the ground, where it is deepest.
	void MoveOut()
	{
		double deepest = 0.0;
		Vec3 away;
		for (const ContactPair& pair : m_pairs)
		{
			for (const ContactPoint& point : pair.points)
			{
				if (point.gap < deepest)
				{
					deepest = point.gap;
					away = &m_world.bodies[pair.a] == &m_body ? -point.normal : point.normal;
				}
			}
		}
		const Vec3 way = away * -deepest;
		m_body.x += way;
		for (ContactPair& pair : m_pairs)
		{
			for (ContactPoint& point : pair.points)
			{
				const double closer = Dot(point.normal, &m_world.bodies[pair.a] == &m_body ? way : -way);
				point.gap -= closer;
				point.room -= closer;
			}
		}
	}

	bool IsBlow(double part) const
	{
		return m_body.MayBreak() && HasImpact(m_world.bodies, m_pairs, part) &&
			FastestApproach() > m_world.settings.harmlessSpeed;
	}

	double FastestApproach() const
	{
		double fastest = 0.0;
		for (const ContactPair& pair : m_pairs)
		{
			const RigidBody& a = m_world.bodies[pair.a];
			const RigidBody& b = m_world.bodies[pair.b];
			for (const ContactPoint& point : pair.points)
			{
				fastest = std::max(
					fastest, -Dot(point.normal, b.VelocityAt(point.point - b.x) - a.VelocityAt(point.point - a.x)));
			}
		}
		return fastest;
	}

	void StopAtGround(double part)
	{
		ToSolver(m_world.bodies, m_pairs, m_world.movers);
		std::vector<ContactRow> rows = MakeRows(m_world.bodies, m_world.movers, m_pairs);
		AimForContact(rows, m_world.bodies, part);
		for (int32_t sweep = 0; sweep < kTumbleSweeps; ++sweep)
		{
			if (SweepRows(rows, m_world.movers, sweep % 2 != 0) <= kTumbleSettled)
			{
				break;
			}
		}
		FromSolver(m_world.movers, m_pairs, m_world.bodies);
	}

	bool IsInRoom() const
	{
		const Box box = SweptBox(m_body, 0.0, m_body.shape->skin);
		return box.low.x >= m_room.low.x && box.low.y >= m_room.low.y && box.low.z >= m_room.low.z &&
			box.high.x <= m_room.high.x && box.high.y <= m_room.high.y && box.high.z <= m_room.high.z;
	}

	World::Data& m_world;
	RigidBody& m_body;
	Box m_room;
	std::vector<ContactPair> m_pairs;
};
} // namespace

void TumbleOnGround(World::Data& world, std::span<double> left, TaskRunner& runner)
{
	std::vector<RigidBody>& bodies = world.bodies;
	std::vector<int32_t> tumblers;
	for (const ContactPair& pair : world.pairs)
	{
		const int32_t body = WhoTumbles(world, pair, left);
		if (body != kNoIndex)
		{
			tumblers.push_back(body);
		}
	}
	if (tumblers.empty())
	{
		return;
	}
	std::sort(tumblers.begin(), tumblers.end());
	tumblers.erase(std::unique(tumblers.begin(), tumblers.end()), tumblers.end());
	const std::vector<BodyPair> all = world.broadPhase.FindPairsOf(tumblers, bodies, left, runner);
	for (const int32_t body : tumblers)
	{
		std::vector<BodyPair> pairs;
		std::copy_if(all.begin(),
			all.end(),
			std::back_inserter(pairs),
			[&](const BodyPair& pair) { return pair.a == body || pair.b == body; });
		const bool isAlone = std::all_of(pairs.begin(),
			pairs.end(),
			[&](const BodyPair& pair)
			{
				const RigidBody& other = bodies[pair.a == body ? pair.b : pair.a];
				return !other.Yields() && !other.IsDriven() && !MeetAsShells(*bodies[body].shape, *other.shape);
			});
		if (!isAlone)
		{
			continue;
		}
		Tumbler(world, body, pairs, SweptBox(bodies[body], left[body], bodies[body].shape->skin)).Go(left[body]);
		left[body] = 0.0;
	}
}
} // namespace FractureCore
