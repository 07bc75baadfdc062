// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/OverlayLattice.h"
#include "FractureCore/Parallel.h"
#include "Mesh/EdgeTable.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Whole units of OverlayFrame, within [0, 2^29): what signs are taken of.
using GridUnits = std::array<int32_t, 3>;

/// A closed surface in the grid's coordinates, twice: as it is, for where things lie, and rounded to whole units, for
/// every decision. Rounding moves vertices but keeps the surface closed. Where the rounded surface touches the lattice
/// it counts as moved by an infinitesimal (e, e^2, e^3) along u0, u1, u2 [Edelsbrunner90]; so nothing is ever
/// degenerate, and all decisions together describe one geometry that exists.
struct OverlaySurface
{
	OverlayFrame frame;
	std::span<const Vec3> positions;
	std::span<const Triangle> triangles;
	std::vector<std::array<double, 3>> grid; // 1 a vertex
	std::vector<GridUnits> units;            // 1 a vertex
	EdgeTable edges;                         // of the triangles

	/// The tet that holds a vertex. Ties: whole numbers round down, and equal fractions rank by axis.
	uint64_t TetOf(int32_t vertex) const;
};

/// A crossing of the surface as it is counts only this near to that of the rounded surface. Each vertex moves by up to
/// half a unit; what is further apart comes from rounding where the surface runs along the lattice.
inline constexpr double kMostUnitsApart = 4.0;

/// The longest extent along u0, u1 or u2 that the grid's keys allow, in cells.
inline constexpr double kMaxGridCells = 5.0e5;

/// Puts a node of the lattice in the middle of the bounding box plus `shift` cells. The extent must be within
/// kMaxGridCells.
OverlaySurface PlaceOnLattice(std::span<const Vec3> positions,
	std::span<const Triangle> triangles,
	double cellSize,
	const Vec3& shift,
	TaskRunner& runner);
} // namespace FractureCore
