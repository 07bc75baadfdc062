// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"
#include "Mesh/UnionFind.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Parts of a surface that share no vertex. Every vertex must belong to a triangle.
inline int32_t CountSurfaceParts(std::span<const Triangle> triangles, int32_t vertexCount)
{
	UnionFind sets(vertexCount);
	for (const Triangle& t : triangles)
	{
		sets.Unite(t.v[0], t.v[1]);
		sets.Unite(t.v[0], t.v[2]);
	}
	int32_t parts = 0;
	for (int32_t v = 0; v < vertexCount; ++v)
	{
		parts += sets.Find(v) == v ? 1 : 0;
	}
	return parts;
}

/// A part of a surface that shares no vertex with the rest.
struct SurfacePart
{
	std::vector<Triangle> triangles;
	std::vector<int32_t> source; // 1 a triangle: its number in the surface
	Vec3 low;                    // box, m
	Vec3 high;
	double volume = 0.0; // m^3; negative for a closed part that faces inward
	double area = 0.0;   // m^2
};
std::vector<SurfacePart> FindSurfaceParts(std::span<const Vec3> positions, std::span<const Triangle> triangles);

/// Parts of a closed surface that enclose a volume and face outward, at least 1: cavities and folded sheets are no
/// solids.
int32_t CountSolidParts(std::span<const Vec3> positions, std::span<const Triangle> triangles);
} // namespace FractureCore
