// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/FractureAllowance.h"
#include "Rigid/WorldData.h"

namespace FractureCore
{
/// What lies on each breakable body and what bears it, from the contacts of the last step (of `lastStep` s), into
/// RigidBody::resting. Only what pressed for two steps counts: landing is the collisions' business.
void GatherRestingLoads(World::Data& world, double lastStep);

/// Breaks what cannot bear its resting loads. A body is looked at when they have grown, not step by step. Nothing is
/// pushed: the contacts' impulses have been had.
void BreakUnderLoads(World::Data& world, FractureAllowance& allowance, double step, TaskRunner& runner);
} // namespace FractureCore
