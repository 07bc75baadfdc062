// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/WorldData.h"

#include <span>

namespace FractureCore
{
/// Contacts look ahead along straight lines, which says little about a shard that turns by a radian in a step. Fast
/// bodies that touch the ground take the rest of the step, `left` s (1 a body), in parts in which they turn little,
/// with contacts with the ground in each. Who comes to overlap something else that moves stops before that. Sets `left`
/// to 0 for them.
void TumbleOnGround(World::Data& world, std::span<double> left, TaskRunner& runner);
} // namespace FractureCore
