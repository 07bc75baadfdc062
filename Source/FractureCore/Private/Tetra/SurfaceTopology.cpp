// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/SurfaceTopology.h"

#include "Mesh/EdgeTable.h"
#include "Mesh/UnionFind.h"

#include <cmath>
#include <vector>

namespace FractureCore
{
SurfaceTopology MeasureTopology(
	std::span<const Triangle> triangles, std::span<const Vec3> positions, double leastVolume)
{
	if (triangles.empty())
	{
		return {};
	}
	// A half-edge stands for the corner that it starts from.
	const auto halfEdges = static_cast<int32_t>(3 * triangles.size());
	const auto nextHalfEdge = [](int32_t half) { return half % 3 == 2 ? half - 2 : half + 1; };
	const EdgeTable edges(triangles, static_cast<int32_t>(positions.size()));
	UnionFind fans(halfEdges);
	UnionFind components(static_cast<int32_t>(triangles.size()));
	for (int32_t edge = 0; edge < edges.EdgeCount(); ++edge)
	{
		const std::span<const int32_t> sides = edges.HalfEdges(edge);
		if (sides.size() != 2 || HalfEdgeFrom(triangles, sides[0]) == HalfEdgeFrom(triangles, sides[1]))
		{
			return {};
		}
		fans.Unite(sides[0], nextHalfEdge(sides[1]));
		fans.Unite(nextHalfEdge(sides[0]), sides[1]);
		components.Unite(sides[0] / 3, sides[1] / 3);
	}
	struct Part
	{
		int64_t corners = 0;
		int64_t fans = 0;
		double volume = 0.0;
	};
	// Few parts, as a rule: numbered in the order of their first triangles, which have lower numbers than the rest.
	std::vector<Part> parts;
	std::vector<int32_t> partOf(triangles.size());
	const Vec3 origin = positions[triangles.front().v[0]];
	for (int32_t i = 0; i < static_cast<int32_t>(triangles.size()); ++i)
	{
		const int32_t first = components.Find(i);
		partOf[i] = first == i ? static_cast<int32_t>(parts.size()) : partOf[first];
		Part& part = first == i ? parts.emplace_back() : parts[partOf[i]];
		part.corners += 3;
		for (int32_t corner = 3 * i; corner < 3 * i + 3; ++corner)
		{
			part.fans += fans.Find(corner) == corner ? 1 : 0;
		}
		const auto at = [&](int32_t k) { return positions[triangles[i].v[k]] - origin; };
		part.volume += Dot(at(0), Cross(at(1), at(2))) / 6.0;
	}
	SurfaceTopology topology;
	topology.manifold = true;
	for (const Part& part : parts)
	{
		if (!(std::abs(part.volume) < leastVolume))
		{
			++topology.components;
			topology.eulerCharacteristic += part.fans - part.corners / 2 + part.corners / 3;
		}
	}
	return topology;
}
} // namespace FractureCore
