// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/CornerAttributes.h"

#include <algorithm>

namespace FractureCore
{
Vec3 BarycentricAt(const SurfaceMesh& mesh, int32_t triangle, const Vec3& p)
{
	const Triangle& t = mesh.triangles[triangle];
	const Vec3& a = mesh.positions[t.v[0]];
	const Vec3& b = mesh.positions[t.v[1]];
	const Vec3& c = mesh.positions[t.v[2]];
	if (p == a || p == b || p == c)
	{
		return p == a ? Vec3{1.0, 0.0, 0.0} : (p == b ? Vec3{0.0, 1.0, 0.0} : Vec3{0.0, 0.0, 1.0});
	}
	const Vec3 normal = Cross(b - a, c - a);
	const double scale = LengthSquared(normal);
	if (scale == 0.0)
	{
		return {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0};
	}
	const double weightB = std::clamp(Dot(Cross(p - a, c - a), normal) / scale, 0.0, 1.0);
	const double weightC = std::clamp(Dot(Cross(b - a, p - a), normal) / scale, 0.0, 1.0 - weightB);
	return {1.0 - weightB - weightC, weightB, weightC};
}

Vec3f NormalAt(const SurfaceMesh& mesh, int32_t triangle, const Vec3& weights)
{
	const Vec3f* corners = mesh.cornerNormals.data() + 3 * static_cast<size_t>(triangle);
	Vec3 sum;
	for (int32_t k = 0; k < 3; ++k)
	{
		if (Component(weights, k) == 1.0)
		{
			return corners[k]; // normalising could change its last bit
		}
		sum += Component(weights, k) * Vec3{corners[k].x, corners[k].y, corners[k].z};
	}
	const Vec3 normal = Normalised(sum);
	return {static_cast<float>(normal.x), static_cast<float>(normal.y), static_cast<float>(normal.z)};
}

Vec2f UvAt(const SurfaceMesh& mesh, int32_t channel, int32_t triangle, const Vec3& w)
{
	const Vec2f* c = mesh.cornerUvs.data() + 3 * static_cast<size_t>(channel) * mesh.triangles.size() +
		3 * static_cast<size_t>(triangle);
	return {static_cast<float>(w.x * c[0].x + w.y * c[1].x + w.z * c[2].x),
		static_cast<float>(w.x * c[0].y + w.y * c[1].y + w.z * c[2].y)};
}

Vec3f FaceNormal(const SurfaceMesh& mesh, const Triangle& t)
{
	const Vec3& a = mesh.positions[t.v[0]];
	const Vec3 n = Normalised(Cross(mesh.positions[t.v[1]] - a, mesh.positions[t.v[2]] - a));
	return {static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)};
}
} // namespace FractureCore
