// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/StressMesh.h"

#include "FractureCore/Stress.h"

#include "Support/TetGrids.h"

#include <gtest/gtest.h>

using namespace FractureCore;
using namespace FractureTests;

TEST(StressMesh, AnOrdinaryMeshKeepsItsNumbers)
{
	const TetMesh mesh = MakeTetGrid(3, 2, 2, {3, 2, 2});
	const StressMesh stress = MakeStressMesh(mesh);
	EXPECT_EQ(static_cast<const TetMesh&>(stress), mesh);
	EXPECT_EQ(stress.partCount, 1);
}

TEST(StressMesh, AHingeIsTakenApart)
{
	// Two of four columns that share an edge only.
	const TetMesh mesh =
		KeepTets(MakeTetGrid(2, 2, 1, {2, 2, 1}), [](const Vec3& at) { return (at.x < 1.0) == (at.y < 1.0); });
	const StressMesh stress = MakeStressMesh(mesh);
	EXPECT_EQ(stress.partCount, 2);
	EXPECT_EQ(stress.nodes.size(), 16u);
	for (const Tet& tet : stress.tets)
	{
		for (const int32_t v : tet.v)
		{
			EXPECT_EQ(stress.nodePart[static_cast<size_t>(v)], stress.nodePart[static_cast<size_t>(tet.v[0])]);
		}
	}
}

TEST(StressMesh, APartThatTouchesItselfInAnEdgeStaysJoined)
{
	// Seven of nine columns: an open ring whose ends meet in an edge.
	const TetMesh mesh = KeepTets(MakeTetGrid(3, 3, 1, {3, 3, 1}),
		[](const Vec3& at)
		{
			const bool isMiddle = at.x > 1.0 && at.x < 2.0 && at.y > 1.0 && at.y < 2.0;
			return !isMiddle && !(at.x > 2.0 && at.y > 2.0);
		});
	const StressMesh stress = MakeStressMesh(mesh);
	EXPECT_EQ(stress.partCount, 1);
	EXPECT_EQ(stress.nodes.size(), 30u); // of 32, the two of the corner that is not there
}

TEST(StressMesh, PartsThatMeetInTwoEdgesHoldEachOther)
{
	const TetMesh mesh = KeepTets(MakeTetGrid(3, 3, 1, {3, 3, 1}),
		[](const Vec3& at)
		{
			const bool isMiddle = at.x > 1.0 && at.x < 2.0 && at.y > 1.0 && at.y < 2.0;
			return !isMiddle && !(at.x > 2.0 && at.y > 2.0) && !(at.x < 1.0 && at.y < 1.0);
		});
	EXPECT_EQ(CountComponents(mesh), 2);
	const StressMesh stress = MakeStressMesh(mesh);
	EXPECT_EQ(stress.partCount, 1);
	EXPECT_EQ(stress.nodes.size(), 28u);
	// And a solve sees them as one body: six motions, no more.
	const Result<StressModel> model = StressModel::Create(mesh, Material{}, {}, {}, SerialRunner());
	ASSERT_TRUE(model) << model.GetError().message;
	EXPECT_TRUE(model->HingeNodes().empty());
}

TEST(StressMesh, NodesThatNoTetUsesAreLeftOut)
{
	TetMesh mesh = MakeTetGrid(1, 1, 1, {1, 1, 1});
	mesh.nodes.insert(mesh.nodes.begin(), {9, 9, 9});
	for (Tet& tet : mesh.tets)
	{
		for (int32_t& v : tet.v)
		{
			++v;
		}
	}
	const StressMesh stress = MakeStressMesh(mesh);
	EXPECT_EQ(stress.nodes.size(), 8u);
	EXPECT_EQ(stress.sourceNode[0], 1);
}
