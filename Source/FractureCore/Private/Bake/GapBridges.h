// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"
#include "Mesh/BorderLoops.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Strips of triangles across gaps.
struct GapBridges
{
	std::vector<Triangle> triangles;
	int64_t borders = 0; // loops that strips were laid along
};

/// Lays strips between borders that run along each other at a small distance, as those of the sides of a box that leave
/// gaps at its edges, or the two sides of a seam that is sewn in places: caps over each border alone would enclose
/// nothing, or two bodies where one is meant. `missing` are the directed edges that the surface lacks, grouped by
/// patch; afterwards those that it still lacks, patches that a strip connects in one group. Adds no vertex. `size` is
/// the surface's, m.
GapBridges BridgeGaps(
	std::span<const Vec3> positions, double size, std::vector<DirectedEdge>& missing, TaskRunner& runner);
} // namespace FractureCore
