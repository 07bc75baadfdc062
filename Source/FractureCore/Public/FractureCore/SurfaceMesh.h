// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <span>
#include <string>
#include <vector>

namespace FractureCore
{
/// The artist's triangles with everything that rendering needs. Attributes belong to corners, so that a seam in UVs or
/// normals does not tear the surface apart: corner k of triangle t is number 3 t + k.
struct SurfaceMesh
{
	std::vector<Vec3> positions;        // m
	std::vector<Triangle> triangles;    // into positions
	std::vector<Vec3f> cornerNormals;   // 3 a triangle, or empty: the source had none
	int32_t uvChannels = 0;             // 0 to 8
	std::vector<Vec2f> cornerUvs;       // channel after channel: uvChannels x 3 a triangle
	std::vector<int32_t> triangleSlots; // 1 a triangle, into slotNames; or empty: all slot 0
	std::vector<std::string> slotNames; // material slots, as the source names them

	friend bool operator==(const SurfaceMesh&, const SurfaceMesh&) = default;
};

/// Closed triangles that bound the solid: every directed edge has its opposite, so the winding number is a whole number
/// everywhere off the surface, and inside is where it is at least 1.
struct SolidSurface
{
	std::vector<Vec3> positions; // m
	std::vector<Triangle> triangles;
};
} // namespace FractureCore
