// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Tetra/Wedges.h"

#include <cstdint>
#include <vector>

namespace FractureCore
{
struct BluntNodes
{
	std::vector<uint64_t> keys; // PackPoint, ascending
	bool hasBridges = false;    // between parts that touch in an edge
};

/// Inner lattice nodes that the mesh is better off without: in the tips of narrow wedges, of
/// which the lattice meets so little that the mesh would have holes and crumbs there; and along edges in which parts
/// of the solid touch, where nodes of one part are neighbours of the other's, or leave no wall between them. Tips go
/// as far as they are thinner than so many cells, of kThinnestWall at most.
BluntNodes FindBluntNodes(
	const LatticeLines& lines, const GridSurface& surface, double thinnerThan, WedgeFinder& wedges, TaskRunner& runner);
} // namespace FractureCore
