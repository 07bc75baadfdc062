// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/SurfaceTopology.h"

#include "Mesh/EdgeTable.h"
#include "Mesh/UnionFind.h"

#include <cmath>
#include <vector>

namespace FractureCore
{
namespace
{
int32_t NextHalfEdge(int32_t half)
{
	return half % 3 == 2 ? half - 2 : half + 1;
}

// A half-edge stands for the corner that it starts from. Joins the corners on both sides of an edge.
void UniteFansAcross(std::span<const int32_t> sides, UnionFind& fans)
{
	fans.Unite(sides[0], NextHalfEdge(sides[1]));
	fans.Unite(NextHalfEdge(sides[0]), sides[1]);
}
} // namespace

SurfaceTopology MeasureTopology(
	std::span<const Triangle> triangles, std::span<const Vec3> positions, double leastVolume)
{
	if (triangles.empty())
	{
		return {};
	}
	const auto halfEdges = static_cast<int32_t>(3 * triangles.size());
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
		UniteFansAcross(sides, fans);
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
	std::vector<uint8_t> hasFan(positions.size(), 0);
	SurfaceTopology topology;
	topology.manifold = true;
	const Vec3 origin = positions[triangles.front().v[0]];
	for (int32_t i = 0; i < static_cast<int32_t>(triangles.size()); ++i)
	{
		const int32_t first = components.Find(i);
		partOf[i] = first == i ? static_cast<int32_t>(parts.size()) : partOf[first];
		Part& part = first == i ? parts.emplace_back() : parts[partOf[i]];
		part.corners += 3;
		for (int32_t corner = 3 * i; corner < 3 * i + 3; ++corner)
		{
			if (fans.Find(corner) == corner)
			{
				uint8_t& seen = hasFan[triangles[i].v[corner - 3 * i]];
				topology.pinches += seen;
				seen = 1;
				++part.fans;
			}
		}
		const auto at = [&](int32_t k) { return positions[triangles[i].v[k]] - origin; };
		part.volume += Dot(at(0), Cross(at(1), at(2))) / 6.0;
	}
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

std::vector<int32_t> FindPinches(std::span<const Triangle> triangles, int32_t vertexCount)
{
	const auto halfEdges = static_cast<int32_t>(3 * triangles.size());
	const EdgeTable edges(triangles, vertexCount);
	UnionFind fans(halfEdges);
	std::vector<uint8_t> fansAt(static_cast<size_t>(vertexCount), 0); // 2 stands for more too
	for (int32_t edge = 0; edge < edges.EdgeCount(); ++edge)
	{
		const std::span<const int32_t> sides = edges.HalfEdges(edge);
		if (sides.size() == 2 && HalfEdgeFrom(triangles, sides[0]) != HalfEdgeFrom(triangles, sides[1]))
		{
			UniteFansAcross(sides, fans);
			continue;
		}
		for (const int32_t half : sides)
		{
			fansAt[HalfEdgeFrom(triangles, half)] = 2;
			fansAt[HalfEdgeFrom(triangles, NextHalfEdge(half))] = 2;
		}
	}
	for (int32_t half = 0; half < halfEdges; ++half)
	{
		if (uint8_t& count = fansAt[HalfEdgeFrom(triangles, half)]; fans.Find(half) == half && count < 2)
		{
			++count;
		}
	}
	std::vector<int32_t> pinches;
	for (int32_t vertex = 0; vertex < vertexCount; ++vertex)
	{
		if (fansAt[vertex] > 1)
		{
			pinches.push_back(vertex);
		}
	}
	return pinches;
}
} // namespace FractureCore
