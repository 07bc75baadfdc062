// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/WorldData.h"

namespace FractureCore
{
struct VelocitySnapshot;

/// Notes what the events of this step that no allowance had room for took in the collision, row by row; `before` are
/// the velocities before it (1 a body).
void NoteBlows(World::Data& world, std::span<const ContactRow> rows, const VelocitySnapshot& before);

/// Pushes the body of an event without strikers: a blow of the host, all of it.
void TakeBlow(RigidBody& body, OpenEvent& open);

/// Takes `share` of what a body took back from it, and gives it back to the strikers that are still there: in pairs at
/// one point, so that momentum stays, and no more than returns the energy that the impact took, but for the cracks'.
/// Answers how much energy the impact has taken after that, J.
double GiveBack(World::Data& world, const OpenEvent& open, double share);
} // namespace FractureCore
