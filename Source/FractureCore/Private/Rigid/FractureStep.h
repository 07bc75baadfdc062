// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/BodyBreak.h"
#include "Rigid/WorldData.h"

namespace FractureCore
{
/// Blows by the host, and impacts of the step before that did not fit its budget.
void TakePendingImpulses(World::Data& world, FractureAllowance& allowance, double step, TaskRunner& runner);

/// Collisions and what they break, until nothing breaks any more. A body that fails takes only what was transmitted
/// until then; its pieces are bodies from there on, and the collision goes on with them from the velocities they have.
void CollideAndBreak(World::Data& world, FractureAllowance& allowance, double step, TaskRunner& runner);
} // namespace FractureCore
