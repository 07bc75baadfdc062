// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"
#include "Mesh/EdgeTable.h"

#include <span>
#include <vector>

namespace FractureCore
{
enum class SurfaceKind : uint8_t
{
	Solid, // two coincident triangles that face each other cancel
	Sheet, // no inside: of coincident triangles one is enough
};

/// One flag a triangle, 0 for those that add nothing to the surface: a copy of another triangle, a pair of opposite
/// copies that separates nothing, a loose triangle without area. Never opens a closed surface: a needle without area
/// stays where its neighbours hang together by it, but not in a sheet, where it would have to bear loads. Needs three
/// different vertices a triangle.
std::vector<uint8_t> FindUsefulTriangles(
	std::span<const Vec3> positions, std::span<const Triangle> triangles, const EdgeTable& edges, SurfaceKind kind);
} // namespace FractureCore
