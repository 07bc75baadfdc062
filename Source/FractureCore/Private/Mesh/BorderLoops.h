// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <compare>
#include <span>
#include <vector>

namespace FractureCore
{
struct DirectedEdge
{
	int32_t from = kNoIndex;
	int32_t to = kNoIndex;

	friend auto operator<=>(const DirectedEdge&, const DirectedEdge&) = default;
};

/// Takes directed edges apart into loops that visit no vertex twice.
class LoopFinder
{
public:
	explicit LoopFinder(int32_t vertexCount);

	/// Calls visit(loop) for each loop of at least three vertices. As many edges must leave every vertex as enter it,
	/// which is so for what balances any set of triangles; two opposite edges cancel. Sorts the edges.
	template <typename Visit>
	void ForEachLoop(std::vector<DirectedEdge>& edges, Visit&& visit)
	{
		Begin(edges);
		while (NextLoop(edges))
		{
			visit(std::span<const int32_t>(m_loop));
		}
	}

private:
	void Begin(std::vector<DirectedEdge>& edges);
	bool NextLoop(const std::vector<DirectedEdge>& edges);

	std::vector<int32_t> m_nextEdge; // 1 a vertex: the first unused edge that leaves it
	std::vector<int32_t> m_depth;    // 1 a vertex: its place in m_path, or kNoIndex
	std::vector<int32_t> m_path;     // vertices walked and not yet closed
	std::vector<int32_t> m_loop;
	size_t m_firstUnused = 0;
};
} // namespace FractureCore
