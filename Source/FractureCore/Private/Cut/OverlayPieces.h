// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/OverlayCrossings.h"
#include "Cut/OverlayEdges.h"
#include "FractureCore/Result.h"

#include <vector>

namespace FractureCore
{
/// Where a triangle crosses a tet face, from vertex to vertex as the tet on side 0 sees the triangle's boundary.
struct TriangleSegment
{
	uint64_t face = 0; // GridFaceKey
	int32_t from = 0;
	int32_t to = 0;
	int32_t triangle = 0;
};

/// A triangle's part in one tet: a convex polygon, counter-clockwise like the triangle.
struct TrianglePiece
{
	uint64_t tet = 0; // GridTetKey
	int32_t triangle = 0;
	int32_t edgeCount = 0;
};

/// The surface cut at tet faces. Vertices are numbered: the surface's own, crossings of its edges, crossings of its
/// triangles. Edges: parts of the surface's edges, then segments.
struct SurfacePieces
{
	std::vector<TriangleSegment> segments;
	std::vector<TrianglePiece> pieces; // triangle after triangle
	std::vector<int32_t> pieceEdges;   // signed, piece after piece
	int32_t surfaceVertices = 0;       // the surface's own
	int32_t edgeParts = 0;             // edges before the first segment
};

/// An error would be a mistake in the signs: crossings that do not pair up.
Result<SurfacePieces> CutIntoPieces(
	const OverlaySurface& surface, const EdgeCrossings& edges, const LatticeCrossings& crossings, TaskRunner& runner);
} // namespace FractureCore
