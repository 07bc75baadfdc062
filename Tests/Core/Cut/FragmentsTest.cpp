// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Fragments.h"

#include "Cut/OverlayFragments.h"
#include "Support/CutBodies.h"
#include "Support/FragmentChecks.h"
#include "Support/RandomCracks.h"
#include "Support/TetGrids.h"

#include <gtest/gtest.h>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
FragmentSet Cut(const CutBody::Data& body, const CrackSet& cracks)
{
	Result<FragmentSet> result = CutOverlay(body, cracks, 1000.0, {}, SerialRunner());
	EXPECT_TRUE(result.HasValue()) << (result ? "" : result.GetError().message);
	if (!result)
	{
		return {};
	}
	EXPECT_EQ(DefectOfFragments(body.surface, *result), "");
	return std::move(*result);
}

CutBody::Data MakeCube(int32_t n = 4)
{
	return MakeTetBody(MakeTetGrid(n, n, n, {1, 1, 1}));
}

std::vector<double> Volumes(const FragmentSet& set)
{
	std::vector<double> volumes;
	for (const Fragment& fragment : set.fragments)
	{
		volumes.push_back(fragment.mass.volume);
	}
	return volumes;
}

/// Of the unit cube below x + y + z = s.
double CornerVolume(double s)
{
	const auto cube = [](double a) { return a > 0.0 ? a * a * a : 0.0; };
	return (cube(s) - 3.0 * cube(s - 1.0) + 3.0 * cube(s - 2.0)) / 6.0;
}
} // namespace

TEST(Fragments, ABodyWithoutCracksIsTheArtistsMeshBitForBit)
{
	const CutBody::Data body = MakeCube();
	const FragmentSet set = Cut(body, {});
	ASSERT_EQ(set.fragments.size(), 1u);
	EXPECT_FALSE(set.cutAnything);
	EXPECT_EQ(set.fragments[0].surface.positions, body.surface.positions);
	EXPECT_EQ(set.fragments[0].surface.triangles, body.surface.triangles);
	EXPECT_TRUE(set.fragments[0].sourceCrack.empty());
}

TEST(Fragments, APlaneAcrossACubeGivesTheVolumesOfTheTextbook)
{
	const CutBody::Data body = MakeCube(3);
	for (int32_t i = 1; i < 40; ++i)
	{
		const double c = (i + 0.3) / 40.5;
		CrackSet set;
		set.cracks.push_back(MakePlaneCrack(body.lattice, {c, 0, 0}, {1, 0, 0}));
		const FragmentSet pieces = Cut(body, set);
		ASSERT_EQ(pieces.fragments.size(), 2u) << c;
		EXPECT_NEAR(pieces.fragments[0].mass.volume, std::max(c, 1.0 - c), 1.0e-13);
		EXPECT_NEAR(pieces.fragments[1].mass.volume, std::min(c, 1.0 - c), 1.0e-13);
		EXPECT_TRUE(CrackFacesCoincide(pieces));
	}
}

TEST(Fragments, ASlantedPlaneCutsTheCornerOfACubeOff)
{
	const CutBody::Data body = MakeCube(3);
	for (int32_t i = 1; i < 40; ++i)
	{
		const double s = 3.0 * (i + 0.3) / 40.6;
		CrackSet set;
		set.cracks.push_back(MakePlaneCrack(body.lattice, {s, 0, 0}, {1, 1, 1}));
		const FragmentSet pieces = Cut(body, set);
		ASSERT_EQ(pieces.fragments.size(), 2u) << s;
		const double corner = CornerVolume(s);
		EXPECT_NEAR(pieces.fragments[1].mass.volume, std::min(corner, 1.0 - corner), 1.0e-13);
		EXPECT_TRUE(CrackFacesCoincide(pieces));
	}
}

TEST(Fragments, PlanesThroughNodesEdgesAndFacesOfTetsCutCleanly)
{
	const CutBody::Data body = MakeCube(4);
	const auto cut = [&](const Vec3& point, const Vec3& normal)
	{
		CrackSet set;
		set.cracks.push_back(MakePlaneCrack(body.lattice, point, normal));
		return Cut(body, set);
	};
	// Nodes on the plane move to one side by a thousandth of a cell.
	const double snap = 1.0e-3 * body.cellSize;
	const FragmentSet half = cut({0.5, 0, 0}, {1, 0, 0});
	ASSERT_EQ(half.fragments.size(), 2u);
	EXPECT_NEAR(half.fragments[0].mass.volume, 0.5, snap);
	const FragmentSet diagonal = cut({0, 0, 0}, {1, -1, 0});
	ASSERT_EQ(diagonal.fragments.size(), 2u);
	EXPECT_NEAR(diagonal.fragments[0].mass.volume, 0.5, 2.0 * snap);
	const FragmentSet corner = cut({0.25, 0, 0}, {1, 1, 1});
	ASSERT_EQ(corner.fragments.size(), 2u);
	EXPECT_NEAR(corner.fragments[1].mass.volume, CornerVolume(0.25), snap);
	// A side of the cube: the plane lies on the surface.
	EXPECT_EQ(cut({0.0, 0, 0}, {1, 0, 0}).fragments.size(), 1u);
}

TEST(Fragments, SeveralPlanesMakeAGridOfBoxes)
{
	const CutBody::Data body = MakeCube(4);
	CrackSet set;
	const double at[3] = {0.31, 0.47, 0.62};
	set.cracks.push_back(MakePlaneCrack(body.lattice, {at[0], 0, 0}, {1, 0, 0}));
	set.cracks.push_back(MakePlaneCrack(body.lattice, {0, at[1], 0}, {0, 1, 0}));
	set.cracks.push_back(MakePlaneCrack(body.lattice, {0, 0, at[2]}, {0, 0, 1}));
	std::vector<double> expected;
	for (int32_t i = 0; i < 8; ++i)
	{
		expected.push_back(((i & 1) != 0 ? at[0] : 1.0 - at[0]) * ((i & 2) != 0 ? at[1] : 1.0 - at[1]) *
			((i & 4) != 0 ? at[2] : 1.0 - at[2]));
	}
	std::sort(expected.begin(), expected.end(), std::greater<>());
	const FragmentSet pieces = Cut(body, set);
	ASSERT_EQ(pieces.fragments.size(), 8u);
	EXPECT_TRUE(CrackFacesCoincide(pieces));
	for (size_t i = 0; i < 8; ++i)
	{
		EXPECT_NEAR(pieces.fragments[i].mass.volume, expected[i], 1.0e-13);
	}
}

TEST(Fragments, TheSameCrackTwiceIsTheCrackOnce)
{
	const CutBody::Data body = MakeCube(4);
	CrackSet once;
	once.cracks.push_back(MakePlaneCrack(body.lattice, {0.4, 0.4, 0.4}, {0.2, 0.5, 0.7}));
	CrackSet twice = once;
	twice.cracks.push_back(once.cracks[0]);
	for (double& value : twice.cracks[1].field)
	{
		value = -value + 1.0e-5 * body.cellSize;
	}
	const FragmentSet a = Cut(body, once);
	const FragmentSet b = Cut(body, twice);
	ASSERT_EQ(a.fragments.size(), b.fragments.size());
	for (size_t i = 0; i < a.fragments.size(); ++i)
	{
		EXPECT_EQ(a.fragments[i].surface, b.fragments[i].surface);
	}
}

TEST(Fragments, CracksThatShareAPartOfTheirSurfaceLeaveTheWedgeBetweenThem)
{
	const CutBody::Data body = MakeCube(4);
	const Crack flat = MakePlaneCrack(body.lattice, {0, 0, 0.47}, {0, 0, 1});
	for (const double sign : {1.0, -1.0})
	{
		for (const double apart : {0.0, 1.0e-12, 1.0e-6, 4.0e-4})
		{
			// The same as far as the middle, then rising away from it.
			const Crack bent = MakeCrack(body.lattice,
				[&](const Vec3& x)
				{ return sign * (x.z - 0.47 - 0.5 * std::max(0.0, x.x - 0.5) + apart * body.cellSize); });
			for (const bool isBentFirst : {false, true})
			{
				CrackSet set;
				set.cracks.push_back(isBentFirst ? bent : flat);
				set.cracks.push_back(isBentFirst ? flat : bent);
				const FragmentSet three = Cut(body, set);
				ASSERT_EQ(three.fragments.size(), 3u) << sign << " " << apart << " " << isBentFirst;
				EXPECT_EQ(three.mergedPieces, 0);
				EXPECT_NEAR(three.fragments[0].mass.volume, 0.47, 1.0e-3);
				EXPECT_NEAR(three.fragments[1].mass.volume, 0.53 - 0.0625, 1.0e-3);
				EXPECT_NEAR(three.fragments[2].mass.volume, 0.0625, 1.0e-3);
				EXPECT_TRUE(CrackFacesCoincide(three));
			}
		}
	}
}

TEST(Fragments, CracksThatShareAPatchOfTheirSurfaceOrOnlyALineOfIt)
{
	const CutBody::Data body = MakeCube(6);
	// Two that share a patch in the middle, with a third through both of them.
	CrackSet patch;
	patch.cracks.push_back(MakePlaneCrack(body.lattice, {0, 0, 0.47}, {0, 0, 1}));
	patch.cracks.push_back(MakeCrack(body.lattice,
		[](const Vec3& x)
		{
			const double r = std::hypot(x.x - 0.5, x.y - 0.5);
			return x.z - 0.47 - 0.4 * std::max(0.0, r - 0.3);
		}));
	patch.cracks.push_back(MakePlaneCrack(body.lattice, {0.51, 0.52, 0.5}, {0.7, 0.6, 0.1}));
	double volume = 0.0;
	for (const double v : Volumes(Cut(body, patch)))
	{
		EXPECT_GT(v, 1.0e-7);
		volume += v;
	}
	EXPECT_NEAR(volume, 1.0, 1.0e-12);
	// And partial: one that is open on the left only.
	patch.cracks[0] = MakePlaneCrack(body.lattice, {0, 0, 0.47}, {0, 0, 1}, [](const Vec3& x) { return x.x < 0.55; });
	Cut(body, patch);
	// Planes through one line of the lattice, and through its faces.
	CrackSet star;
	for (const double slope : {0.0, 0.5, -0.5, 1.0})
	{
		star.cracks.push_back(MakeCrack(body.lattice, [=](const Vec3& x) { return x.z - 0.5 - slope * (x.x - 0.5); }));
	}
	Cut(body, star);
}

TEST(Fragments, ACrackThatGrowsInStepsEndsAsOneThatCameAtOnce)
{
	const CutBody::Data body = MakeCube(5);
	const Crack whole = MakePlaneCrack(body.lattice, {0.5, 0.5, 0.5}, {0.2, 0.5, 0.7});
	CrackSet atOnce;
	atOnce.cracks.push_back(whole);
	CrackSet steps;
	for (const double reach : {0.3, 0.6, 2.0})
	{
		steps.cracks.push_back(
			MakePlaneCrack(body.lattice, {0.5, 0.5, 0.5}, {0.2, 0.5, 0.7}, [=](const Vec3& x) { return x.x < reach; }));
		EXPECT_EQ(Cut(body, steps).fragments.size(), reach > 1.0 ? 2u : 1u);
	}
	EXPECT_EQ(Volumes(Cut(body, steps)), Volumes(Cut(body, atOnce)));
}

TEST(Fragments, APartialCrackLeavesOnePieceWithASlit)
{
	const CutBody::Data body = MakeCube(5);
	CrackSet set;
	set.cracks.push_back(
		MakePlaneCrack(body.lattice, {0.47, 0, 0}, {1, 0, 0}, [](const Vec3& x) { return x.z > 0.5; }));
	const FragmentSet slit = Cut(body, set);
	ASSERT_EQ(slit.fragments.size(), 1u);
	EXPECT_TRUE(slit.cutAnything);
	EXPECT_NEAR(slit.fragments[0].mass.volume, 1.0, 1.0e-13);
	EXPECT_TRUE(CrackFacesCoincide(slit));
	const auto triangles = static_cast<int32_t>(slit.fragments[0].surface.triangles.size());
	EXPECT_GT(triangles, slit.fragments[0].outerTriangles);

	// Open in the inside only: the slit is a cavity without volume.
	set.cracks[0] = MakePlaneCrack(body.lattice,
		{0.47, 0, 0},
		{1, 0, 0},
		[](const Vec3& x) {
			return Length(x - Vec3{0.5, 0.5, 0.5}) < 0.3;
		});
	const FragmentSet inside = Cut(body, set);
	ASSERT_EQ(inside.fragments.size(), 1u);
	EXPECT_EQ(inside.fragments[0].outerTriangles, body.artistTriangles);
}

TEST(Fragments, CracksThatEndOnOthersMakeThreePieces)
{
	const CutBody::Data body = MakeCube(5);
	CrackSet tee;
	tee.cracks.push_back(MakePlaneCrack(body.lattice, {0.47, 0, 0}, {1, 0, 0}));
	tee.cracks.push_back(
		MakePlaneCrack(body.lattice, {0, 0.53, 0}, {0, 1, 0}, [](const Vec3& x) { return x.x < 0.55; }));
	const FragmentSet three = Cut(body, tee);
	ASSERT_EQ(three.fragments.size(), 3u);
	EXPECT_NEAR(three.fragments[0].mass.volume, 0.53, 1.0e-13);
	EXPECT_NEAR(three.fragments[1].mass.volume, 0.47 * 0.53, 1.0e-13);
	EXPECT_NEAR(three.fragments[2].mass.volume, 0.47 * 0.47, 1.0e-13);

	// Three half planes from one axis.
	CrackSet wye;
	for (int32_t i = 0; i < 3; ++i)
	{
		const double angle = 2.0 * kPi * i / 3.0 + 0.2;
		const Vec3 along{std::cos(angle), std::sin(angle), 0.0};
		wye.cracks.push_back(MakePlaneCrack(body.lattice,
			{0.51, 0.52, 0},
			{-along.y, along.x, 0.0},
			[=](const Vec3& x) {
				return Dot(x - Vec3{0.51, 0.52, 0}, along) > -0.2;
			}));
	}
	EXPECT_GE(Cut(body, wye).fragments.size(), 3u);
}

TEST(Fragments, ThePiecesDoNotDependOnTheOrderOfTets)
{
	const TetMesh mesh = MakeTetGrid(3, 3, 3, {1, 1, 1});
	TetMesh permuted = mesh;
	for (size_t i = 0; i + 1 < permuted.tets.size(); ++i)
	{
		const size_t j = i + static_cast<size_t>(RandomUnit(3, i) * static_cast<double>(permuted.tets.size() - i));
		std::swap(permuted.tets[i], permuted.tets[j]);
	}
	const auto cut = [](const TetMesh& tets)
	{
		const CutBody::Data body = MakeTetBody(tets);
		CrackSet set;
		set.cracks.push_back(MakePlaneCrack(tets, {0.47, 0.3, 0.2}, {1, 2, 3}));
		set.cracks.push_back(MakePlaneCrack(tets, {0.47, 0.6, 0.7}, {3, -2, 1}));
		return Volumes(Cut(body, set));
	};
	const std::vector<double> a = cut(mesh);
	const std::vector<double> b = cut(permuted);
	ASSERT_EQ(a.size(), b.size());
	for (size_t i = 0; i < a.size(); ++i)
	{
		EXPECT_NEAR(a[i], b[i], 1.0e-13);
	}
}

TEST(Fragments, PiecesBelowTheLimitJoinTheirNeighbour)
{
	const CutBody::Data body = MakeCube(3);
	CrackSet set;
	set.cracks.push_back(MakePlaneCrack(body.lattice, {0.1, 0, 0}, {1, 1, 1}));
	FragmentSettings settings;
	settings.smallestVolume = 2.0 * CornerVolume(0.1);
	const Result<FragmentSet> joined = CutOverlay(body, set, 1000.0, settings, SerialRunner());
	ASSERT_TRUE(joined.HasValue());
	EXPECT_EQ(DefectOfFragments(body.surface, *joined), "");
	ASSERT_EQ(joined->fragments.size(), 1u);
	EXPECT_EQ(joined->mergedPieces, 1);
	// Its cap is closed, and the artist's triangles are whole again.
	EXPECT_EQ(joined->fragments[0].surface.positions, body.surface.positions);
	EXPECT_EQ(joined->fragments[0].surface.triangles.size(), body.surface.triangles.size());
}

TEST(Fragments, EightGrainsAroundANodeAreEightBoxes)
{
	const CutBody::Data body = MakeCube(4);
	CrackSet set;
	for (int32_t i = 0; i < 8; ++i)
	{
		set.grains.seeds.push_back(
			{(i & 1) != 0 ? 0.75 : 0.25, (i & 2) != 0 ? 0.75 : 0.25, (i & 4) != 0 ? 0.75 : 0.25});
		set.grains.weights.push_back(1.0);
		set.grains.loose.push_back(1);
	}
	const FragmentSet pieces = Cut(body, set);
	ASSERT_EQ(pieces.fragments.size(), 8u);
	for (const Fragment& fragment : pieces.fragments)
	{
		EXPECT_NEAR(fragment.mass.volume, 0.125, 0.02);
	}
	EXPECT_TRUE(CrackFacesCoincide(pieces));
}

TEST(Fragments, InterfacesBetweenGrainsThatHoldStayClosed)
{
	const CutBody::Data body = MakeCube(5);
	RandomCracks random(body.lattice, 11);
	CrackSet set;
	set.grains = random.Grains(12, 0.0);
	EXPECT_EQ(Cut(body, set).fragments.size(), 1u);
	set.grains.loose[4] = 1;
	EXPECT_EQ(Cut(body, set).fragments.size(), 2u);
}

TEST(Fragments, ClippedTrianglesKeepTheirUvsNormalsAndSlots)
{
	// UVs and normals that are linear over the whole surface stay so on every piece of it.
	CutBody::Data body = MakeCube(3);
	const auto uvAt = [](const Vec3& p) {
		return Vec2f{static_cast<float>(p.x + 2.0 * p.y), static_cast<float>(p.z - p.y)};
	};
	body.surface.uvChannels = 1;
	body.surface.slotNames = {"Glaze", "Clay"};
	for (size_t t = 0; t < body.surface.triangles.size(); ++t)
	{
		body.surface.triangleSlots.push_back(static_cast<int32_t>(t % 2));
		for (const int32_t v : body.surface.triangles[t].v)
		{
			body.surface.cornerUvs.push_back(uvAt(body.surface.positions[v]));
			body.surface.cornerNormals.push_back({0.0f, 0.6f, 0.8f});
		}
	}
	CrackSet set;
	set.cracks.push_back(MakePlaneCrack(body.lattice, {0.4, 0.4, 0.4}, {0, 0.6, 0.8}));
	const FragmentSet pieces = Cut(body, set);
	ASSERT_EQ(pieces.fragments.size(), 2u);
	for (const Fragment& fragment : pieces.fragments)
	{
		const SurfaceMesh& mesh = fragment.surface;
		EXPECT_EQ(mesh.slotNames, (std::vector<std::string>{"Glaze", "Clay", "Inside"}));
		const float side = mesh.cornerNormals.back().z > 0.0f ? 1.0f : -1.0f;
		for (size_t t = 0; t < mesh.triangles.size(); ++t)
		{
			const bool isOuter = t < static_cast<size_t>(fragment.outerTriangles);
			EXPECT_EQ(mesh.triangleSlots[t], isOuter ? fragment.sourceTriangle[t] % 2 : 2);
			for (size_t k = 0; k < 3; ++k)
			{
				const Vec3f& normal = mesh.cornerNormals[3 * t + k];
				EXPECT_NEAR(normal.y, 0.6f * (isOuter ? 1.0f : side), 1.0e-6f);
				EXPECT_NEAR(normal.z, 0.8f * (isOuter ? 1.0f : side), 1.0e-6f);
				if (isOuter)
				{
					const Vec2f uv = uvAt(mesh.positions[mesh.triangles[t].v[k]]);
					EXPECT_NEAR(mesh.cornerUvs[3 * t + k].x, uv.x, 1.0e-6f);
					EXPECT_NEAR(mesh.cornerUvs[3 * t + k].y, uv.y, 1.0e-6f);
				}
			}
		}
	}
}

TEST(Fragments, CrackFacesHaveNormalsAlsoWhereTheArtistsSurfaceHasNone)
{
	const CutBody::Data body = MakeCube(3);
	ASSERT_TRUE(body.surface.cornerNormals.empty());
	CrackSet set;
	set.cracks.push_back(MakePlaneCrack(body.lattice, {0.4, 0.4, 0.4}, {0, 0.6, 0.8}));
	const FragmentSet pieces = Cut(body, set);
	ASSERT_EQ(pieces.fragments.size(), 2u);
	for (const Fragment& fragment : pieces.fragments)
	{
		// Plane crack, plane sides: every corner has the normal of its triangle.
		const SurfaceMesh& mesh = fragment.surface;
		ASSERT_EQ(mesh.cornerNormals.size(), 3 * mesh.triangles.size());
		for (size_t c = 0; c < mesh.cornerNormals.size(); ++c)
		{
			const Triangle& t = mesh.triangles[c / 3];
			const Vec3& a = mesh.positions[t.v[0]];
			const Vec3 twice = Cross(mesh.positions[t.v[1]] - a, mesh.positions[t.v[2]] - a);
			const Vec3f& n = mesh.cornerNormals[c];
			EXPECT_NEAR(Dot(twice, Vec3{n.x, n.y, n.z}), Length(twice), 1.0e-6 * Length(twice) + 1.0e-15) << c;
			EXPECT_NEAR(Length(Vec3{n.x, n.y, n.z}), 1.0, 1.0e-6) << c;
		}
	}
}

TEST(Fragments, CrackFacesHaveUvsInMetresTimesTheScale)
{
	const CutBody::Data body = MakeCube(4);
	CrackSet set;
	set.cracks.push_back(MakePlaneCrack(body.lattice, {0.4, 0.4, 0.4}, {1, 2, 3}));
	FragmentSettings settings;
	settings.innerUvScale = 2.5;
	const Result<FragmentSet> pieces = CutOverlay(body, set, 1000.0, settings, SerialRunner());
	ASSERT_TRUE(pieces.HasValue());
	for (const Fragment& fragment : pieces->fragments)
	{
		const SurfaceMesh& mesh = fragment.surface;
		const size_t first = 3 * static_cast<size_t>(fragment.outerTriangles);
		const auto position = [&](size_t corner) { return mesh.positions[mesh.triangles[corner / 3].v[corner % 3]]; };
		for (size_t c = first; c < 3 * mesh.triangles.size(); ++c)
		{
			const double u = mesh.cornerUvs[c].x - mesh.cornerUvs[first].x;
			const double v = mesh.cornerUvs[c].y - mesh.cornerUvs[first].y;
			EXPECT_NEAR(std::hypot(u, v), 2.5 * Length(position(c) - position(first)), 1.0e-5);
		}
	}
}

TEST(Fragments, BadInputIsAnError)
{
	const CutBody::Data body = MakeCube(2);
	const auto fails = [&](const CrackSet& set)
	{ return !CutOverlay(body, set, 1000.0, {}, SerialRunner()).HasValue(); };
	const Crack good = MakePlaneCrack(body.lattice, {0.4, 0.4, 0.4}, {1, 2, 3});
	CrackSet set;
	set.cracks = {good};
	EXPECT_FALSE(fails(set));
	set.cracks[0].field.pop_back();
	EXPECT_TRUE(fails(set));
	set.cracks = {good};
	set.cracks[0].field[3] = std::nan("");
	EXPECT_TRUE(fails(set));
	set.cracks = {good};
	set.cracks[0].openTets = {3, 2};
	EXPECT_TRUE(fails(set));
	set.cracks[0].openTets = {static_cast<int32_t>(body.lattice.tets.size())};
	EXPECT_TRUE(fails(set));
	set.cracks = {};
	set.grains.seeds = {{0, 0, 0}};
	EXPECT_TRUE(fails(set));
	set.grains.weights = {0.0};
	set.grains.loose = {1};
	EXPECT_TRUE(fails(set));
	EXPECT_FALSE(CutOverlay(body, {}, -1.0, {}, SerialRunner()).HasValue());
}

TEST(Fragments, TheCheckerSeesAMissingTriangle)
{
	const CutBody::Data body = MakeCube(3);
	CrackSet set;
	set.cracks.push_back(MakePlaneCrack(body.lattice, {0.4, 0.4, 0.4}, {0.2, 0.5, 0.7}));
	FragmentSet pieces = Cut(body, set);
	for (const size_t t : {size_t{0}, pieces.fragments[0].surface.triangles.size() - 1})
	{
		std::vector<Triangle> triangles = pieces.fragments[0].surface.triangles;
		triangles.erase(triangles.begin() + static_cast<std::ptrdiff_t>(t));
		EXPECT_NE(DefectOfClosedSurface(pieces.fragments[0].surface.positions, triangles), "");
	}
}
