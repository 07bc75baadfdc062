// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Bake/DropTriangles.h"
#include "FractureCore/SurfaceMesh.h"
#include "Mesh/EdgeTable.h"

#include <optional>

namespace FractureCore
{
/// Triangles with shared vertices and nothing superfluous, in the order of the input.
struct CleanSurface
{
	std::vector<Vec3> positions; // only those in use
	std::vector<Triangle> triangles;
	std::vector<int32_t> sourceTriangle; // 1 a triangle: its number in the input
	std::optional<EdgeTable> edges;      // of the triangles
	int64_t weldedVertices = 0;          // that moved
	double sewnAcross = 0.0;             // m, the widest seam that welds beyond the tolerance closed
	int64_t droppedTriangles = 0;
	int64_t sharedEdges = 0; // of several parts, which now have their own
	int64_t sharedVertices = 0;
};

/// Edges with more than two triangles.
int64_t CountCrowdedEdges(const EdgeTable& edges);

/// What to do about open borders beyond the weld tolerance.
enum class Seams : uint8_t
{
	Leave,
	Sew, // SewBorders.h
};

/// Welds equal positions within each part that is closed by itself and, if edges with an odd number of triangles
/// remain, border vertices within `weldTolerance` (of the diagonal). Needs a valid mesh.
CleanSurface CleanTriangles(
	const SurfaceMesh& mesh, double weldTolerance, SurfaceKind kind, Seams seams = Seams::Leave);
} // namespace FractureCore
