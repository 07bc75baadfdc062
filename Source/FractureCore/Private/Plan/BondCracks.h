// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/CrackPlanner.h"

namespace FractureCore
{
/// GrowthRule::Bonds: breaks what fails by the last solve as the load rises from the first failure to its peak, one
/// step of the rise a solve, and says what comes next. In the end the pieces' borders become cracks.
void BreakNextBonds(CrackPlanner::Data& data);
} // namespace FractureCore
