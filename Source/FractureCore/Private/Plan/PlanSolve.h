// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/CrackPlanner.h"

namespace FractureCore
{
/// Stress of the body with the cracks so far, and what depends on it alone: the first failure, the energy that pays for
/// cracks, the pieces of now. The error names the first bad impulse.
Status SolvePlanStress(CrackPlanner::Data& data, TaskRunner& runner);
} // namespace FractureCore
