// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Mesh/SurfaceIntegrals.h"
#include "Tetra/ThinWalls.h"

#include <gtest/gtest.h>

namespace FractureTest
{
using namespace FractureCore;

/// What a lattice of that cell size finds too thin.
inline ThinWalls WallsAt(const SolidSurface& solid, double cellSize)
{
	const LatticeFrame frame = MakeLatticeFrame(IntegrateSurface(solid.positions, solid.triangles), cellSize);
	const GridSurface surface = RoundToGrid(solid, frame, SerialRunner());
	const Result<LatticeLines> lines = LatticeLines::Build(surface, SerialRunner());
	EXPECT_TRUE(lines.HasValue());
	WedgeFinder wedges(solid, SerialRunner());
	return lines ? FindThinWalls(*lines, surface, wedges, SerialRunner()) : ThinWalls{};
}
} // namespace FractureTest
