// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Tetra/GridSurface.h"

namespace FractureCore
{
/// How many tets stuffing a solid with cells of a given size takes, to about 10 % for any shape. Solids with many cells
/// across have so many tets an area of surface, as they are coarse inside; with few cells, so many a volume.
class TetCountModel
{
public:
	explicit TetCountModel(const SurfaceIntegrals& integrals) : m_area(integrals.area), m_volume(integrals.volume) {}

	double TetsAt(double cellSize) const;
	/// The inverse, m.
	double CellSizeFor(double tets) const;

	/// A foil has next to no tets until the cells are as thin as it is, and then far too many: cells smaller than this
	/// cost much and bring little, m.
	double FoilCellSizeFor(double tets) const;
	/// The larger of both.
	double LeastCellSizeFor(double tets) const;

	/// Learns from a mesh of this very solid.
	void Calibrate(double cellSize, double tets);

private:
	double m_area;   // m^2
	double m_volume; // m^3
	double m_factor = 1.0;
};
} // namespace FractureCore
