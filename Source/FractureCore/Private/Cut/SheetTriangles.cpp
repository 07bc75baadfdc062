// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/SheetTriangles.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
struct EdgeUse
{
	int32_t high = kNoIndex; // the end with the higher number
	uint64_t link = 0;
};

size_t NextOf(size_t k)
{
	return k == 2 ? 0 : k + 1;
}

/// The smallest name of an edge.
class LinkNames
{
public:
	explicit LinkNames(std::span<const LinkPair> equal) : m_equal(equal.begin(), equal.end())
	{
		for (LinkPair& pair : m_equal)
		{
			if (pair.first < pair.second)
			{
				std::swap(pair.first, pair.second);
			}
		}
		// (larger, smaller); a name with two smaller ones makes those equal too.
		std::sort(m_equal.begin(), m_equal.end(), std::greater<>());
		for (size_t i = 0; i + 1 < m_equal.size(); ++i)
		{
			if (m_equal[i].first == m_equal[i + 1].first && m_equal[i].second != m_equal[i + 1].second)
			{
				m_equal.emplace_back(m_equal[i].second, m_equal[i + 1].second);
				std::sort(m_equal.begin() + static_cast<std::ptrdiff_t>(i) + 1, m_equal.end(), std::greater<>());
			}
		}
	}

	uint64_t Find(uint64_t link) const
	{
		for (const LinkPair& pair : m_equal) // few, if any; names only get smaller down the list
		{
			link = pair.first == link ? pair.second : link;
		}
		return link;
	}

private:
	std::vector<LinkPair> m_equal;
};

/// Splits a triangle at the midpoints of its edges; kNoIndex: none. Which one comes first depends on its corners alone,
/// not on their order: both sides of a cap are split alike.
void Subdivide(const SheetTriangle& triangle, const std::array<int32_t, 3>& midpoints, std::vector<SheetTriangle>& out)
{
	const auto ends = [&](int32_t k)
	{
		const auto from = static_cast<size_t>(k);
		return std::minmax(triangle.corner[from], triangle.corner[NextOf(from)]);
	};
	int32_t first = kNoIndex;
	for (int32_t k = 0; k < 3; ++k)
	{
		if (midpoints[k] != kNoIndex && (first == kNoIndex || ends(k) < ends(first)))
		{
			first = k;
		}
	}
	if (first == kNoIndex)
	{
		out.push_back(triangle);
		return;
	}
	// There into two; what is left to split goes with its edge.
	const int32_t a = first;
	const int32_t b = (first + 1) % 3;
	const int32_t c = (first + 2) % 3;
	const auto half = [&](int32_t replaced)
	{
		SheetTriangle result = triangle;
		result.vertex[replaced] = midpoints[first];
		result.corner[replaced] = triangle.corner[a];
		result.other[replaced] = triangle.corner[b];
		return result;
	};
	std::array<int32_t, 3> rest = {kNoIndex, kNoIndex, kNoIndex};
	rest[b] = midpoints[b];
	Subdivide(half(a), rest, out);
	rest = {kNoIndex, kNoIndex, kNoIndex};
	rest[c] = midpoints[c];
	Subdivide(half(b), rest, out);
}
} // namespace

void FindSharedEdges(std::span<const SheetTriangle> triangles,
	size_t vertexCount,
	std::span<const LinkPair> equalLinks,
	std::vector<uint64_t>& shared)
{
	// Uses of edges in buckets of their lower end.
	std::vector<int32_t> bucketEnd(vertexCount + 1, 0);
	for (const SheetTriangle& t : triangles)
	{
		for (size_t k = 0; k < 3; ++k)
		{
			++bucketEnd[std::min(t.vertex[k], t.vertex[NextOf(k)]) + 1];
		}
	}
	for (size_t v = 0; v < vertexCount; ++v)
	{
		bucketEnd[v + 1] += bucketEnd[v];
	}
	const LinkNames names(equalLinks);
	std::vector<EdgeUse> uses(3 * triangles.size());
	for (const SheetTriangle& t : triangles)
	{
		for (size_t k = 0; k < 3; ++k)
		{
			const int32_t a = t.vertex[k];
			const int32_t b = t.vertex[NextOf(k)];
			uses[bucketEnd[std::min(a, b)]++] = {std::max(a, b), names.Find(t.link[k])};
		}
	}
	int32_t begin = 0;
	for (size_t low = 0; low < vertexCount; ++low)
	{
		const auto first = uses.begin() + begin;
		const auto last = uses.begin() + bucketEnd[low];
		begin = bucketEnd[low];
		for (auto use = first; use != last; ++use)
		{
			if (std::any_of(first,
					last,
					[&](const EdgeUse& other) { return other.high == use->high && other.link != use->link; }))
			{
				shared.push_back(use->link);
			}
		}
	}
}

void SplitEdges(std::vector<SheetTriangle>& triangles,
	std::vector<Vec3>& positions,
	std::span<const LinkPair> equalLinks,
	const SplitKeys& keys)
{
	struct Split
	{
		uint64_t link = 0;
		int32_t halfEdge = kNoIndex;
	};
	const LinkNames names(equalLinks);
	std::vector<Split> splits;
	for (size_t i = 0; i < triangles.size(); ++i)
	{
		for (size_t k = 0; k < 3; ++k)
		{
			if (keys.Contains(triangles[i].link[k]))
			{
				splits.push_back({names.Find(triangles[i].link[k]), static_cast<int32_t>(3 * i + k)});
			}
		}
	}
	if (splits.empty())
	{
		return;
	}
	std::sort(splits.begin(),
		splits.end(),
		[](const Split& a, const Split& b) { return a.link != b.link ? a.link < b.link : a.halfEdge < b.halfEdge; });
	std::vector<int32_t> midpoints(3 * triangles.size(), kNoIndex);
	for (size_t i = 0; i < splits.size(); ++i)
	{
		if (i == 0 || splits[i].link != splits[i - 1].link)
		{
			const SheetTriangle& t = triangles[splits[i].halfEdge / 3];
			const auto k = static_cast<size_t>(splits[i].halfEdge % 3);
			const Vec3 middle = 0.5 * (positions[t.vertex[k]] + positions[t.vertex[NextOf(k)]]);
			positions.push_back(middle);
		}
		midpoints[splits[i].halfEdge] = static_cast<int32_t>(positions.size()) - 1;
	}
	std::vector<SheetTriangle> divided;
	divided.reserve(triangles.size() + splits.size());
	for (size_t i = 0; i < triangles.size(); ++i)
	{
		Subdivide(triangles[i], {midpoints[3 * i], midpoints[3 * i + 1], midpoints[3 * i + 2]}, divided);
	}
	triangles.swap(divided);
}
} // namespace FractureCore
