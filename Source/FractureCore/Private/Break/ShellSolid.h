// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Break/SheetMesh.h"
#include "FractureCore/Bake.h"
#include "FractureCore/Result.h"

#include <vector>

namespace FractureCore
{
/// A sheet with its thickness: one layer of prisms, each of three tets. Stress comes from the sheet, cuts from the
/// tets.
struct ShellSolid
{
	std::vector<Vec3> positions;         // of the sheet, finer than the artist's where that is coarse
	std::vector<Triangle> triangles;     // all with the same side up where they hang together
	std::vector<int32_t> sourceTriangle; // 1 a triangle: the artist's
	std::vector<int32_t> sourceVertex;   // 1 a position: the artist's it was, or one end of the edge it lies on
	TetMesh tets;                        // 3 t to 3 t + 2 are the prism of triangle t; nodes: below, then above
	SurfaceMesh surface;                 // the tets' boundary, its positions the tets' nodes
	std::vector<Warning> warnings;
};

/// Triangles are split until there are about `leastTriangles`. The error names a triangle where the sheet branches or
/// has only one side, or that is too sharply bent for its thickness.
Result<ShellSolid> ThickenShell(const BakedObject& shell, int32_t leastTriangles);

/// The same of a sheet that is oriented and fine enough. Thickness in m.
Result<ShellSolid> ThickenSheet(SheetMesh sheet, double thickness);

/// m: with no edge longer than this a sheet of `area` (m^2) has about so many triangles.
double SheetEdgeLength(double area, int32_t triangles);
} // namespace FractureCore
