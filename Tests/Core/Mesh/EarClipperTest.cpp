// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/EarClipper.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace FractureCore;

namespace
{
struct Polygon
{
	std::vector<Vec3> points;
	std::vector<int32_t> vertices;
	std::vector<int32_t> loopEnds;
};

std::vector<ClippedTriangle> Clip(const Polygon& polygon)
{
	const auto corners = static_cast<int32_t>(polygon.points.size());
	std::vector<ClippedTriangle> triangles(
		static_cast<size_t>(EarClipper::TriangleCount(corners, static_cast<int32_t>(polygon.loopEnds.size()))));
	EarClipper clipper;
	clipper.Run(polygon.points, polygon.vertices, polygon.loopEnds, {0.0, 0.0, 1.0}, triangles);
	return triangles;
}

bool HasVertexTwice(const Polygon& polygon, const ClippedTriangle& t)
{
	const int32_t a = polygon.vertices[t.point[0]];
	const int32_t b = polygon.vertices[t.point[1]];
	const int32_t c = polygon.vertices[t.point[2]];
	return a == b || b == c || c == a;
}

double AreaOf(const Polygon& polygon, std::span<const ClippedTriangle> triangles)
{
	double area = 0.0;
	for (const ClippedTriangle& t : triangles)
	{
		const Vec3& a = polygon.points[t.point[0]];
		area += 0.5 * Cross(polygon.points[t.point[1]] - a, polygon.points[t.point[2]] - a).z;
	}
	return area;
}
} // namespace

TEST(EarClipper, FillsAnLWithAHole)
{
	const Polygon polygon{{{0, 0, 0},
							  {3, 0, 0},
							  {3, 1, 0},
							  {1, 1, 0},
							  {1, 3, 0},
							  {0, 3, 0},
							  {0.4, 0.4, 0},
							  {0.4, 0.6, 0},
							  {0.6, 0.6, 0},
							  {0.6, 0.4, 0}},
		{0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
		{6, 10}};
	const std::vector<ClippedTriangle> triangles = Clip(polygon);
	EXPECT_NEAR(AreaOf(polygon, triangles), 5.0 - 0.04, 1.0e-12);
}

TEST(EarClipper, APolygonThatComesByAVertexTwiceGetsNoTriangleWithItTwice)
{
	// A spike there and back, which a slit that a crack crosses leaves behind; alone, on a square, and as a hole.
	for (const Polygon& polygon : {Polygon{{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {0, 1, 0}}, {0, 1, 0, 2}, {4}},
			 Polygon{{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 0}, {1, 1, 0}}, {0, 1, 2, 3, 0, 4}, {6}},
			 Polygon{{{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0.5, 0.5, 0}, {1, 1, 0}}, {0, 1, 2, 3, 4}, {3, 5}},
			 Polygon{{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {0, 1, 0}}, {0, 1, 0, 2, 0, 3}, {6}}})
	{
		for (const ClippedTriangle& triangle : Clip(polygon))
		{
			EXPECT_FALSE(HasVertexTwice(polygon, triangle)) << polygon.points.size() << ": " << triangle.point[0] << " "
															<< triangle.point[1] << " " << triangle.point[2];
		}
	}
}
