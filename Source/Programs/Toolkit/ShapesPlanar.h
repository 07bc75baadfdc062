// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"
#include "FractureCore/Types.h"
#include "ShapesPath.h"

#include <cstdint>
#include <span>
#include <vector>

namespace FractureToolkit::ShapeDetail
{
struct PlanarMesh
{
	std::vector<Vec2> points;                      // the loops' points in their order, then inner ones
	std::vector<FractureCore::Triangle> triangles; // counter-clockwise
};

/// What becomes of a triangle that has two neighbouring edges of a loop. Two regions that share these edges must not
/// share its third one as well: then it is split, unless its corner is sharp.
enum class Ears : uint8_t
{
	Keep,
	Split,
};

/// Fills a region with triangles close to equilateral. Loops are given as points, already as dense as the mesh shall be
/// there, the region on the left: the outer one counter-clockwise, holes clockwise. Their edges are kept as they are;
/// inside, edges grow to `edge`. An error if the loops cross or are too coarse for their own bends.
FractureCore::Result<PlanarMesh> TriangulateRegion(
	std::span<const std::vector<Vec2>> loops, double edge, Ears ears = Ears::Keep);
} // namespace FractureToolkit::ShapeDetail
