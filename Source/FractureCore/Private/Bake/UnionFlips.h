// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Bake/UnionVertices.h"

#include <span>

namespace FractureCore
{
/// Flips edges between pieces of one source triangle until no flip makes the smallest angle beside it larger: Delaunay
/// [Lawson77]. Without it a long face has needles from each cut to its far ends, which all that crosses it later cuts
/// once more. No vertex moves, and what is closed stays so. `sources` ascend.
void FlipPieces(std::span<const Vec3> positions, std::span<const int32_t> sources, UnionBody& body);
} // namespace FractureCore
