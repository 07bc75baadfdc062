// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace FractureCore
{
/// Distances (without sign, any finite number) at the nodes of a grid of `count` nodes a side, x fastest, from those
/// that are known on: |grad d| = 1, first order, nearest first [Sethian96]. Nodes at infinity are filled in. Ties go to
/// the lower node.
void FastMarch(std::span<float> distances, const int32_t (&count)[3], double spacing);
} // namespace FractureCore
