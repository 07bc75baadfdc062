// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Hull.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace FractureTest
{
using namespace FractureCore;

/// Distance of the point that is farthest beyond any face's plane; negative if all are inside. Faces whose height is
/// less than `leastHeight` of their length are passed over: their planes are nothing but rounding.
inline double FarthestOutside(const ConvexHull& hull, std::span<const Vec3> points, double leastHeight = 0.0)
{
	double farthest = -1e300;
	for (const Triangle& t : hull.triangles)
	{
		const Vec3& a = hull.positions[static_cast<size_t>(t.v[0])];
		const Vec3 u = hull.positions[static_cast<size_t>(t.v[1])] - a;
		const Vec3 v = hull.positions[static_cast<size_t>(t.v[2])] - a;
		const Vec3 normal = Cross(u, v);
		const double longest = std::max({LengthSquared(u), LengthSquared(v), LengthSquared(u - v)});
		if (Length(normal) <= leastHeight * longest)
		{
			continue;
		}
		for (const Vec3& p : points)
		{
			farthest = std::max(farthest, Dot(normal, p - a) / Length(normal));
		}
	}
	return farthest;
}

/// A closed two-manifold like a sphere, outward, all vertices in use and none beyond a face.
inline void ExpectClosedAndConvex(const ConvexHull& hull)
{
	std::map<std::pair<int32_t, int32_t>, int32_t> edges;
	std::vector<bool> used(hull.positions.size(), false);
	for (const Triangle& t : hull.triangles)
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			++edges[{t.v[k], t.v[(k + 1) % 3]}];
			used[static_cast<size_t>(t.v[k])] = true;
		}
	}
	EXPECT_EQ(std::count(used.begin(), used.end(), false), 0);
	for (const auto& [edge, count] : edges)
	{
		EXPECT_EQ(count, 1);
		EXPECT_TRUE(edges.contains({edge.second, edge.first}));
	}
	EXPECT_EQ(hull.positions.size() + hull.triangles.size(), edges.size() / 2 + 2); // Euler
	EXPECT_GT(hull.volume, 0.0);
	Vec3 low = hull.positions[0];
	Vec3 high = low;
	for (const Vec3& p : hull.positions)
	{
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	EXPECT_LT(FarthestOutside(hull, hull.positions, 1e-3), 1e-12 * (Length(high) + Length(low)));
}
} // namespace FractureTest
