// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/CrackPlanner.h"

namespace FractureCore
{
/// The tet with the most tension over its strength, at least 1, where a crack may start; the lowest of equal ones;
/// kNoIndex if there is none.
int32_t FindSeed(CrackPlanner::Data& data);

/// Why FindSeed has found none.
GrowthEnd WhyNoSeed(CrackPlanner::Data& data);

/// What came to nothing at one tet would at its neighbours too.
void BanSeeds(CrackPlanner::Data& data, int32_t tet);
} // namespace FractureCore
