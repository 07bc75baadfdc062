// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Appends triangles that span a loop of at least three vertices and have its edges, in its direction, as border. Adds
/// no vertex. A loop of up to 64 gets the smallest area [Barequet95]; a longer one is closed by its shortest
/// diagonals first, in n log n.
void CapLoop(std::span<const Vec3> positions, std::span<const int32_t> loop, std::vector<Triangle>& caps);
} // namespace FractureCore
