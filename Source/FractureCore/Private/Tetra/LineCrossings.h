// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Tetra/GridSurface.h"
#include "Tetra/Lattice.h"

#include <array>
#include <vector>

namespace FractureCore
{
/// A lattice line through a triangle.
struct LineCrossing
{
	uint64_t line = 0; // LineKey
	int32_t lower = 0; // coordinate along the line of the node before the crossing, half cells
	int32_t triangle = 0;
	double fraction = 0.0; // of the edge after that node, [0, 1]
	int32_t turn = 0;      // change of the winding number: +1 into the surface, -1 out of it
};

/// Coordinate of a node along lines of a direction: the one that grows by kEdgeStep's leading entry from node to node.
int32_t AlongLine(int32_t direction, const LatticePoint& node);

/// Names the line of a direction through a node.
uint64_t LineKey(int32_t direction, const LatticePoint& node);

LatticePoint NodeOnLine(int32_t direction, uint64_t lineKey, int32_t along);

/// Appends all crossings of triangle `triangle` with lines of each direction.
void FindCrossings(
	const GridSurface& surface, int32_t triangle, std::array<std::vector<LineCrossing>, kDirectionCount>& crossings);
} // namespace FractureCore
