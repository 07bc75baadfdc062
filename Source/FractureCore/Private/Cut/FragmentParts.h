// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/CapSheets.h"
#include "Cut/OuterPolygons.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Numbers in buckets, one a piece.
struct PieceLists
{
	std::vector<int32_t> offsets; // 1 a piece, and the end
	std::vector<int32_t> items;

	std::span<const int32_t> Of(int32_t piece) const
	{
		return {items.data() + offsets[piece], static_cast<size_t>(offsets[piece + 1] - offsets[piece])};
	}
};

/// All that the fragments' surfaces are made of, each thing once, and which piece it belongs to.
struct FragmentParts
{
	BoundaryWalk walk;
	ResultVertices vertices;
	std::vector<Vec3> classPositions; // 1 a class of the walk
	OuterPolygons polygons;
	std::vector<ClippedTriangle> polygonTriangles; // of the polygon's corners, from 0
	std::vector<int32_t> firstTriangle;            // 1 a polygon, and the end
	CapSheets sheets;

	PieceLists wholeTriangles; // surface triangles that no cut met
	PieceLists piecePolygons;
	PieceLists capSides;      // 2 cap + side
	PieceLists pieceVertices; // ascending, as ResultVertices numbers them

	/// The number of a vertex within its piece.
	int32_t LocalVertex(int32_t vertex, int32_t piece) const
	{
		return owner[vertex] == piece ? local[vertex] : LocalOfGuest(vertex, piece);
	}
	int32_t LocalOfGuest(int32_t vertex, int32_t piece) const;

	std::vector<int32_t> owner; // 1 a vertex of the result
	std::vector<int32_t> local;
	/// Where pieces touch at a vertex of the artist's, all but the first are guests: (piece, vertex), sorted.
	std::vector<std::pair<int32_t, int32_t>> guests;
	std::vector<int32_t> guestLocals;
};

/// The tree is of no more use after that.
FragmentParts CollectFragmentParts(
	const CutTree& tree, const Pieces& pieces, std::span<const int32_t> labels, TaskRunner& runner);

Vec3 PositionOf(const CutBody::Data& body, const FragmentParts& parts, int32_t vertex);
} // namespace FractureCore
