// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/World.h"
#include "Rigid/BroadPhase.h"
#include "Rigid/ContactPair.h"
#include "Rigid/ContactSolver.h"
#include "Rigid/OpenEvent.h"
#include "Rigid/RigidBody.h"

#include <map>
#include <span>
#include <utility>
#include <vector>

namespace FractureCore
{
struct PairLaw
{
	double friction = 0.0;
	double restitution = 0.0;
};

/// What a contact had stored when the body that it loaded came apart: its partner and the piece there go on with it.
struct StoredContact
{
	BodyId striker = kNoIndex;
	BodyId parent = kNoIndex; // of the pieces
	Vec3 point;               // m, world
	double energy = 0.0;      // J
};

/// Two shells that were stopped short of each other at speed: the collisions of the next step have to see to it.
struct OwedHit
{
	BodyId a = kNoIndex;
	BodyId b = kNoIndex;
	Vec3 normal; // unit, from A to B, in A's frame
	Vec3 point;  // in A's frame
};

struct World::Data
{
	WorldSettings settings;
	std::shared_ptr<const BodyBreaking> breaking;            // of bodies that have no rules of their own
	std::vector<RigidBody> bodies;                           // by ascending id
	std::vector<ContactPair> pairs;                          // by (a, b)
	std::map<std::pair<int32_t, int32_t>, PairLaw> pairLaws; // by groups, the lower first
	BroadPhase broadPhase;
	BodyId nextId = 0;
	int64_t steps = 0;
	double time = 0.0;
	double lastStep = 0.0; // s
	StepReport report;
	std::vector<StoredContact> stored; // by the breaks of this step, until a collision gives it back
	std::vector<OwedHit> owedHits;     // of the last step
	std::vector<OpenEvent> openEvents; // what no step had room for yet: those that have begun, then by violence
	StepObserver observer;             // of the step that runs
	std::vector<BodyState> states;
	bool areStatesStale = false;

	std::vector<BodyId> loaded;     // bodies with something that rests on them, in ascending order
	std::vector<SolverBody> movers; // room for the sweeps
	bool hasDents = false;          // bodies that take another shape in the next step

	int32_t IndexOf(BodyId id) const;
	/// Bodies that move or may be moved, in ascending order; good until one wakes, is born or falls asleep.
	std::span<const int32_t> Active() { return broadPhase.Active(bodies); }

	void Enter(StepStage stage) const
	{
		if (observer.enter != nullptr)
		{
			observer.enter(observer.user, stage);
		}
	}
	bool HasOpenEvent(BodyId id) const;
	/// Wakes a body and all that fell asleep with it.
	void Wake(RigidBody& body);
	/// After a body was put where shells may cross: nobody knows any more that they do not.
	void ForgetFeatures(int32_t index);
	/// Wakes what may lie on a body that is about to go.
	void WakeAround(const RigidBody& body);
	/// States of the bodies that moved; of all, if some came or went.
	void RefreshStates(std::span<const int32_t> moved);
	/// Takes out bodies that are gone, and their pairs.
	void DropGoneBodies();
};
} // namespace FractureCore
