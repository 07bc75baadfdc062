// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Bake/UnionVertices.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Takes vertices from `firstCut` on out of a united body where they are of no use: in the middle of a straight line
/// between the pieces of two source triangles, where an edge between pieces of one of them passed the other. Without it
/// every cut of a long face adds such edges, which all that crosses it later cuts once more. No vertex moves, the
/// surface changes by less than `width` (m), and what is closed stays so. Answers the source triangles whose pieces
/// have changed, in ascending order.
std::vector<int32_t> RemoveStraightCuts(
	std::span<const Vec3> positions, int32_t firstCut, double width, UnionBody& body);
} // namespace FractureCore
