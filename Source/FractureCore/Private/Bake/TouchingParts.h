// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"
#include "Mesh/EdgeTable.h"

#include <span>
#include <vector>

namespace FractureCore
{
struct TouchingParts
{
	std::vector<uint8_t> useful; // 1 a triangle, 0 for copies; empty if there was nothing to tell apart
	int64_t vertices = 0;        // that more than one part had
};

/// Tells parts apart that share edges because corners of theirs lie at the same place, as of two boxes set side by
/// side: a run of triangles that is closed by itself, with two triangles at every edge, gets vertices of its own,
/// appended to `positions`. A run that has all its triangles in common with one before it is a copy. What is in no run
/// stays with the first run at its vertices: fins, inner walls. `order` has the triangles as the artist connected them,
/// part after part.
TouchingParts SeparateTouchingParts(std::vector<Vec3>& positions,
	std::vector<Triangle>& triangles,
	const EdgeTable& edges,
	std::span<const int32_t> order);

/// Triangles in the order of the connected pieces that they form by the numbers of their vertices; a piece comes where
/// its first triangle does.
std::vector<int32_t> OrderByPieces(std::span<const Triangle> triangles, int32_t vertexCount);
} // namespace FractureCore
