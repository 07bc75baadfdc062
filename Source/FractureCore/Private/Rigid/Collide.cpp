// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/Collide.h"

#include "Rigid/ContactGraph.h"
#include "Rigid/PairUpdate.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Of the fastest hit: sweeps go on while velocities change by more than this.
constexpr double kStillChanging = 1.0e-5;

// The same in heaps, and m/s, at most. What that leaves closing is far less than the slowest collision has, and the
// contacts stop it.
constexpr double kStillChangingInHeap = 0.05;
constexpr double kMostUnseen = 1.0e-3;

// Something heavy on something light that stands takes many sweeps. Where that may break, and rows are few, they are
// done until nothing changes: some tenths of a millisecond.
constexpr size_t kFewRows = 64;
constexpr int32_t kMostSweeps = 400;

// s: hits within this time are one blow, as long as the shortest of things of this size last.
constexpr double kSameBlow = 1.0e-4;

/// Contacts of bodies that came apart go on with what was stored in them, in the piece that is nearest: compression
/// ends with that and the closing speed's own, of which restitution gives back its square [Stronge00]. Answers how much
/// that is, J, at the names of the groups.
std::vector<double> ReleaseStored(World::Data& world, std::span<ContactRow> rows, std::span<const int32_t> islands)
{
	std::vector<double> givenBack(world.bodies.size(), 0.0);
	for (const StoredContact& stored : world.stored)
	{
		ContactRow* nearest = nullptr;
		double least = HUGE_VAL;
		for (ContactRow& row : rows)
		{
			const RigidBody& a = world.bodies[row.a];
			const RigidBody& b = world.bodies[row.b];
			const bool isItsOwn = (a.id == stored.striker && b.parent == stored.parent) ||
				(b.id == stored.striker && a.parent == stored.parent);
			const double squared = LengthSquared(a.x + row.rA - stored.point);
			if (isItsOwn && row.approach < 0.0 && row.target >= 0.0 && squared < least)
			{
				least = squared;
				nearest = &row;
			}
		}
		if (nearest == nullptr)
		{
			continue; // nothing presses any more
		}
		const double closing = nearest->approach * nearest->approach;
		const double more = 2.0 * stored.energy * nearest->mobility[0];
		const double rebound = nearest->restitution * std::sqrt(closing + more);
		if (rebound > nearest->target)
		{
			nearest->target = rebound;
			givenBack[islands[world.bodies[nearest->a].Yields() ? nearest->a : nearest->b]] +=
				nearest->restitution * nearest->restitution * stored.energy;
		}
	}
	world.stored.clear();
	return givenBack;
}

/// Contacts look ahead to the end of the step, through whatever is in between: a ball over a bowl sees the ground
/// below it. Takes out and answers the rows of pairs that close later than another one stops, or starts, one of their
/// bodies. Rows that touch stay: what is hit may lean on them.
std::vector<ContactRow> TakeOutLater(std::vector<ContactRow>& rows, const World::Data& world, double step)
{
	const std::vector<RigidBody>& bodies = world.bodies;
	const double misled = 0.125 * Length(world.settings.gravity) * step * step;
	const auto ahead = [&](const ContactRow& row)
	{ return std::max(row.room - kAtHit * PairSkin(bodies[row.a], bodies[row.b]) - misled, 0.0); };
	std::vector<double> pairTimes(world.pairs.size(), HUGE_VAL); // s until they close
	std::vector<double> bodyTimes(bodies.size(), HUGE_VAL);
	for (const ContactRow& row : rows)
	{
		if (!IsImpact(row, bodies, step))
		{
			continue;
		}
		const double time = ahead(row) / -row.approach;
		pairTimes[row.pair] = std::min(pairTimes[row.pair], time);
		for (const int32_t body : {row.a, row.b})
		{
			bodyTimes[body] = bodies[body].Yields() ? std::min(bodyTimes[body], time) : HUGE_VAL;
		}
	}
	std::vector<ContactRow> later;
	size_t kept = 0;
	for (const ContactRow& row : rows)
	{
		const double first = std::min(bodyTimes[row.a], bodyTimes[row.b]);
		if (first != HUGE_VAL && ahead(row) > 0.0 && pairTimes[row.pair] > first + kSameBlow)
		{
			later.push_back(row);
			continue;
		}
		rows[kept++] = row;
	}
	rows.resize(kept);
	return later;
}

/// Whether a few rows load something that may break and that leans on what does not give way, or what is held and may
/// be torn off.
bool LoadsWhatStands(std::span<const ContactRow> rows, std::span<const RigidBody> bodies)
{
	return rows.size() <= kFewRows &&
		std::any_of(rows.begin(),
			rows.end(),
			[&](const ContactRow& row)
			{
				const RigidBody& a = bodies[row.a];
				const RigidBody& b = bodies[row.b];
				return a.Yields() != b.Yields() &&
					((a.Yields() ? a : b).MayBreak() || (a.Yields() ? b : a).IsHeldPiece());
			});
}

/// Newton's restitution at several contacts at once, or with friction, may end with more energy than it began with. The
/// energy along the way from before to after is a parabola in the share of the impulses: the largest share that gains
/// no more than `givenBack` (J, at the group's name) is known. What is left to stop then is left to the contacts.
void LimitEnergy(std::span<ContactRow> rows,
	std::span<const int32_t> islands,
	std::span<const double> givenBack,
	std::span<RigidBody> bodies,
	const VelocitySnapshot& before)
{
	std::vector<double> linear(bodies.size(), 0.0);
	std::vector<double> square(bodies.size(), 0.0);
	std::vector<uint8_t> isHit(bodies.size(), 0);
	for (const ContactRow& row : rows)
	{
		isHit[row.a] = isHit[row.b] = 1;
	}
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		const RigidBody& body = bodies[i];
		if (isHit[i] == 0 || !body.Yields())
		{
			continue;
		}
		const Vec3 dv = body.v - before.v[i];
		const Vec3 dw = body.w - before.w[i];
		const Vec3 dSpin = body.rotation * (body.inertia * (Transposed(body.rotation) * dw));
		linear[islands[i]] += body.mass * Dot(before.v[i], dv) + Dot(before.w[i], dSpin);
		square[islands[i]] += 0.5 * (body.mass * LengthSquared(dv) + Dot(dw, dSpin));
	}
	std::vector<double> share(bodies.size(), 1.0);
	bool isLimited = false;
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		// Moving partners that nothing moves may give energy: a bat does.
		const double given = givenBack[i];
		if (square[i] > 0.0 && linear[i] + square[i] > given + 1.0e-12 * square[i] && linear[i] < 0.0)
		{
			share[i] = (-linear[i] + std::sqrt(linear[i] * linear[i] + 4.0 * square[i] * given)) / (2.0 * square[i]);
			isLimited = true;
		}
	}
	if (!isLimited)
	{
		return;
	}
	for (const ContactRow& row : rows)
	{
		for (const int32_t body : {row.a, row.b})
		{
			if (bodies[body].kind == BodyKind::Kinematic)
			{
				const int32_t other = body == row.a ? row.b : row.a;
				share[islands[other]] = 1.0;
			}
		}
	}
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		if (isHit[i] != 0 && bodies[i].Yields() && share[islands[i]] < 1.0)
		{
			bodies[i].v = before.v[i] + (bodies[i].v - before.v[i]) * share[islands[i]];
			bodies[i].w = before.w[i] + (bodies[i].w - before.w[i]) * share[islands[i]];
		}
	}
	for (ContactRow& row : rows)
	{
		const double s = share[islands[bodies[row.a].Yields() ? row.a : row.b]];
		row.normalImpulse *= s;
		row.tangentImpulse[0] *= s;
		row.tangentImpulse[1] *= s;
	}
}
} // namespace

VelocitySnapshot::VelocitySnapshot(World::Data& world)
	: v(world.bodies.size()), w(world.bodies.size()), m_who(world.Active().begin(), world.Active().end())
{
	// Pieces that were born beside sleepers may push them before they wake.
	for (const ContactPair& pair : world.pairs)
	{
		for (const int32_t i : {pair.a, pair.b})
		{
			if (world.bodies[i].isAsleep)
			{
				m_who.push_back(i);
			}
		}
	}
	for (const int32_t i : m_who)
	{
		v[i] = world.bodies[i].v;
		w[i] = world.bodies[i].w;
	}
}

void VelocitySnapshot::Restore(std::span<RigidBody> bodies) const
{
	for (const int32_t i : m_who)
	{
		bodies[i].v = v[i];
		bodies[i].w = w[i];
	}
}

CollidingRows SolveCollisions(World::Data& world, double step)
{
	std::vector<SolverBody>& movers = world.movers;
	ToSolver(world.bodies, world.pairs, movers);
	CollidingRows solved;
	std::vector<ContactRow>& rows = solved.rows;
	rows = MakeRows(world.bodies, movers, world.pairs);
	if (AimForRebound(rows, world.bodies, step) == 0)
	{
		return {};
	}
	const std::vector<ContactRow> later = TakeOutLater(rows, world, step);
	// Only groups in which something hits.
	const std::vector<int32_t> islands = ContactIslands(rows, world.bodies);
	const auto islandOf = [&](const ContactRow& row) { return islands[world.bodies[row.a].Yields() ? row.a : row.b]; };
	std::vector<uint8_t> isHit(world.bodies.size(), 0);
	for (const ContactRow& row : rows)
	{
		if (row.target > 0.0 || (row.approach < 0.0 && row.target >= 0.0))
		{
			isHit[islandOf(row)] = 1;
		}
	}
	const std::vector<double> givenBack = ReleaseStored(world, rows, islands);
	double fastest = 0.0;
	for (const ContactRow& row : rows)
	{
		fastest = std::max(fastest, -row.approach);
	}
	std::erase_if(rows, [&](const ContactRow& row) { return isHit[islandOf(row)] == 0; });
	const VelocitySnapshot before(world);
	// The sums converge from below; those with restitution need more sweeps than [Guendelman03] counts.
	const int32_t sweeps = LoadsWhatStands(rows, world.bodies) ? kMostSweeps : 4 * world.settings.collisionSweeps;
	// A tap somewhere in a heap is no matter of all of it.
	const double share = rows.size() > kFewRows ? kStillChangingInHeap : kStillChanging;
	const double unseen = std::min(share * fastest, kMostUnseen);
	VisitLog visits(rows.size(), movers.size(), unseen);
	for (int32_t sweep = 0; sweep < sweeps; ++sweep)
	{
		if (SweepDueRows(rows, movers, sweep % 2 != 0, visits) <= unseen)
		{
			break;
		}
	}
	FromSolver(movers, world.pairs, world.bodies);
	LimitEnergy(rows, islands, givenBack, world.bodies, before);
	for (const ContactRow& row : later)
	{
		solved.hasLater = solved.hasLater || IsImpact(row, world.bodies, step);
	}
	return solved;
}
} // namespace FractureCore
