// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/CutData.h"
#include "Cut/OverlayIntervals.h"

namespace FractureCore
{
/// Fills data.lattice with the given tets. Returns, for each cube of the grid, the lattice's node there or kNoIndex.
std::vector<int32_t> AddLattice(
	const OverlayGrid& grid, const OverlayFrame& frame, std::span<const int32_t> tetSlots, CutBody::Data& data);

/// Fills data.vertices: the surface's own, crossings of its edges and triangles, nodes inside.
void AddVertices(const OverlaySurface& surface,
	const EdgeCrossings& edges,
	const LatticeCrossings& crossings,
	const OverlayGrid& grid,
	const LatticeIntervals& intervals,
	std::span<const int32_t> latticeNodes,
	TaskRunner& runner,
	CutBody::Data& data);
} // namespace FractureCore
