// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/CrackPlanner.h"

namespace FractureCore
{
/// How many of the pieces hold at least a hundredth of all tets or nodes: less is a chip.
int32_t CountBodies(std::span<const int32_t> pieceOf, int32_t pieces);

/// Opens cracks between the pieces that broken bonds left, one round each piece but the largest. Pieces of a few tets
/// join the neighbour with the longest border, and so do the smallest where there are more than `maxCracks`.
void MakeBorderCracks(CrackPlanner::Data& data);
} // namespace FractureCore
