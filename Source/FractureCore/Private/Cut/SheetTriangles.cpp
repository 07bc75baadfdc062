// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/SheetTriangles.h"

#include <algorithm>
#include <array>
#include <functional>

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

/// A corner of a triangle that is split, or a point that splits it.
struct SheetPoint
{
	int32_t vertex = kNoIndex;
	int32_t corner = kNoIndex; // as SheetTriangle has them
	int32_t other = kNoIndex;
};

void AddSheetTriangle(
	int32_t source, const SheetPoint& a, const SheetPoint& b, const SheetPoint& c, std::vector<SheetTriangle>& out)
{
	SheetTriangle& made = out.emplace_back();
	made.source = source;
	made.vertex = {a.vertex, b.vertex, c.vertex};
	made.corner = {a.corner, b.corner, c.corner};
	made.other = {a.other, b.other, c.other};
}

/// The middle of a triangle, to the same bits in whichever order its corners come.
Vec3 MiddleOfSheet(const SheetTriangle& triangle, std::span<const Vec3> positions)
{
	std::array<size_t, 3> order = {0, 1, 2};
	std::sort(order.begin(),
		order.end(),
		[&](size_t i, size_t j)
		{
			return triangle.corner[i] != triangle.corner[j] ? triangle.corner[i] < triangle.corner[j]
															: triangle.vertex[i] < triangle.vertex[j];
		});
	Vec3 sum;
	for (const size_t k : order)
	{
		sum += positions[triangle.vertex[k]];
	}
	return sum / 3.0;
}

/// Splits a triangle at the midpoints of its edges; kNoIndex: none. Both sides of a cap are split alike. Two triangles
/// of a piece may have the same corners and share one midpoint, so that no new edge may run between two of those: with
/// more than one midpoint, new edges run between midpoints or to a point of the triangle's own.
void Subdivide(const SheetTriangle& triangle,
	const std::array<int32_t, 3>& midpoints,
	std::vector<Vec3>& positions,
	std::vector<SheetTriangle>& out)
{
	std::array<SheetPoint, 3> corner;
	std::array<SheetPoint, 3> middle;
	size_t count = 0;
	size_t split = 0;
	for (size_t k = 0; k < 3; ++k)
	{
		corner[k] = {triangle.vertex[k], triangle.corner[k], triangle.other[k]};
		middle[k] = {midpoints[k], triangle.corner[k], triangle.corner[NextOf(k)]};
		if (midpoints[k] != kNoIndex)
		{
			++count;
			split = k;
		}
	}
	if (count == 0)
	{
		out.push_back(triangle);
		return;
	}
	const int32_t source = triangle.source;
	if (count == 1)
	{
		const SheetPoint& apex = corner[NextOf(NextOf(split))];
		AddSheetTriangle(source, corner[split], middle[split], apex, out);
		AddSheetTriangle(source, middle[split], corner[NextOf(split)], apex, out);
		return;
	}
	if (count == 3)
	{
		for (size_t k = 0; k < 3; ++k)
		{
			AddSheetTriangle(source, corner[k], middle[k], middle[NextOf(NextOf(k))], out);
		}
		AddSheetTriangle(source, middle[0], middle[1], middle[2], out);
		return;
	}
	positions.push_back(MiddleOfSheet(triangle, positions));
	const SheetPoint own{static_cast<int32_t>(positions.size()) - 1,
		*std::min_element(triangle.corner.begin(), triangle.corner.end()),
		kNoIndex};
	for (size_t k = 0; k < 3; ++k)
	{
		if (midpoints[k] == kNoIndex)
		{
			AddSheetTriangle(source, corner[k], corner[NextOf(k)], own, out);
			continue;
		}
		AddSheetTriangle(source, corner[k], middle[k], own, out);
		AddSheetTriangle(source, middle[k], corner[NextOf(k)], own, out);
	}
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
			for (auto other = use + 1; other != last; ++other)
			{
				if (other->high == use->high && other->link != use->link)
				{
					shared.push_back(use->link);
					shared.push_back(other->link);
				}
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
		Subdivide(triangles[i], {midpoints[3 * i], midpoints[3 * i + 1], midpoints[3 * i + 2]}, positions, divided);
	}
	triangles.swap(divided);
}
} // namespace FractureCore
