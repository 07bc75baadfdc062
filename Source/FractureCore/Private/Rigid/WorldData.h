// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/World.h"
#include "Rigid/BroadPhase.h"
#include "Rigid/ContactPair.h"
#include "Rigid/ContactSolver.h"
#include "Rigid/RigidBody.h"

#include <map>
#include <utility>
#include <vector>

namespace FractureCore
{
struct PairLaw
{
	double friction = 0.0;
	double restitution = 0.0;
};

struct World::Data
{
	WorldSettings settings;
	std::vector<RigidBody> bodies;                           // by ascending id
	std::vector<ContactPair> pairs;                          // by (a, b)
	std::map<std::pair<int32_t, int32_t>, PairLaw> pairLaws; // by groups, the lower first
	BroadPhase broadPhase;
	BodyId nextId = 0;
	int64_t steps = 0;
	double time = 0.0;
	StepReport report;
	std::vector<BodyState> states;
	bool areStatesStale = false;

	int32_t IndexOf(BodyId id) const;

	/// Wakes a body and all that fell asleep with it.
	void Wake(RigidBody& body);
	/// Wakes what may lie on a body that is about to go.
	void WakeAround(const RigidBody& body);
	/// States of all bodies from the bodies; only of those that moved if none came or went.
	void RefreshStates();
	/// Takes out bodies that are gone, and their pairs.
	void DropGoneBodies();
};
} // namespace FractureCore
