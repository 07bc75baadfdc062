// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"
#include "FractureCore/TetMesh.h"

namespace FractureCore
{
/// Moves nodes of the few worst tets, by small fractions of a cell and along the boundary if they lie on it, until
/// these are as good as the rest. Stuffing bounds every tet, but one in some 10^5 comes near the bounds; and with every
/// combination of warps those of [Labelle07] are missed by half a degree.
void PolishWorstTets(TetMesh& mesh, double cellSize, TaskRunner& runner);
} // namespace FractureCore
