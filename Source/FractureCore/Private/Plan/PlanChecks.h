// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Plan.h"
#include "Plan/PlanBody.h"

namespace FractureCore
{
/// Each error names the first bad setting, tet or crack.
Status CheckPlanSettings(const PlanSettings& settings);
Status CheckPlanStrength(std::span<const double> strength, size_t tetCount);
Status CheckPlanDamage(const PlanLattice& lattice, const CrackSet& damage);
} // namespace FractureCore
