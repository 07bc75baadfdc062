// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Normals of the faces, edges and corners of a closed surface: at the feature that is nearest to a point they tell
/// inside from outside [Baerentzen05].
class PseudoNormals
{
public:
	PseudoNormals(std::span<const Vec3> positions, std::span<const Triangle> triangles);

	/// Of the feature that `closest`, a point of the triangle, lies on; not unit. The surface must be the same.
	Vec3 At(std::span<const Vec3> positions,
		std::span<const Triangle> triangles,
		int32_t triangle,
		const Vec3& closest) const;

private:
	std::vector<Vec3> m_faces;   // 1 a triangle, unit
	std::vector<Vec3> m_edges;   // 3 a triangle: of the edge from corner k to the next
	std::vector<Vec3> m_corners; // 1 a vertex, weighed by angles
};
} // namespace FractureCore
