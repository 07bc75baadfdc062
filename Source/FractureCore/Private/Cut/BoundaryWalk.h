// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"

#include "Cut/Pieces.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Who is next to whom on the surfaces of pieces, wherever a cut came by. From an edge of a surface face, take the
/// other face of the same cell at that edge; while it does not belong to the surface, cross it. Corners that meet over
/// such pairs are one vertex of the result: it is doubled along a slit, single at the slit's front, and has one fan of
/// faces by construction.
///
/// Corner c is where loop edge c of a gathered face begins. Each face has two sides; side 1 runs its loops backwards.
/// Half-edge 2 c + side runs along edge c; corner 2 c + side is the vertex that edge c leaves on side 0.
struct BoundaryWalk
{
	std::vector<int32_t> faces;       // leaf faces of the surface, as far as they are put together anew
	std::vector<int32_t> firstCorner; // 1 a gathered face, and the end
	std::vector<int32_t> edge;        // 1 a corner: the signed leaf edge
	std::vector<int32_t> next;        // 1 a corner, round its loop
	std::vector<int32_t> previous;    // 1 a corner
	std::vector<int32_t> faceAt;      // 1 a corner: which gathered face
	std::vector<int32_t> partner;     // 1 a half-edge: the one across, kNoIndex if not of the surface or not gathered
	std::vector<uint8_t> isCapEdge;   // 1 a corner: an open cap meets its edge
	std::vector<int32_t> classOf;     // 1 a corner and side: which class; kNoIndex at vertices of the overlay
	std::vector<int32_t> classVertex; // 1 a class: its vertex in the tree
	std::vector<int32_t> classCorner; // 1 a class: a corner and side of it
	std::vector<uint8_t> isTouched;   // 1 a surface triangle: it must be put together anew

	int32_t HalfEdgeFrom(int32_t cornerAndSide) const
	{
		return (cornerAndSide & 1) == 0 ? cornerAndSide : 2 * previous[cornerAndSide >> 1] + 1;
	}
	int32_t CornerAtEnd(int32_t halfEdge) const { return (halfEdge & 1) == 0 ? 2 * next[halfEdge >> 1] : halfEdge; }
	int32_t NextHalfEdge(int32_t halfEdge) const { return HalfEdgeFrom(CornerAtEnd(halfEdge)); }
	/// The next corner of the same class.
	int32_t NextInFan(int32_t cornerAndSide) const { return CornerAtEnd(partner[HalfEdgeFrom(cornerAndSide)]); }
	int32_t FaceOf(int32_t cornerOrHalfEdge) const { return faces[faceAt[cornerOrHalfEdge >> 1]]; }
};

/// Triangles in `alsoTouched` are gathered as if a cut had met them.
BoundaryWalk WalkBoundaries(
	const CutTree& tree, const Pieces& pieces, std::span<const int32_t> alsoTouched, TaskRunner& runner);
} // namespace FractureCore
