// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/TetMesh.h"

namespace FractureCore
{
/// Share of the surface's nodes from which one edge of a tet leads through the solid to a side that faces the other
/// way: 1 for a pane one tet thick, 0 where every wall has nodes inside.
double ThinWallShare(const TetMesh& mesh);
} // namespace FractureCore
