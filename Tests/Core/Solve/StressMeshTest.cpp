// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/StressMesh.h"

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
	TetMesh mesh = MakeTetGrid(2, 2, 1, {2, 2, 1});
	std::vector<Tet> kept;
	for (const Tet& tet : mesh.tets)
	{
		Vec3 middle;
		for (const int32_t v : tet.v)
		{
			middle += mesh.nodes[static_cast<size_t>(v)] / 4.0;
		}
		if ((middle.x < 1.0) == (middle.y < 1.0))
		{
			kept.push_back(tet);
		}
	}
	mesh.tets = kept;
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
