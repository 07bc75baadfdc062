// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Mesh/SurfaceIntegrals.h"

namespace FractureCore
{
/// How many lattice tets with cells of this size (m) a solid meets, on the mean over all places of the lattice: exact
/// for convex solids without regard to direction, about right for others, thin walls too.
double ExpectedTets(const SurfaceIntegrals& solid, double cellSize);

/// The cell size (m) at which a solid meets so many tets; at most half its longest side.
double CellSizeForTets(const SurfaceIntegrals& solid, double tets);
} // namespace FractureCore
