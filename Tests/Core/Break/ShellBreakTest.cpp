// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Break/SheetMesh.h"
#include "Break/ShellSolid.h"
#include "FractureCore/Break.h"
#include "FractureCore/Piece.h"
#include "Support/ClosedSurface.h"
#include "Support/TestMeshes.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

using namespace FractureCore;

namespace
{
const BreakableSettings kCoarse = {.shellTriangles = 800};

/// A rectangle in z = 0 of two triangles.
SurfaceMesh MakePane(double width, double height)
{
	SurfaceMesh mesh;
	mesh.positions = {{0, 0, 0}, {width, 0, 0}, {width, height, 0}, {0, height, 0}};
	mesh.triangles = {{{0, 1, 2}}, {{0, 2, 3}}};
	mesh.uvChannels = 2;
	for (int32_t channel = 0; channel < 2; ++channel)
	{
		for (const Triangle& t : mesh.triangles)
		{
			for (const int32_t v : t.v)
			{
				const Vec3& p = mesh.positions[v];
				const double scale = channel + 1;
				mesh.cornerUvs.push_back({static_cast<float>(scale * p.x), static_cast<float>(scale * p.y)});
			}
		}
	}
	mesh.cornerNormals.assign(6, {0.0F, 0.0F, 1.0F});
	mesh.triangleSlots = {0, 0};
	mesh.slotNames = {"pane"};
	return mesh;
}

BakedObject BakeSheet(const SurfaceMesh& mesh, double thickness)
{
	BakeSettings settings;
	settings.material = *FindMaterialPreset("glass");
	settings.shellThickness = thickness;
	return std::move(*BakeObject(mesh, settings, SerialRunner()));
}

Result<BreakResult> HitShell(
	const Breakable& shell, const Vec3& at, const Vec3& impulse, TaskRunner& runner = SerialRunner())
{
	const ContactImpulse contact{at, impulse, GivenPulse(1.0e-4, PulseShape::HalfSine)};
	Impact impact;
	impact.loads.collision = {&contact, 1};
	impact.motion = {{1.0, 0.0, 2.0}, {0.0, 3.0, 1.0}};
	return BreakBody(shell, impact, {}, runner);
}

void ExpectClosedShards(const BreakResult& result, const MassProperties& whole)
{
	double mass = result.debris.mass;
	for (const Fragment& shard : result.fragments)
	{
		EXPECT_EQ(FractureTests::DefectOfClosedSurface(shard.surface.positions, shard.surface.triangles), "");
		EXPECT_GT(shard.mass.volume, 0.0);
		mass += shard.mass.mass;
	}
	EXPECT_NEAR(mass, whole.mass, 1.0e-9 * whole.mass);
	EXPECT_LT(result.momentumError, 1.0e-9);
}
} // namespace

TEST(ShellBreak, APaneFallsIntoClosedShardsOfItsThickness)
{
	const double thickness = 0.004;
	const Result<Breakable> pane =
		Breakable::Create(BakeSheet(MakePane(0.6, 0.4), thickness), {}, {}, kCoarse, SerialRunner());
	ASSERT_TRUE(pane.HasValue()) << pane.GetError().message;
	EXPECT_TRUE(pane->IsShell());
	EXPECT_NEAR(pane->Object().mass.volume, 0.6 * 0.4 * thickness, 1.0e-12);
	const Result<BreakResult> result = HitShell(*pane, {0.31, 0.19, 0.002}, {0.0, 0.0, -3.0});
	ASSERT_TRUE(result.HasValue()) << result.GetError().message;
	EXPECT_TRUE(result->separated);
	EXPECT_GE(result->fragments.size(), 4u);
	ExpectClosedShards(*result, pane->Object().mass);
	// Artist's UVs run on over the shards' faces, both channels.
	const SurfaceMesh& shard = result->fragments[0].surface;
	ASSERT_EQ(shard.uvChannels, 2);
	for (int32_t t = 0; t < result->fragments[0].outerTriangles; ++t)
	{
		for (size_t k = 0; k < 3; ++k)
		{
			const Vec3& p = shard.positions[shard.triangles[t].v[k]];
			const size_t corner = 3 * static_cast<size_t>(t) + k;
			EXPECT_NEAR(shard.cornerUvs[corner].x, p.x, 1.0e-6);
			EXPECT_NEAR(shard.cornerUvs[3 * shard.triangles.size() + corner].y, 2.0 * p.y, 1.0e-6);
		}
	}
}

TEST(ShellBreak, AFineSheetTakesBlowsOnItsThickWall)
{
	// Triangles smaller than the wall is thick.
	const SurfaceMesh ball = FractureTest::MakeSphere({0.0, 0.0, 0.0}, 0.04, 20, 32);
	const Result<Breakable> shell = Breakable::Create(BakeSheet(ball, 0.03), {}, {}, kCoarse, SerialRunner());
	ASSERT_TRUE(shell.HasValue()) << shell.GetError().message;
	const Result<BreakResult> result = HitShell(*shell, {0.055, 0.0, 0.0}, {-1.0, 0.0, 0.0});
	ASSERT_TRUE(result.HasValue()) << result.GetError().message;
}

TEST(ShellBreak, ATapLeavesItWhole)
{
	const Result<Breakable> pane =
		Breakable::Create(BakeSheet(MakePane(0.6, 0.4), 0.004), {}, {}, kCoarse, SerialRunner());
	ASSERT_TRUE(pane.HasValue());
	const Result<BreakResult> result = HitShell(*pane, {0.3, 0.2, 0.0}, {0.0, 0.0, -1.0e-4});
	ASSERT_TRUE(result.HasValue());
	EXPECT_FALSE(result->separated);
	EXPECT_GT(result->plan.firstFailureLoad, 1.0);
}

TEST(ShellBreak, AHollowBallHasTheVolumeOfItsWallAndBreaksTheSameWithAnyThreads)
{
	const SurfaceMesh ball = FractureTest::MakeSphere({0.0, 0.0, 0.04}, 0.04, 20, 32);
	double area = 0.0;
	for (const Triangle& t : ball.triangles)
	{
		const Vec3& a = ball.positions[t.v[0]];
		area += 0.5 * Length(Cross(ball.positions[t.v[1]] - a, ball.positions[t.v[2]] - a));
	}
	const BakedObject baked = BakeSheet(ball, 0.001);
	const Result<Breakable> shell = Breakable::Create(baked, {}, {}, kCoarse, SerialRunner());
	ASSERT_TRUE(shell.HasValue()) << shell.GetError().message;
	EXPECT_NEAR(shell->Object().mass.volume, area * 0.001, 2.0e-3 * area * 0.001);
	const Result<BreakResult> result = HitShell(*shell, {0.0, 0.0, 0.0805}, {0.0, 0.0, -0.2});
	ASSERT_TRUE(result.HasValue()) << result.GetError().message;
	EXPECT_TRUE(result->separated);
	ExpectClosedShards(*result, shell->Object().mass);
	FractureToolkit::ThreadTaskRunner runner(8);
	const Result<Breakable> again = Breakable::Create(baked, {}, {}, kCoarse, runner);
	ASSERT_TRUE(again.HasValue());
	EXPECT_EQ(HitShell(*again, {0.0, 0.0, 0.0805}, {0.0, 0.0, -0.2}, runner)->hash, result->hash);
}

TEST(ShellBreak, WeakTrianglesBreakFirst)
{
	const BakedObject baked = BakeSheet(MakePane(0.6, 0.4), 0.004);
	// The artist's two triangles: one weak, one strong.
	const Result<Breakable> pane = Breakable::Create(baked, {1.0e7, 1.0e9}, {}, kCoarse, SerialRunner());
	ASSERT_TRUE(pane.HasValue()) << pane.GetError().message;
	const Result<BreakResult> result = HitShell(*pane, {0.3, 0.2, 0.0}, {0.0, 0.0, -1.0});
	ASSERT_TRUE(result.HasValue());
	ASSERT_FALSE(result->plan.origins.empty());
	for (const CrackOrigin& origin : result->plan.origins)
	{
		EXPECT_GT(origin.point.x / 0.6, origin.point.y / 0.4);
	}
	EXPECT_FALSE(Breakable::Create(baked, {1.0}, {}, {}, SerialRunner()).HasValue());
	EXPECT_FALSE(Breakable::Create(baked, {}, {7}, {}, SerialRunner()).HasValue());
}

TEST(ShellBreak, SheetsThatCannotHaveAThicknessAreNamed)
{
	SurfaceMesh book = MakePane(1.0, 1.0);
	book.positions.push_back({1.0, 1.0, 1.0});
	book.triangles.push_back({{0, 2, 4}});
	book.cornerUvs.clear();
	book.uvChannels = 0;
	book.cornerNormals.clear();
	book.triangleSlots.clear();
	const Result<SheetMesh> branched = OrientSheet(book);
	ASSERT_FALSE(branched.HasValue());
	EXPECT_NE(branched.GetError().message.find("branches"), std::string::npos);

	// A Moebius band of six quads.
	SurfaceMesh band;
	for (int32_t i = 0; i < 6; ++i)
	{
		const double phi = kPi * i / 3.0;
		const Vec3 out{std::cos(phi), std::sin(phi), 0.0};
		const Vec3 half = out * (0.3 * std::cos(0.5 * phi)) + Vec3{0.0, 0.0, 0.3 * std::sin(0.5 * phi)};
		band.positions.push_back(out + half);
		band.positions.push_back(out - half);
	}
	for (int32_t i = 0; i < 6; ++i)
	{
		const int32_t a = 2 * i;
		const int32_t c = i < 5 ? a + 2 : 1;
		const int32_t d = i < 5 ? a + 3 : 0;
		band.triangles.push_back({{a, a + 1, c}});
		band.triangles.push_back({{a + 1, d, c}});
	}
	const Result<SheetMesh> twisted = OrientSheet(band);
	ASSERT_FALSE(twisted.HasValue());
	EXPECT_NE(twisted.GetError().message.find("one side"), std::string::npos);
}

TEST(ShellBreak, TrianglesThatLookDownAreTurnedUpWithTheirAttributes)
{
	SurfaceMesh pane = MakePane(1.0, 1.0);
	std::swap(pane.triangles[1].v[0], pane.triangles[1].v[1]);
	for (const size_t channel : {0, 6})
	{
		std::swap(pane.cornerUvs[channel + 3], pane.cornerUvs[channel + 4]);
	}
	Result<SheetMesh> sheet = OrientSheet(pane);
	ASSERT_TRUE(sheet.HasValue());
	RefineSheet(*sheet, 0.3, 10'000);
	EXPECT_GT(sheet->mesh.triangles.size(), 20u);
	for (size_t t = 0; t < sheet->mesh.triangles.size(); ++t)
	{
		const Triangle& triangle = sheet->mesh.triangles[t];
		const Vec3& a = sheet->mesh.positions[triangle.v[0]];
		const Vec3 normal = Cross(sheet->mesh.positions[triangle.v[1]] - a, sheet->mesh.positions[triangle.v[2]] - a);
		EXPECT_GT(normal.z, 0.0);
		for (size_t k = 0; k < 3; ++k)
		{
			const Vec3& p = sheet->mesh.positions[triangle.v[k]];
			const Vec2f& uv = sheet->mesh.cornerUvs[3 * t + k];
			EXPECT_FLOAT_EQ(uv.x, static_cast<float>(p.x));
			EXPECT_FLOAT_EQ(uv.y, static_cast<float>(p.y));
		}
	}
}

TEST(ShellBreak, FansThatOnlyTouchGetVerticesOfTheirOwn)
{
	// Two triangles that share a corner.
	SurfaceMesh mesh;
	mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
	mesh.triangles = {{{0, 1, 2}}, {{0, 3, 4}}};
	BakedObject object = BakeSheet(mesh, 0.01);
	const Result<ShellSolid> solid = ThickenShell(object, 12);
	ASSERT_TRUE(solid.HasValue()) << solid.GetError().message;
	EXPECT_EQ(FractureTests::DefectOfClosedSurface(solid->surface.positions, solid->surface.triangles), "");
	EXPECT_NEAR(TotalVolume(solid->tets), 0.01, 1.0e-12);
	EXPECT_EQ(CountComponents(solid->tets), 2);
}

TEST(ShellBreak, ARestingLoadLowersTheBlowThatBreaksIt)
{
	const BakedObject baked = BakeSheet(MakePane(0.6, 0.4), 0.004);
	const Result<Breakable> pane = Breakable::Create(baked, {}, {}, kCoarse, SerialRunner());
	ASSERT_TRUE(pane.HasValue());
	const ContactPulse pulse = GivenPulse(1.0e-4, PulseShape::HalfSine);
	const ContactImpulse blow{{0.3, 0.2, 0.0}, {0.0, 0.0, -0.05}, pulse};
	const ContactImpulse weight{{0.3, 0.2, 0.0}, {0.0, 0.0, -0.01}, pulse};
	Impact impact;
	impact.loads.collision = {&blow, 1};
	const Result<BreakResult> alone = BreakBody(*pane, impact, {}, SerialRunner());
	impact.loads.resting = {&weight, 1};
	const Result<BreakResult> loaded = BreakBody(*pane, impact, {}, SerialRunner());
	ASSERT_TRUE(alone.HasValue() && loaded.HasValue());
	// The same pattern of stress: at first failure the sum is the same.
	const double first = alone->plan.firstFailureLoad;
	EXPECT_NEAR(loaded->plan.firstFailureLoad, first - 0.2, 1.0e-6 * first);
}
