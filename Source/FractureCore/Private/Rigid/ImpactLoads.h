// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/BodyImpact.h"
#include "Rigid/WorldData.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// What the collision rows do to each breakable body that they hit, most violent first.
std::vector<BodyImpact> GatherImpacts(std::span<const ContactRow> rows, const World::Data& world, double step);
} // namespace FractureCore
