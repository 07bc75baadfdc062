// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Crack.h"

#include "Cut/CutTree.h"

#include <span>

namespace FractureCore
{
/// Nodal values nearer to 0 than this part of a cell move away from it, so that no cut runs through a lattice node.
/// Fields that differ by less are one crack: what lies between them would be all slivers.
inline constexpr double kFieldSnap = 1.0e-3;

/// Cuts a tree along cracks, in their order, each where it is open. A crack whose field is that of an earlier one, of
/// either sign, is a step of that one's growth. Fields have a value at every node, open tets are in range. `labels` is
/// 1 a cell or empty; children get that of their parent.
void SliceAlongCracks(CutTree& tree, std::span<const Crack> cracks, std::vector<int32_t>& labels);
} // namespace FractureCore
