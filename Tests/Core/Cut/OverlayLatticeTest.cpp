// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/OverlayLattice.h"

#include "FractureCore/TetMesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace
{
using namespace FractureCore;

constexpr OverlayFrame kUnitFrame{{}, {}, 1.0, 0};
constexpr GridPoint kSomeCube = {7, 5, 9};

std::array<uint64_t, 4> NodesOf(uint64_t tet)
{
	const int32_t* order = kTetOrder[TetOrderOf(tet)];
	const uint64_t cube = tet >> 3;
	return {cube, cube + GridStep(1 << order[0]), cube + GridStep(1 << order[0] | 1 << order[1]), cube + GridStep(7)};
}

std::array<uint64_t, 3> NodesOfFace(uint64_t face)
{
	const GridFace& steps = kGridFace[FaceKindOf(face)];
	const uint64_t cube = face >> 4;
	return {cube, cube + GridStep(steps.first), cube + GridStep(steps.Both())};
}

Vec3 At(uint64_t node)
{
	return kUnitFrame.ToWorld(GridPointOf(node));
}

template <typename Body>
void ForEachTet(Body&& body)
{
	for (int32_t order = 0; order < kGridTets; ++order)
	{
		body(GridTetKey(GridKey(kSomeCube), order));
	}
}

TEST(OverlayLattice, KeysGiveBackTheirPoints)
{
	const GridPoint p = {524'287, 0, 123'456};
	EXPECT_EQ(GridPointOf(GridKey(p)), p);
	EXPECT_EQ(GridKey({4, 7, 9}) + GridStep(5), GridKey({5, 7, 10}));
}

TEST(OverlayLattice, TheGridIsTheBodyCentredLattice)
{
	const Vec3 origin = At(GridKey({10, 10, 10}));
	for (int32_t axes = 1; axes <= kGridEdges; ++axes)
	{
		const double length = Length(At(GridKey({10, 10, 10}) + GridStep(axes)) - origin);
		const bool isLong = axes == 3 || axes == 5 || axes == 6;
		EXPECT_NEAR(length, isLong ? 1.0 : std::sqrt(0.75), 1.0e-15) << axes;
		EXPECT_EQ(kGridTables.edgeFaceCount[axes], isLong ? 4 : 6) << axes;
	}
	const std::array<double, 3> there = kUnitFrame.ToGrid(kUnitFrame.ToWorld({1, 2, 4}));
	EXPECT_EQ(there, (std::array<double, 3>{1.0, 2.0, 4.0}));
}

TEST(OverlayLattice, TetsArePositiveAndFillACube)
{
	ForEachTet(
		[](uint64_t tet)
		{
			const std::array<uint64_t, 4> n = NodesOf(tet);
			const double volume = SignedVolume(At(n[0]), At(n[1]), At(n[2]), At(n[3]));
			EXPECT_NEAR(volume, (IsOddOrder(TetOrderOf(tet)) ? -1.0 : 1.0) / 12.0, 1.0e-15);
		});
}

TEST(OverlayLattice, EveryFaceHasATetOnEitherSide)
{
	ForEachTet(
		[](uint64_t tet)
		{
			const std::array<uint64_t, 4> nodes = NodesOf(tet);
			for (int32_t k = 0; k < 4; ++k)
			{
				const TetFaceOfGrid& on = TetFaceAt(TetOrderOf(tet), k);
				const uint64_t face = GridFaceKey((tet >> 3) + GridStep(on.step), on.face);
				EXPECT_EQ(TetBeside(face, on.side), tet);
				const uint64_t other = TetBeside(face, 1 - on.side);
				EXPECT_NE(other, tet);
				const std::array<uint64_t, 3> corners = NodesOfFace(face);
				const std::array<uint64_t, 4> otherNodes = NodesOf(other);
				for (const uint64_t corner : corners)
				{
					EXPECT_NE(corner, nodes[k]);
					EXPECT_EQ(std::count(nodes.begin(), nodes.end(), corner), 1);
					EXPECT_EQ(std::count(otherNodes.begin(), otherNodes.end(), corner), 1);
				}
				// The normal points out of side 0.
				const double volume = SignedVolume(At(corners[0]), At(corners[1]), At(corners[2]), At(nodes[k]));
				EXPECT_EQ(volume < 0.0, on.side == 0);
			}
		});
}

TEST(OverlayLattice, FacesAroundAnEdgeHoldIt)
{
	for (int32_t axes = 1; axes <= kGridEdges; ++axes)
	{
		const uint64_t low = GridKey(kSomeCube);
		const uint64_t high = low + GridStep(axes);
		std::set<uint64_t> faces;
		for (int32_t i = 0; i < kGridTables.edgeFaceCount[axes]; ++i)
		{
			const FaceAroundEdge& around = kGridTables.edgeFaces[axes][i];
			const uint64_t face = GridFaceKey(low - GridStep(around.step), around.face);
			const std::array<uint64_t, 3> corners = NodesOfFace(face);
			const auto at = std::find(corners.begin(), corners.end(), low) - corners.begin();
			ASSERT_LT(at, 3);
			EXPECT_EQ(corners[(at + (around.alongEdge ? 1 : 2)) % 3], high);
			faces.insert(face);
		}
		EXPECT_EQ(static_cast<int32_t>(faces.size()), kGridTables.edgeFaceCount[axes]);
	}
}
} // namespace
