// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/EdgeTable.h"

#include <algorithm>

namespace FractureCore
{
EdgeTable::EdgeTable(std::span<const Triangle> triangles, int32_t vertexCount)
{
	// Half-edges in buckets of their lower vertex; a bucket holds about six and is sorted by the higher one.
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
	m_halfEdges.resize(halfEdgeCount);
	for (size_t t = 0; t < triangles.size(); ++t)
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			const int32_t lower = std::min(triangles[t].v[k], triangles[t].v[NextCorner(k)]);
			m_halfEdges[bucketEnd[lower]++] = static_cast<int32_t>(3 * t) + k;
		}
	}

	struct Entry
	{
		int32_t high;
		int32_t halfEdge;
	};
	const auto inOrder = [](const Entry& a, const Entry& b)
	{ return a.high != b.high ? a.high < b.high : a.halfEdge < b.halfEdge; };
	m_edgeOf.resize(halfEdgeCount);
	m_begin.reserve(halfEdgeCount / 2 + 2);
	std::vector<Entry> bucket;
	int32_t begin = 0;
	for (int32_t v = 0; v < vertexCount; ++v)
	{
		bucket.clear();
		for (int32_t i = begin; i < bucketEnd[v]; ++i)
		{
			const int32_t halfEdge = m_halfEdges[i];
			bucket.push_back({HalfEdgeFrom(triangles, halfEdge) + HalfEdgeTo(triangles, halfEdge) - v, halfEdge});
		}
		std::sort(bucket.begin(), bucket.end(), inOrder);
		for (size_t i = 0; i < bucket.size(); ++i)
		{
			if (i == 0 || bucket[i].high != bucket[i - 1].high)
			{
				m_begin.push_back(begin);
			}
			m_halfEdges[begin++] = bucket[i].halfEdge;
			m_edgeOf[bucket[i].halfEdge] = static_cast<int32_t>(m_begin.size()) - 1;
		}
	}
	m_begin.push_back(static_cast<int32_t>(halfEdgeCount));
}
} // namespace FractureCore
