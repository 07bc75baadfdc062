// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/PlanBody.h"

namespace FractureCore
{
/// How thick the body is around each lattice tet, m: the largest diameter of a ball inside the body's surface whose
/// middle is not farther away than that diameter.
std::vector<double> ComputeLocalThickness(const TetMesh& body, const PlanLattice& lattice, TaskRunner& runner);
} // namespace FractureCore
