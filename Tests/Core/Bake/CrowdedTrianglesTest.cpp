// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Tens of thousands of triangles that meet in a point or an edge: each is seen from all others.
#include "FractureCore/Random.h"
#include "FractureCore/Repair.h"
#include "Support/TestMeshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ctime>

using namespace FractureTest;

namespace
{
constexpr int32_t kCrowd = 40'000;

/// Of the processor, which other programs do not slow down. Looks at all pairs take minutes.
constexpr double kMostSeconds = 40.0;

double SecondsOfRepair(const SurfaceMesh& mesh)
{
	const std::clock_t start = std::clock();
	EXPECT_FALSE(RepairSurface(mesh, {}, SerialRunner()).HasValue()); // encloses nothing
	return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}
} // namespace

TEST(CrowdedTriangles, OnOneEdgeAreRefusedSoon)
{
	SurfaceMesh book;
	book.positions = {{0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}};
	for (int32_t i = 0; i < kCrowd; ++i)
	{
		const double angle = 2.0 * kPi * i / kCrowd;
		book.positions.push_back({std::cos(angle), std::sin(angle), 0.5});
		book.triangles.push_back({{0, 1, i + 2}});
	}
	EXPECT_LT(SecondsOfRepair(book), kMostSeconds);
}

TEST(CrowdedTriangles, AtOneVertexAreRefusedSoon)
{
	uint64_t draw = 0;
	const auto random = [&draw] { return static_cast<double>(RandomBits(3, draw++) >> 11) * 0x1p-53 - 0.5; };
	const auto somewhere = [&random](double size) { return Vec3{random(), random(), random()} * size; };
	SurfaceMesh fan;
	fan.positions = {{0.0, 0.0, 0.0}};
	for (int32_t i = 0; i < kCrowd; ++i)
	{
		const Vec3 tip = somewhere(2.0);
		fan.positions.insert(fan.positions.end(), {tip, tip + somewhere(0.02)});
		fan.triangles.push_back({{0, 2 * i + 1, 2 * i + 2}});
	}
	EXPECT_LT(SecondsOfRepair(fan), kMostSeconds);
}

// A box whose long edges, which run aslant, meet many vertices of the strips next to them.
TEST(CrowdedTriangles, VerticesOnEdgesThatRunAslantAreFound)
{
	constexpr int32_t kParts = 200;
	const Vec3 axis = Vec3{2.0, 3.0, -5.0} * 0.1;
	const Vec3 side = Vec3{3.0, -2.0, 0.0} * 0.1;
	const Vec3 up = Cross(axis, side);
	SurfaceMesh prism; // over a triangle; its sides have two triangles each, but for one that is a strip
	const Vec3 corners[3] = {{1.0, 2.0, 3.0}, Vec3{1.0, 2.0, 3.0} + side, Vec3{1.0, 2.0, 3.0} + up};
	for (const Vec3& corner : corners)
	{
		prism.positions.insert(prism.positions.end(), {corner, corner + axis});
	}
	prism.triangles = {{{0, 4, 2}}, {{1, 3, 5}}, {{0, 2, 3}}, {{0, 3, 1}}, {{2, 4, 5}}, {{2, 5, 3}}};
	int32_t last[2] = {4, 0};
	for (int32_t i = 1; i <= kParts; ++i)
	{
		const int32_t first = static_cast<int32_t>(prism.positions.size());
		const Vec3 along = axis * (static_cast<double>(i) / kParts);
		prism.positions.insert(prism.positions.end(), {corners[2] + along, corners[0] + along});
		prism.triangles.insert(prism.triangles.end(), {{{last[0], last[1], first + 1}}, {{last[0], first + 1, first}}});
		last[0] = first;
		last[1] = first + 1;
	}
	const Result<RepairedSurface> repaired = RepairSurface(prism, {}, SerialRunner());
	ASSERT_TRUE(repaired.HasValue());
	int64_t junctions = 0;
	for (const Warning& warning : repaired->warnings)
	{
		junctions += warning.code == WarningCode::StitchedJunctions ? warning.count : 0;
		EXPECT_NE(warning.code, WarningCode::ClosedHoles) << warning.message;
	}
	EXPECT_EQ(junctions, 2 * (kParts - 1));
}
