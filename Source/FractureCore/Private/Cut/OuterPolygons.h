// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/BoundaryWalk.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Vertices of the result in one range of numbers: first those of the surface mesh, then those of the overlay (if any
/// is kept), then the classes of a BoundaryWalk.
struct ResultVertices
{
	int32_t surfaceCount = 0;
	int32_t overlayCount = 0;
	int32_t classCount = 0;

	int32_t Count() const { return surfaceCount + overlayCount + classCount; }
	int32_t OfOverlay(int32_t vertex) const { return surfaceCount + vertex; }
	int32_t OfClass(int32_t number) const { return surfaceCount + overlayCount + number; }
};

/// What is left of touched surface triangles: one polygon, perhaps with holes, for what stays together of each.
struct OuterPolygons
{
	struct Polygon
	{
		int32_t source = kNoIndex; // surface triangle
		int32_t piece = kNoIndex;
		int32_t firstLoop = 0;
		int32_t lastLoop = 0;
	};
	struct Corner
	{
		int32_t vertex = kNoIndex; // as ResultVertices numbers them
		int32_t link = kNoIndex;   // names the edge to the next corner; its neighbour across has the same
	};
	std::vector<Polygon> polygons; // in order of source
	std::vector<int32_t> loopOffsets = {0};
	std::vector<Corner> corners;
};

/// Leaves out edges inside a triangle and vertices in the middle of its sides: the same for both neighbours.
/// `unmerged` says, 1 a surface triangle, which are to keep all their pieces; `keptVertices`, 1 an overlay vertex,
/// which of those stay; empty: none.
OuterPolygons MakeOuterPolygons(const CutTree& tree,
	const Pieces& pieces,
	const BoundaryWalk& walk,
	const ResultVertices& vertices,
	std::span<const uint8_t> unmerged,
	std::span<const uint8_t> keptVertices);

/// The name of a half-edge's edge: the same for its partner.
inline int32_t LinkOf(const BoundaryWalk& walk, int32_t halfEdge)
{
	const int32_t partner = walk.partner[halfEdge];
	return partner == kNoIndex || halfEdge < partner ? halfEdge : partner;
}
} // namespace FractureCore
