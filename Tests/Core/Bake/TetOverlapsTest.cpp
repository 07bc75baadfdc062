// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/TetOverlaps.h"

#include "FractureCore/Bake.h"
#include "Support/TetGrids.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

namespace
{
using namespace FractureCore;
using FractureTests::MakeTetGrid;

void Add(TetMesh& mesh, const TetMesh& other, const Vec3& offset)
{
	const auto first = static_cast<int32_t>(mesh.nodes.size());
	for (const Vec3& p : other.nodes)
	{
		mesh.nodes.push_back(p + offset);
	}
	for (const Tet& t : other.tets)
	{
		mesh.tets.push_back({{t.v[0] + first, t.v[1] + first, t.v[2] + first, t.v[3] + first}});
	}
}

TetMesh TwoGrids(const Vec3& offset, double scale = 1.0)
{
	TetMesh mesh = MakeTetGrid(4, 4, 4, {0.4, 0.4, 0.4});
	Add(mesh, MakeTetGrid(4, 4, 4, {0.4 * scale, 0.4 * scale, 0.4 * scale}), offset);
	return mesh;
}

TetOverlaps OverlapsOf(const TetMesh& mesh)
{
	EXPECT_TRUE(ValidateTetMesh(mesh));
	return FindTetOverlaps(mesh, SerialRunner());
}
} // namespace

TEST(TetOverlaps, TetsThatMeetOrTouchHaveNone)
{
	EXPECT_EQ(OverlapsOf(MakeTetGrid(5, 3, 2, {0.5, 0.3, 0.2})).tets, 0);
	// Face on face with nodes of their own, as a file's digits leave them.
	for (const double gap : {0.0, 1.0e-6, -1.0e-6})
	{
		EXPECT_EQ(OverlapsOf(TwoGrids({0.4 + gap, 0.0, 0.0})).tets, 0) << gap;
		EXPECT_EQ(OverlapsOf(TwoGrids({0.4 + gap, 0.4, 0.03})).tets, 0) << gap;
	}
}

TEST(TetOverlaps, OfBodiesThatRunThroughEachOtherAreFound)
{
	EXPECT_GT(OverlapsOf(TwoGrids({0.37, 0.01, 0.02})).tets, 0);
	EXPECT_GT(OverlapsOf(TwoGrids({0.2, 0.2, 0.2})).tets, 0);
	EXPECT_GT(OverlapsOf(TwoGrids({0.0, 0.0, 0.0})).tets, 0) << "there twice";
	EXPECT_GT(OverlapsOf(TwoGrids({0.11, 0.12, 0.13}, 0.2)).tets, 0) << "one within the other";
	EXPECT_GT(OverlapsOf(TwoGrids({-0.1, -0.1, -0.1}, 3.0)).tets, 0) << "one within the other";

	const TetOverlaps serial = OverlapsOf(TwoGrids({0.31, 0.01, 0.02}));
	ASSERT_NE(serial.first, kNoIndex);
	EXPECT_LT(serial.first, 4 * 4 * 4 * 6);
	EXPECT_GE(serial.other, 4 * 4 * 4 * 5);
	for (const int32_t threads : {2, 8})
	{
		FractureToolkit::ThreadTaskRunner runner(threads);
		const TetOverlaps parallel = FindTetOverlaps(TwoGrids({0.31, 0.01, 0.02}), runner);
		EXPECT_EQ(parallel.tets, serial.tets);
		EXPECT_EQ(parallel.first, serial.first);
		EXPECT_EQ(parallel.other, serial.other);
	}
}

TEST(TetOverlaps, AreRefusedByTheBake)
{
	EXPECT_TRUE(BakeTetMesh(TwoGrids({0.4, 0.0, 0.0}), {}, SerialRunner()));
	const Result<BakedObject> baked = BakeTetMesh(TwoGrids({0.31, 0.01, 0.02}), {}, SerialRunner());
	ASSERT_FALSE(baked);
	EXPECT_EQ(baked.GetError().code, ErrorCode::InvalidMesh);
	EXPECT_EQ(baked.GetError().message.substr(0, 4), "tet ");
	EXPECT_NE(baked.GetError().message.find(" reaches into tet "), std::string::npos) << baked.GetError().message;
}
