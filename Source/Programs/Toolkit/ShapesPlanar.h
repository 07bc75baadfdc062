// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"
#include "FractureCore/Types.h"
#include "ShapesPath.h"

#include <span>
#include <vector>

namespace FractureToolkit::ShapeDetail
{
struct PlanarMesh
{
	std::vector<Vec2> points;                      // the loops' points in their order, then inner ones
	std::vector<FractureCore::Triangle> triangles; // counter-clockwise
};

/// Fills a region with triangles close to equilateral. Loops are given as points, already as dense as the mesh shall be
/// there, the region on the left: the outer one counter-clockwise, holes clockwise. Their edges are kept as they are;
/// inside, edges grow to `edge`. An error if the loops cross or are too coarse for their own bends.
FractureCore::Result<PlanarMesh> TriangulateRegion(std::span<const std::vector<Vec2>> loops, double edge);
} // namespace FractureToolkit::ShapeDetail
