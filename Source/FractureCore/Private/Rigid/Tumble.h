// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/WorldData.h"

#include <span>

namespace FractureCore
{
/// Contacts look ahead along straight lines, which says little about a shard that turns by a radian in a step. Bodies
/// on the ground that turn so far take the rest of the step, `left` s (1 a body), in parts in which they turn little,
/// with contacts with the ground in each, until they come to overlap something else that moves. `left` is then what
/// they have not flown; `lost` what they must not fly in this step, because a blow awaits them that may break them.
void TumbleOnGround(World::Data& world, std::span<double> left, std::span<double> lost, TaskRunner& runner);
} // namespace FractureCore
