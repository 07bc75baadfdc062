// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Which triangles meet at each edge. Half-edge 3 t + k runs from corner k of triangle t to the next corner.
class EdgeTable
{
public:
	EdgeTable(std::span<const Triangle> triangles, int32_t vertexCount);

	int32_t EdgeCount() const { return static_cast<int32_t>(m_begin.size()) - 1; }

	/// The half-edges on an edge in either direction, in ascending order.
	std::span<const int32_t> HalfEdges(int32_t edge) const
	{
		return {m_halfEdges.data() + m_begin[edge], static_cast<size_t>(m_begin[edge + 1] - m_begin[edge])};
	}

	int32_t EdgeOf(int32_t halfEdge) const { return m_edgeOf[halfEdge]; }

private:
	std::vector<int32_t> m_halfEdges; // edge after edge
	std::vector<int32_t> m_begin;     // 1 an edge, and the end
	std::vector<int32_t> m_edgeOf;    // 1 a half-edge
};

inline int32_t NextCorner(int32_t corner)
{
	return corner == 2 ? 0 : corner + 1;
}

inline int32_t HalfEdgeFrom(std::span<const Triangle> triangles, int32_t halfEdge)
{
	return triangles[halfEdge / 3].v[halfEdge % 3];
}

inline int32_t HalfEdgeTo(std::span<const Triangle> triangles, int32_t halfEdge)
{
	return triangles[halfEdge / 3].v[NextCorner(halfEdge % 3)];
}

/// The corner across from a half-edge.
inline int32_t HalfEdgeApex(std::span<const Triangle> triangles, int32_t halfEdge)
{
	return triangles[halfEdge / 3].v[NextCorner(NextCorner(halfEdge % 3))];
}
} // namespace FractureCore
