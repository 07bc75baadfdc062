// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Paint.h"

#include "FractureCore/Bake.h"
#include "FractureCore/Random.h"
#include "Shapes.h"
#include "Support/TetGrids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;

namespace
{
/// A square of side 1 about the origin in so many cells a side.
SurfaceMesh FlatGrid(int32_t cells)
{
	SurfaceMesh mesh;
	for (int32_t y = 0; y <= cells; ++y)
	{
		for (int32_t x = 0; x <= cells; ++x)
		{
			mesh.positions.push_back({-0.5 + 1.0 * x / cells, -0.5 + 1.0 * y / cells, 0.0});
		}
	}
	for (int32_t y = 0; y < cells; ++y)
	{
		for (int32_t x = 0; x < cells; ++x)
		{
			const int32_t a = y * (cells + 1) + x;
			mesh.triangles.push_back({{a, a + 1, a + cells + 2}});
			mesh.triangles.push_back({{a, a + cells + 2, a + cells + 1}});
		}
	}
	return mesh;
}

/// A plate of 1 x 1 x 0.02 m, its surface in cells of 0.05 m.
const SurfaceMesh& ThinPlate()
{
	static const SurfaceMesh plate =
		BakeTetMesh(FractureTests::MakeTetGrid(20, 20, 1, {1.0, 1.0, 0.02}), BakeSettings{}, SerialRunner())->surface;
	return plate;
}

PaintSurface Ready(const SurfaceMesh& mesh)
{
	Result<PaintSurface> surface = PaintSurface::Create(mesh, SerialRunner());
	EXPECT_TRUE(surface);
	return *surface;
}

std::vector<float> Painted(
	const PaintSurface& surface, const Brush& brush, const std::vector<Vec3>& points, float start = 0.0f)
{
	std::vector<float> values(static_cast<size_t>(surface.VertexCount()), start);
	Result<PaintStroke> stroke = PaintStroke::Begin(surface, brush, start);
	EXPECT_TRUE(stroke);
	for (const Vec3& point : points)
	{
		stroke->AddPoint({point}, values);
	}
	return values;
}

Brush WhiteBrush(double radius)
{
	Brush brush;
	brush.radius = radius;
	brush.value = 1.0f;
	return brush;
}
} // namespace

TEST(PaintBrush, AStampHoldsTheIntegralOfItsFalloff)
{
	const int32_t cells = 400;
	const PaintSurface surface = Ready(FlatGrid(cells));
	// 2 pi times the integral of t f(t) over 0 to 1.
	const std::pair<BrushFalloff, double> cases[] = {
		{BrushFalloff::Smooth, 0.3 * kPi}, {BrushFalloff::Linear, kPi / 3.0}, {BrushFalloff::Constant, kPi}};
	for (const BrushReach reach : {BrushReach::AlongSurface, BrushReach::Straight})
	{
		for (const auto& [falloff, integral] : cases)
		{
			Brush brush = WhiteBrush(0.2);
			brush.falloff = falloff;
			brush.reach = reach;
			double sum = 0.0;
			for (const float value : Painted(surface, brush, {{0.0123, -0.0071, 0.0}}))
			{
				sum += static_cast<double>(value) / (cells * cells);
			}
			EXPECT_NEAR(sum / (0.2 * 0.2), integral, 0.002 * integral) << static_cast<int32_t>(falloff);
		}
	}
}

TEST(PaintBrush, DistancesAlongAPlaneAreStraight)
{
	const SurfaceMesh mesh = FlatGrid(40);
	const Vec3 at = {0.033, 0.021, 0.0};
	const PaintSurface::Reached reached = Ready(mesh).Within({at}, 0.3, BrushReach::AlongSurface);
	size_t inside = 0;
	for (const Vec3& x : mesh.positions)
	{
		inside += Length(x - at) < 0.3 ? 1 : 0;
	}
	ASSERT_EQ(reached.vertices.size(), inside);
	for (size_t i = 0; i < inside; ++i)
	{
		EXPECT_NEAR(reached.distances[i], Length(mesh.positions[reached.vertices[i]] - at), 1.0e-9);
	}
}

TEST(PaintBrush, DistancesAlongATubeAreThoseOfItsUnrolledSheet)
{
	SurfaceMesh tube = FlatGrid(80);
	std::vector<Vec3> flat = tube.positions;
	for (Vec3& x : tube.positions)
	{
		x = {0.2 * std::sin(x.x / 0.2), x.y, 0.2 * std::cos(x.x / 0.2)};
	}
	const int32_t middle = 40 * 81 + 40;
	const PaintSurface::Reached reached = Ready(tube).Within({tube.positions[middle]}, 0.4, BrushReach::AlongSurface);
	ASSERT_GT(reached.vertices.size(), 2000u);
	for (size_t i = 0; i < reached.vertices.size(); ++i)
	{
		const double exact = Length(flat[reached.vertices[i]] - flat[middle]);
		EXPECT_NEAR(reached.distances[i], exact, 0.002 * exact + 1.0e-12);
	}
}

TEST(PaintBrush, TheOtherSideOfAThinWallStaysClean)
{
	const SurfaceMesh& plate = ThinPlate();
	const PaintSurface surface = Ready(plate);
	for (const BrushReach reach : {BrushReach::AlongSurface, BrushReach::Straight})
	{
		Brush brush = WhiteBrush(0.2);
		brush.reach = reach;
		const std::vector<float> values = Painted(surface, brush, {{0.4, 0.5, 0.02}, {0.6, 0.5, 0.02}});
		float top = 0.0f;
		for (size_t v = 0; v < values.size(); ++v)
		{
			const bool isBelow = plate.positions[v].z < 0.01;
			EXPECT_EQ(isBelow && values[v] > 0.0f, false) << v;
			top = std::max(top, isBelow ? 0.0f : values[v]);
		}
		EXPECT_GT(top, 0.9f);
	}
}

TEST(PaintStroke, AlongABentWallItDoesNotJumpThroughIt)
{
	// A bowl's wall is 6 mm thick; the straight line between two points inside it leads through the air.
	const SurfaceMesh bowl = *FractureToolkit::MakeBowl({});
	const PaintSurface surface = Ready(bowl);
	const PaintHit from = surface.Raycast({0.0, 0.0, 0.2}, {0.05, 0.0, -0.16});
	const PaintHit to = surface.Raycast({0.0, 0.0, 0.2}, {0.0, 0.05, -0.16});
	ASSERT_NE(from.triangle, kNoIndex);
	std::vector<float> values(bowl.positions.size(), 0.0f);
	Result<PaintStroke> stroke = PaintStroke::Begin(surface, WhiteBrush(0.012), 0.0f);
	stroke->AddPoint(from, values);
	stroke->AddPoint(to, values);
	int32_t painted = 0;
	for (size_t t = 0; t < bowl.triangles.size(); ++t)
	{
		const int32_t* v = bowl.triangles[t].v;
		const Vec3& a = bowl.positions[v[0]];
		const Vec3 normal = Cross(bowl.positions[v[1]] - a, bowl.positions[v[2]] - a);
		if (values[v[0]] > 0.0f && values[v[1]] > 0.0f && values[v[2]] > 0.0f)
		{
			// Inside, normals point to the axis.
			EXPECT_LT(normal.x * a.x + normal.y * a.y, 1.0e-12) << t;
			++painted;
		}
	}
	EXPECT_GT(painted, 10);
}

TEST(PaintStroke, DoesNotDependOnThePointersSampleRate)
{
	for (const BrushReach reach : {BrushReach::AlongSurface, BrushReach::Straight})
	{
		const PaintSurface surface = Ready(ThinPlate());
		Brush brush = WhiteBrush(0.13);
		brush.reach = reach;
		brush.flow = 0.3;
		brush.strength = 0.8;
		brush.spacing = 0.25;
		const Vec3 a = {0.21, 0.33, 0.02};
		const Vec3 b = {0.77, 0.64, 0.02};
		const std::vector<float> once = Painted(surface, brush, {a, b}, 0.25f);
		EXPECT_GT(std::count_if(once.begin(), once.end(), [](float v) { return v != 0.25f; }), 50);
		for (const int32_t count : {2, 7, 100, 1000})
		{
			std::vector<double> places;
			for (int32_t i = 0; i < count; ++i)
			{
				places.push_back(RandomUnit(5, static_cast<uint64_t>(i)));
			}
			std::sort(places.begin(), places.end());
			std::vector<Vec3> points = {a};
			for (const double t : places)
			{
				points.push_back(a + t * (b - a));
			}
			points.push_back(b);
			EXPECT_EQ(Painted(surface, brush, points, 0.25f), once) << count;
		}
	}
}

TEST(PaintStroke, StandingStillAddsNothing)
{
	const PaintSurface surface = Ready(ThinPlate());
	Brush brush = WhiteBrush(0.2);
	brush.flow = 0.2;
	const Vec3 at = {0.5, 0.5, 0.02};
	EXPECT_EQ(Painted(surface, brush, {at, at, at, at}), Painted(surface, brush, {at}));
}

TEST(PaintStroke, FlowBuildsUpAndStrengthLimits)
{
	const SurfaceMesh mesh = FlatGrid(20);
	const PaintSurface surface = Ready(mesh);
	Brush brush = WhiteBrush(0.1001);
	brush.falloff = BrushFalloff::Constant;
	brush.reach = BrushReach::Straight;
	brush.spacing = 0.47;
	brush.flow = 0.4;
	brush.strength = 0.75;
	brush.value = 3.0f;
	const std::vector<float> values = Painted(surface, brush, {{-0.4, 0.0, 0.0}, {0.4, 0.0, 0.0}}, 1.0f);
	for (size_t v = 0; v < values.size(); ++v)
	{
		int32_t stamps = 0;
		for (int32_t k = 0; k * brush.spacing * brush.radius <= 0.8; ++k)
		{
			stamps += Length(mesh.positions[v] - Vec3{-0.4 + k * brush.spacing * brush.radius, 0.0, 0.0}) < brush.radius
				? 1
				: 0;
		}
		EXPECT_NEAR(values[v], 1.0 + 0.75 * (1.0 - std::pow(0.6, stamps)) * 2.0, 1.0e-6) << v;
	}
}

TEST(PaintStroke, AMirrorPaintsBothSidesAlikeAndTheMiddleOnce)
{
	const SurfaceMesh& plate = ThinPlate();
	const PaintSurface surface = Ready(plate);
	EXPECT_NEAR(Length(surface.Centre() - Vec3{0.5, 0.5, 0.01}), 0.0, 1.0e-15);
	const auto valueAt = [&](const std::vector<float>& values, const Vec3& x)
	{
		for (size_t v = 0; v < values.size(); ++v)
		{
			if (Length(plate.positions[v] - x) < 1.0e-9)
			{
				return values[v];
			}
		}
		ADD_FAILURE() << "no vertex there";
		return -1.0f;
	};
	for (const BrushReach reach : {BrushReach::AlongSurface, BrushReach::Straight})
	{
		for (const uint8_t axes : {1, 2, 3, 7})
		{
			Brush brush = WhiteBrush(0.17);
			brush.reach = reach;
			brush.flow = 0.5;
			brush.mirrorAxes = axes;
			const std::vector<float> values = Painted(surface, brush, {{0.2, 0.3, 0.02}, {0.47, 0.41, 0.02}});
			for (size_t v = 0; v < values.size(); ++v)
			{
				const Vec3& x = plate.positions[v];
				const Vec3 image = {(axes & 1) != 0 ? 1.0 - x.x : x.x,
					(axes & 2) != 0 ? 1.0 - x.y : x.y,
					(axes & 4) != 0 ? 0.02 - x.z : x.z};
				// Triangles of the plate are not mirrored; distances along them are, to their rounding.
				EXPECT_NEAR(valueAt(values, image), values[v], 2.0e-5) << v << " axes " << static_cast<int32_t>(axes);
			}
		}
		// On the mirror plane the stamp and its reflection are one.
		Brush brush = WhiteBrush(0.2);
		brush.reach = reach;
		brush.flow = 0.5;
		const std::vector<float> plain = Painted(surface, brush, {{0.5, 0.5, 0.02}});
		brush.mirrorAxes = 3;
		EXPECT_EQ(Painted(surface, brush, {{0.5, 0.5, 0.02}}), plain);
	}
}

TEST(PaintStroke, ErasesToTheNeutralValue)
{
	const PaintSurface surface = Ready(ThinPlate());
	std::vector<float> values(static_cast<size_t>(surface.VertexCount()), 5.0f);
	Brush brush;
	brush.mode = BrushMode::Erase;
	brush.falloff = BrushFalloff::Constant;
	brush.radius = 0.2;
	Result<PaintStroke> stroke = PaintStroke::Begin(surface, brush, 1.0f);
	stroke->AddPoint({{0.5, 0.5, 0.02}}, values);
	ASSERT_GT(stroke->Touched().size(), 20u);
	for (const int32_t v : stroke->Touched())
	{
		EXPECT_EQ(values[v], 1.0f);
	}
	EXPECT_EQ(
		std::count(values.begin(), values.end(), 5.0f), static_cast<int64_t>(values.size() - stroke->Touched().size()));
}

TEST(PaintStroke, SmoothingKeepsConstantsAndSlopesAndLevelsSteps)
{
	const SurfaceMesh mesh = FlatGrid(20);
	const PaintSurface surface = Ready(mesh);
	Brush brush;
	brush.mode = BrushMode::Smooth;
	brush.radius = 0.3;
	const std::vector<Vec3> points = {{-0.1, 0.0, 0.0}, {0.1, 0.0, 0.0}};
	const auto smoothed = [&](const auto& start)
	{
		std::vector<float> values;
		for (const Vec3& x : mesh.positions)
		{
			values.push_back(static_cast<float>(start(x)));
		}
		Result<PaintStroke> stroke = PaintStroke::Begin(surface, brush, 0.0f);
		for (const Vec3& point : points)
		{
			stroke->AddPoint({point}, values);
		}
		return values;
	};
	for (const float value : smoothed([](const Vec3&) { return 0.75; }))
	{
		EXPECT_EQ(value, 0.75f);
	}
	const std::vector<float> slope = smoothed([](const Vec3& x) { return 2.0 + x.x; });
	const std::vector<float> step = smoothed([](const Vec3& x) { return x.x < -0.01 ? 0.0 : 1.0; });
	float steepest = 0.0f;
	for (size_t v = 0; v < mesh.positions.size(); ++v)
	{
		EXPECT_NEAR(slope[v], 2.0 + mesh.positions[v].x, 1.0e-5);
		EXPECT_GE(step[v], 0.0f);
		EXPECT_LE(step[v], 1.0f);
		const bool isMiddle = std::abs(mesh.positions[v].y) < 0.01 && v + 1 < mesh.positions.size();
		steepest = isMiddle ? std::max(steepest, step[v + 1] - step[v]) : steepest;
	}
	EXPECT_LT(steepest, 0.5f);
	EXPECT_GT(steepest, 0.0f);
}

TEST(PaintStroke, FloodsEveryVertexAtOnce)
{
	const PaintSurface surface = Ready(ThinPlate());
	Brush brush = WhiteBrush(0.001);
	brush.mode = BrushMode::Flood;
	brush.strength = 0.5;
	const std::vector<float> values = Painted(surface, brush, {{0.5, 0.5, 0.02}, {0.6, 0.5, 0.02}}, 0.5f);
	EXPECT_EQ(std::count(values.begin(), values.end(), 0.75f), static_cast<int64_t>(values.size()));
}

TEST(PaintSurface, FindsWhatARayHitsFirst)
{
	const PaintSurface surface = Ready(ThinPlate());
	const PaintHit top = surface.Raycast({0.31, 0.47, 5.0}, {0.0, 0.0, -2.0});
	EXPECT_NEAR(Length(top.point - Vec3{0.31, 0.47, 0.02}), 0.0, 1.0e-12);
	EXPECT_NE(top.triangle, kNoIndex);
	EXPECT_EQ(surface.Raycast({2.0, 0.5, 5.0}, {0.0, 0.0, -1.0}).triangle, kNoIndex);
	EXPECT_EQ(surface.Raycast({0.5, 0.5, 5.0}, {0.0, 0.0, 1.0}).triangle, kNoIndex);
}

TEST(PaintBrush, ABadBrushOrSurfaceIsAnError)
{
	const PaintSurface surface = Ready(FlatGrid(2));
	const auto expectBad = [&](const auto& change, const char* message)
	{
		Brush brush;
		change(brush);
		const Result<PaintStroke> stroke = PaintStroke::Begin(surface, brush, 1.0f);
		ASSERT_FALSE(stroke);
		EXPECT_EQ(stroke.GetError().message, message);
	};
	expectBad(
		[](Brush& b) { b.radius = 0.0; }, "the brush's radius is 0 but must be a finite number of metres above 0");
	expectBad([](Brush& b) { b.strength = 1.5; }, "the brush's strength is 1.5 but must be from 0 to 1");
	expectBad([](Brush& b) { b.flow = -1.0; }, "the brush's flow is -1 but must be from 0 to 1");
	expectBad([](Brush& b) { b.spacing = 0.0; }, "the brush's spacing is 0 but must be from 0.01 to 2 radii");
	expectBad([](Brush& b) { b.value = 1001.0f; }, "the brush's value is 1001 but must be from 0 to 1000");
	expectBad([](Brush& b) { b.mirrorAxes = 8; }, "the brush's mirrorAxes is 8 but must be a sum of 1, 2 and 4");
	expectBad([](Brush& b) { b.mode = static_cast<BrushMode>(9); }, "the brush has an unknown mode, falloff or reach");
	SurfaceMesh bad = FlatGrid(2);
	bad.triangles[3].v[1] = 9;
	EXPECT_EQ(
		PaintSurface::Create(bad, SerialRunner()).GetError().message, "triangle 3 has vertex 9, which does not exist");
	EXPECT_EQ(PaintSurface::Create({}, SerialRunner()).GetError().message, "there is no surface to paint on");
}
