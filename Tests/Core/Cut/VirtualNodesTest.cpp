// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/VirtualNodes.h"

#include "Cut/Overlay.h"
#include "Cut/OverlayFragments.h"
#include "Mesh/UnionFind.h"
#include "Support/CutBodies.h"
#include "Support/RandomCracks.h"
#include "Support/TestMeshes.h"
#include "Support/TetGrids.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
VirtualMesh Make(const CutBody::Data& body, const CrackSet& cracks)
{
	Result<VirtualMesh> mesh = VirtualMeshOfOverlay(body, cracks, SerialRunner());
	EXPECT_TRUE(mesh.HasValue());
	return std::move(*mesh);
}

double MaterialIn(const VirtualMesh& mesh)
{
	double volume = 0.0;
	for (size_t i = 0; i < mesh.fraction.size(); ++i)
	{
		volume += mesh.fraction[i] * SignedVolume(mesh.mesh, mesh.mesh.tets[i]);
	}
	return volume;
}

/// Parts of an element mesh: elements that share a node move together.
int32_t CountParts(const VirtualMesh& mesh)
{
	UnionFind sets(static_cast<int32_t>(mesh.mesh.nodes.size()));
	for (const Tet& tet : mesh.mesh.tets)
	{
		for (size_t k = 1; k < 4; ++k)
		{
			sets.Unite(tet.v[0], tet.v[k]);
		}
	}
	std::set<int32_t> parts;
	for (int32_t i = 0; i < static_cast<int32_t>(mesh.mesh.nodes.size()); ++i)
	{
		parts.insert(sets.Find(i));
	}
	return static_cast<int32_t>(parts.size());
}

/// Fractions of the copies of a tet sum to what of it is material; nothing else is wrong with the mesh.
void ExpectSound(const VirtualMesh& mesh, double volume)
{
	EXPECT_NEAR(MaterialIn(mesh), volume, 1.0e-12 * volume);
	std::map<int32_t, double> filled;
	for (size_t i = 0; i < mesh.fraction.size(); ++i)
	{
		EXPECT_GT(mesh.fraction[i], 0.0);
		filled[mesh.sourceTet[i]] += mesh.fraction[i];
	}
	for (const auto& [tet, fraction] : filled)
	{
		EXPECT_LE(fraction, 1.0 + 1.0e-12) << tet;
	}
	for (const Tet& tet : mesh.mesh.tets)
	{
		EXPECT_GT(SignedVolume(mesh.mesh, tet), 0.0);
	}
}
} // namespace

TEST(VirtualNodes, WithoutCracksItIsTheLattice)
{
	const TetMesh grid = MakeTetGrid(3, 2, 2, {1, 1, 1});
	const VirtualMesh mesh = Make(MakeTetBody(grid), {});
	EXPECT_EQ(mesh.mesh.tets.size(), grid.tets.size());
	EXPECT_EQ(mesh.mesh.nodes.size(), grid.nodes.size());
	for (size_t i = 0; i < mesh.mesh.nodes.size(); ++i)
	{
		EXPECT_EQ(mesh.isReal[i], 1);
		EXPECT_EQ(mesh.mesh.nodes[i], grid.nodes[mesh.sourceNode[i]]);
	}
	for (const double fraction : mesh.fraction)
	{
		EXPECT_NEAR(fraction, 1.0, 1.0e-14);
	}
}

TEST(VirtualNodes, APlaneThroughACubeGivesTwoBodiesOfTheRightVolumes)
{
	const CutBody::Data body = MakeTetBody(MakeTetGrid(4, 4, 4, {1, 1, 1}));
	CrackSet cracks;
	cracks.cracks.push_back(MakePlaneCrack(body.lattice, {0.3, 0, 0}, {1, 0, 0}));
	const VirtualMesh mesh = Make(body, cracks);
	EXPECT_EQ(CountParts(mesh), 2);
	ExpectSound(mesh, 1.0);
	double left = 0.0;
	for (size_t i = 0; i < mesh.fraction.size(); ++i)
	{
		// The material of a copy is on the side of its real nodes.
		for (const int32_t node : mesh.mesh.tets[i].v)
		{
			if (mesh.isReal[node] != 0)
			{
				left +=
					mesh.mesh.nodes[node].x < 0.3 ? mesh.fraction[i] * SignedVolume(mesh.mesh, mesh.mesh.tets[i]) : 0.0;
				break;
			}
		}
	}
	EXPECT_NEAR(left, 0.3, 1.0e-12);
}

TEST(VirtualNodes, ACrackThatEndsInsideLeavesOneBodyWithDoubledNodes)
{
	const CutBody::Data body = MakeTetBody(MakeTetGrid(6, 6, 6, {1, 1, 1}));
	CrackSet cracks;
	cracks.cracks.push_back(
		MakePlaneCrack(body.lattice, {0.4, 0, 0}, {1, 0, 0}, [](const Vec3& x) { return x.z > 0.5; }));
	const VirtualMesh mesh = Make(body, cracks);
	EXPECT_EQ(CountParts(mesh), 1);
	ExpectSound(mesh, 1.0);
	EXPECT_GT(mesh.mesh.nodes.size(), body.lattice.nodes.size());
	std::map<int32_t, int32_t> copies;
	for (const int32_t node : mesh.sourceNode)
	{
		++copies[node];
	}
	for (const auto& [node, count] : copies)
	{
		const Vec3& x = body.lattice.nodes[node];
		const bool isNearSlit = std::abs(x.x - 0.4) < 0.2 && x.z > 0.4;
		EXPECT_TRUE(count == 1 || isNearSlit) << x.x << " " << x.z;
	}
}

TEST(VirtualNodes, JunctionsGiveACopyABit)
{
	// T: a second crack ends just behind the first one. Y: three grains meet in a line.
	const CutBody::Data body = MakeTetBody(MakeTetGrid(4, 4, 4, {1, 1, 1}));
	CrackSet cracks;
	cracks.cracks.push_back(MakePlaneCrack(body.lattice, {0.4, 0, 0}, {1, 0, 0}));
	cracks.cracks.push_back(
		MakePlaneCrack(body.lattice, {0, 0.6, 0}, {0, 1, 0}, [](const Vec3& x) { return x.x > 0.25; }));
	const VirtualMesh t = Make(body, cracks);
	EXPECT_EQ(CountParts(t), 3);
	ExpectSound(t, 1.0);

	CrackSet grains;
	grains.grains = {{{0.2, 0.2, 0.5}, {0.8, 0.2, 0.5}, {0.5, 0.9, 0.5}}, {1.0, 1.0, 1.0}, {1, 1, 1}};
	const VirtualMesh y = Make(body, grains);
	EXPECT_EQ(CountParts(y), 3);
	ExpectSound(y, 1.0);
}

TEST(VirtualNodes, PermutedTetsGiveAsManyNodesAndElements)
{
	const TetMesh grid = MakeTetGrid(3, 3, 3, {1, 1, 1});
	TetMesh permuted = grid;
	std::reverse(permuted.tets.begin(), permuted.tets.end());
	const auto make = [](const TetMesh& lattice)
	{
		CrackSet cracks;
		cracks.cracks.push_back(MakePlaneCrack(lattice, {0.45, 0.4, 0.3}, {1, 2, 3}));
		cracks.cracks.push_back(MakePlaneCrack(lattice, {0.5, 0.5, 0.5}, {-2, 1, 0.5}));
		return Make(MakeTetBody(lattice), cracks);
	};
	const VirtualMesh a = make(grid);
	const VirtualMesh b = make(permuted);
	EXPECT_EQ(a.mesh.tets.size(), b.mesh.tets.size());
	EXPECT_EQ(a.mesh.nodes.size(), b.mesh.nodes.size());
	EXPECT_EQ(CountParts(a), CountParts(b));
}

TEST(VirtualNodes, RandomPlanesThroughSixTetsKeepEveryInvariant)
{
	const CutBody::Data body = MakeTetBody(MakeTetGrid(1, 1, 1, {1, 1, 1}));
	for (uint64_t i = 0; i < 300; ++i)
	{
		RandomCracks random(body.lattice, i);
		CrackSet cracks;
		for (int32_t n = random.DrawInt(1, 3); n > 0; --n)
		{
			cracks.cracks.push_back(MakePlaneCrack(body.lattice, random.DrawPoint(), random.DrawDirection()));
		}
		const VirtualMesh mesh = Make(body, cracks);
		ExpectSound(mesh, 1.0);
		// What the cutter calls pieces, before any is merged for its size.
		FragmentSettings settings;
		settings.smallestVolume = 0.0;
		const Result<FragmentSet> pieces = CutOverlay(body, cracks, 1.0, settings, SerialRunner());
		ASSERT_TRUE(pieces.HasValue());
		ASSERT_EQ(CountParts(mesh), static_cast<int32_t>(pieces->fragments.size())) << i;
	}
}

TEST(VirtualNodes, ABodyClippedByItsSurfaceHasItsVolume)
{
	OverlaySettings settings;
	settings.cellSize = 0.2;
	const SurfaceMesh ball = FractureTest::MakeSphere({0, 0, 0}, 0.5, 12, 20);
	const Result<std::unique_ptr<CutBody::Data>> body = BuildOverlay(ball, settings, SerialRunner());
	ASSERT_TRUE(body.HasValue());
	const VirtualMesh mesh = Make(**body, {});
	ExpectSound(mesh, SolidMassProperties(ball.positions, ball.triangles, 1.0).volume);
	EXPECT_EQ(CountParts(mesh), 1);
	EXPECT_EQ(mesh.mesh.tets.size(), (*body)->lattice.tets.size());
}
