// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"
#include "Mesh/EdgeTable.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Tells parts apart that share edges because corners of theirs lie at the same place, as of two boxes set side by side:
/// a run of triangles that is closed by itself, with two triangles at every edge, gets vertices of its own, appended to
/// `positions`. A run that has all its triangles in common with one before it is a copy. `order` has the triangles as
/// the artist connected them, part after part.
/// One flag a triangle, 0 for copies; empty if there is nothing to tell apart.
std::vector<uint8_t> SeparateTouchingParts(std::vector<Vec3>& positions,
	std::vector<Triangle>& triangles,
	const EdgeTable& edges,
	std::span<const int32_t> order);

/// Triangles in the order of the connected pieces that they form by the numbers of their vertices; a piece comes where
/// its first triangle does.
std::vector<int32_t> OrderByPieces(std::span<const Triangle> triangles, int32_t vertexCount);
} // namespace FractureCore
