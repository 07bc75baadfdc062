// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"
#include "Mesh/UnionFind.h"

#include <span>

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
} // namespace FractureCore
