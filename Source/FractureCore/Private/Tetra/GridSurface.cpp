// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/GridSurface.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// The lattice is moved by odd fractions of a cell against the bounding box: faces of boxes and mirror planes of
// symmetric models would otherwise run through whole planes of nodes.
constexpr Vec3 kLatticeShifts[kLatticePlaces] = {
	{0.137, 0.271, -0.093}, {0.371, 0.113, 0.241}, {-0.211, -0.167, 0.419}, {0.453, 0.387, 0.309}};

// Free cells around the bounding box: the lattice needs one node outside on every side, its octree a parent's worth.
constexpr double kPaddingCells = 4.0;

// The surface spans less than 2^28 units: twice a projected area then stays below 2^60 and fits in 64 bits.
constexpr int32_t kLog2Span = 28;

int32_t RoundToUnit(double units)
{
	// Only a vertex that no triangle uses lies outside.
	constexpr double kBound = 1 << 30;
	return units > -kBound && units < kBound ? static_cast<int32_t>(std::floor(units + 0.5)) : 0;
}
} // namespace

double LongestSide(const SurfaceIntegrals& surface)
{
	return std::max({surface.high.x - surface.low.x, surface.high.y - surface.low.y, surface.high.z - surface.low.z});
}

LatticeFrame MakeLatticeFrame(const SurfaceIntegrals& integrals, double cellSize, int32_t place)
{
	const double cellsAcross = std::ceil(LongestSide(integrals) / cellSize) + 2.0 * kPaddingCells;
	int32_t extentLevel = 1;
	while (std::ldexp(1.0, extentLevel) < cellsAcross)
	{
		++extentLevel;
	}
	LatticeFrame frame;
	frame.topLevel = extentLevel + 1;
	frame.log2Cell = kLog2Span - extentLevel;
	frame.unit = std::ldexp(cellSize, -frame.log2Cell);
	// A cube of the octree has neighbours on all sides up to level extentLevel, with coordinates that stay positive.
	const double firstCell = std::ldexp(1.0, extentLevel) + kPaddingCells;
	frame.origin = integrals.low - (Vec3{firstCell, firstCell, firstCell} + kLatticeShifts[place]) * cellSize;
	return frame;
}

Vec3 GridSurface::Normal(int32_t triangle) const
{
	const Triangle& corners = triangles[triangle];
	Vec3 p[3];
	for (int32_t k = 0; k < 3; ++k)
	{
		const GridVertex& vertex = vertices[corners.v[k]];
		p[k] = {static_cast<double>(vertex.x), static_cast<double>(vertex.y), static_cast<double>(vertex.z)};
	}
	return Normalised(Cross(p[1] - p[0], p[2] - p[0]));
}

GridSurface RoundToGrid(const SolidSurface& solid, const LatticeFrame& frame, TaskRunner& runner)
{
	GridSurface grid;
	grid.frame = frame;
	grid.triangles = solid.triangles;
	grid.vertices.resize(solid.positions.size());
	const auto count = static_cast<int64_t>(solid.positions.size());
	ParallelFor(runner,
		count,
		16'384,
		[&](int64_t begin, int64_t end)
		{
			const double perMetre = 1.0 / frame.unit;
			for (int64_t i = begin; i < end; ++i)
			{
				const Vec3 p = (solid.positions[i] - frame.origin) * perMetre;
				grid.vertices[i] = {RoundToUnit(p.x), RoundToUnit(p.y), RoundToUnit(p.z)};
			}
		});
	return grid;
}
} // namespace FractureCore
