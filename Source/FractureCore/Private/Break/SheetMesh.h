// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"
#include "FractureCore/SurfaceMesh.h"

#include <cstdint>
#include <vector>

namespace FractureCore
{
/// A sheet of triangles as it is refined: where its triangles and vertices came from.
struct SheetMesh
{
	SurfaceMesh mesh;
	std::vector<int32_t> sourceTriangle; // 1 a triangle
	std::vector<int32_t> sourceVertex;   // 1 a position
};

/// Turns the triangles of each part to the same side and gives fans that only touch a vertex of their own. The error
/// names a triangle at which three meet, or a part with only one side.
Result<SheetMesh> OrientSheet(const SurfaceMesh& surface);

/// Halves every edge longer than `longest` (m) until none is left, or there would be more than `maxTriangles`.
/// Attributes are interpolated.
void RefineSheet(SheetMesh& sheet, double longest, int32_t maxTriangles);
} // namespace FractureCore
