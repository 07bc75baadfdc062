// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/FractureAllowance.h"
#include "Rigid/WorldData.h"

namespace FractureCore
{
/// What the impact leaves of a body that yields (ImpactVerdict::Yields); from the next step on, for contacts of this
/// one know its shape.
void DentBody(World::Data& world, const BodyImpact& impact, FractureAllowance& allowance, TaskRunner& runner);

/// Gives bodies the dents of the last step. Mass, linear and angular momentum stay.
void ApplyDents(World::Data& world);
} // namespace FractureCore
