// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/CutCellSize.h"

#include <algorithm>
#include <cmath>

// A tet at a random place meets a convex solid K with a chance in proportion to V(K) + S(K) b(T) / 2 + b(K) S(T) / 2 +
// V(T), with surface S and mean width b: the principal kinematic formula [Schneider08], section 5.1. Walls thinner than
// a cell are covered by the second term.

namespace FractureCore
{
namespace
{
// Of a lattice tet in cells of side 1: two edges of length 1 with right angles, four of sqrt(3) / 2 with 60 degrees.
constexpr double kLatticeTetVolume = 1.0 / 12.0;
constexpr double kLatticeTetArea = 1.4142135623730951;
constexpr double kLatticeTetWidth = 0.25 + 0.5773502691896258; // sum of length (pi - angle) / (4 pi)
} // namespace

double ExpectedTets(const SurfaceIntegrals& solid, double cellSize)
{
	const Vec3 size = (solid.high - solid.low) / cellSize;
	const double volume = solid.volume / (cellSize * cellSize * cellSize);
	const double area = solid.area / (cellSize * cellSize);
	const double width = 0.5 * (size.x + size.y + size.z); // of the box
	return (volume + 0.5 * area * kLatticeTetWidth + 0.5 * width * kLatticeTetArea) / kLatticeTetVolume;
}

double CellSizeForTets(const SurfaceIntegrals& solid, double tets)
{
	const Vec3 size = solid.high - solid.low;
	double high = 0.5 * std::max({size.x, size.y, size.z});
	double low = 0.0;
	if (ExpectedTets(solid, high) >= tets)
	{
		return high;
	}
	for (int32_t i = 0; i < 60; ++i)
	{
		const double middle = 0.5 * (low + high);
		(ExpectedTets(solid, middle) > tets ? low : high) = middle;
	}
	return high;
}
} // namespace FractureCore
