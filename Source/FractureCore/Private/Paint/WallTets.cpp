// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Paint/WallTets.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
/// Sides at a right angle meet in a corner; a wall's look away from each other.
constexpr double kFacingAway = -0.5;
} // namespace

double ThinWallShare(const TetMesh& mesh)
{
	std::vector<Vec3> normals(mesh.nodes.size());
	std::vector<uint8_t> isOutside(mesh.nodes.size(), 0);
	for (const Triangle& triangle : BoundaryTriangles(mesh))
	{
		const int32_t* v = triangle.v;
		const Vec3 area = Cross(mesh.nodes[v[1]] - mesh.nodes[v[0]], mesh.nodes[v[2]] - mesh.nodes[v[0]]);
		for (const int32_t node : triangle.v)
		{
			normals[node] += area;
			isOutside[node] = 1;
		}
	}
	for (Vec3& normal : normals)
	{
		normal = Normalised(normal);
	}
	std::vector<uint8_t> isThin(mesh.nodes.size(), 0);
	for (const Tet& tet : mesh.tets)
	{
		for (int32_t i = 0; i < 4; ++i)
		{
			for (int32_t j = i + 1; j < 4; ++j)
			{
				const int32_t a = tet.v[i];
				const int32_t b = tet.v[j];
				if (isOutside[a] != 0 && isOutside[b] != 0 && Dot(normals[a], normals[b]) < kFacingAway)
				{
					isThin[a] = isThin[b] = 1;
				}
			}
		}
	}
	const int64_t outside = std::count(isOutside.begin(), isOutside.end(), uint8_t{1});
	const int64_t thin = std::count(isThin.begin(), isThin.end(), uint8_t{1});
	return outside > 0 ? static_cast<double>(thin) / static_cast<double>(outside) : 0.0;
}
} // namespace FractureCore
