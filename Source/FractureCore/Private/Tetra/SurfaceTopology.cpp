// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/SurfaceTopology.h"

#include "Mesh/EdgeTable.h"
#include "Mesh/UnionFind.h"

#include <algorithm>
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
	std::span<const Triangle> triangles, std::span<const Vec3> positions, TopologyParts* parts)
{
	TopologyParts own;
	TopologyParts& found = parts ? *parts : own;
	found = {};
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
	// A component's first triangle has a lower number than the rest.
	found.partOf.resize(triangles.size());
	std::vector<uint8_t> hasFan(positions.size(), 0);
	SurfaceTopology topology;
	topology.manifold = true;
	const Vec3 origin = positions[triangles.front().v[0]];
	for (int32_t i = 0; i < static_cast<int32_t>(triangles.size()); ++i)
	{
		const int32_t first = components.Find(i);
		found.partOf[i] = first == i ? static_cast<int32_t>(found.parts.size()) : found.partOf[first];
		TopologyPart& part = first == i ? found.parts.emplace_back() : found.parts[found.partOf[i]];
		if (first == i)
		{
			part.low = part.high = positions[triangles[i].v[0]];
		}
		int32_t ownFans = 0;
		for (int32_t corner = 3 * i; corner < 3 * i + 3; ++corner)
		{
			if (fans.Find(corner) == corner)
			{
				uint8_t& seen = hasFan[triangles[i].v[corner - 3 * i]];
				topology.pinches += seen;
				seen = 1;
				++ownFans;
			}
		}
		// Twice the number, as three half-edges are one and a half edges: an even sum for each part.
		part.eulerCharacteristic += 2 * ownFans - 3 + 2;
		for (const int32_t vertex : triangles[i].v)
		{
			const Vec3& p = positions[vertex];
			part.low = {std::min(part.low.x, p.x), std::min(part.low.y, p.y), std::min(part.low.z, p.z)};
			part.high = {std::max(part.high.x, p.x), std::max(part.high.y, p.y), std::max(part.high.z, p.z)};
		}
		const auto at = [&](int32_t k) { return positions[triangles[i].v[k]] - origin; };
		part.volume += Dot(at(0), Cross(at(1), at(2))) / 6.0;
		part.area += 0.5 * Length(Cross(at(1) - at(0), at(2) - at(0)));
	}
	for (TopologyPart& part : found.parts)
	{
		part.eulerCharacteristic /= 2;
		++topology.components;
		topology.eulerCharacteristic += part.eulerCharacteristic;
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
