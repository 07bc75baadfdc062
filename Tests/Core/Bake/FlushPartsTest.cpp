// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
//
// Parts set together as modellers do it: side by side, flush, sunk into each other, twice at one place. As they are and
// turned, where what lay in one plane does so up to rounding only.
#include "Bake/TouchingParts.h"
#include "Bake/UnionZip.h"
#include "FractureCore/Bake.h"
#include "FractureCore/Random.h"
#include "FractureCore/Repair.h"
#include "Mesh/SurfaceIntegrals.h"
#include "Support/ClosedSurface.h"
#include "Support/Sanitized.h"
#include "Support/TestMeshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureTest;
using namespace FractureCore;

namespace
{
using Parts = std::vector<SurfaceMesh>;

struct FlushCase
{
	const char* name;
	Parts parts;
	double volume;
	int32_t components = 1;
};

SurfaceMesh MakePrism(const Vec3& foot, double radius, double height, int32_t sides)
{
	SurfaceMesh prism;
	for (int32_t i = 0; i < 2 * sides; ++i)
	{
		const double angle = 2.0 * kPi * (i % sides) / sides;
		prism.positions.push_back(
			foot + Vec3{radius * std::cos(angle), radius * std::sin(angle), i < sides ? 0.0 : height});
	}
	prism.positions.push_back(foot);
	prism.positions.push_back(foot + Vec3{0.0, 0.0, height});
	for (int32_t i = 0; i < sides; ++i)
	{
		const int32_t j = (i + 1) % sides;
		for (const Triangle& t : {Triangle{{i, j, sides + j}},
				 Triangle{{i, sides + j, sides + i}},
				 Triangle{{2 * sides, j, i}},
				 Triangle{{2 * sides + 1, sides + i, sides + j}}})
		{
			prism.triangles.push_back(t);
		}
	}
	return prism;
}

double PrismArea(double radius, int32_t sides)
{
	return 0.5 * sides * radius * radius * std::sin(2.0 * kPi / sides);
}

/// The same box with the other diagonals.
SurfaceMesh Rotated(const SurfaceMesh& box)
{
	SurfaceMesh other = box;
	for (size_t side = 0; side < 6; ++side)
	{
		// Two triangles with a common diagonal: a b c and one with the corner across.
		Triangle& first = other.triangles[2 * side];
		Triangle& second = other.triangles[2 * side + 1];
		const auto isIn = [](const Triangle& t, int32_t v) { return t.v[0] == v || t.v[1] == v || t.v[2] == v; };
		size_t lone = 0;
		while (isIn(second, first.v[lone]))
		{
			++lone;
		}
		const int32_t a = first.v[lone];
		const int32_t b = first.v[(lone + 1) % 3];
		const int32_t d = first.v[(lone + 2) % 3];
		int32_t c = 0;
		for (const int32_t v : second.v)
		{
			c = isIn(first, v) ? c : v;
		}
		first = {{a, b, c}};
		second = {{a, c, d}};
	}
	return other;
}

std::vector<FlushCase> FlushCases()
{
	const SurfaceMesh cube = MakeBox({0, 0, 0}, {0.1, 0.1, 0.1});
	const auto leg = [](double x, double y, double top) { return MakeBox({x, y, 0}, {x + 0.05, y + 0.05, top}); };
	const SurfaceMesh tableTop = MakeBox({0, 0, 0.7}, {1, 0.6, 0.75});
	const double table = 0.6 * 0.05 + 4 * 0.0025 * 0.7;
	Parts bricks;
	for (int32_t row = 0; row < 4; ++row)
	{
		for (int32_t i = 0; i < 5 + row % 2; ++i)
		{
			const double shift = row % 2 == 0 ? 0.0 : -0.1;
			bricks.push_back(MakeBox({std::max(0.0, 0.2 * i + shift), 0, 0.07 * row},
				{std::min(1.0, 0.2 * (i + 1) + shift), 0.1, 0.07 * (row + 1)}));
		}
	}
	Parts stairs;
	Parts steps;
	Parts block;
	for (int32_t i = 0; i < 4; ++i)
	{
		stairs.push_back(MakeBox({0.3 * i, 0, 0}, {0.3 * (i + 1), 1, 0.2 * (i + 1)}));
		steps.push_back(MakeBox({0.3 * i, 0, 0}, {1.2, 1, 0.2 * (i + 1)}));
	}
	for (int32_t i = 0; i < 27; ++i)
	{
		const Vec3 low{static_cast<double>(i % 3), static_cast<double>(i / 3 % 3), static_cast<double>(i / 9)};
		block.push_back(MakeBox(low, low + Vec3{1, 1, 1}));
	}
	return {
		{"L", {MakeBox({0, 0, 0}, {1, 0.2, 0.5}), MakeBox({0, 0, 0}, {0.2, 1, 0.5})}, 0.18},
		{"L of walls that touch", {MakeBox({0, 0, 0}, {1, 0.2, 0.5}), MakeBox({0, 0.2, 0}, {0.2, 1, 0.5})}, 0.18},
		{"stairs side by side", stairs, 0.6},
		{"stairs that overlap", steps, 0.6},
		{"bricks", bricks, 0.028},
		{"tower", {MakeBox({0, 0, 0}, {0.1, 0.1, 0.3}), MakeBox({0, 0, 0.3}, {0.1, 0.1, 0.5})}, 0.005},
		{"tower, other diagonals",
			{MakeBox({0, 0, 0}, {0.1, 0.1, 0.3}), Rotated(MakeBox({0, 0, 0.3}, {0.1, 0.1, 0.5}))},
			0.005},
		{"halves that overlap", {cube, MakeBox({0.05, 0, 0}, {0.15, 0.1, 0.1})}, 0.0015},
		{"twice", {cube, cube}, 0.001},
		{"twice, other diagonals", {cube, Rotated(cube)}, 0.001},
		{"in a corner", {cube, MakeBox({0, 0, 0}, {0.05, 0.05, 0.05})}, 0.001},
		{"table",
			{tableTop, leg(0.05, 0.05, 0.7), leg(0.9, 0.05, 0.7), leg(0.05, 0.5, 0.7), leg(0.9, 0.5, 0.7)},
			table},
		{"table, legs at the corners",
			{tableTop, leg(0, 0, 0.7), leg(0.95, 0, 0.7), leg(0, 0.55, 0.7), leg(0.95, 0.55, 0.7)},
			table},
		{"table, sunk flush",
			{tableTop, leg(0, 0, 0.75), leg(0.95, 0, 0.75), leg(0, 0.55, 0.73), leg(0.95, 0.55, 0.73)},
			table},
		{"bars",
			{MakeBox({-1, -0.1, -0.1}, {1, 0.1, 0.1}),
				MakeBox({-0.1, -1, -0.1}, {0.1, 1, 0.1}),
				MakeBox({-0.1, -0.1, -1}, {0.1, 0.1, 1})},
			0.224},
		{"frame",
			{MakeBox({0, 0, 0}, {1, 0.1, 0.1}),
				MakeBox({0, 0.9, 0}, {1, 1, 0.1}),
				MakeBox({0, 0, 0}, {0.1, 1, 0.1}),
				MakeBox({0.9, 0, 0}, {1, 1, 0.1})},
			0.036},
		{"block of cubes", block, 27.0},
		{"common edge", {cube, MakeBox({0.1, 0.1, 0}, {0.2, 0.2, 0.1})}, 0.002, 2},
		{"common corner", {cube, MakeBox({0.1, 0.1, 0.1}, {0.2, 0.2, 0.2})}, 0.002, 2},
		{"part of an edge", {cube, MakeBox({0.1, 0.1, 0.03}, {0.2, 0.2, 0.07})}, 0.0014, 2},
		{"cylinder on a box",
			{MakeBox({0, 0, 0}, {0.4, 0.4, 0.1}), MakePrism({0.2, 0.2, 0.1}, 0.1, 0.3, 24)},
			0.016 + 0.3 * PrismArea(0.1, 24)},
		{"cylinder as wide as its box",
			{MakeBox({0, 0, 0}, {0.2, 0.4, 0.1}), MakePrism({0.1, 0.2, 0.1}, 0.1, 0.3, 24)},
			0.008 + 0.3 * PrismArea(0.1, 24)},
		{"cylinders on one axis",
			{MakePrism({}, 0.1, 0.2, 24), MakePrism({0, 0, 0.15}, 0.1, 0.35, 24)},
			0.5 * PrismArea(0.1, 24)},
		{"cylinders with other sides",
			{MakePrism({}, 0.1, 0.2, 24), MakePrism({0, 0, 0.2}, 0.1, 0.3, 36)},
			0.2 * PrismArea(0.1, 24) + 0.3 * PrismArea(0.1, 36)},
		{"a speck on a face", {cube, MakeBox({0.1, 0.05, 0.05}, {0.1001, 0.0501, 0.0501})}, 0.001 + 1e-12},
	};
}

/// As it is for 0, else turned about some axis and, if `grid` is not 0, rounded to multiples of it.
SurfaceMesh Assembled(const Parts& parts, uint64_t seed, double grid = 0.0)
{
	double q[4] = {1.0, 0.0, 0.0, 0.0};
	double square = 0.0;
	for (uint64_t i = 0; i < 4; ++i)
	{
		q[i] = seed == 0 ? q[i] : 2.0 * RandomUnit(seed, i) - 1.0;
		square += q[i] * q[i];
	}
	SurfaceMesh all;
	for (const SurfaceMesh& part : parts)
	{
		const int32_t first = static_cast<int32_t>(all.positions.size());
		for (const Vec3& p : part.positions)
		{
			const Vec3 axis = Vec3{q[1], q[2], q[3]} / std::sqrt(square);
			Vec3 turned = p + 2.0 * Cross(axis, Cross(axis, p) + q[0] / std::sqrt(square) * p);
			if (grid > 0.0)
			{
				turned = {std::round(turned.x / grid) * grid,
					std::round(turned.y / grid) * grid,
					std::round(turned.z / grid) * grid};
			}
			all.positions.push_back(turned);
		}
		for (const Triangle& t : part.triangles)
		{
			all.triangles.push_back({{t.v[0] + first, t.v[1] + first, t.v[2] + first}});
		}
	}
	return all;
}

bool HasCode(const std::vector<Warning>& warnings, WarningCode code)
{
	return std::any_of(warnings.begin(), warnings.end(), [code](const Warning& w) { return w.code == code; });
}

void ExpectUnion(const FlushCase& flush, const SurfaceMesh& mesh, double tolerance)
{
	const Result<RepairedSurface> repaired = RepairSurface(mesh, {}, SerialRunner());
	ASSERT_TRUE(repaired.HasValue()) << repaired.GetError().message;
	EXPECT_NEAR(
		IntegrateSurface(repaired->solid.positions, repaired->solid.triangles).volume / flush.volume, 1.0, tolerance);
	EXPECT_EQ(repaired->components, flush.components);
	EXPECT_TRUE(repaired->closed);
	EXPECT_FALSE(HasCode(repaired->warnings, WarningCode::SelfIntersection));
	EXPECT_EQ(FractureTests::DefectOfClosedSurface(repaired->solid.positions, repaired->solid.triangles), "");
}
} // namespace

TEST(FlushParts, AreOneSolidInEveryPose)
{
	for (const FlushCase& flush : FlushCases())
	{
		for (uint64_t seed = 0; seed < FractureTests::Thinned(20u, 3); ++seed)
		{
			SCOPED_TRACE(std::string(flush.name) + ", pose " + std::to_string(seed));
			ExpectUnion(flush, Assembled(flush.parts, seed), 1e-12);
		}
	}
}

TEST(FlushParts, AreOneSolidWithTheDigitsOfAFile)
{
	for (const FlushCase& flush : FlushCases())
	{
		if (std::string(flush.name) == "a speck on a face")
		{
			continue; // a thousand times the last digit: its own volume is not known better
		}
		// As the sixth decimal is to a body of a metre.
		const SurfaceMesh whole = Assembled(flush.parts, 0);
		const SurfaceIntegrals box = IntegrateSurface(whole.positions, whole.triangles);
		const Vec3 size = box.high - box.low;
		const double grid = 1e-6 * std::max({size.x, size.y, size.z});
		for (uint64_t seed = 1; seed < FractureTests::Thinned(5u, 2); ++seed)
		{
			SCOPED_TRACE(std::string(flush.name) + ", pose " + std::to_string(seed));
			ExpectUnion(flush, Assembled(flush.parts, seed, grid), 5e-5);
		}
	}
}

TEST(FlushParts, WeighWhatTheirTetsFill)
{
	BakeSettings settings;
	settings.tets.targetTets = 2000;
	for (const FlushCase& flush : FlushCases())
	{
		const Result<BakedObject> baked = BakeObject(Assembled(flush.parts, 3), settings, SerialRunner());
		ASSERT_TRUE(baked.HasValue()) << flush.name;
		EXPECT_NEAR(baked->mass.volume / flush.volume, 1.0, 1e-12) << flush.name;
		EXPECT_NEAR(TotalVolume(baked->tets) / flush.volume, 1.0, 0.05) << flush.name;
		EXPECT_FALSE(HasCode(baked->warnings, WarningCode::SelfIntersection)) << flush.name;
	}
}

TEST(FlushParts, KeepWhatTheirTrianglesCarry)
{
	// A coordinate painted on is the same after all cuts and splits.
	SurfaceMesh mesh = Assembled({MakeBox({0, 0, 0}, {1, 0.2, 0.5}), MakeBox({0, 0, 0}, {0.2, 1, 0.5})}, 5);
	mesh.slotNames = {"one", "other"};
	mesh.uvChannels = 1;
	for (size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		mesh.triangleSlots.push_back(t < 12 ? 0 : 1);
		for (const int32_t v : mesh.triangles[t].v)
		{
			const Vec3& p = mesh.positions[v];
			mesh.cornerUvs.push_back({static_cast<float>(p.x), static_cast<float>(p.y + p.z)});
		}
	}
	const Result<RepairedSurface> repaired = RepairSurface(mesh, {}, SerialRunner());
	ASSERT_TRUE(repaired.HasValue());
	const SurfaceMesh& out = repaired->mesh;
	ASSERT_EQ(out.triangleSlots.size(), out.triangles.size());
	for (size_t t = 0; t < out.triangles.size(); ++t)
	{
		EXPECT_EQ(out.triangleSlots[t], repaired->sourceTriangle[t] < 12 ? 0 : 1);
		for (size_t k = 0; k < 3; ++k)
		{
			const Vec3& p = out.positions[out.triangles[t].v[k]];
			EXPECT_NEAR(out.cornerUvs[3 * t + k].x, p.x, 1e-6);
			EXPECT_NEAR(out.cornerUvs[3 * t + k].y, p.y + p.z, 1e-6);
		}
	}
}

TEST(TouchingParts, GetVerticesOfTheirOwn)
{
	// Two cubes with a common wall by the numbers of their vertices.
	SurfaceMesh pair = Assembled({MakeBox({0, 0, 0}, {1, 1, 1}), MakeBox({1, 0, 0}, {2, 1, 1})}, 0);
	for (Triangle& t : pair.triangles)
	{
		for (int32_t& v : t.v)
		{
			v = static_cast<int32_t>(
				std::find(pair.positions.begin(), pair.positions.end(), pair.positions[v]) - pair.positions.begin());
		}
	}
	const EdgeTable edges(pair.triangles, static_cast<int32_t>(pair.positions.size()));
	const std::vector<int32_t> order = OrderByPieces(pair.triangles, static_cast<int32_t>(pair.positions.size()));
	const TouchingParts parts = SeparateTouchingParts(pair.positions, pair.triangles, edges, order);
	EXPECT_EQ(parts.vertices, 4);
	EXPECT_EQ(std::count(parts.useful.begin(), parts.useful.end(), 1), 24);
	EXPECT_EQ(pair.positions.size(), 20u) << "4 of the 16 were not in use before, 4 are new";
	const EdgeTable apart(pair.triangles, static_cast<int32_t>(pair.positions.size()));
	for (int32_t edge = 0; edge < apart.EdgeCount(); ++edge)
	{
		EXPECT_EQ(apart.HalfEdges(edge).size(), 2u);
	}
}

TEST(UnionZip, TakesAStripOutAndLeavesTheRestClosed)
{
	// Flat: the strip between the edge 0-1 and the points 3 and 4 on it closes what lies on either side of it.
	UnionBody body;
	const std::vector<Vec3> positions = {{0, 0, 0},
		{2, 0, 0},
		{0, 1, 1},
		{0.9, 1e-9, 0},
		{0.9, 3e-9, 0}}; // a tetrahedron, and two points on its edge 0-1
	body.triangles = {{{0, 2, 1}}, {{0, 3, 2}}, {{3, 1, 2}}, {{0, 1, 4}}, {{0, 4, 3}}, {{4, 1, 3}}};
	body.source = {0, 1, 2, 3, 4, 5};
	const std::vector<VertexOwner> owners = {
		VertexOwner::FirstBody, VertexOwner::FirstBody, VertexOwner::FirstBody, VertexOwner::Cut, VertexOwner::Cut};
	ZipThinTriangles(positions, owners, std::vector<int32_t>{3, 4, 5}, 1e-6, body);
	// What is left are two flat pairs back to back, and they cancel.
	EXPECT_TRUE(body.triangles.empty());

	// The same with a real body behind it stays one, with the point in its edge.
	UnionBody solid;
	const std::vector<Vec3> corners = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {0.9, 1e-9, 0}};
	solid.triangles = {{{0, 2, 1}}, {{0, 3, 2}}, {{1, 2, 3}}, {{0, 4, 3}}, {{4, 1, 3}}, {{0, 1, 4}}};
	solid.source = {0, 1, 2, 3, 4, 5};
	ZipThinTriangles(corners, owners, std::vector<int32_t>{5}, 1e-6, solid);
	EXPECT_EQ(solid.triangles.size(), 6u);
	EXPECT_EQ(FractureTests::DefectOfClosedSurface(corners, solid.triangles), "");
}
