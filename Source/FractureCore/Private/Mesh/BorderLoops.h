// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <algorithm>
#include <compare>
#include <span>
#include <vector>

namespace FractureCore
{
struct DirectedEdge
{
	int32_t group = 0; // edges that make one border, such as that of a patch
	int32_t from = kNoIndex;
	int32_t to = kNoIndex;

	// clang-tidy 14 sees a null pointer in the comparison that the compiler writes.
	friend auto operator<=>(const DirectedEdge&, const DirectedEdge&) = default; // NOLINT(modernize-use-nullptr)
};

/// Takes directed edges apart into loops that visit no vertex twice, first within each group, then across groups with
/// what is left. As many edges must leave every vertex as enter it, which is so for what balances any set of
/// triangles.
class LoopFinder
{
public:
	explicit LoopFinder(int32_t vertexCount);

	/// Calls visit(group, loop) for each loop of at least three vertices, groups ascending; loops across groups have
	/// kNoIndex. Two opposite edges cancel.
	template <typename Visit>
	void ForEachLoop(std::vector<DirectedEdge> edges, Visit&& visit)
	{
		std::sort(edges.begin(), edges.end());
		std::vector<DirectedEdge> leftOver;
		for (size_t begin = 0; begin < edges.size();)
		{
			size_t end = begin;
			while (end < edges.size() && edges[end].group == edges[begin].group)
			{
				++end;
			}
			Start({edges.data() + begin, end - begin});
			while (NextLoop(leftOver))
			{
				visit(edges[begin].group, std::span<const int32_t>(m_loop));
			}
			begin = end;
		}
		for (DirectedEdge& edge : leftOver)
		{
			edge.group = kNoIndex;
		}
		std::sort(leftOver.begin(), leftOver.end());
		std::vector<DirectedEdge> none;
		Start(leftOver);
		while (NextLoop(none))
		{
			visit(kNoIndex, std::span<const int32_t>(m_loop));
		}
	}

private:
	/// Sorted edges of one group.
	void Start(std::span<const DirectedEdge> edges);
	/// Leaves the next loop in m_loop. Edges of walks that lead nowhere go to `leftOver`.
	bool NextLoop(std::vector<DirectedEdge>& leftOver);
	bool HasEdge(int32_t vertex) const;

	std::span<const DirectedEdge> m_edges;
	std::vector<int32_t> m_nextEdge; // 1 a vertex: the first unused edge that leaves it
	std::vector<int32_t> m_depth;    // 1 a vertex: its place in m_path, or kNoIndex
	std::vector<int32_t> m_path;     // vertices walked and not yet closed
	std::vector<int32_t> m_loop;
	size_t m_firstUnused = 0;
};
} // namespace FractureCore
