// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"
#include "Mesh/EdgeTable.h"

#include <span>
#include <vector>

namespace FractureCore
{
struct SewnBorders
{
	std::vector<int32_t> welded; // 1 a vertex: itself, or what it is welded to; empty: nothing to sew
	double farthest = 0.0;       // m, that a vertex moves
};

/// Closes seams whose two sides lie apart by noise, as in meshes that were written with few digits or whose patches
/// were moved: welds border vertices at growing distances, never more than a share of the edges around, and keeps the
/// distance that leaves the least border open, if that is less than half of it. Only welds that close an edge remain,
/// and none that folds the surface back onto itself, as rims of vessels that stand side by side or of a plate's two
/// faces would. `diagonal` is that of the surface's box, and the search starts from `tolerance`, m.
SewnBorders SewBorders(std::span<const Vec3> positions,
	std::span<const Triangle> triangles,
	const EdgeTable& edges,
	std::span<const int32_t> borderVertices,
	double diagonal,
	double tolerance);
} // namespace FractureCore
