// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Tetra/GridSurface.h"
#include "Tetra/LatticeLines.h"

namespace FractureCore
{
/// Walls that the lattice is too coarse for.
///
/// A thin spot is a stretch of a lattice line through the solid that is hardly longer than a cell, across the surface,
/// and has outer nodes before and behind it. Sharp edges, rims and scan noise give thin spots too, but there the two
/// outer nodes are also joined by a short way around the feature. Where they are not, the spot is part of a wall, which
/// the mesh may perforate.
struct ThinWalls
{
	int64_t thinSpots = 0;
	int64_t wallSpots = 0;   // of these, estimated from a sample
	double thickness = 0.0;  // m: nearly all of the walls found are at least that thick
	bool hasContact = false; // the surface lies on itself somewhere: walls or gaps without thickness
};

/// In cells. Up to a little more than a cell, warping may leave no tet between a wall's two faces.
inline constexpr double kThinnestWall = 1.15;

ThinWalls FindThinWalls(const LatticeLines& lines, const GridSurface& surface, TaskRunner& runner);
} // namespace FractureCore
