// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/WorldData.h"

#include <span>

namespace FractureCore
{
/// m: how near two bodies count as touching.
inline double PairSkin(const RigidBody& a, const RigidBody& b)
{
	return a.shape->skin < b.shape->skin ? a.shape->skin : b.shape->skin;
}

/// A new pair with the law of its two bodies.
ContactPair MakePair(const World::Data& world, int32_t a, int32_t b);

/// The pairs of the broad phase become the world's; those that were there keep what they know.
void UpdatePairs(World::Data& world, std::span<const BodyPair> found);

/// Which of the world's pairs two bodies are; kNoIndex: none, they are not near each other.
int32_t IndexOfPair(const World::Data& world, const BodyPair& pair);

/// Makes the distance fields that the pairs need and that are not there yet.
void MakeFields(World::Data& world, TaskRunner& runner);

/// Contacts of one pair where its bodies are now, for what may happen in `time` s.
void RefreshContacts(ContactPair& pair, const World::Data& world, double time);

/// The same, but where neither has moved since they were found they stay, with what the bodies have had from each other
/// there.
void RefreshMovedContacts(ContactPair& pair, const World::Data& world, double time);

/// After collisions: finds contacts anew where bodies come at each other faster now than was looked ahead for, with
/// what is left of the step. Fast ones see what is in their way when they fly.
void RefreshFasterContacts(World::Data& world, double step, TaskRunner& runner);

/// Adds the pairs of bodies from `firstNew` on with everything near them, with contacts.
void AddPairsOfNewBodies(World::Data& world, int32_t firstNew, double time, TaskRunner& runner);
} // namespace FractureCore
