// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/OverlaySurface.h"

#include "Mesh/SurfaceIntegrals.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
/// Differences of units then have 30 bits along any line of the lattice, and products of two of them 60.
constexpr int32_t kUnitSpanBits = 29;
/// Finer than the vertices' own rounding brings nothing.
constexpr int32_t kMostUnitBits = 26;

constexpr int64_t kVerticesPerSnapTask = 8'192;
} // namespace

uint64_t OverlaySurface::TetOf(int32_t vertex) const
{
	const GridUnits& u = units[vertex];
	const int32_t bits = frame.unitBits;
	const int32_t mask = (1 << bits) - 1;
	const int32_t f0 = u[0] & mask;
	const int32_t f1 = u[1] & mask;
	const int32_t f2 = u[2] & mask;
	const int32_t first = f0 >= f1 ? (f0 >= f2 ? 0 : 2) : (f1 >= f2 ? 1 : 2);
	const int32_t second = first == 0 ? (f1 >= f2 ? 1 : 2) : (first == 1 ? (f0 >= f2 ? 0 : 2) : (f0 >= f1 ? 0 : 1));
	return GridTetKey(GridKey({u[0] >> bits, u[1] >> bits, u[2] >> bits}), OrderThatStarts(first, second));
}

OverlaySurface PlaceOnLattice(std::span<const Vec3> positions,
	std::span<const Triangle> triangles,
	double cellSize,
	const Vec3& shift,
	TaskRunner& runner)
{
	const SurfaceIntegrals box = IntegrateSurface(positions, triangles);
	OverlaySurface surface{{}, positions, triangles, {}, {}, {triangles, static_cast<int32_t>(positions.size())}};
	OverlayFrame& frame = surface.frame;
	frame.cellSize = cellSize;
	frame.origin = 0.5 * (box.low + box.high) + shift * cellSize;
	const std::array<double, 3> low = frame.ToGrid(box.low);
	const std::array<double, 3> high = frame.ToGrid(box.high);
	// u1 and u2 fall with z.
	const double depth = (box.high.z - box.low.z) / cellSize;
	const double lowest[3] = {low[0], low[1] - depth, low[2] - depth};
	const double highest[3] = {high[0], high[1] + depth, high[2] + depth};
	double span = 0.0;
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		frame.first[axis] = static_cast<int32_t>(std::floor(lowest[axis])) - 1;
		span = std::max(span, highest[axis] - frame.first[axis] + 2.0);
	}
	frame.unitBits = std::min(kMostUnitBits, kUnitSpanBits - 1 - std::ilogb(span));

	surface.grid.resize(positions.size());
	surface.units.resize(positions.size());
	ParallelFor(runner,
		static_cast<int64_t>(positions.size()),
		kVerticesPerSnapTask,
		[&](int64_t begin, int64_t end)
		{
			const double perStep = std::ldexp(1.0, frame.unitBits);
			for (int64_t i = begin; i < end; ++i)
			{
				const std::array<double, 3> u = frame.ToGrid(positions[i]);
				surface.grid[i] = u;
				for (int32_t axis = 0; axis < 3; ++axis)
				{
					surface.units[i][axis] = static_cast<int32_t>(std::floor(u[axis] * perStep + 0.5));
				}
			}
		});
	return surface;
}
} // namespace FractureCore
