// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ClosedManifold.h"

#include "Support/TestMeshes.h"

#include <gtest/gtest.h>

#include <algorithm>

using FractureCore::SurfaceMesh;
using FractureCore::Triangle;
using FractureToolkit::IsClosedManifold;

namespace
{
/// Two boxes, the second moved by `shift`; corners at the same place are one vertex.
SurfaceMesh TwoBoxes(const FractureCore::Vec3& shift)
{
	SurfaceMesh mesh = FractureTest::MakeBox({0, 0, 0}, {1, 1, 1});
	const SurfaceMesh other = FractureTest::MakeBox(shift, shift + FractureCore::Vec3{1, 1, 1});
	std::vector<int32_t> place;
	for (const FractureCore::Vec3& p : other.positions)
	{
		const auto found = std::find(mesh.positions.begin(), mesh.positions.end(), p);
		place.push_back(static_cast<int32_t>(found - mesh.positions.begin()));
		if (found == mesh.positions.end())
		{
			mesh.positions.push_back(p);
		}
	}
	for (const Triangle& t : other.triangles)
	{
		mesh.triangles.push_back({{place[t.v[0]], place[t.v[1]], place[t.v[2]]}});
	}
	return mesh;
}
} // namespace

TEST(ClosedManifold, TakesBoxesApart)
{
	EXPECT_TRUE(IsClosedManifold(FractureTest::MakeBox({0, 0, 0}, {1, 1, 1})));
	EXPECT_TRUE(IsClosedManifold(TwoBoxes({2, 0, 0})));
}

TEST(ClosedManifold, RefusesHolesCrowdedEdgesAndTouchingFans)
{
	SurfaceMesh open = FractureTest::MakeBox({0, 0, 0}, {1, 1, 1});
	open.triangles.pop_back();
	EXPECT_FALSE(IsClosedManifold(open));
	EXPECT_FALSE(IsClosedManifold(TwoBoxes({1, 1, 0}))); // one edge of four triangles
	EXPECT_FALSE(IsClosedManifold(TwoBoxes({1, 1, 1}))); // one vertex of two fans, every edge matched
}
