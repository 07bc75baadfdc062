// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/WorldData.h"

namespace FractureCore
{
/// Collisions and what they break, until nothing breaks any more. A body that fails takes only what was transmitted
/// until then; its pieces are bodies from there on, and the collision goes on with them from the velocities they have.
void CollideAndBreak(World::Data& world, double step, TaskRunner& runner, const StepObserver& observer);
} // namespace FractureCore
