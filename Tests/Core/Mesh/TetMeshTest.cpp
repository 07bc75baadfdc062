// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/TetMesh.h"

#include "Mesh/FaceTable.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace FractureCore;

namespace
{
TetMesh MakeRegularTet()
{
	return {{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}, {{{0, 1, 2, 3}}}};
}

/// Kuhn's six tets of the unit cube, all around the diagonal from node 0 to node 7.
TetMesh MakeKuhnCube()
{
	TetMesh mesh;
	for (int32_t i = 0; i < 8; ++i)
	{
		mesh.nodes.push_back(
			{static_cast<double>(i & 1), static_cast<double>((i >> 1) & 1), static_cast<double>(i >> 2)});
	}
	for (const auto& [first, second] : {std::pair(1, 3), {3, 2}, {2, 6}, {6, 4}, {4, 5}, {5, 1}})
	{
		mesh.tets.push_back({{0, first, second, 7}});
	}
	return mesh;
}
} // namespace

TEST(TetMesh, TheRegularTetHasItsTextbookAngles)
{
	TetMesh mesh = MakeRegularTet();
	if (SignedVolume(mesh, mesh.tets[0]) < 0.0)
	{
		std::swap(mesh.tets[0].v[0], mesh.tets[0].v[1]);
	}
	const DihedralRange range = ComputeDihedralRange(mesh);
	const double expected = std::acos(1.0 / 3.0) * 180.0 / kPi;
	EXPECT_NEAR(range.minDegrees, expected, 1e-12);
	EXPECT_NEAR(range.maxDegrees, expected, 1e-12);
	EXPECT_NEAR(TotalVolume(mesh), 8.0 / 3.0, 1e-15);
}

TEST(TetMesh, TheCubeOfSixTetsIsWhole)
{
	const TetMesh mesh = MakeKuhnCube();
	ASSERT_TRUE(ValidateTetMesh(mesh));
	EXPECT_NEAR(TotalVolume(mesh), 1.0, 1e-15);
	EXPECT_EQ(CountComponents(mesh), 1);
	const DihedralRange range = ComputeDihedralRange(mesh);
	EXPECT_NEAR(range.minDegrees, 45.0, 1e-12);
	EXPECT_NEAR(range.maxDegrees, 90.0, 1e-12);

	const std::vector<Triangle> boundary = BoundaryTriangles(mesh);
	ASSERT_EQ(boundary.size(), 12u);
	double area = 0.0;
	for (const Triangle& t : boundary)
	{
		const Vec3& a = mesh.nodes[static_cast<size_t>(t.v[0])];
		const Vec3& b = mesh.nodes[static_cast<size_t>(t.v[1])];
		const Vec3& c = mesh.nodes[static_cast<size_t>(t.v[2])];
		const Vec3 normal = Cross(b - a, c - a);
		area += Length(normal) / 2.0;
		EXPECT_GT(Dot(normal, (a + b + c) / 3.0 - Vec3{0.5, 0.5, 0.5}), 0.0) << "a boundary face looks inward";
	}
	EXPECT_NEAR(area, 6.0, 1e-14);
}

TEST(TetMesh, NeighboursAreMutual)
{
	const TetMesh mesh = MakeKuhnCube();
	const FaceTable table = BuildFaceTable(mesh);
	int32_t inner = 0;
	for (size_t half = 0; half < table.neighbour.size(); ++half)
	{
		const int32_t next = table.neighbour[half];
		if (next != kNoIndex)
		{
			++inner;
			bool back = false;
			for (size_t face = 0; face < 4; ++face)
			{
				back = back || table.neighbour[4 * static_cast<size_t>(next) + face] == static_cast<int32_t>(half / 4);
			}
			EXPECT_TRUE(back);
		}
	}
	EXPECT_EQ(inner, 12);
}

TEST(TetMesh, AHingeDoesNotConnect)
{
	TetMesh mesh = MakeKuhnCube();
	mesh.tets = {mesh.tets[0], mesh.tets[3]}; // opposite tets of the diagonal share only that edge
	EXPECT_EQ(CountComponents(mesh), 2);
	EXPECT_EQ(BoundaryTriangles(mesh).size(), 8u);
}

TEST(TetMesh, BadElementsAreNamed)
{
	TetMesh mesh = MakeKuhnCube();
	EXPECT_FALSE(ValidateTetMesh({}));

	mesh.nodes[5].y = std::numeric_limits<double>::quiet_NaN();
	EXPECT_EQ(ValidateTetMesh(mesh).GetError().element, 5);

	mesh = MakeKuhnCube();
	mesh.tets[2].v[3] = 8;
	EXPECT_EQ(ValidateTetMesh(mesh).GetError().element, 2);

	mesh = MakeKuhnCube();
	std::swap(mesh.tets[4].v[0], mesh.tets[4].v[1]);
	EXPECT_EQ(ValidateTetMesh(mesh).GetError().element, 4);

	mesh = MakeKuhnCube();
	mesh.tets.push_back(mesh.tets[1]);
	ASSERT_FALSE(ValidateTetMesh(mesh));
}
