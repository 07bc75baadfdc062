// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/TetFlips.h"

#include "Mesh/FaceTable.h"
#include "Support/TetGrids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;

namespace
{
const double kBelow33Degrees = std::cos(33.0 * kPi / 180.0);

double Degrees(double radians)
{
	return radians * 180.0 / kPi;
}

// Tips at (0, 0, -h) and (0, 0, h), nodes 0 and 1, and a regular ring of radius 1 between them; one tet a ring edge
// around the axis.
TetMesh MakeSpindle(int32_t ring, double h)
{
	TetMesh mesh;
	mesh.nodes = {{0.0, 0.0, -h}, {0.0, 0.0, h}};
	for (int32_t i = 0; i < ring; ++i)
	{
		const double phi = 2.0 * kPi * i / ring;
		mesh.nodes.push_back({std::cos(phi), std::sin(phi), 0.0});
		mesh.tets.push_back({{0, 1, 2 + i, 2 + (i + 1) % ring}});
	}
	return mesh;
}

// The same room for a ring of three, as two tets at the ring's face.
TetMesh MakeDoublePyramid(double h)
{
	TetMesh mesh = MakeSpindle(3, h);
	mesh.tets = {{{2, 3, 4, 1}}, {{2, 4, 3, 0}}};
	return mesh;
}

int64_t Exchange(TetMesh& mesh)
{
	LiveTets tets(mesh, SerialRunner());
	const int64_t count = ExchangeTets(tets, kBelow33Degrees, SerialRunner());
	tets.Compact();
	EXPECT_TRUE(ValidateTetMesh(mesh).HasValue());
	return count;
}

std::vector<std::array<int32_t, 3>> SortedBoundary(const TetMesh& mesh)
{
	std::vector<std::array<int32_t, 3>> faces;
	for (const Triangle& t : BoundaryTriangles(mesh))
	{
		// Turned so that the lowest comes first; orientation stays.
		const auto low = static_cast<int32_t>(std::min_element(t.v, t.v + 3) - t.v);
		faces.push_back({t.v[low], t.v[(low + 1) % 3], t.v[(low + 2) % 3]});
	}
	std::sort(faces.begin(), faces.end());
	return faces;
}
} // namespace

TEST(TetFlips, AnEdgeOfThreeTetsGivesWayToAFace)
{
	// Around a long axis the dihedral angles at the ring are 2 atan(2 h); in two tets they are half of that, and those
	// at the other edges follow from the faces' normals (h cos phi, h sin phi, 1/2).
	const double h = 2.0;
	TetMesh mesh = MakeSpindle(3, h);
	EXPECT_NEAR(ComputeDihedralRange(mesh).maxDegrees, Degrees(2.0 * std::atan(2.0 * h)), 1.0e-9);
	const double volume = TotalVolume(mesh);
	EXPECT_EQ(Exchange(mesh), 1);
	EXPECT_EQ(mesh.tets.size(), 2u);
	EXPECT_NEAR(ComputeDihedralRange(mesh).maxDegrees, Degrees(std::atan(2.0 * h)), 1.0e-9);
	EXPECT_NEAR(
		ComputeDihedralRange(mesh).minDegrees, Degrees(std::acos((0.5 * h * h - 0.25) / (h * h + 0.25))), 1.0e-9);
	EXPECT_NEAR(TotalVolume(mesh), volume, 1.0e-12);
}

TEST(TetFlips, AFaceBetweenFlatTetsGivesWayToAnEdge)
{
	const double h = 0.25;
	TetMesh mesh = MakeDoublePyramid(h);
	EXPECT_NEAR(ComputeDihedralRange(mesh).minDegrees, Degrees(std::atan(2.0 * h)), 1.0e-9);
	const double volume = TotalVolume(mesh);
	EXPECT_EQ(Exchange(mesh), 1);
	EXPECT_EQ(mesh.tets.size(), 3u);
	EXPECT_NEAR(ComputeDihedralRange(mesh).minDegrees, Degrees(2.0 * std::atan(2.0 * h)), 1.0e-9);
	EXPECT_NEAR(ComputeDihedralRange(mesh).maxDegrees, 120.0, 1.0e-9);
	EXPECT_NEAR(TotalVolume(mesh), volume, 1.0e-12);
}

TEST(TetFlips, FourTetsTurnToAShorterAxis)
{
	// An octahedron with half axes 1, 1, h. Around the long axis the angles at the ring are 2 atan(h sqrt 2). Around a
	// short one the largest is 2 atan(1 / d) and the smallest atan(1 / d), where d = h / sqrt(1 + h^2) is the distance
	// of a slanted edge from the centre.
	const double h = 3.0;
	TetMesh mesh = MakeSpindle(4, h);
	EXPECT_NEAR(ComputeDihedralRange(mesh).maxDegrees, Degrees(2.0 * std::atan(h * std::sqrt(2.0))), 1.0e-9);
	EXPECT_EQ(Exchange(mesh), 1);
	EXPECT_EQ(mesh.tets.size(), 4u);
	const double d = h / std::sqrt(1.0 + h * h);
	EXPECT_NEAR(ComputeDihedralRange(mesh).maxDegrees, Degrees(2.0 * std::atan(1.0 / d)), 1.0e-9);
	EXPECT_NEAR(ComputeDihedralRange(mesh).minDegrees, Degrees(std::atan(1.0 / d)), 1.0e-9);
}

TEST(TetFlips, LargerRingsAreTriangulated)
{
	// Strips of 3 and 4 triangles with equal sides are the best triangulations of their outlines; an axis that passes
	// close to node (1, 0) makes two flat slices instead.
	const double top = 0.5 * std::sqrt(3.0);
	std::vector<std::vector<Vec3>> outlines{{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {2.0, 0.0, 0.0}, {1.5, top, 0.0}}};
	outlines.push_back(outlines[0]);
	outlines[0].push_back({0.5, top, 0.0});
	outlines[1].insert(outlines[1].begin() + 3, {2.5, top, 0.0});
	outlines[1].push_back({0.5, top, 0.0});
	for (const std::vector<Vec3>& outline : outlines)
	{
		const size_t ring = outline.size();
		TetMesh mesh = MakeSpindle(static_cast<int32_t>(ring), 0.7);
		mesh.nodes[0] += {1.0, 0.1, 0.0};
		mesh.nodes[1] += {1.0, 0.1, 0.0};
		std::copy(outline.begin(), outline.end(), mesh.nodes.begin() + 2);
		const auto boundary = SortedBoundary(mesh);
		const double volume = TotalVolume(mesh);
		ASSERT_LT(ComputeDihedralRange(mesh).minDegrees, 10.0);
		EXPECT_EQ(Exchange(mesh), 1);
		EXPECT_EQ(mesh.tets.size(), 2 * (ring - 2));
		EXPECT_GT(ComputeDihedralRange(mesh).minDegrees, 20.0);
		EXPECT_EQ(SortedBoundary(mesh), boundary);
		EXPECT_NEAR(TotalVolume(mesh), volume, 1.0e-12);
		EXPECT_NEAR(volume, 2.0 * 0.7 / 3.0 * (static_cast<double>(ring) - 2.0) * 0.5 * top, 1.0e-12);
	}
}

TEST(TetFlips, WhatNothingBettersStays)
{
	// Good tets; a flat tet alone; and a ring that is bad but better than any triangulation of it.
	TetMesh flat;
	flat.nodes = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.3, 0.3, 0.05}};
	flat.tets = {{{0, 1, 2, 3}}};
	for (TetMesh mesh : {MakeSpindle(4, 1.0), MakeDoublePyramid(1.0), flat, MakeSpindle(6, 0.2)})
	{
		const TetMesh before = mesh;
		EXPECT_EQ(Exchange(mesh), 0);
		EXPECT_EQ(mesh, before);
	}
}

TEST(TetFlips, OfTurnedDentedRingsNoTriangulationFoldsOver)
{
	// One node of the ring lies near the axis: triangles that leave it out would turn tets inside out.
	for (const double inward : {0.05, 0.2, 0.6})
	{
		TetMesh mesh = MakeSpindle(5, 4.0);
		mesh.nodes[2] *= inward;
		const double volume = TotalVolume(mesh);
		const DihedralRange before = ComputeDihedralRange(mesh);
		Exchange(mesh);
		EXPECT_NEAR(TotalVolume(mesh), volume, 1.0e-12);
		EXPECT_GE(ComputeDihedralRange(mesh).minDegrees, before.minDegrees);
		EXPECT_LE(ComputeDihedralRange(mesh).maxDegrees, before.maxDegrees);
	}
}

TEST(TetFlips, ManyExchangesKeepNeighboursVolumeAndBoundary)
{
	const Vec3 size{1.0, 1.0, 1.0};
	TetMesh mesh = FractureTests::MakeTetGrid(9, 9, 9, size);
	FractureTests::JitterInside(mesh, size, size / 9.0, 0.25);
	ASSERT_TRUE(ValidateTetMesh(mesh).HasValue());
	const auto boundary = SortedBoundary(mesh);
	const DihedralRange before = ComputeDihedralRange(mesh);
	LiveTets tets(mesh, SerialRunner());
	int64_t count = 0;
	for (int32_t turn = 0; turn < 3; ++turn)
	{
		count += ExchangeTets(tets, kBelow33Degrees, SerialRunner());
	}
	EXPECT_GT(count, 50);
	for (size_t i = 0; i < mesh.tets.size(); ++i)
	{
		const auto tet = static_cast<int32_t>(i);
		for (int32_t face = 0; tets.Badness(tet) >= 0.0 && face < 4; ++face)
		{
			const int32_t other = tets.Neighbour(tet, face);
			const auto holds = [&](int32_t node)
			{ return std::count(mesh.tets[other].v, mesh.tets[other].v + 4, node) == 1; };
			if (other != kNoIndex)
			{
				const Triangle t = TetFace(mesh.tets[i], face);
				EXPECT_TRUE(holds(t.v[0]) && holds(t.v[1]) && holds(t.v[2]) && !holds(mesh.tets[i].v[face]));
			}
		}
	}
	tets.Compact();
	ASSERT_TRUE(ValidateTetMesh(mesh).HasValue());
	EXPECT_EQ(SortedBoundary(mesh), boundary);
	EXPECT_NEAR(TotalVolume(mesh), 1.0, 1.0e-12);
	EXPECT_GE(ComputeDihedralRange(mesh).minDegrees, before.minDegrees);
	EXPECT_LE(ComputeDihedralRange(mesh).maxDegrees, before.maxDegrees);
}
