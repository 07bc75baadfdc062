// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Shapes.h"

#include "FractureCore/MassProperties.h"
#include "ObjReader.h"
#include "ObjWriter.h"
#include "ShapesPath.h"
#include "ShapesPlanar.h"
#include "Support/Sanitized.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace
{
using namespace FractureCore;
using namespace FractureToolkit;
using FractureToolkit::ShapeDetail::Path;
using FractureToolkit::ShapeDetail::PlanarMesh;
using FractureToolkit::ShapeDetail::Vec2;

SurfaceMesh Made(Result<SurfaceMesh> result)
{
	EXPECT_TRUE(result) << result.GetError().message;
	return result ? *result : SurfaceMesh{};
}

std::array<Vec3, 3> Corners(const SurfaceMesh& mesh, size_t triangle)
{
	std::array<Vec3, 3> corners;
	for (size_t k = 0; k < 3; ++k)
	{
		corners[k] = mesh.positions[static_cast<size_t>(mesh.triangles[triangle].v[k])];
	}
	return corners;
}

double Volume(const SurfaceMesh& mesh)
{
	return SolidMassProperties(mesh.positions, mesh.triangles, 1.0).volume;
}

double SmallestAngle(const SurfaceMesh& mesh)
{
	double smallest = 180.0;
	for (size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		const std::array<Vec3, 3> p = Corners(mesh, t);
		for (size_t k = 0; k < 3; ++k)
		{
			const Vec3 a = p[(k + 1) % 3] - p[k];
			const Vec3 b = p[(k + 2) % 3] - p[k];
			smallest = std::min(smallest, std::atan2(Length(Cross(a, b)), Dot(a, b)) * 180.0 / kPi);
		}
	}
	return smallest;
}

/// Every directed edge once and with its opposite, and the triangles at every vertex in one fan; "" if so.
std::string WhatIsNotManifold(const SurfaceMesh& mesh)
{
	std::map<std::pair<int32_t, int32_t>, size_t> triangleOf;
	for (size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		for (size_t k = 0; k < 3; ++k)
		{
			const std::pair edge{mesh.triangles[t].v[k], mesh.triangles[t].v[(k + 1) % 3]};
			if (!triangleOf.emplace(edge, t).second)
			{
				return "triangle " + std::to_string(t) + " repeats an edge";
			}
		}
	}
	std::vector<int32_t> degree(mesh.positions.size(), 0);
	std::vector<std::pair<int32_t, int32_t>> spoke(mesh.positions.size(), {kNoIndex, kNoIndex});
	for (const auto& [edge, triangle] : triangleOf)
	{
		if (!triangleOf.contains({edge.second, edge.first}))
		{
			return "triangle " + std::to_string(triangle) + " has an open edge";
		}
		++degree[static_cast<size_t>(edge.first)];
		spoke[static_cast<size_t>(edge.first)] = edge;
	}
	for (size_t v = 0; v < mesh.positions.size(); ++v)
	{
		if (degree[v] < 3)
		{
			return "vertex " + std::to_string(v) + " has fewer than three triangles";
		}
		std::pair<int32_t, int32_t> at = spoke[v];
		int32_t steps = 0;
		do
		{
			const Triangle& triangle = mesh.triangles[triangleOf[at]];
			const int32_t* corner = std::find(triangle.v, triangle.v + 3, static_cast<int32_t>(v));
			at.second = triangle.v[(corner - triangle.v + 2) % 3];
			++steps;
		} while (at != spoke[v] && steps <= degree[v]);
		if (steps != degree[v])
		{
			return "vertex " + std::to_string(v) + " has more than one fan";
		}
	}
	return "";
}

int32_t EulerCharacteristic(const SurfaceMesh& mesh)
{
	return static_cast<int32_t>(mesh.positions.size()) - static_cast<int32_t>(mesh.triangles.size() / 2);
}

/// Cells of a fine grid over the unit square whose middle two triangles claim.
int32_t CountUvOverlaps(const SurfaceMesh& mesh)
{
	constexpr int32_t kGrid = 512;
	std::vector<uint8_t> taken(static_cast<size_t>(kGrid) * kGrid, 0);
	int32_t overlaps = 0;
	for (size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		std::array<Vec2, 3> p;
		for (size_t k = 0; k < 3; ++k)
		{
			p[k] = Vec2{mesh.cornerUvs[3 * t + k].x, mesh.cornerUvs[3 * t + k].y} * double{kGrid};
		}
		const auto [lowX, highX] = std::minmax({p[0].x, p[1].x, p[2].x});
		const auto [lowY, highY] = std::minmax({p[0].y, p[1].y, p[2].y});
		for (int32_t y = std::max(0, static_cast<int32_t>(lowY)); y < std::min(double{kGrid}, highY); ++y)
		{
			for (int32_t x = std::max(0, static_cast<int32_t>(lowX)); x < std::min(double{kGrid}, highX); ++x)
			{
				const Vec2 middle{x + 0.5, y + 0.5};
				bool inside = true;
				for (size_t k = 0; k < 3; ++k)
				{
					// Strictly inside by more than the rounding of float UVs.
					const Vec2 along = p[(k + 1) % 3] - p[k];
					inside = inside && Cross(along, middle - p[k]) > 1.0e-3 * Length(along);
				}
				if (inside)
				{
					overlaps += taken[static_cast<size_t>(y) * kGrid + static_cast<size_t>(x)]++ > 0 ? 1 : 0;
				}
			}
		}
	}
	return overlaps;
}

/// Smallest and largest texel density (length in UV over length on the surface, by area) over the mean.
std::pair<double, double> TexelDensity(const SurfaceMesh& mesh)
{
	double uvArea = 0.0;
	double area = 0.0;
	double low = 1.0e30;
	double high = -1.0e30;
	for (size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		const std::array<Vec3, 3> p = Corners(mesh, t);
		const double here = Length(Cross(p[1] - p[0], p[2] - p[0]));
		const Vec2f* uv = &mesh.cornerUvs[3 * t];
		const double uvHere =
			Cross(Vec2{uv[1].x, uv[1].y} - Vec2{uv[0].x, uv[0].y}, Vec2{uv[2].x, uv[2].y} - Vec2{uv[0].x, uv[0].y});
		area += here;
		uvArea += uvHere;
		low = std::min(low, uvHere / here);
		high = std::max(high, uvHere / here);
	}
	const double mean = uvArea / area;
	return {std::sqrt(std::max(0.0, low / mean)), std::sqrt(high / mean)};
}

void ExpectGoodSurface(const SurfaceMesh& mesh, const std::string& name)
{
	SCOPED_TRACE(name);
	ASSERT_FALSE(mesh.triangles.empty());
	EXPECT_EQ(WhatIsNotManifold(mesh), "");
	EXPECT_GT(Volume(mesh), 0.0);
	EXPECT_GT(SmallestAngle(mesh), 20.0);
	ASSERT_EQ(mesh.cornerNormals.size(), 3 * mesh.triangles.size());
	ASSERT_EQ(mesh.cornerUvs.size(), 3 * mesh.triangles.size());
	ASSERT_EQ(mesh.triangleSlots.size(), mesh.triangles.size());
	double worst = 1.0;
	for (size_t corner = 0; corner < mesh.cornerNormals.size(); ++corner)
	{
		const std::array<Vec3, 3> p = Corners(mesh, corner / 3);
		const Vec3f& n = mesh.cornerNormals[corner];
		const Vec3 normal{n.x, n.y, n.z};
		EXPECT_NEAR(Length(normal), 1.0, 1.0e-5);
		worst = std::min(worst, Dot(normal, Normalised(Cross(p[1] - p[0], p[2] - p[0]))));
		EXPECT_TRUE(mesh.cornerUvs[corner].x >= 0.0f && mesh.cornerUvs[corner].x <= 1.0f);
		EXPECT_TRUE(mesh.cornerUvs[corner].y >= 0.0f && mesh.cornerUvs[corner].y <= 1.0f);
	}
	EXPECT_GT(worst, std::cos(45.0 * kPi / 180.0)) << "a normal leans away from its triangle";
	EXPECT_EQ(CountUvOverlaps(mesh), 0);
	const auto [low, high] = TexelDensity(mesh);
	EXPECT_GT(low, 0.6);
	EXPECT_LT(high, 1.6);
}

Vec3 Low(const SurfaceMesh& mesh)
{
	Vec3 low = mesh.positions.front();
	for (const Vec3& p : mesh.positions)
	{
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
	}
	return low;
}

Vec3 High(const SurfaceMesh& mesh)
{
	Vec3 high = mesh.positions.front();
	for (const Vec3& p : mesh.positions)
	{
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	return high;
}

/// Pappus: the area of a profile's inside turned about the axis, as the integral of pi x^2 dy round it.
double VolumeOfRevolution(const Path& profile)
{
	double volume = 0.0;
	constexpr int32_t kSteps = 4000;
	for (const auto& curve : profile.Curves())
	{
		Vec2 last = curve.Point(0.0);
		for (int32_t i = 1; i <= kSteps; ++i)
		{
			const Vec2 next = curve.Point(1.0 * i / kSteps);
			volume += kPi * (next.x * next.x + next.x * last.x + last.x * last.x) / 3.0 * (next.y - last.y);
			last = next;
		}
	}
	return volume;
}
} // namespace

TEST(Shapes, EveryShapeIsAGoodSurface)
{
	ASSERT_EQ(ListShapes().size(), 16u);
	for (const ShapeInfo& shape : ListShapes())
	{
		const SurfaceMesh mesh = Made(MakeShape(shape.name));
		ExpectGoodSurface(mesh, shape.name);
		// A torus and a D have a hole; an ornament's and a cup's mouth are none.
		EXPECT_EQ(EulerCharacteristic(mesh), shape.name == "torus" || shape.name == "letter-D" ? 0 : 2) << shape.name;
	}
}

TEST(Shapes, EveryShapeIsGoodFineAndCoarseAndThickAndThin)
{
	for (const ShapeInfo& shape : FractureTests::Spread(ListShapes(), 5))
	{
		const double edge = shape.options.back().value;
		ASSERT_EQ(shape.options.back().name, "edge");
		for (const double factor : {0.6, 1.9})
		{
			ExpectGoodSurface(
				Made(MakeShape(shape.name, {{"edge", factor * edge}})), shape.name + " edge " + std::to_string(factor));
		}
		for (const ShapeOption& option : shape.options)
		{
			if (option.name == "thickness" || option.name == "depth" || option.name == "stroke")
			{
				for (const double factor : {0.5, 1.2})
				{
					ExpectGoodSurface(Made(MakeShape(shape.name, {{option.name, factor * option.value}})),
						shape.name + " " + option.name + " " + std::to_string(factor));
				}
			}
		}
	}
}

TEST(Shapes, HalvesOfANarrowBoatShareOnlyTheirBorder)
{
	for (const double beam : {0.45, 0.5289, 0.8, 2.2})
	{
		EXPECT_EQ(WhatIsNotManifold(Made(MakeBoat({.beam = beam}))), "") << beam;
		EXPECT_EQ(WhatIsNotManifold(Made(MakeBoat({.beam = beam, .thickness = 0.011454}))), "") << beam;
	}
}

TEST(Shapes, ARoundingOfNearlyHalfTheThicknessLeavesNoNeedles)
{
	ExpectGoodSurface(Made(MakeTableTop({.length = 3.0, .thickness = 0.05, .rounding = 0.0248})), "table-top");
}

TEST(Shapes, EveryShapeComesBackFromObjBitForBit)
{
	for (const ShapeInfo& shape : ListShapes())
	{
		const SurfaceMesh mesh = Made(MakeShape(shape.name));
		const Result<ImportedSurface> read = ParseObj(FormatObj(mesh));
		ASSERT_TRUE(read) << shape.name;
		EXPECT_TRUE(read->mesh == mesh) << shape.name;
		EXPECT_TRUE(read->warnings.empty()) << shape.name;
	}
}

TEST(Shapes, AShapeIsTheSameEveryTime)
{
	EXPECT_TRUE(Made(MakeShape("boat")) == Made(MakeShape("boat")));
	EXPECT_TRUE(Made(MakeShape("N")) == Made(MakeShape("letter-N")));
}

TEST(Shapes, EveryShapeStandsOnTheGroundAtTheOrigin)
{
	for (const ShapeInfo& shape : ListShapes())
	{
		const SurfaceMesh mesh = Made(MakeShape(shape.name));
		EXPECT_EQ(Low(mesh).z, 0.0) << shape.name;
		EXPECT_NEAR(Low(mesh).x + High(mesh).x, 0.0, 1.0e-12) << shape.name;
		EXPECT_NEAR(Low(mesh).y + High(mesh).y, 0.0, 1.0e-12) << shape.name;
	}
}

TEST(Shapes, TheFirstLengthScalesAllOthers)
{
	for (const ShapeInfo& shape : ListShapes())
	{
		const double length = shape.options.front().value;
		const SurfaceMesh once = Made(MakeShape(shape.name));
		const SurfaceMesh twice = Made(MakeShape(shape.name, {{shape.options.front().name, 2.0 * length}}));
		EXPECT_NEAR(Volume(twice), 8.0 * Volume(once), 0.02 * Volume(twice)) << shape.name;
	}
}

TEST(Shapes, SizesAreWhatTheOptionsSay)
{
	const auto expectSize = [](const SurfaceMesh& mesh, double x, double y, double z, double tolerance)
	{
		const Vec3 size = High(mesh) - Low(mesh);
		EXPECT_NEAR(size.x, x, tolerance * x);
		EXPECT_NEAR(size.y, y, tolerance * y);
		EXPECT_NEAR(size.z, z, tolerance * z);
	};
	expectSize(Made(MakeBowl({.diameter = 0.2, .height = 0.08})), 0.2, 0.2, 0.08, 1.0e-3);
	expectSize(Made(MakeWineGlass({.height = 0.22, .cupDiameter = 0.09})), 0.09, 0.09, 0.22, 5.0e-3);
	expectSize(Made(MakeClayPot({.height = 0.3, .diameter = 0.25})), 0.25, 0.25, 0.3, 5.0e-3);
	expectSize(Made(MakeTorus({.diameter = 0.4, .tubeDiameter = 0.1})), 0.4, 0.4, 0.1, 5.0e-3);
	expectSize(Made(MakeBall({.diameter = 0.3})), 0.3, 0.3, 0.3, 5.0e-3);
	expectSize(Made(MakeSlab({.length = 2.0, .width = 1.0, .thickness = 0.1})), 2.0, 1.0, 0.1, 1.0e-12);
	expectSize(Made(MakeWall({.length = 2.0, .height = 1.0, .thickness = 0.1})), 2.0, 0.1, 1.0, 1.0e-12);
	expectSize(Made(MakePlank({.length = 2.0, .width = 0.2, .thickness = 0.05})), 2.0, 0.2, 0.05, 1.0e-12);
	expectSize(Made(MakeTableTop({.length = 1.0, .width = 0.5})), 1.0, 0.5, 0.016, 1.0e-9);
	expectSize(Made(MakeBoat({.length = 4.0, .beam = 1.5})), 4.0, 1.5, 1.4 * 0.18 * 4.0, 5.0e-3);
	expectSize(Made(MakeLetter('H', {.height = 0.5, .width = 0.4, .depth = 0.1})), 0.4, 0.1, 0.5, 1.0e-12);
}

TEST(Shapes, ABallConvergesToTheSphere)
{
	const double exact = kPi / 6.0;
	double lastError = 1.0;
	for (const double edge : {0.1, 0.05, 0.025})
	{
		const SurfaceMesh mesh = Made(MakeBall({.diameter = 1.0, .edge = edge}));
		for (const Vec3& p : mesh.positions)
		{
			ASSERT_NEAR(Length(p - Vec3{0.0, 0.0, 0.5}), 0.5, 1.0e-12);
		}
		const double error = 1.0 - Volume(mesh) / exact;
		EXPECT_GT(error, 0.0); // an inscribed polyhedron
		EXPECT_LT(error, 0.35 * lastError);
		lastError = error;
	}
	EXPECT_LT(lastError, 1.0e-3);
}

TEST(Shapes, ATorusConvergesToPappus)
{
	const double tube = 0.15;
	const double exact = 2.0 * kPi * (0.5 - tube) * kPi * tube * tube;
	const double coarse = 1.0 - Volume(Made(MakeTorus({.diameter = 1.0, .tubeDiameter = 0.3, .edge = 0.04}))) / exact;
	const double fine = 1.0 - Volume(Made(MakeTorus({.diameter = 1.0, .tubeDiameter = 0.3, .edge = 0.02}))) / exact;
	EXPECT_GT(fine, 0.0);
	EXPECT_LT(fine, 0.35 * coarse);
	EXPECT_LT(fine, 3.0e-3);
}

TEST(Shapes, ABoxHasItsExactVolume)
{
	EXPECT_NEAR(Volume(Made(MakeSlab({.length = 1.0, .width = 0.7, .thickness = 0.05}))), 0.035, 1.0e-12);
	EXPECT_NEAR(Volume(Made(MakeWall({.length = 3.0, .height = 2.0, .thickness = 0.25}))), 1.5, 1.0e-12);
}

TEST(Shapes, ARoundedBoxLosesWhatTheRoundingTakes)
{
	// Mitred quarter rounds along a rectangle a x b: each of the two rims loses (1 - pi/4) r^2 along the perimeter,
	// less at the four corners, where the part lost has depth x at distance x from both sides: with f(x) = r -
	// sqrt(2 r x - x^2) the loss is the integral of f(x) (P - 8 x) dx over [0, r].
	const double r = 0.1;
	const double perimeter = 6.0;
	double loss = 0.0;
	constexpr int32_t kSteps = 100000;
	for (int32_t i = 0; i < kSteps; ++i)
	{
		const double x = r * (i + 0.5) / kSteps;
		loss += (r - std::sqrt(2.0 * r * x - x * x)) * (perimeter - 8.0 * x) * r / kSteps;
	}
	const double exact = 2.0 * 1.0 * 0.3 - 2.0 * loss;
	const SurfaceMesh mesh =
		Made(MakeSlab({.length = 2.0, .width = 1.0, .thickness = 0.3, .rounding = r, .edge = 0.08}));
	// Two chords to a quarter round take 0.17 of the loss again (area of the two segments over that of the corner).
	const double chords = 2.0 * loss * (kPi / 4.0 - std::sin(kPi / 4.0)) / (1.0 - kPi / 4.0);
	EXPECT_NEAR(Volume(mesh), exact - chords, 0.05 * chords);
}

TEST(Shapes, ARoundTableTopConvergesToTheCylinder)
{
	const SurfaceMesh mesh = Made(MakeTableTop(
		{.length = 1.0, .width = 1.0, .thickness = 0.1, .cornerRadius = 0.5, .rounding = 0.0, .edge = 0.02}));
	EXPECT_NEAR(Volume(mesh), kPi * 0.25 * 0.1, 1.0e-3 * kPi * 0.25 * 0.1);
}

TEST(Shapes, LettersHaveTheAreaOfTheirStrokes)
{
	const LetterShape shape{.height = 1.0, .width = 0.75, .depth = 0.5, .stroke = 0.2, .rounding = 0.0};
	EXPECT_NEAR(Volume(Made(MakeLetter('T', shape))), 0.5 * (0.75 * 0.2 + 0.8 * 0.2), 1.0e-12);
	EXPECT_NEAR(Volume(Made(MakeLetter('H', shape))), 0.5 * (2.0 * 0.2 + 0.35 * 0.2), 1.0e-12);
	EXPECT_NEAR(Volume(Made(MakeLetter('E', shape))), 0.5 * (0.2 + 2.0 * 0.55 * 0.2 + 0.475 * 0.2), 1.0e-12);
	// A stem, two straight strokes and half a ring.
	const double ring = 0.5 * kPi * (0.25 - 0.09);
	EXPECT_NEAR(Volume(Made(MakeLetter('D', shape))), 0.5 * (0.2 + 2.0 * 0.05 * 0.2 + ring), 2.0e-3);
}

TEST(Shapes, AnOrnamentConvergesToItsShell)
{
	// Ball, fillet and neck by Pappus from an outline of its own; inside the same, thinner.
	const OrnamentShape shape{.diameter = 1.0, .thickness = 0.05, .neckDiameter = 0.3, .neckHeight = 0.2};
	const auto inside = [&](double inset)
	{
		const double radius = 0.5 - inset;
		const double fillet = 0.075 + inset;
		const double neck = 0.15 - inset;
		const double rise = std::sqrt(std::pow(radius + fillet, 2) - std::pow(neck + fillet, 2));
		const double latitude = std::atan2(rise, neck + fillet);
		double volume = 0.0;
		constexpr int32_t kSteps = 20000;
		const double low = -radius;
		const double high = rise + 0.2 - 0.5 * 0.05;
		for (int32_t i = 0; i < kSteps; ++i)
		{
			const double y = low + (high - low) * (i + 0.5) / kSteps;
			double x = neck;
			if (y < radius * std::sin(latitude))
			{
				x = std::sqrt(radius * radius - y * y);
			}
			else if (y < rise)
			{
				x = neck + fillet - std::sqrt(fillet * fillet - (rise - y) * (rise - y));
			}
			volume += kPi * x * x * (high - low) / kSteps;
		}
		return volume;
	};
	const double rim = 2.0 * kPi * 0.125 * 0.5 * kPi * 0.025 * 0.025; // half a torus, nearly
	const double exact = inside(0.0) - inside(0.05) + rim;
	OrnamentShape fine = shape;
	fine.edge = 0.01;
	EXPECT_NEAR(Volume(Made(MakeOrnament(fine))), exact, 0.005 * exact);
}

TEST(Shapes, ABowlConvergesToItsShell)
{
	// A wall is its middle surface times its thickness (Pappus, Steiner); the rim half a torus; the foot what is
	// between its round bottom and the wall's underside.
	const BowlShape shape{.edge = 0.001};
	const double radius = 0.5 * shape.diameter;
	const double t = shape.thickness;
	const double high = shape.height - 0.5 * t - shape.footHeight;
	// A quarter ellipse on semi-axes radius and high about (0, footHeight + high).
	const auto under = [&](double x)
	{ return shape.footHeight + high - high * std::sqrt(std::max(0.0, 1.0 - x * x / (radius * radius))); };
	double wall = 0.0;
	constexpr int32_t kSteps = 20000;
	Vec2 last{0.0, 0.0};
	for (int32_t i = 0; i <= kSteps; ++i)
	{
		const double angle = 0.5 * kPi * i / kSteps;
		const Vec2 tangent = Normalised(Vec2{radius * std::cos(angle), high * std::sin(angle)});
		const Vec2 middle{
			radius * std::sin(angle) - 0.5 * t * tangent.y, -high * std::cos(angle) + 0.5 * t * tangent.x};
		wall += i == 0 ? 0.0 : kPi * (middle.x + last.x) * Length(middle - last) * t;
		last = middle;
	}
	const double rim = 2.0 * kPi * (radius - 0.5 * t) * 0.5 * kPi * 0.25 * t * t;
	const double footRadius = 0.5 * shape.footDiameter;
	const double half = 0.5 * std::min(t, 1.2 * shape.footHeight);
	double foot = 0.0;
	for (int32_t i = 0; i < kSteps; ++i)
	{
		const double across = half * ((i + 0.5) / kSteps * 2.0 - 1.0);
		const double x = footRadius - half + across;
		const double bottom = half - std::sqrt(half * half - across * across);
		foot += 2.0 * kPi * x * (under(x) - bottom) * 2.0 * half / kSteps;
	}
	const double exact = wall + rim + foot;
	EXPECT_NEAR(Volume(Made(MakeBowl(shape))), exact, 0.003 * exact);
}

TEST(Shapes, AWallHasItsThicknessEverywhere)
{
	// Of all inside points, the nearest outside vertex is one thickness away, up to the mesh's own coarseness.
	const BowlShape shape{.edge = 0.002};
	const SurfaceMesh mesh = Made(MakeBowl(shape));
	std::vector<uint8_t> isOutside(mesh.positions.size(), 0);
	for (size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		for (const int32_t v : mesh.triangles[t].v)
		{
			isOutside[static_cast<size_t>(v)] |=
				mesh.slotNames[static_cast<size_t>(mesh.triangleSlots[t])] == "outside";
		}
	}
	for (size_t v = 0; v < mesh.positions.size(); v += 37)
	{
		const Vec3& p = mesh.positions[v];
		const double reach = std::hypot(p.x, p.y);
		// Neither at the rim nor over the foot ring.
		if (isOutside[v] || p.z > 0.85 * shape.height || (reach > 0.02 && reach < 0.042))
		{
			continue;
		}
		double nearest = 1.0;
		for (size_t u = 0; u < mesh.positions.size(); ++u)
		{
			nearest = isOutside[u] ? std::min(nearest, Length(mesh.positions[u] - p)) : nearest;
		}
		EXPECT_NEAR(nearest, shape.thickness, 0.05 * shape.thickness);
	}
}

TEST(Shapes, AParallelPathKeepsItsVolume)
{
	// A unit semicircle and its parallel: Pappus of a hollow ball, without any mesh.
	Path ball(Vec2{0.0, -1.0});
	ball.ArcAbout({0.0, 0.0}, kPi);
	EXPECT_NEAR(VolumeOfRevolution(ball), 4.0 / 3.0 * kPi, 1.0e-5);
	EXPECT_NEAR(VolumeOfRevolution(ball.ParallelLeft(0.25)), 4.0 / 3.0 * kPi * 0.421875, 1.0e-5);
	EXPECT_NEAR(VolumeOfRevolution(ball.ParallelLeft(0.25).Reversed()), -4.0 / 3.0 * kPi * 0.421875, 1.0e-5);
	EXPECT_NEAR(ball.SmallestLeftRadius(), 1.0, 1.0e-3);
}

TEST(Shapes, OptionsOutOfRangeAreNamed)
{
	const auto messageOf = [](const Result<SurfaceMesh>& result)
	{ return result ? std::string("no error") : result.GetError().message; };
	EXPECT_NE(messageOf(MakeBowl({.thickness = 0.09})).find("--thickness 0.09"), std::string::npos);
	EXPECT_NE(messageOf(MakeBowl({.diameter = std::nan("")})).find("--diameter nan"), std::string::npos);
	EXPECT_NE(messageOf(MakeBall({.diameter = -1.0})).find("--diameter -1"), std::string::npos);
	EXPECT_NE(messageOf(MakeTorus({.tubeDiameter = 0.2})).find("--tube-diameter"), std::string::npos);
	EXPECT_NE(messageOf(MakeSlab({.rounding = 0.04})).find("--rounding"), std::string::npos);
	EXPECT_NE(messageOf(MakeBall({.edge = 1.0e-9})).find("--edge"), std::string::npos);
	EXPECT_NE(messageOf(MakeLetter('X', {})).find("letter-X"), std::string::npos);
	EXPECT_NE(messageOf(MakeShape("vase")).find("no shape 'vase'"), std::string::npos);
	EXPECT_NE(messageOf(MakeShape("ball", {{"height", 1.0}})).find("no option --height"), std::string::npos);
}

TEST(ShapesPlanar, AnUnevenOutlineIsFilledWithGoodTriangles)
{
	// A square whose lower side is ten times as dense as the others.
	std::vector<std::vector<Vec2>> loops(1);
	for (int32_t i = 0; i < 100; ++i)
	{
		loops[0].push_back({0.01 * i, 0.0});
	}
	for (const auto& [from, to] :
		{std::pair{Vec2{1, 0}, Vec2{1, 1}}, {Vec2{1, 1}, Vec2{0, 1}}, {Vec2{0, 1}, Vec2{0, 0}}})
	{
		// Steps that grow from the dense side.
		for (int32_t i = 0; i < 10; ++i)
		{
			const double u =
				to.y > from.y ? 0.01 * i * i + 0.0 : (to.y < from.y ? 1.0 - 0.01 * (10 - i) * (10 - i) : 0.1 * i);
			loops[0].push_back(from + (to - from) * u);
		}
	}
	const Result<PlanarMesh> mesh = ShapeDetail::TriangulateRegion(loops, 0.1);
	ASSERT_TRUE(mesh) << mesh.GetError().message;
	SurfaceMesh lifted;
	lifted.triangles = mesh->triangles;
	for (const Vec2& p : mesh->points)
	{
		lifted.positions.push_back({p.x, p.y, 0.0});
	}
	double area = 0.0;
	for (size_t t = 0; t < lifted.triangles.size(); ++t)
	{
		const std::array<Vec3, 3> p = Corners(lifted, t);
		area += 0.5 * Cross(p[1] - p[0], p[2] - p[0]).z;
	}
	EXPECT_NEAR(area, 1.0, 1.0e-12);
	EXPECT_GT(SmallestAngle(lifted), 20.0);
	EXPECT_LT(lifted.triangles.size(), 1500u);
}

TEST(ShapesPlanar, AnOutlineThatCrossesItselfIsAnError)
{
	const std::vector<std::vector<Vec2>> loops{{{0, 0}, {1, 1}, {1, 0}, {0, 1}}};
	EXPECT_FALSE(ShapeDetail::TriangulateRegion(loops, 1.0));
}
