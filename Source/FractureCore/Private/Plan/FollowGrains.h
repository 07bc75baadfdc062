// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/CrackPlanner.h"

namespace FractureCore
{
/// Lets a crack that has opened run between grains instead, as far as it was open, give or take one of them.
void FollowGrains(CrackPlanner::Data& data, CrackState& crack, int32_t id);
} // namespace FractureCore
