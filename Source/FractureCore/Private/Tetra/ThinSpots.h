// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Tetra/GridSurface.h"
#include "Tetra/LatticeLines.h"

#include <vector>

namespace FractureCore
{
/// In cells. Up to a little more than a cell, warping may leave no tet between a wall's two faces.
inline constexpr double kThinnestWall = 1.15;

/// A stretch of a lattice line between two places where it pierces the surface.
struct LineStretch
{
	Vec3 enter; // units
	Vec3 leave;
	int32_t enterTriangle = kNoIndex;
	int32_t leaveTriangle = kNoIndex;
};

/// A stretch through the solid, across its surface, that is hardly longer than a cell and has outer nodes before and
/// behind it.
struct ThinSpot
{
	LineStretch stretch;
	LatticePoint from; // the outer nodes on both sides
	LatticePoint to;
	LatticePoint inner;     // the node between them, if there is one
	bool hasInner = false;  // else `from` and `to` are neighbours
	double thickness = 0.0; // across the wall, units
};

struct ThinSpots
{
	std::vector<ThinSpot> spots;
	int64_t contacts = 0; // lines that pass through two faces that lie on each other
};

/// In an order that does not depend on the runner.
ThinSpots FindThinSpots(const LatticeLines& lines, const GridSurface& surface, TaskRunner& runner);

/// Of an edge between nodes of the same side: no part of it with any length is on the other.
bool StaysOnItsSide(std::span<const SurfaceHit> hits);
} // namespace FractureCore
