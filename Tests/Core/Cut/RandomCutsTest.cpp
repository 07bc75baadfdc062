// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Seeded random cuts of every kind, each checked in full. FRACTURESIM_RANDOM_CUTS=n runs n of each kind and body.
#include "Cut/Overlay.h"
#include "Cut/OverlayFragments.h"
#include "Support/CutBodies.h"
#include "Support/FragmentChecks.h"
#include "Support/RandomCracks.h"
#include "Support/TestMeshes.h"
#include "Support/TetGrids.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
int32_t CutsOfAKind()
{
	const char* text = std::getenv("FRACTURESIM_RANDOM_CUTS");
	return text != nullptr ? std::atoi(text) : 6;
}

CutBody::Data MakeOverlay(const SurfaceMesh& surface, double cellSize)
{
	OverlaySettings settings;
	settings.cellSize = cellSize;
	Result<std::unique_ptr<CutBody::Data>> body = BuildOverlay(surface, settings, SerialRunner());
	EXPECT_TRUE(body.HasValue());
	(*body)->artistTriangles = static_cast<int32_t>(surface.triangles.size());
	return std::move(**body);
}

/// A sphere with a spherical hole in it.
SurfaceMesh MakeHollowSphere()
{
	SurfaceMesh mesh = FractureTest::MakeSphere({0, 0, 0}, 0.5, 12, 20);
	const SurfaceMesh hole = FractureTest::MakeSphere({0.02, 0, 0}, 0.38, 12, 20);
	const auto first = static_cast<int32_t>(mesh.positions.size());
	mesh.positions.insert(mesh.positions.end(), hole.positions.begin(), hole.positions.end());
	for (const Triangle& t : hole.triangles)
	{
		mesh.triangles.push_back({{t.v[0] + first, t.v[2] + first, t.v[1] + first}});
	}
	return mesh;
}

std::vector<CutBody::Data> MakeBodies()
{
	std::vector<CutBody::Data> bodies;
	bodies.push_back(MakeTetBody(MakeTetGrid(1, 1, 1, {1, 1, 1})));
	bodies.push_back(MakeTetBody(MakeTetGrid(4, 4, 4, {1, 1, 1})));
	TetMesh jittered = MakeTetGrid(6, 4, 3, {2, 1, 0.5});
	JitterInside(jittered, {2, 1, 0.5}, {1.0 / 3.0, 0.25, 1.0 / 6.0}, 0.2);
	bodies.push_back(MakeTetBody(jittered));
	bodies.push_back(MakeTetBody(MakeTetGrid(12, 12, 1, {1, 1, 0.05})));
	bodies.push_back(MakeOverlay(FractureTest::MakeBox({0, 0, 0}, {1, 1, 1}), 0.3));
	bodies.push_back(MakeOverlay(FractureTest::MakeBox({0, 0, 0}, {1, 0.8, 0.02}), 0.12));
	bodies.push_back(MakeOverlay(FractureTest::MakeSphere({0, 0, 0}, 0.5, 12, 20), 0.3));
	bodies.push_back(MakeOverlay(MakeHollowSphere(), 0.25));
	return bodies;
}

using CrackMaker = CrackSet (*)(RandomCracks& random);

/// Cuts each body many times. Slivers are to be expected: what is below the limit joins a neighbour.
void CheckRandomCuts(CrackMaker make, uint64_t stream)
{
	const int32_t cuts = CutsOfAKind();
	const std::vector<CutBody::Data> bodies = MakeBodies();
	for (size_t b = 0; b < bodies.size(); ++b)
	{
		for (int32_t i = 0; i < cuts; ++i)
		{
			RandomCracks random(bodies[b].lattice, 1'000'003 * stream + 10'007 * b + static_cast<uint64_t>(i));
			const CrackSet cracks = make(random);
			const Result<FragmentSet> pieces = CutOverlay(bodies[b], cracks, 1000.0, {}, SerialRunner());
			ASSERT_TRUE(pieces.HasValue());
			EXPECT_EQ(DefectOfFragments(bodies[b].surface, *pieces), "") << "body " << b << ", cut " << i;
			EXPECT_TRUE(CrackFacesCoincide(*pieces)) << "body " << b << ", cut " << i;
		}
	}
}
} // namespace

TEST(RandomCuts, Planes)
{
	CheckRandomCuts(
		[](RandomCracks& random)
		{
			CrackSet set;
			set.cracks.push_back(random.Plane());
			return set;
		},
		1);
}

TEST(RandomCuts, PlanesThroughNodes)
{
	CheckRandomCuts(
		[](RandomCracks& random)
		{
			CrackSet set;
			set.cracks.push_back(random.PlaneThroughNodes());
			set.cracks.push_back(random.PlaneThroughNodes());
			return set;
		},
		2);
}

TEST(RandomCuts, SmoothSurfaces)
{
	CheckRandomCuts(
		[](RandomCracks& random)
		{
			CrackSet set;
			set.cracks.push_back(random.Smooth());
			return set;
		},
		3);
}

TEST(RandomCuts, PartialCracks)
{
	CheckRandomCuts(
		[](RandomCracks& random)
		{
			CrackSet set;
			set.cracks.push_back(random.Partial());
			return set;
		},
		4);
}

TEST(RandomCuts, SeveralCracksSomeOfThemPartial)
{
	CheckRandomCuts([](RandomCracks& random) { return random.Several(); }, 5);
}

TEST(RandomCuts, CracksThatShareAPartOfTheirSurface)
{
	CheckRandomCuts(
		[](RandomCracks& random)
		{
			CrackSet set;
			set.cracks.push_back(random.Draw() < 0.5 ? random.Smooth() : random.Partial());
			set.cracks.push_back(random.Branch(set.cracks[0]));
			if (random.Draw() < 0.5)
			{
				set.cracks.push_back(random.Branch(set.cracks[random.Draw() < 0.5 ? 0 : 1]));
			}
			if (random.Draw() < 0.5)
			{
				set.cracks.push_back(random.Smooth());
			}
			return set;
		},
		9);
}

TEST(RandomCuts, BranchesOfCracksThroughNodes)
{
	CheckRandomCuts(
		[](RandomCracks& random)
		{
			CrackSet set;
			set.cracks.push_back(random.PlaneThroughNodes());
			set.cracks.push_back(random.Branch(set.cracks[0]));
			set.cracks.push_back(random.PlaneThroughNodes());
			return set;
		},
		10);
}

TEST(RandomCuts, Grains)
{
	CheckRandomCuts(
		[](RandomCracks& random)
		{
			CrackSet set;
			const int32_t count = random.DrawInt(6, 25);
			set.grains = random.Grains(count, random.Draw(0.3, 1.2));
			return set;
		},
		6);
}

TEST(RandomCuts, GrainsThatMeetAtANode)
{
	CheckRandomCuts(
		[](RandomCracks& random)
		{
			CrackSet set;
			set.grains = random.GrainsAtANode();
			return set;
		},
		7);
}

TEST(RandomCuts, GrainsAndCracks)
{
	CheckRandomCuts(
		[](RandomCracks& random)
		{
			CrackSet set = random.Several();
			set.grains = random.Grains(random.DrawInt(3, 9), 0.6);
			return set;
		},
		8);
}
