// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/EdgeTable.h"

#include <algorithm>

namespace FractureCore
{
EdgeTable::EdgeTable(std::span<const Triangle> triangles, int32_t vertexCount)
{
	// Edges in buckets of their lower vertex; a bucket holds about six half-edges and is sorted by the higher one.
	struct Entry
	{
		int32_t high;
		int32_t halfEdge;
	};
	const size_t halfEdgeCount = 3 * triangles.size();
	std::vector<int32_t> bucketEnd(static_cast<size_t>(vertexCount) + 1, 0);
	for (const Triangle& t : triangles)
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			++bucketEnd[std::min(t.v[k], t.v[NextCorner(k)]) + 1];
		}
	}
	for (int32_t v = 0; v < vertexCount; ++v)
	{
		bucketEnd[v + 1] += bucketEnd[v];
	}
	// Filling moves bucketEnd[v] from the begin of bucket v to its end.
	std::vector<Entry> entries(halfEdgeCount);
	for (size_t t = 0; t < triangles.size(); ++t)
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			const int32_t a = triangles[t].v[k];
			const int32_t b = triangles[t].v[NextCorner(k)];
			entries[bucketEnd[std::min(a, b)]++] = {std::max(a, b), static_cast<int32_t>(3 * t) + k};
		}
	}

	m_halfEdges.resize(halfEdgeCount);
	m_edgeOf.resize(halfEdgeCount);
	m_begin.reserve(halfEdgeCount / 2 + 2);
	const auto inOrder = [](const Entry& a, const Entry& b)
	{ return a.high != b.high ? a.high < b.high : a.halfEdge < b.halfEdge; };
	int32_t begin = 0;
	for (int32_t v = 0; v < vertexCount; ++v)
	{
		const int32_t end = bucketEnd[v];
		std::sort(entries.begin() + begin, entries.begin() + end, inOrder);
		for (int32_t i = begin; i < end; ++i)
		{
			if (i == begin || entries[i].high != entries[i - 1].high)
			{
				m_begin.push_back(i);
			}
			m_halfEdges[i] = entries[i].halfEdge;
			m_edgeOf[entries[i].halfEdge] = static_cast<int32_t>(m_begin.size()) - 1;
		}
		begin = end;
	}
	m_begin.push_back(static_cast<int32_t>(halfEdgeCount));
}
} // namespace FractureCore
