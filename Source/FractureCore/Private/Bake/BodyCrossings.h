// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Bake/GridCrossing.h"
#include "Bake/UnionVertices.h"
#include "Mesh/BorderLoops.h"
#include "Mesh/EdgeTable.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace FractureCore
{
/// An edge that passes a triangle of the other body.
struct Passing
{
	int32_t edge = kNoIndex;
	int32_t face = kNoIndex; // of the other body
	int32_t inward = 0;      // as GridCrossing, from the edge's lower vertex to its higher
	double along = 0.0;      // from the lower vertex
	int32_t vertex = kNoIndex;
};

/// One of the two bodies and what happens to it.
struct CrossedBody
{
	CrossedBody(const UnionBody& whole, EdgeOwner role, size_t vertexCount)
		: body(whole), owner(role), edges(whole.triangles, static_cast<int32_t>(vertexCount))
	{
	}

	/// The ends of an edge, the lower one first.
	std::pair<int32_t, int32_t> EndsOf(int32_t edge) const
	{
		const int32_t h = edges.HalfEdges(edge)[0];
		return std::minmax({HalfEdgeFrom(body.triangles, h), HalfEdgeTo(body.triangles, h)});
	}
	std::span<const Passing> PassingsOf(int32_t edge) const
	{
		const auto byEdge = [](const Passing& a, const Passing& b) { return a.edge < b.edge; };
		Passing key;
		key.edge = edge;
		const auto [begin, end] = std::equal_range(passings.begin(), passings.end(), key, byEdge);
		return {begin, end};
	}

	const UnionBody& body;
	EdgeOwner owner;
	EdgeTable edges;
	std::vector<Passing> passings;   // by edge, then face
	std::vector<DirectedEdge> lines; // groups are faces: cuts along the other body
	std::vector<uint8_t> isCut;      // 1 a triangle
};

/// Where two bodies cross: fills in what CrossedBody says of each. `places` has the vertices on the grid; those of the
/// first body swell, so that faces that touch overlap, and vertices at the passings are appended to it and to
/// `vertices`. False if one of the bodies is not closed.
bool CrossBodies(CrossedBody& first, CrossedBody& second, UnionVertices& vertices, std::vector<Vec3>& places);
} // namespace FractureCore
