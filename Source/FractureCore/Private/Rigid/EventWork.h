// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/FractureAllowance.h"
#include "Rigid/WorldData.h"

namespace FractureCore
{
// Of the force of a blow that a body was tried for: less tells nothing new.
inline constexpr double kNewBlow = 1.01;

/// Whether an impact may be passed over without a solve.
bool IsHarmless(const World::Data& world, const RigidBody& body, const BodyImpact& impact);

/// An event that has not begun. `motion` is the body's before the impact (world axes).
OpenEvent MakeEvent(const World::Data& world, BodyImpact impact, const BodyMotion& motion);

/// Works on an event as far as the allowance goes. True: it is done, and its verdict is known; the result is complete
/// if the body cracks or breaks. A piece that may break is made ready for it, and the loads are moved onto its surface.
bool WorkOnEvent(World::Data& world, OpenEvent& open, FractureAllowance& allowance, TaskRunner& runner);

/// The same for events of different bodies, the most violent first. Without a limit of work they are worked on at the
/// same time, to the same end.
void WorkOnEvents(World::Data& world, std::span<OpenEvent> events, FractureAllowance& allowance, TaskRunner& runner);

/// What an allowance has no room for goes on in the next step: what has begun first, then by violence. Of the blows on
/// a body whose event is open, only the strongest is kept.
void KeepForLater(World::Data& world, OpenEvent open);

/// Whether an event that is open on a body says all that a new impact could: a weaker one does not wait.
bool IsCovered(const World::Data& world, const BodyImpact& impact, bool& hasOpen);
} // namespace FractureCore
