// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Hull.h"
#include "FractureCore/MassProperties.h"
#include "Hull/SplitPiece.h"
#include "HullChecks.h"
#include "Shapes.h"
#include "Support/TestMeshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace
{
using namespace FractureCore;
using namespace FractureTest;

/// A square piece out of a hollow ball: inner radius 0.9, outer 1, as many degrees both ways, n cells along each side.
SurfaceMesh MakeShard(int32_t n, double degrees)
{
	SurfaceMesh mesh;
	for (const double radius : {0.9, 1.0})
	{
		for (int32_t i = 0; i < (n + 1) * (n + 1); ++i)
		{
			const double a = degrees * kPi / 180.0 * (i % (n + 1) * 1.0 / n - 0.5);
			const double b = degrees * kPi / 180.0 * (i / (n + 1) * 1.0 / n - 0.5);
			mesh.positions.push_back(radius * Vec3{std::sin(a) * std::cos(b), std::sin(b), -std::cos(a) * std::cos(b)});
		}
	}
	const auto at = [n](int32_t layer, int32_t i, int32_t j) { return (layer * (n + 1) + j) * (n + 1) + i; };
	const auto addQuad = [&](int32_t a, int32_t b, int32_t c, int32_t d)
	{
		mesh.triangles.push_back({{a, b, c}});
		mesh.triangles.push_back({{a, c, d}});
	};
	for (int32_t i = 0; i < n; ++i)
	{
		for (int32_t j = 0; j < n; ++j)
		{
			addQuad(at(0, i, j), at(0, i + 1, j), at(0, i + 1, j + 1), at(0, i, j + 1));
			addQuad(at(1, i, j), at(1, i, j + 1), at(1, i + 1, j + 1), at(1, i + 1, j));
		}
		addQuad(at(0, i, 0), at(1, i, 0), at(1, i + 1, 0), at(0, i + 1, 0));
		addQuad(at(0, i + 1, n), at(1, i + 1, n), at(1, i, n), at(0, i, n));
		addQuad(at(0, 0, i + 1), at(1, 0, i + 1), at(1, 0, i), at(0, 0, i));
		addQuad(at(0, n, i), at(1, n, i), at(1, n, i + 1), at(0, n, i + 1));
	}
	return mesh;
}

/// An L of three unit cubes.
SurfaceMesh MakeL()
{
	const std::vector<Vec2f> outline{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
	SurfaceMesh mesh;
	for (const double z : {0.0, 1.0})
	{
		for (const Vec2f& p : outline)
		{
			mesh.positions.push_back({p.x, p.y, z});
		}
	}
	for (int32_t i = 0; i < 6; ++i)
	{
		const int32_t next = (i + 1) % 6;
		mesh.triangles.push_back({{i, next, next + 6}});
		mesh.triangles.push_back({{i, next + 6, i + 6}});
	}
	for (const Triangle& t : {Triangle{{3, 1, 2}}, Triangle{{3, 0, 1}}, Triangle{{3, 5, 0}}, Triangle{{3, 4, 5}}})
	{
		mesh.triangles.push_back({{t.v[0] + 6, t.v[1] + 6, t.v[2] + 6}});
		mesh.triangles.push_back({{t.v[0], t.v[2], t.v[1]}});
	}
	return mesh;
}

double VolumeOf(const SurfaceMesh& mesh)
{
	return SolidMassProperties(mesh.positions, mesh.triangles, 1.0).volume;
}

std::vector<ConvexHull> Decompose(const SurfaceMesh& mesh, const DecompositionSettings& settings)
{
	std::vector<ConvexHull> hulls = DecomposeConvex(mesh.positions, mesh.triangles, settings);
	for (const ConvexHull& hull : hulls)
	{
		ExpectClosedAndConvex(hull);
		EXPECT_LE(hull.positions.size(), static_cast<size_t>(settings.maxVertices));
	}
	EXPECT_LE(hulls.size(), static_cast<size_t>(settings.maxHulls));
	return hulls;
}

double TotalVolume(std::span<const ConvexHull> hulls)
{
	return std::accumulate(
		hulls.begin(), hulls.end(), 0.0, [](double sum, const ConvexHull& hull) { return sum + hull.volume; });
}
} // namespace

TEST(DecomposeConvex, LeavesAConvexPieceWhole)
{
	const SurfaceMesh box = MakeBox({0, 0, 0}, {1, 2, 3});
	const std::vector<ConvexHull> hulls = Decompose(box, {.maxHulls = 8, .tolerance = 1e-6});
	ASSERT_EQ(hulls.size(), 1u);
	EXPECT_NEAR(hulls[0].volume, 6.0, 1e-12);
	EXPECT_EQ(Decompose(MakeSphere({}, 1.0, 12, 20), {}).size(), 1u);
	EXPECT_TRUE(DecomposeConvex({}, {}, {}).empty());
}

TEST(DecomposeConvex, CutsAnLIntoTwoBoxes)
{
	const SurfaceMesh l = MakeL();
	ASSERT_NEAR(VolumeOf(l), 3.0, 1e-12);
	const std::vector<ConvexHull> hulls = Decompose(l, {});
	ASSERT_EQ(hulls.size(), 2u);
	EXPECT_NEAR(TotalVolume(hulls), 3.0, 1e-12);
}

TEST(DecomposeConvex, MoreHullsFollowAShardMoreClosely)
{
	const SurfaceMesh shard = MakeShard(24, 90.0);
	const double real = VolumeOf(shard);
	ASSERT_GT(real, 0.0);
	double previous = 1e300;
	for (const int32_t count : {1, 2, 4, 8, 16})
	{
		const std::vector<ConvexHull> hulls = Decompose(shard, {.maxHulls = count, .tolerance = 0.005});
		EXPECT_EQ(hulls.size(), static_cast<size_t>(count));
		EXPECT_LT(TotalVolume(hulls), previous);
		EXPECT_GT(TotalVolume(hulls), 0.98 * real); // few vertices cut corners
		previous = TotalVolume(hulls);
	}
	EXPECT_GT(TotalVolume(Decompose(shard, {.maxHulls = 1})), 2.8 * real);
	EXPECT_LT(TotalVolume(Decompose(shard, {.maxHulls = 8, .tolerance = 0.005})), 1.5 * real);
	// A dent of a tenth of the size may stay: its height is 1 - cos(45 degrees) in a diagonal of about 2.
	EXPECT_LT(Decompose(shard, {.maxHulls = 8, .tolerance = 0.1}).size(), 8u);
}

TEST(DecomposeConvex, HullsDoNotOverlap)
{
	const Result<SurfaceMesh> bowl = FractureToolkit::MakeBowl({});
	ASSERT_TRUE(bowl);
	const std::vector<ConvexHull> hulls = Decompose(*bowl, {.maxHulls = 12});
	EXPECT_EQ(hulls.size(), 12u);
	EXPECT_LT(TotalVolume(hulls), 0.8 * Decompose(*bowl, {.maxHulls = 1})[0].volume);
	for (size_t i = 0; i < hulls.size(); ++i)
	{
		const Vec3 sum = std::accumulate(hulls[i].positions.begin(), hulls[i].positions.end(), Vec3{});
		const std::vector<Vec3> centre{sum / static_cast<double>(hulls[i].positions.size())};
		for (size_t k = 0; k < hulls.size(); ++k)
		{
			EXPECT_EQ(FarthestOutside(hulls[k], centre) < 0.0, i == k) << i << " in " << k;
		}
	}
	EXPECT_EQ(Decompose(*bowl, {.maxHulls = 12}), hulls);
}

TEST(SplitPiece, HalvesHaveTheAreaOfTheWholeAndMeetInThePlane)
{
	const SurfaceMesh ball = MakeSphere({0.1, 0.2, 0.3}, 1.0, 20, 30);
	const SurfacePiece whole{ball.positions, ball.triangles};
	const auto areaOf = [](const SurfacePiece& piece)
	{
		double area = 0.0;
		for (const Triangle& t : piece.triangles)
		{
			const Vec3& a = piece.positions[static_cast<size_t>(t.v[0])];
			area += 0.5 *
				Length(Cross(piece.positions[static_cast<size_t>(t.v[1])] - a,
					piece.positions[static_cast<size_t>(t.v[2])] - a));
		}
		return area;
	};
	const CutPlane plane{Normalised({1, 2, 3}), 0.4};
	const std::array<SurfacePiece, 2> halves = SplitPiece(whole, plane, 1e-12);
	EXPECT_NEAR(areaOf(halves[0]) + areaOf(halves[1]), areaOf(whole), 1e-12);
	for (const double sign : {1.0, -1.0})
	{
		for (const Vec3& p : halves[sign > 0.0 ? 0 : 1].positions)
		{
			EXPECT_GE(sign * (Dot(plane.normal, p) - plane.offset), -1e-12);
		}
	}
	EXPECT_GT(areaOf(halves[0]), 0.0);
	EXPECT_GT(areaOf(halves[1]), areaOf(halves[0]) * 0.5);
}
