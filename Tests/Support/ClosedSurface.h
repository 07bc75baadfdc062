// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace FractureTests
{
/// What keeps triangles from being a closed two-manifold, in words; empty if nothing does. Every directed edge must
/// have exactly one opposite, every vertex one fan of triangles and a use, every position must be finite. Edges alone
/// do not prove a manifold: two fans may touch at a vertex while all edges match.
inline std::string DefectOfClosedSurface(
	std::span<const FractureCore::Vec3> positions, std::span<const FractureCore::Triangle> triangles)
{
	using namespace FractureCore;
	for (size_t i = 0; i < positions.size(); ++i)
	{
		if (!IsFinite(positions[i]))
		{
			return "vertex " + std::to_string(i) + " is not finite";
		}
	}
	struct HalfEdge
	{
		int32_t from;
		int32_t to;
		int32_t apex;
	};
	std::vector<HalfEdge> halfEdges;
	halfEdges.reserve(3 * triangles.size());
	for (size_t t = 0; t < triangles.size(); ++t)
	{
		for (size_t k = 0; k < 3; ++k)
		{
			const int32_t a = triangles[t].v[k];
			if (a < 0 || a >= static_cast<int32_t>(positions.size()) || a == triangles[t].v[(k + 1) % 3])
			{
				return "triangle " + std::to_string(t) + " has a bad corner";
			}
			halfEdges.push_back({a, triangles[t].v[(k + 1) % 3], triangles[t].v[(k + 2) % 3]});
		}
	}
	const auto less = [](const HalfEdge& a, const HalfEdge& b)
	{ return a.from != b.from ? a.from < b.from : a.to < b.to; };
	std::sort(halfEdges.begin(), halfEdges.end(), less);
	const auto name = [](const HalfEdge& e) { return std::to_string(e.from) + " -> " + std::to_string(e.to); };
	for (size_t i = 0; i < halfEdges.size(); ++i)
	{
		const HalfEdge& edge = halfEdges[i];
		if (i > 0 && !less(halfEdges[i - 1], edge))
		{
			return "edge " + name(edge) + " is there twice";
		}
		const HalfEdge opposite{edge.to, edge.from, 0};
		const auto found = std::lower_bound(halfEdges.begin(), halfEdges.end(), opposite, less);
		if (found == halfEdges.end() || less(opposite, *found))
		{
			return "edge " + name(edge) + " has no opposite";
		}
	}
	// Around a vertex: the triangle on (v, b) has the apex c, the next one lies on (v, c).
	for (size_t begin = 0, vertex = 0; vertex < positions.size(); ++vertex)
	{
		size_t end = begin;
		while (end < halfEdges.size() && halfEdges[end].from == static_cast<int32_t>(vertex))
		{
			++end;
		}
		if (begin == end)
		{
			return "vertex " + std::to_string(vertex) + " has no triangle";
		}
		size_t count = 0;
		HalfEdge edge = halfEdges[begin];
		do
		{
			edge = *std::lower_bound(halfEdges.begin() + static_cast<std::ptrdiff_t>(begin),
				halfEdges.begin() + static_cast<std::ptrdiff_t>(end),
				HalfEdge{edge.from, edge.apex, 0},
				less);
			++count;
		} while (edge.to != halfEdges[begin].to && count <= end - begin);
		if (count != end - begin)
		{
			return "vertex " + std::to_string(vertex) + " has several fans";
		}
		begin = end;
	}
	return {};
}

} // namespace FractureTests
