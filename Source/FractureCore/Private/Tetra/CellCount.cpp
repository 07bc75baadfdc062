// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/CellCount.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Fitted to five scanned meshes and a bowl between 500 and 5 M tets.
constexpr double kTetsPerFace = 38.0;   // of a cell, on the surface
constexpr double kTetsPerVolume = 18.5; // of a cell; 12 in the lattice and more where it is cut

// 7 tets per face if a wall is as thick as a cell.
constexpr double kFewestPerFace = 3.0;
} // namespace

double TetCountModel::TetsAt(double cellSize) const
{
	const double bySurface = kTetsPerFace * m_area / (cellSize * cellSize);
	const double byVolume = kTetsPerVolume * m_volume / (cellSize * cellSize * cellSize);
	return m_factor * bySurface * byVolume / (bySurface + byVolume);
}

double TetCountModel::CellSizeFor(double tets) const
{
	// TetsAt falls monotonically: bisect between bounds of both terms.
	double low = 0.0;
	double high = std::max(
		std::sqrt(m_factor * kTetsPerFace * m_area / tets), std::cbrt(m_factor * kTetsPerVolume * m_volume / tets));
	for (int32_t i = 0; i < 60; ++i)
	{
		const double middle = 0.5 * (low + high);
		(TetsAt(middle) > tets ? low : high) = middle;
	}
	return high;
}

double TetCountModel::FoilCellSizeFor(double tets) const
{
	return std::sqrt(kFewestPerFace * m_area / tets);
}

double TetCountModel::LeastCellSizeFor(double tets) const
{
	return std::max(CellSizeFor(tets), FoilCellSizeFor(tets));
}

void TetCountModel::Calibrate(double cellSize, double tets)
{
	// A mesh of a handful of tets says little.
	m_factor *= std::clamp(tets / TetsAt(cellSize), 0.1, 10.0);
}
} // namespace FractureCore
