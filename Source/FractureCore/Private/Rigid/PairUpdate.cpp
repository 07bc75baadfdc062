// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/PairUpdate.h"

#include "Rigid/FirstHit.h"
#include "Rigid/Sweep.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace FractureCore
{
namespace
{
// Steps for which crack faces count as fresh.
constexpr int64_t kFreshSteps = 3;

// m/s: slower rebounds are left to contacts.
constexpr double kLeastReboundSeen = 0.25;

/// Finds the same contacts among those of the last step, by their place on A, and takes over their impulses.
void CarryImpulses(std::span<ContactPoint> before, std::span<ContactPoint> now, double size)
{
	const double reach = 0.04 * size * size;
	for (ContactPoint& point : now)
	{
		double nearest = reach;
		ContactPoint* best = nullptr;
		for (ContactPoint& old : before)
		{
			const bool isSame = point.feature != kNoIndex && point.feature == old.feature;
			const double squared = isSame ? 0.0 : LengthSquared(old.localA - point.localA);
			if (old.normalImpulse > 0.0 && squared < nearest)
			{
				nearest = squared;
				best = &old;
			}
		}
		if (best != nullptr)
		{
			point.normalImpulse = best->normalImpulse;
			point.tangentImpulse = best->tangentImpulse;
			best->normalImpulse = 0.0; // each goes to one
		}
	}
}
void SetPairLaw(const World::Data& world, ContactPair& pair)
{
	const RigidBody& a = world.bodies[pair.a];
	const RigidBody& b = world.bodies[pair.b];
	pair.friction = std::sqrt(a.contact.friction * b.contact.friction);
	pair.restitution = std::max(a.contact.restitution, b.contact.restitution);
	const auto law =
		world.pairLaws.find({std::min(a.contact.group, b.contact.group), std::max(a.contact.group, b.contact.group)});
	if (law != world.pairLaws.end())
	{
		pair.friction = law->second.friction;
		pair.restitution = law->second.restitution;
	}
	if (pair.areSiblings && world.steps - b.bornStep < kFreshSteps)
	{
		// Fresh crack faces neither grip nor bounce: pieces that press on each other slip apart.
		pair.friction = 0.0;
		pair.restitution = 0.0;
	}
}

/// m by which corners beside the faces that face each other may come down: on the ground, who lies on its edge tips
/// over within a step. Elsewhere contacts hold the faces.
double BesideOf(const RigidBody& a, const RigidBody& b, bool isTurning)
{
	const RigidBody& other = a.Yields() ? b : a;
	const bool isOnGround = a.Yields() != b.Yields() && !other.IsDynamic() && !other.MayBreak() && !other.IsHeldPiece();
	return isTurning || isOnGround ? HUGE_VAL : -1.0;
}

void NoteWhoMayTumble(World::Data& world)
{
	for (const int32_t i : world.Active())
	{
		world.bodies[i].mayTumble = world.bodies[i].Yields();
	}
	for (const ContactPair& pair : world.pairs)
	{
		RigidBody& a = world.bodies[pair.a];
		RigidBody& b = world.bodies[pair.b];
		if (a.IsDriven() || b.IsDriven() || MeetAsShells(*a.shape, *b.shape))
		{
			a.mayTumble = b.mayTumble = false;
		}
	}
}
} // namespace

ContactPair MakePair(const World::Data& world, int32_t a, int32_t b)
{
	ContactPair pair;
	pair.a = a;
	pair.b = b;
	const RigidBody& first = world.bodies[a];
	const RigidBody& second = world.bodies[b];
	pair.areSiblings = first.parent != kNoIndex && first.parent == second.parent;
	SetPairLaw(world, pair);
	return pair;
}

void UpdatePairs(World::Data& world, std::span<const BodyPair> found)
{
	std::vector<ContactPair> pairs;
	pairs.reserve(found.size());
	size_t old = 0;
	for (const BodyPair& pair : found)
	{
		while (old < world.pairs.size() && BodyPair{world.pairs[old].a, world.pairs[old].b} < pair)
		{
			++old;
		}
		if (old < world.pairs.size() && world.pairs[old].a == pair.a && world.pairs[old].b == pair.b)
		{
			pairs.push_back(std::move(world.pairs[old]));
			if (pairs.back().areSiblings)
			{
				SetPairLaw(world, pairs.back());
			}
		}
		else
		{
			pairs.push_back(MakePair(world, pair.a, pair.b));
		}
	}
	world.pairs = std::move(pairs);
	NoteWhoMayTumble(world);
}

int32_t IndexOfPair(const World::Data& world, const BodyPair& pair)
{
	const auto at = std::lower_bound(world.pairs.begin(),
		world.pairs.end(),
		pair,
		[](const ContactPair& p, const BodyPair& q) {
			return BodyPair{p.a, p.b} < q;
		});
	const bool isThere = at != world.pairs.end() && BodyPair{at->a, at->b} == pair;
	return isThere ? static_cast<int32_t>(at - world.pairs.begin()) : kNoIndex;
}

void MakeFields(World::Data& world, TaskRunner& runner)
{
	std::vector<RigidShape*> missing;
	for (const ContactPair& pair : world.pairs)
	{
		for (const int32_t body : {pair.a, pair.b})
		{
			RigidShape* shape = world.bodies[body].shape.get();
			if (shape->LacksField() && std::find(missing.begin(), missing.end(), shape) == missing.end())
			{
				missing.push_back(shape);
			}
		}
	}
	ParallelFor(
		runner, static_cast<int64_t>(missing.size()), 1, [&](int64_t begin, int64_t) { missing[begin]->MakeField(); });
	for (const ContactPair& pair : world.pairs)
	{
		RigidShape& a = *world.bodies[pair.a].shape;
		RigidShape& b = *world.bodies[pair.b].shape;
		if (MeetAsShells(a, b))
		{
			MakeShells(a, b);
		}
	}
}

namespace
{
ContactSight SightOf(const ContactPair& pair, const World::Data& world, double time)
{
	const std::vector<RigidBody>& bodies = world.bodies;
	const RigidBody& a = bodies[pair.a];
	const RigidBody& b = bodies[pair.b];
	const double skin = PairSkin(a, b);
	const bool areShells = MeetAsShells(*a.shape, *b.shape);
	// Who flies along with another meets it as soon as something stops that; fast ones see that in their flight.
	const bool isSlow = !areShells && !IsFast(a, time) && !IsFast(b, time);
	const double alone = isSlow ? time * std::max(Length(a.v), Length(b.v)) : 0.0;
	const double closing = std::max(areShells ? ClosingBoundNear(a, b, time) : ClosingBound(a, b, time), alone);
	const double margin = 2.0 * skin + closing + Length(world.settings.gravity) * time * time;
	const bool isTurning = SightOnGround(a, b) < time;
	return {a.Place(), b.Place(), margin, isTurning, BesideOf(a, b, isTurning)};
}

void FindContactsAnew(ContactPair& pair, const World::Data& world, const ContactSight& sight)
{
	std::vector<ContactPoint> before = std::move(pair.points);
	pair.points.clear();
	pair.sight = sight;
	pair.isTurning = sight.isTurning;
	pair.beside = sight.beside;
	FindContacts(sight.a, sight.b, sight.margin, before, pair);
	const double size = std::min(world.bodies[pair.a].shape->radius, world.bodies[pair.b].shape->radius);
	CarryImpulses(before, pair.points, size);
}
} // namespace

void RefreshContacts(ContactPair& pair, const World::Data& world, double time)
{
	FindContactsAnew(pair, world, SightOf(pair, world, time));
}

void RefreshMovedContacts(ContactPair& pair, const World::Data& world, double time)
{
	const ContactSight sight = SightOf(pair, world, time);
	const bool areShells = MeetAsShells(*world.bodies[pair.a].shape, *world.bodies[pair.b].shape);
	if (areShells || !pair.sight.Covers(sight))
	{
		FindContactsAnew(pair, world, sight);
	}
}

namespace
{
bool Rebounds(const ContactPair& pair, const World::Data& world)
{
	const RigidBody& a = world.bodies[pair.a];
	const RigidBody& b = world.bodies[pair.b];
	return std::any_of(pair.points.begin(),
		pair.points.end(),
		[&](const ContactPoint& p)
		{
			const double approach = Dot(p.normal, b.VelocityAt(p.point - b.x) - a.VelocityAt(p.point - a.x));
			return -approach * pair.restitution > kLeastReboundSeen;
		});
}
} // namespace

void RefreshFasterContacts(World::Data& world, double step, TaskRunner& runner)
{
	std::vector<int32_t> faster;
	for (size_t i = 0; i < world.pairs.size(); ++i)
	{
		const ContactPair& pair = world.pairs[i];
		const RigidBody& a = world.bodies[pair.a];
		const RigidBody& b = world.bodies[pair.b];
		const double left = step - std::min(a.clock, b.clock);
		const bool isUnseen = pair.sight.margin < 0.0 && (IsFast(a, left) || IsFast(b, left));
		if (a.isGone || b.isGone || isUnseen || MeetAsShells(*a.shape, *b.shape))
		{
			continue;
		}
		if (ClosingBound(a, b, left) > pair.sight.margin - PairSkin(a, b))
		{
			faster.push_back(static_cast<int32_t>(i));
		}
	}
	ParallelFor(runner,
		static_cast<int64_t>(faster.size()),
		4,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				ContactPair& pair = world.pairs[faster[i]];
				const double clock = std::min(world.bodies[pair.a].clock, world.bodies[pair.b].clock);
				const bool wasUnseen = pair.points.empty();
				RefreshMovedContacts(pair, world, step - clock);
				// The collisions are over: who rebounds does so in its flight, or in the next step.
				if (wasUnseen && Rebounds(pair, world))
				{
					pair.DropContacts();
				}
			}
		});
}

void AddPairsOfNewBodies(World::Data& world, int32_t firstNew, double time, TaskRunner& runner)
{
	std::vector<int32_t> born(world.bodies.size() - static_cast<size_t>(firstNew));
	std::iota(born.begin(), born.end(), firstNew);
	const std::vector<double> times(world.bodies.size(), time);
	const size_t before = world.pairs.size();
	for (const BodyPair& pair : world.broadPhase.FindPairsOf(born, world.bodies, times, runner))
	{
		world.pairs.push_back(MakePair(world, pair.a, pair.b));
	}
	MakeFields(world, runner);
	ParallelFor(runner,
		static_cast<int64_t>(world.pairs.size() - before),
		4,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				RefreshContacts(world.pairs[before + i], world, time);
			}
		});
	std::sort(world.pairs.begin(),
		world.pairs.end(),
		[](const ContactPair& p, const ContactPair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
	NoteWhoMayTumble(world);
}
} // namespace FractureCore
