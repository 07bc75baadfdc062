// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Mesh/SurfaceIntegrals.h"
#include "Tetra/Lattice.h"

#include "FractureCore/Parallel.h"
#include "FractureCore/SurfaceMesh.h"

#include <span>
#include <vector>

namespace FractureCore
{
double LongestSide(const SurfaceIntegrals& surface);

/// The most cells that the lattice's integer coordinates allow along the longest side.
inline constexpr double kMaxCellsAcross = 250'000.0;

/// Ways to lay the lattice into the bounding box.
inline constexpr int32_t kLatticePlaces = 4;

/// Cells across must be within (0, kMaxCellsAcross]; place is one of kLatticePlaces.
LatticeFrame MakeLatticeFrame(const SurfaceIntegrals& integrals, double cellSize, int32_t place = 0);

/// A vertex rounded to the frame's units: less than 2^30 each, and the surface spans less than 2^28.
struct GridVertex
{
	int32_t x = 0;
	int32_t y = 0;
	int32_t z = 0;
};

/// The surface rounded to whole units. Rounding moves vertices but keeps the surface closed, so winding numbers stay
/// whole.
struct GridSurface
{
	LatticeFrame frame;
	std::vector<GridVertex> vertices;
	std::span<const Triangle> triangles;

	/// Unit length, outward.
	Vec3 Normal(int32_t triangle) const;
};

GridSurface RoundToGrid(const SolidSurface& solid, const LatticeFrame& frame, TaskRunner& runner);
} // namespace FractureCore
