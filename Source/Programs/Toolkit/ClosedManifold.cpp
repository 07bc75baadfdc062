// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ClosedManifold.h"

#include <algorithm>
#include <vector>

namespace FractureToolkit
{
namespace
{
struct HalfEdge
{
	int32_t from = 0;
	int32_t to = 0;
	int32_t apex = 0; // of its triangle

	bool IsBefore(const HalfEdge& other) const { return from != other.from ? from < other.from : to < other.to; }
};

bool IsBefore(const HalfEdge& a, const HalfEdge& b)
{
	return a.IsBefore(b);
}

/// kNoIndex: there is none.
int64_t Find(const std::vector<HalfEdge>& edges, int32_t from, int32_t to)
{
	const HalfEdge wanted{from, to, 0};
	const auto found = std::lower_bound(edges.begin(), edges.end(), wanted, IsBefore);
	return found == edges.end() || wanted.IsBefore(*found) ? FractureCore::kNoIndex : found - edges.begin();
}
} // namespace

bool IsClosedManifold(const FractureCore::SurfaceMesh& mesh)
{
	std::vector<HalfEdge> edges;
	edges.reserve(3 * mesh.triangles.size());
	for (const FractureCore::Triangle& triangle : mesh.triangles)
	{
		for (size_t k = 0; k < 3; ++k)
		{
			edges.push_back({triangle.v[k], triangle.v[(k + 1) % 3], triangle.v[(k + 2) % 3]});
		}
	}
	std::sort(edges.begin(), edges.end(), IsBefore);
	for (size_t i = 0; i < edges.size(); ++i)
	{
		if ((i > 0 && !edges[i - 1].IsBefore(edges[i])) ||
			Find(edges, edges[i].to, edges[i].from) == FractureCore::kNoIndex)
		{
			return false;
		}
	}
	// Round a vertex: the triangle on (v, b) has the apex c, the next one lies on (v, c).
	for (size_t begin = 0, end = 0; begin < edges.size(); begin = end)
	{
		while (end < edges.size() && edges[end].from == edges[begin].from)
		{
			++end;
		}
		size_t count = 0;
		auto at = static_cast<int64_t>(begin);
		do
		{
			at = Find(edges, edges[begin].from, edges[at].apex);
			++count;
		} while (at != static_cast<int64_t>(begin) && at != FractureCore::kNoIndex && count <= end - begin);
		if (count != end - begin)
		{
			return false;
		}
	}
	return true;
}
} // namespace FractureToolkit
