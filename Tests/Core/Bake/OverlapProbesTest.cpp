// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/OverlapProbes.h"

#include "Mesh/TriangleTree.h"
#include "Support/TestMeshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace FractureCore;
using namespace FractureTest;

namespace
{
SolidSurface Join(const std::vector<SurfaceMesh>& meshes)
{
	SolidSurface solid;
	for (const SurfaceMesh& mesh : meshes)
	{
		const int32_t first = static_cast<int32_t>(solid.positions.size());
		solid.positions.insert(solid.positions.end(), mesh.positions.begin(), mesh.positions.end());
		for (const Triangle& t : mesh.triangles)
		{
			solid.triangles.push_back({{first + t.v[0], first + t.v[1], first + t.v[2]}});
		}
	}
	return solid;
}

int64_t CountAll(const SolidSurface& solid)
{
	return CountBuriedProbes(solid, static_cast<int64_t>(solid.triangles.size()), SerialRunner());
}

/// The same by solid angles: no rays.
int64_t CountBySolidAngle(const SolidSurface& solid)
{
	const TriangleTree tree(solid.positions, solid.triangles, SerialRunner());
	const int64_t count = static_cast<int64_t>(solid.triangles.size());
	const int64_t probes = std::min(count, kOverlapProbes);
	int64_t buried = 0;
	for (int64_t i = 0; i < probes; ++i)
	{
		const Triangle& t = solid.triangles[static_cast<size_t>(i * count / probes)];
		const Vec3& a = solid.positions[t.v[0]];
		const Vec3 normal = Cross(solid.positions[t.v[1]] - a, solid.positions[t.v[2]] - a);
		const Vec3 step = Normalised(normal) * (1.0e-3 * std::sqrt(0.5 * Length(normal)));
		const Vec3 middle = (a + solid.positions[t.v[1]] + solid.positions[t.v[2]]) / 3.0;
		buried += tree.WindingNumber(middle + step) > 0.5 || tree.WindingNumber(middle - step) > 1.5 ? 1 : 0;
	}
	return buried;
}
} // namespace

TEST(OverlapProbes, FindNothingOnBodiesThatAreApart)
{
	EXPECT_EQ(CountAll(Join({MakeBox({0.0, 0.0, 0.0}, {1.0, 2.0, 3.0})})), 0);
	EXPECT_EQ(CountAll(Join({MakeSphere({}, 1.0, 20, 40), MakeSphere({2.5, 0.0, 0.0}, 1.0, 20, 40)})), 0);
}

TEST(OverlapProbes, FindAllOfABodyInsideAnother)
{
	const SurfaceMesh inner = MakeSphere({0.1, 0.2, 0.3}, 0.3, 9, 12);
	const SolidSurface solid = Join({inner, MakeBox({-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0})});
	ASSERT_LT(static_cast<int64_t>(solid.triangles.size()), kOverlapProbes);
	EXPECT_EQ(CountAll(solid), static_cast<int64_t>(inner.triangles.size()));
}

TEST(OverlapProbes, AgreeWithSolidAngles)
{
	int64_t most = 0;
	for (int32_t step = 0; step < 8; ++step)
	{
		// Far from the origin, and with the poles of one sphere at all heights of the other.
		const Vec3 centre{100.0, -50.0 + 0.1 * step, 20.0 + 0.17 * step};
		const SolidSurface solid = Join(
			{MakeSphere({100.0, -50.0, 20.0}, 1.0, 12, 24), MakeSphere(centre + Vec3{0.4, 0.0, 0.0}, 0.8, 10, 18)});
		const int64_t buried = CountAll(solid);
		EXPECT_EQ(buried, CountBySolidAngle(solid)) << step;
		most = std::max(most, buried);
	}
	EXPECT_GT(most, 100);
}
