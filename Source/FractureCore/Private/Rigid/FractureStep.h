// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/FractureAllowance.h"
#include "Rigid/WorldData.h"

namespace FractureCore
{
/// Work that the steps before had no room for. What breaks by it is replaced by its pieces.
void GoOnWithEvents(World::Data& world, FractureAllowance& allowance, double step, TaskRunner& runner);

/// Blows by the host.
void TakePendingImpulses(World::Data& world, FractureAllowance& allowance, double step, TaskRunner& runner);

/// Collisions and what they break, until nothing breaks any more. A body that fails takes only what was transmitted
/// until then; its pieces are bodies from there on, and the collision goes on with them from the velocities they have.
void CollideAndBreak(World::Data& world, FractureAllowance& allowance, double step, TaskRunner& runner);
} // namespace FractureCore
