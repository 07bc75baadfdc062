// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Shards of shells that break again.
#include "Break/ShardMesh.h"
#include "Break/ShellSolid.h"
#include "FractureCore/Asset.h"
#include "FractureCore/Break.h"
#include "FractureCore/Piece.h"
#include "Support/ClosedSurface.h"
#include "Support/TestMeshes.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;

namespace
{
const BreakableSettings kShardCoarse = {.shellTriangles = 1500};

SurfaceMesh MakeRectangle(double width, double height)
{
	SurfaceMesh mesh;
	mesh.positions = {{0, 0, 0}, {width, 0, 0}, {width, height, 0}, {0, height, 0}};
	mesh.triangles = {{{0, 1, 2}}, {{0, 2, 3}}};
	return mesh;
}

Breakable MakeShell(const SurfaceMesh& mesh,
	double thickness,
	std::vector<double> strength = {},
	const BreakableSettings& breakable = kShardCoarse)
{
	BakeSettings settings;
	settings.material = *FindMaterialPreset("glass");
	settings.shellThickness = thickness;
	Result<BakedObject> baked = BakeObject(mesh, settings, SerialRunner());
	EXPECT_TRUE(baked);
	Result<Breakable> shell = Breakable::Create(std::move(*baked), std::move(strength), {}, breakable, SerialRunner());
	EXPECT_TRUE(shell) << (shell ? "" : shell.GetError().message);
	return std::move(*shell);
}

BreakResult HitSheet(const Breakable& body, const Vec3& at, const Vec3& impulse, TaskRunner& runner = SerialRunner())
{
	const ContactImpulse contact{at, impulse, GivenPulse(1.0e-4, PulseShape::HalfSine)};
	Impact impact;
	impact.loads.collision = {&contact, 1};
	impact.motion = {{1.0, 0.0, 2.0}, {0.0, 3.0, 1.0}};
	BreakSettings settings;
	settings.debrisVolume = 0.0; // all pieces, so that areas add up
	Result<BreakResult> result = BreakBody(body, impact, settings, runner);
	EXPECT_TRUE(result) << (result ? "" : result.GetError().message);
	return std::move(*result);
}

double AreaOfFirst(const SurfaceMesh& mesh, size_t count)
{
	double area = 0.0;
	for (size_t i = 0; i < count; ++i)
	{
		const Triangle& t = mesh.triangles[i];
		const Vec3& a = mesh.positions[t.v[0]];
		area += 0.5 * Length(Cross(mesh.positions[t.v[1]] - a, mesh.positions[t.v[2]] - a));
	}
	return area;
}

/// Closed pieces that are all of the shard and have all of its surface.
void ExpectAllOf(const Fragment& shard, const BreakResult& result)
{
	double volume = 0.0;
	double area = 0.0;
	for (const Fragment& piece : result.fragments)
	{
		EXPECT_EQ(FractureTests::DefectOfClosedSurface(piece.surface.positions, piece.surface.triangles), "");
		volume += piece.mass.volume;
		area += AreaOfFirst(piece.surface, static_cast<size_t>(piece.outerTriangles));
	}
	EXPECT_NEAR(volume, shard.mass.volume, 1.0e-9 * shard.mass.volume);
	const double whole = AreaOfFirst(shard.surface, shard.surface.triangles.size());
	EXPECT_NEAR(area, whole, 1.0e-9 * whole);
	EXPECT_LT(result.momentumError, 1.0e-9);
}

/// The point of the surface above, for a sheet in z = 0, or farthest out, nearest to the piece's centre.
Vec3 MiddleOf(const Fragment& piece)
{
	Vec3 best = piece.surface.positions[piece.surface.triangles[0].v[0]];
	for (const Triangle& t : piece.surface.triangles)
	{
		const std::vector<Vec3>& p = piece.surface.positions;
		const Vec3 middle = (p[t.v[0]] + p[t.v[1]] + p[t.v[2]]) / 3.0;
		best = Length(middle - piece.mass.centre) < Length(best - piece.mass.centre) ? middle : best;
	}
	return best;
}

/// A pane cut across at x = 0.3: two rectangles, the larger one first.
FragmentSet CutPane(const Breakable& pane)
{
	CrackSet cracks;
	Crack& crack = cracks.cracks.emplace_back();
	for (const Vec3& node : pane.Cut().Lattice().nodes)
	{
		const double x = node.x - 0.3001;
		crack.field.push_back(std::abs(x) > 1.0e-5 ? x : 1.0e-5);
	}
	for (int32_t t = 0; t < static_cast<int32_t>(pane.Cut().Lattice().tets.size()); ++t)
	{
		crack.openTets.push_back(t);
	}
	return *CutFragments(pane.Cut(), cracks, pane.Object().material.density, {}, SerialRunner());
}
} // namespace

TEST(Shard, TheSheetOfPrismsComesBack)
{
	BakedObject shell;
	shell.surface = FractureTest::MakeSphere({0.0, 0.0, 0.0}, 0.04, 8, 12);
	shell.shellThickness = 0.001;
	const ShellSolid solid = *ThickenShell(shell, 100);
	const Result<PrismSheet> sheet = SheetOfPrisms(solid.tets);
	ASSERT_TRUE(sheet) << sheet.GetError().message;
	ASSERT_EQ(sheet->positions.size(), solid.positions.size());
	for (size_t v = 0; v < solid.positions.size(); ++v)
	{
		EXPECT_LT(Length(sheet->positions[v] - solid.positions[v]), 1.0e-15);
	}
	ASSERT_EQ(sheet->triangles.size(), solid.triangles.size());
	for (size_t t = 0; t < solid.triangles.size(); ++t)
	{
		Triangle turned = sheet->triangles[t];
		while (turned.v[0] != solid.triangles[t].v[0])
		{
			turned = {{turned.v[1], turned.v[2], turned.v[0]}};
		}
		EXPECT_EQ(turned, solid.triangles[t]);
	}
	TetMesh other = solid.tets;
	std::swap(other.tets[3], other.tets[7]);
	const Result<PrismSheet> none = SheetOfPrisms(other);
	ASSERT_FALSE(none);
	EXPECT_EQ(none.GetError().element, 3);
	other = solid.tets;
	other.tets.pop_back();
	EXPECT_FALSE(SheetOfPrisms(other));
}

TEST(Shard, BreaksAgainAndSoDoItsPieces)
{
	const Breakable pane = MakeShell(MakeRectangle(0.6, 0.4), 0.004);
	const BreakResult first = HitSheet(pane, {0.31, 0.19, 0.002}, {0.0, 0.0, -1.5});
	ASSERT_TRUE(first.separated);
	const Fragment& shard = first.fragments[0];
	const Result<Breakable> piece = MakeBreakable(pane, shard, {}, SerialRunner());
	ASSERT_TRUE(piece) << piece.GetError().message;
	EXPECT_TRUE(piece->IsShell());
	EXPECT_EQ(piece->Object().mass, shard.mass);
	EXPECT_EQ(piece->Object().surface, shard.surface);
	// Prisms cover about what the shard covers.
	EXPECT_NEAR(TotalVolume(piece->Object().tets), shard.mass.volume, 0.05 * shard.mass.volume);

	const BreakResult tap = HitSheet(*piece, MiddleOf(shard), {0.0, 0.0, -1.0e-4});
	EXPECT_FALSE(tap.separated);
	EXPECT_GT(tap.plan.firstFailureLoad, 1.0);
	const BreakResult second = HitSheet(*piece, MiddleOf(shard), {0.0, 0.0, -3.0});
	ASSERT_TRUE(second.separated);
	ExpectAllOf(shard, second);

	const Result<Breakable> grandchild = MakeBreakable(*piece, second.fragments[0], {}, SerialRunner());
	ASSERT_TRUE(grandchild) << grandchild.GetError().message;
	const BreakResult third = HitSheet(*grandchild, MiddleOf(second.fragments[0]), {0.0, 0.0, -3.0});
	ASSERT_TRUE(third.separated);
	ExpectAllOf(second.fragments[0], third);
}

TEST(Shard, OfAHollowBallBreaksTheSameWithAnyThreadsAndFromItsFile)
{
	const Breakable ball = MakeShell(FractureTest::MakeSphere({0.0, 0.0, 0.0}, 0.04, 20, 32), 0.001);
	const BreakResult first = HitSheet(ball, {0.0, 0.0, 0.0405}, {0.0, 0.0, -0.1});
	ASSERT_TRUE(first.separated);
	const Fragment& shard = first.fragments[0];
	const Result<Breakable> piece = MakeBreakable(ball, shard, {}, SerialRunner());
	ASSERT_TRUE(piece) << piece.GetError().message;
	const Vec3 at = MiddleOf(shard);
	const Vec3 inwards = Normalised(at) * -0.3;
	const BreakResult second = HitSheet(*piece, at, inwards);
	ASSERT_TRUE(second.separated);
	ExpectAllOf(shard, second);
	FractureToolkit::ThreadTaskRunner runner(8);
	const Result<BakedObject> baked = BakePiece(ball, shard, {}, runner);
	ASSERT_TRUE(baked);
	const Result<BakedObject> loaded = LoadAsset(SaveAsset(*baked));
	ASSERT_TRUE(loaded) << loaded.GetError().message;
	EXPECT_EQ(*loaded, *baked);
	const Result<Breakable> again = Breakable::Create(*loaded, {}, {}, {}, runner);
	ASSERT_TRUE(again) << again.GetError().message;
	EXPECT_EQ(HitSheet(*again, at, inwards, runner).hash, second.hash);
}

TEST(Shard, FailsAtTheLoadOfAPaneOfItsShape)
{
	const Breakable pane = MakeShell(MakeRectangle(0.8, 0.4), 0.004);
	const FragmentSet halves = CutPane(pane);
	ASSERT_EQ(halves.fragments.size(), 2u);
	const Fragment& shard = halves.fragments[1]; // 0 to 0.3
	ASSERT_NEAR(shard.mass.volume, 0.3001 * 0.4 * 0.004, 1.0e-9);
	const Result<Breakable> piece = MakeBreakable(pane, shard, {}, SerialRunner());
	ASSERT_TRUE(piece) << piece.GetError().message;
	// Under the blow stress grows as triangles shrink: they must be of one size.
	const BreakableSettings alike = {.shellTriangles = static_cast<int32_t>(piece->Object().tets.tets.size() / 3)};
	const Breakable same = MakeShell(MakeRectangle(0.3001, 0.4), 0.004, {}, alike);
	const double expected = HitSheet(same, {0.14, 0.21, 0.002}, {0.0, 0.0, -1.0}).plan.firstFailureLoad;
	EXPECT_NEAR(
		HitSheet(*piece, {0.14, 0.21, 0.002}, {0.0, 0.0, -1.0}).plan.firstFailureLoad, expected, 0.1 * expected);
}

TEST(Shard, KeepsTheStrengthOfItsPlace)
{
	// The artist's two triangles lie on either side of the diagonal.
	const Breakable pane = MakeShell(MakeRectangle(0.8, 0.4), 0.004, {3.0e7, 9.0e7});
	const FragmentSet halves = CutPane(pane);
	const Result<BakedObject> baked = BakePiece(pane, halves.fragments[0], {}, SerialRunner());
	ASSERT_TRUE(baked) << baked.GetError().message;
	ASSERT_EQ(baked->strength.size(), baked->tets.tets.size());
	int32_t wrong = 0;
	for (size_t t = 0; t < baked->strength.size(); ++t)
	{
		const Tet& tet = baked->tets.tets[t];
		const std::vector<Vec3>& x = baked->tets.nodes;
		const Vec3 middle = (x[tet.v[0]] + x[tet.v[1]] + x[tet.v[2]] + x[tet.v[3]]) / 4.0;
		wrong += baked->strength[t] != (middle.y < 0.5 * middle.x ? 3.0e7 : 9.0e7) ? 1 : 0;
	}
	EXPECT_LT(wrong, 0.05 * static_cast<double>(baked->strength.size()));
}
