// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "TetraShapes.h"

#include "Tetra/Cleanup.h"
#include "Tetra/SurfaceTopology.h"

#include <gtest/gtest.h>

using namespace FractureTest;

namespace
{
// Unit corner tets around the origin that share only what is said: the edge along z, or the node at the origin.
TetMesh MakeHinge(bool sharedEdge)
{
	TetMesh mesh;
	mesh.nodes = {
		{0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {-1.0, 0.0, 0.0}, {0.0, -1.0, 0.0}};
	mesh.tets = {{{0, 2, 3, 1}}};
	if (sharedEdge)
	{
		mesh.tets.push_back({{0, 4, 5, 1}});
	}
	else
	{
		mesh.nodes.push_back({0.0, 0.0, -1.0});
		mesh.tets.push_back({{0, 5, 4, 6}});
	}
	return mesh;
}
} // namespace

TEST(Cleanup, PartsThatTouchAtAnEdgeOrANodeGetTheirOwnNodes)
{
	for (const bool sharedEdge : {true, false})
	{
		TetMesh mesh = MakeHinge(sharedEdge);
		ASSERT_TRUE(ValidateTetMesh(mesh).HasValue());
		const CleanupReport report = RemoveCrumbsAndHinges(mesh, 0.0);
		EXPECT_EQ(report.splitNodes, sharedEdge ? 2 : 1);
		EXPECT_EQ(report.components, 2);
		EXPECT_EQ(mesh.nodes.size(), 8u);
		EXPECT_TRUE(report.boundary.manifold);
		EXPECT_EQ(report.boundary.components, 2);
		EXPECT_EQ(report.boundary.eulerCharacteristic, 4);
		EXPECT_NEAR(TotalVolume(mesh), 2.0 / 6.0, 1.0e-15);
	}
}

TEST(Cleanup, CrumbsGoUnlessThereIsNothingElse)
{
	TetMesh mesh = MakeHinge(false);
	mesh.nodes[6].z = -0.01;
	TetMesh small = mesh;
	EXPECT_EQ(RemoveCrumbsAndHinges(mesh, 0.1).droppedTets, 1);
	EXPECT_EQ(mesh.tets.size(), 1u);
	EXPECT_EQ(mesh.nodes.size(), 4u);
	EXPECT_EQ(RemoveCrumbsAndHinges(small, 10.0).components, 1);
	EXPECT_EQ(small.tets.size(), 1u);
}

TEST(SurfaceTopology, KnowsHandlesCavitiesAndPinches)
{
	const SolidSurface torus = MakeTorus(1.0, 0.3, 16);
	EXPECT_EQ(MeasureTopology(torus.triangles, torus.positions).eulerCharacteristic, 0);

	SolidSurface nested = AsSolid(MakeSphere({}, 1.0, 8, 12));
	Append(nested, TurnedInsideOut(AsSolid(MakeSphere({}, 0.5, 8, 12))));
	const SurfaceTopology both = MeasureTopology(nested.triangles, nested.positions);
	EXPECT_TRUE(both.manifold);
	EXPECT_EQ(both.components, 2);
	EXPECT_EQ(both.eulerCharacteristic, 4);
	TopologyParts parts;
	MeasureTopology(nested.triangles, nested.positions, &parts);
	ASSERT_EQ(parts.parts.size(), 2u);
	EXPECT_EQ(parts.parts[0].eulerCharacteristic, 2);
	EXPECT_EQ(parts.parts[1].eulerCharacteristic, 2);
	EXPECT_GT(parts.parts[0].volume, 0.0);
	EXPECT_NEAR(parts.parts[1].volume, -0.125 * parts.parts[0].volume, 1.0e-12);
	EXPECT_NEAR(parts.parts[1].area, 0.25 * parts.parts[0].area, 1.0e-12);
	EXPECT_EQ(parts.partOf.front(), 0);
	EXPECT_EQ(parts.partOf.back(), 1);

	SolidSurface open = torus;
	open.triangles.pop_back();
	EXPECT_FALSE(MeasureTopology(open.triangles, open.positions).manifold);

	// Two tets' surfaces that share a vertex: two spheres.
	const TetMesh hinge = MakeHinge(false);
	const std::vector<Triangle> boundary = BoundaryTriangles(hinge);
	EXPECT_EQ(MeasureTopology(boundary, hinge.nodes).eulerCharacteristic, 4);
}
