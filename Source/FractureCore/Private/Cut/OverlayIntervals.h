// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/OverlayGrid.h"

#include <vector>

namespace FractureCore
{
/// The parts of lattice edges within the solid, each along its edge.
struct LatticeIntervals
{
	struct Interval
	{
		int32_t from = 0; // vertices
		int32_t to = 0;
	};

	std::vector<int32_t> nodeVertex; // 1 a cube of the grid: the vertex at its node, kNoIndex outside
	int32_t vertexCount = 0;         // with those at nodes
	std::vector<int32_t> first;      // intervals of edge slot s: [first[s], first[s + 1])
	std::vector<Interval> all;
};

/// An error would be a mistake in the signs: a lattice edge that is entered more often than left.
Result<LatticeIntervals> FindIntervals(
	const OverlayGrid& grid, const LatticeCrossings& crossings, int32_t firstCrossingVertex, TaskRunner& runner);
} // namespace FractureCore
