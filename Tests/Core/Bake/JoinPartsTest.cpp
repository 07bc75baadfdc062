// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/JoinParts.h"

#include "Bake/BodyUnion.h"
#include "Bake/GridCrossing.h"
#include "Bake/OverlapProbes.h"
#include "FractureCore/Random.h"
#include "Mesh/EdgeTable.h"
#include "Mesh/SeparatePinches.h"
#include "Mesh/SurfaceIntegrals.h"
#include "Mesh/SurfaceParts.h"
#include "Support/ClosedSurface.h"
#include "Support/TestMeshes.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace FractureTest;
using namespace FractureCore;

namespace
{
SolidSurface SolidOf(const std::vector<SurfaceMesh>& parts)
{
	SolidSurface solid;
	for (const SurfaceMesh& part : parts)
	{
		const int32_t first = static_cast<int32_t>(solid.positions.size());
		solid.positions.insert(solid.positions.end(), part.positions.begin(), part.positions.end());
		for (const Triangle& t : part.triangles)
		{
			solid.triangles.push_back({{t.v[0] + first, t.v[1] + first, t.v[2] + first}});
		}
	}
	return solid;
}

double VolumeOf(const SolidSurface& solid)
{
	return IntegrateSurface(solid.positions, solid.triangles).volume;
}

int32_t PartsOf(SolidSurface solid)
{
	SeparatePinches(solid.positions, solid.triangles);
	return static_cast<int32_t>(FindSurfaceParts(solid.positions, solid.triangles).size());
}

/// Joined, then made manifold and compact as repair does it.
SolidSurface Join(const SolidSurface& solid, int32_t expectedJoined)
{
	JoinedParts joined = JoinParts(solid);
	EXPECT_TRUE(joined.isComplete);
	EXPECT_EQ(joined.joined, expectedJoined);
	if (joined.joined == 0)
	{
		return solid;
	}
	EXPECT_EQ(joined.sourceTriangle.size(), joined.solid.triangles.size());
	SeparatePinches(joined.solid.positions, joined.solid.triangles);
	SolidSurface compact;
	std::vector<int32_t> renumbered(joined.solid.positions.size(), kNoIndex);
	for (Triangle t : joined.solid.triangles)
	{
		for (int32_t& v : t.v)
		{
			if (renumbered[v] == kNoIndex)
			{
				renumbered[v] = static_cast<int32_t>(compact.positions.size());
				compact.positions.push_back(joined.solid.positions[v]);
			}
			v = renumbered[v];
		}
		compact.triangles.push_back(t);
	}
	EXPECT_EQ(FractureTests::DefectOfClosedSurface(compact.positions, compact.triangles), "");
	return compact;
}

SurfaceMesh Turned(SurfaceMesh mesh, uint64_t seed)
{
	// A rotation by a unit quaternion.
	double q[4];
	double square = 0.0;
	for (uint64_t i = 0; i < 4; ++i)
	{
		q[i] = 2.0 * RandomUnit(seed, i) - 1.0;
		square += q[i] * q[i];
	}
	for (double& x : q)
	{
		x /= std::sqrt(square);
	}
	const Vec3 axis{q[1], q[2], q[3]};
	for (Vec3& p : mesh.positions)
	{
		p = p + 2.0 * Cross(axis, Cross(axis, p) + q[0] * p);
	}
	return mesh;
}
} // namespace

TEST(JoinParts, LeavesPartsAloneThatDoNotMeet)
{
	const SolidSurface apart = SolidOf({MakeBox({0, 0, 0}, {1, 1, 1}), MakeBox({2, 0, 0}, {3, 1, 1})});
	const JoinedParts joined = JoinParts(apart);
	EXPECT_TRUE(joined.isComplete);
	EXPECT_EQ(joined.joined, 0);
	EXPECT_TRUE(joined.solid.triangles.empty());
	// Boxes of boxes overlap, the bodies do not.
	const SolidSurface diagonal =
		SolidOf({Turned(MakeBox({-2, -0.1, -0.1}, {2, 0.1, 0.1}), 7), MakeBox({-3, -3, -3}, {-2.9, 3, 3})});
	Join(diagonal, 0);
}

TEST(JoinParts, TakesTheUnionOfBoxes)
{
	const SurfaceMesh cube = MakeBox({0, 0, 0}, {0.1, 0.1, 0.1});
	const auto joinedVolume = [&](const SurfaceMesh& other)
	{
		const SolidSurface solid = Join(SolidOf({cube, other}), 2);
		EXPECT_EQ(PartsOf(solid), 1);
		return VolumeOf(solid);
	};
	const double tolerance = 1e-9; // 1e-7 of the size along a face
	EXPECT_NEAR(joinedVolume(MakeBox({0.05, 0.05, 0.05}, {0.15, 0.15, 0.15})), 0.002 - 0.000125, tolerance) << "corner";
	EXPECT_NEAR(joinedVolume(MakeBox({0.05, 0.02, 0.03}, {0.15, 0.08, 0.07})), 0.001 + 0.05 * 0.06 * 0.04, tolerance)
		<< "through a side";
	EXPECT_NEAR(joinedVolume(MakeBox({0.02, 0.03, -0.05}, {0.07, 0.06, 0.15})), 0.001 + 0.1 * 0.05 * 0.03, tolerance)
		<< "right through";
	EXPECT_NEAR(joinedVolume(MakeBox({0.02, 0.03, 0.1}, {0.08, 0.09, 0.2})), 0.00136, tolerance) << "stacked";
	EXPECT_NEAR(joinedVolume(MakeBox({0.02, 0.03, -0.1}, {0.08, 0.09, 0.0})), 0.00136, tolerance) << "hung below";
	EXPECT_NEAR(joinedVolume(MakeBox({0, 0, 0.05}, {0.1, 0.1, 0.2})), 0.002, tolerance) << "flush on all sides";
	EXPECT_NEAR(joinedVolume(MakeBox({-0.05, 0.03, 0}, {0.15, 0.07, 0.1})), 0.0014, tolerance) << "a flush cross";
	EXPECT_NEAR(joinedVolume(MakeBox({0.02, 0.02, 0.02}, {0.03, 0.03, 0.03})), 0.001, 1e-15) << "buried";
	EXPECT_NEAR(joinedVolume(MakeBox({-1, -1, -1}, {1, 1, 1})), 8.0, 1e-14) << "swallowed";
	EXPECT_NEAR(joinedVolume(cube), 0.001, tolerance) << "a copy";
}

TEST(JoinParts, JoinsNothingAtAnEdgeOrACorner)
{
	const SurfaceMesh cube = MakeBox({0, 0, 0}, {1, 1, 1});
	Join(SolidOf({cube, MakeBox({1, 1, 0.25}, {2, 2, 0.75})}), 0);
	Join(SolidOf({cube, MakeBox({1, 1, 1}, {2, 2, 2})}), 0);
}

TEST(JoinParts, AddsUpTurnedBodies)
{
	// Balls that overlap by halves: closed form of two caps less the facets' error, which the union shares.
	const double ball = VolumeOf(SolidOf({MakeSphere({}, 1.0, 24, 36)}));
	const double round = 4.0 / 3.0 * kPi;
	const double lens = kPi * (4.0 + 1.0) / 12.0; // of unit balls 1 apart
	for (uint64_t seed = 0; seed < 4; ++seed)
	{
		const SolidSurface two = SolidOf(
			{Turned(MakeSphere({}, 1.0, 24, 36), seed), Turned(MakeSphere({1.0, 0.0, 0.0}, 1.0, 24, 36), seed)});
		const SolidSurface joined = Join(two, 2);
		EXPECT_EQ(PartsOf(joined), 1);
		EXPECT_NEAR(VolumeOf(joined), (2.0 * round - lens) * ball / round, 0.015);
	}
}

TEST(JoinParts, JoinsManyPartsInAnyPose)
{
	// Three bars through each other: the volume by inclusion and exclusion.
	for (uint64_t seed = 0; seed < 24; ++seed)
	{
		std::vector<SurfaceMesh> bars = {MakeBox({-1, -0.1, -0.1}, {1, 0.1, 0.1}),
			MakeBox({-0.1, -1, -0.1}, {0.1, 1, 0.1}),
			MakeBox({-0.1, -0.1, -1}, {0.1, 0.1, 1})};
		for (SurfaceMesh& bar : bars)
		{
			bar = seed == 0 ? bar : Turned(bar, seed);
		}
		const SolidSurface joined = Join(SolidOf(bars), 3);
		EXPECT_EQ(PartsOf(joined), 1) << seed;
		EXPECT_NEAR(VolumeOf(joined), 3 * 0.08 - 2 * 0.008, 1e-6) << seed;
	}
}

TEST(JoinParts, CrossingsOfAGrilleAddAsManyTrianglesHoweverManyBarsThereAre)
{
	for (const int32_t bars : {2, 4, 8})
	{
		const double length = 0.02 * bars;
		std::vector<SurfaceMesh> parts;
		for (int32_t i = 0; i < bars; ++i)
		{
			const double at = 0.02 * i;
			parts.push_back(MakeBox({at, 0.0, 0.0}, {at + 0.004, length, 0.004}));
			parts.push_back(MakeBox({0.0, at + 0.003, 0.001}, {length, at + 0.007, 0.005}));
		}
		const SolidSurface grille = SolidOf(parts);
		const SolidSurface joined = Join(grille, 2 * bars);
		const double crossings = bars * bars;
		EXPECT_NEAR(VolumeOf(joined), 2.0 * bars * length * 1.6e-5 - crossings * 4.8e-8, 1e-6 * VolumeOf(joined));
		// Cuts that were of no use made it 100 for six bars each way, and more for more of them.
		const double added = static_cast<double>(joined.triangles.size() - grille.triangles.size());
		EXPECT_LT(added / crossings, 45.0) << bars;
		EXPECT_EQ(CountBuriedProbes(joined, static_cast<int64_t>(joined.triangles.size()), SerialRunner()), 0);
	}
}

TEST(JoinParts, PiecesOfCutTrianglesAreDelaunay)
{
	const SurfaceMesh plate = MakeBox({0.0, 0.0, 0.0}, {1.0, 0.05, 0.01});
	std::vector<SurfaceMesh> parts = {plate};
	for (int32_t i = 0; i < 10; ++i)
	{
		parts.push_back(MakeBox({0.05 + 0.09 * i, 0.01, -0.005}, {0.07 + 0.09 * i, 0.03, 0.02}));
	}
	const JoinedParts joined = JoinParts(SolidOf(parts));
	ASSERT_EQ(joined.joined, 11);
	const std::vector<Vec3>& positions = joined.solid.positions;
	const std::vector<Triangle>& triangles = joined.solid.triangles;
	const EdgeTable edges(triangles, static_cast<int32_t>(positions.size()));
	const auto angleAt = [&](int32_t h)
	{
		const Vec3& apex = positions[HalfEdgeApex(triangles, h)];
		const Vec3 from = positions[HalfEdgeFrom(triangles, h)] - apex;
		const Vec3 to = positions[HalfEdgeTo(triangles, h)] - apex;
		return std::atan2(Length(Cross(from, to)), Dot(from, to));
	};
	int32_t inner = 0;
	int32_t wrong = 0;
	for (int32_t edge = 0; edge < edges.EdgeCount(); ++edge)
	{
		const auto half = edges.HalfEdges(edge);
		ASSERT_EQ(half.size(), 2u);
		if (joined.sourceTriangle[half[0] / 3] == joined.sourceTriangle[half[1] / 3])
		{
			++inner;
			wrong += angleAt(half[0]) + angleAt(half[1]) > kPi + 1e-3 ? 1 : 0;
		}
	}
	EXPECT_GT(inner, 100);
	EXPECT_EQ(wrong, 0);
}

TEST(JoinParts, KeepsCavitiesAndWhatRattlesInThem)
{
	SurfaceMesh cavity = MakeBox({0.25, 0.25, 0.25}, {0.75, 0.75, 0.75});
	for (Triangle& t : cavity.triangles)
	{
		std::swap(t.v[1], t.v[2]);
	}
	const SurfaceMesh cube = MakeBox({0, 0, 0}, {1, 1, 1});
	Join(SolidOf({cube, cavity, MakeBox({0.4, 0.4, 0.4}, {0.6, 0.6, 0.6})}), 0);
	// A rod through the wall into the cavity.
	const SolidSurface rod = Join(SolidOf({cube, cavity, MakeBox({0.45, 0.45, 0.5}, {0.55, 0.55, 1.5})}), 2);
	EXPECT_NEAR(VolumeOf(rod), 0.875 + 0.01 * (0.5 + 0.25), 1e-6);
}

TEST(JoinParts, KeepsPlaneAndSourceOfEveryTriangle)
{
	const SolidSurface two = SolidOf({MakeSphere({}, 1.0, 12, 16), MakeBox({0.3, -0.4, -0.3}, {1.6, 0.5, 0.4})});
	const JoinedParts joined = JoinParts(two);
	ASSERT_EQ(joined.joined, 2);
	for (size_t t = 0; t < joined.solid.triangles.size(); ++t)
	{
		const Triangle& source = two.triangles[static_cast<size_t>(joined.sourceTriangle[t])];
		const Vec3 a = two.positions[source.v[0]];
		const Vec3 normal = Normalised(Cross(two.positions[source.v[1]] - a, two.positions[source.v[2]] - a));
		for (const int32_t v : joined.solid.triangles[t].v)
		{
			EXPECT_NEAR(Dot(normal, joined.solid.positions[v] - a), 0.0, 1e-6);
		}
	}
}

TEST(JoinParts, LeavesNoWallInsideWhereVerticesOfABallLieOnABox)
{
	// A ball whose poles, equator and meridians lie in planes, edges and corners of a box.
	for (int32_t pose = 0; pose < 125; ++pose)
	{
		const Vec3 centre{0.25 * (pose % 5 - 2), 0.25 * (pose / 5 % 5 - 2), 0.25 * (pose / 25 - 2)};
		const SurfaceMesh box = MakeBox({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
		const SolidSurface joined = Join(SolidOf({box, MakeSphere(centre, 0.3, 16, 32)}), 2);
		EXPECT_EQ(CountBuriedProbes(joined, static_cast<int64_t>(joined.triangles.size()), SerialRunner()), 0) << pose;
		// Beside that pose nothing coincides.
		const Vec3 beside = centre + Vec3{2.3e-5, -1.7e-5, 1.1e-5};
		EXPECT_NEAR(VolumeOf(joined), VolumeOf(Join(SolidOf({box, MakeSphere(beside, 0.3, 16, 32)}), 2)), 2e-5) << pose;
	}
}

TEST(JoinParts, ClosesWhateverRandomBodiesDo)
{
	for (uint64_t seed = 0; seed < 40; ++seed)
	{
		std::vector<SurfaceMesh> parts;
		for (uint64_t i = 0; i < 5; ++i)
		{
			const uint64_t at = 16 * i;
			// On a coarse grid, so that faces, edges and corners often meet.
			const auto pick = [&](uint64_t n) { return std::floor(4.0 * RandomUnit(seed, at + n)); };
			const Vec3 low{pick(0), pick(1), pick(2)};
			parts.push_back(MakeBox(low, low + Vec3{1.0 + pick(3), 1.0 + pick(4), 1.0 + pick(5)}));
		}
		const JoinedParts joined = JoinParts(SolidOf(parts));
		EXPECT_TRUE(joined.isComplete) << seed;
		// Count the unit cubes that some box fills.
		double filled = 0.0;
		for (int32_t cell = 0; cell < 512; ++cell)
		{
			const Vec3 middle{cell % 8 + 0.5, cell / 8 % 8 + 0.5, cell / 64 + 0.5};
			bool isIn = false;
			for (const SurfaceMesh& part : parts)
			{
				const SurfaceIntegrals box = IntegrateSurface(part.positions, part.triangles);
				isIn |= middle.x > box.low.x && middle.x < box.high.x && middle.y > box.low.y &&
					middle.y < box.high.y && middle.z > box.low.z && middle.z < box.high.z;
			}
			filled += isIn ? 1.0 : 0.0;
		}
		SolidSurface solid = joined.joined > 0 ? joined.solid : SolidOf(parts);
		EXPECT_NEAR(VolumeOf(solid), filled, 1e-3) << seed;
		SeparatePinches(solid.positions, solid.triangles);
		EXPECT_EQ(
			FractureTests::DefectOfClosedSurface(solid.positions, solid.triangles).find("edge"), std::string::npos)
			<< seed;
	}
}

TEST(SeparatePinches, LeavesAManifoldAsItIs)
{
	SurfaceMesh ball = MakeSphere({}, 1.0, 8, 12);
	const SurfaceMesh before = ball;
	const SeparatedPinches pinches = SeparatePinches(ball.positions, ball.triangles);
	EXPECT_EQ(pinches.edges, 0);
	EXPECT_EQ(pinches.vertices, 0);
	EXPECT_EQ(ball, before);
}

TEST(SeparatePinches, PartsWedgesThatMeetInAnEdgeOrAVertex)
{
	// Two cubes that share vertices: 1 and 3 bits apart they share an edge or a corner.
	for (const int32_t shared : {2, 1})
	{
		const Vec3 low = shared == 2 ? Vec3{1, 1, 0} : Vec3{1, 1, 1};
		SolidSurface solid = SolidOf({MakeBox({0, 0, 0}, {1, 1, 1}), MakeBox(low, low + Vec3{1, 1, 1})});
		for (Triangle& t : solid.triangles)
		{
			for (int32_t& v : t.v)
			{
				v = static_cast<int32_t>(std::find(solid.positions.begin(), solid.positions.end(), solid.positions[v]) -
					solid.positions.begin());
			}
		}
		const SeparatedPinches pinches = SeparatePinches(solid.positions, solid.triangles);
		EXPECT_EQ(pinches.edges, shared == 2 ? 1 : 0);
		EXPECT_EQ(pinches.vertices, shared);
		const std::vector<SurfacePart> parts = FindSurfaceParts(solid.positions, solid.triangles);
		ASSERT_EQ(parts.size(), 2u);
		EXPECT_DOUBLE_EQ(parts[0].volume, 1.0);
		EXPECT_DOUBLE_EQ(parts[1].volume, 1.0);
	}
}

TEST(GridCrossing, AgreesWhenEdgesAndCornersMeet)
{
	// A closed octahedron on whole units and an edge that ends beyond it, moved over all its features: whatever it
	// touches, it goes in as often as it comes out.
	const Vec3 p[6] = {{4, 0, 0}, {-4, 0, 0}, {0, 4, 0}, {0, -4, 0}, {0, 0, 4}, {0, 0, -4}};
	const int32_t faces[8][3] = {
		{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
	int32_t hits = 0;
	for (const EdgeOwner owner : {EdgeOwner::FirstBody, EdgeOwner::SecondBody})
	{
		for (int32_t i = 0; i < 9 * 9 * 9; ++i)
		{
			const Vec3 inner{i % 9 - 4.0, i / 9 % 9 - 4.0, i / 81 - 4.0};
			int32_t balance[3] = {0, 0, 0};
			const Vec3 far[3] = {{inner.x, inner.y, 50}, {inner.x + 50, inner.y + 50, inner.z}, {-50, 7, 3}};
			for (const auto& face : faces)
			{
				for (int32_t k = 0; k < 3; ++k)
				{
					balance[k] += CrossTriangle(inner, far[k], {p[face[0]], p[face[1]], p[face[2]]}, owner).inward;
				}
			}
			EXPECT_EQ(balance[0], balance[1]) << i;
			EXPECT_EQ(balance[0], balance[2]) << i;
			hits += balance[0] != 0 ? 1 : 0;
		}
	}
	EXPECT_GT(hits, 150);
}
