// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/CrackState.h"

namespace FractureCore
{
/// What cracks do to the stress mesh, 1 a stress tet, in the form that StressModel::CreateWeakened takes: 0 where none
/// runs through it, bits for the corners on the positive side of the one that does, kShatteredTet for several. What has
/// not grown since the last call is remembered.
void FindOpenSides(const PlanBody::Data& body, CrackStates& states, std::vector<uint8_t>& sides, TaskRunner& runner);
} // namespace FractureCore
