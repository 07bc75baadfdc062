// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Crack.h"
#include "FractureCore/Parallel.h"

#include "Cut/CutTree.h"

#include <vector>

namespace FractureCore
{
/// Cuts a tree, one without cuts yet, along the interfaces of loose grains and returns the label of each cell, loose
/// grains from 1 on and 0 for all others; empty if no grain is loose. Caps have no source; those between cells of one
/// label do not separate.
std::vector<int32_t> SliceAlongGrains(CutTree& tree, const GrainSet& grains, TaskRunner& runner);
} // namespace FractureCore
