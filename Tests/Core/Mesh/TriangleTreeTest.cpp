// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/TriangleTree.h"

#include "FractureCore/Random.h"
#include "Mesh/ClusterMoments.h"
#include "Support/TestMeshes.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace FractureTest;
using FractureToolkit::ThreadTaskRunner;

namespace
{
constexpr double kAnyDistance = std::numeric_limits<double>::infinity();

Vec3 RandomPoint(uint64_t seed, uint64_t index, double halfSize)
{
	return {halfSize * (2.0 * RandomUnit(seed, 3 * index) - 1.0),
		halfSize * (2.0 * RandomUnit(seed, 3 * index + 1) - 1.0),
		halfSize * (2.0 * RandomUnit(seed, 3 * index + 2) - 1.0)};
}

/// Solid angle by l'Huilier's theorem: another formula than the tree's.
double SphericalTriangle(const Vec3& a, const Vec3& b, const Vec3& c)
{
	const auto angle = [](const Vec3& u, const Vec3& v) { return std::atan2(Length(Cross(u, v)), Dot(u, v)); };
	const double x = angle(b, c);
	const double y = angle(c, a);
	const double z = angle(a, b);
	const double s = 0.5 * (x + y + z);
	const double tangents =
		std::tan(0.5 * s) * std::tan(0.5 * (s - x)) * std::tan(0.5 * (s - y)) * std::tan(0.5 * (s - z));
	const double excess = 4.0 * std::atan(std::sqrt(std::max(0.0, tangents)));
	return Dot(a, Cross(b, c)) >= 0.0 ? excess : -excess;
}

double WindingByBruteForce(const SurfaceMesh& mesh, const Vec3& point)
{
	double sum = 0.0;
	for (const Triangle& t : mesh.triangles)
	{
		sum += SphericalTriangle(
			mesh.positions[t.v[0]] - point, mesh.positions[t.v[1]] - point, mesh.positions[t.v[2]] - point);
	}
	return sum / (4.0 * kPi);
}

double SegmentDistance(const Vec3& p, const Vec3& a, const Vec3& b)
{
	const double lengthSquared = LengthSquared(b - a);
	const double t = lengthSquared > 0.0 ? std::clamp(Dot(p - a, b - a) / lengthSquared, 0.0, 1.0) : 0.0;
	return Length(p - (a + t * (b - a)));
}

/// To the plane if the foot is inside, else to the edges.
double TriangleDistance(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c)
{
	const double edges = std::min({SegmentDistance(p, a, b), SegmentDistance(p, b, c), SegmentDistance(p, c, a)});
	const Vec3 normal = Normalised(Cross(b - a, c - a));
	const bool inside = Dot(Cross(b - a, p - a), normal) > 0.0 && Dot(Cross(c - b, p - b), normal) > 0.0 &&
		Dot(Cross(a - c, p - c), normal) > 0.0;
	return inside ? std::min(edges, std::abs(Dot(p - a, normal))) : edges;
}

SurfaceMesh MakeSoup(uint64_t seed, int32_t count)
{
	SurfaceMesh mesh;
	for (int32_t i = 0; i < count; ++i)
	{
		const Vec3 centre = RandomPoint(seed, 4 * i, 1.0);
		for (int32_t k = 0; k < 3; ++k)
		{
			mesh.positions.push_back(centre + RandomPoint(seed, 4 * i + 1 + k, 0.1));
		}
		mesh.triangles.push_back({{3 * i, 3 * i + 1, 3 * i + 2}});
	}
	return mesh;
}

TriangleTree MakeTree(const SurfaceMesh& mesh)
{
	return TriangleTree(mesh.positions, mesh.triangles, SerialRunner());
}
} // namespace

TEST(TriangleTree, WindsOnceInsideACubeAndNotAtAllOutside)
{
	const TriangleTree tree = MakeTree(MakeBox({-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}));
	for (int32_t i = 0; i < 1000; ++i)
	{
		const Vec3 p = RandomPoint(1, i, 2.0);
		const bool inside = std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) < 1.0;
		EXPECT_NEAR(tree.WindingNumber(p), inside ? 1.0 : 0.0, 4.0e-3) << i;
	}
	EXPECT_NEAR(tree.WindingNumber({0.25, 0.5, 1.0}), 0.5, 1.0e-12) << "on a face";
	EXPECT_EQ(tree.WindingNumber({1.0e200, 0.0, 0.0}), 0.0);
	EXPECT_EQ(tree.WindingNumber({std::nan(""), 0.0, 0.0}), 0.0);
}

TEST(TriangleTree, AnInsideOutCubeWindsBackwards)
{
	SurfaceMesh cube = MakeBox({-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0});
	for (Triangle& t : cube.triangles)
	{
		std::swap(t.v[1], t.v[2]);
	}
	EXPECT_NEAR(MakeTree(cube).WindingNumber({0.1, 0.2, 0.3}), -1.0, 1.0e-12);
}

TEST(TriangleTree, NestedSpheresAddUp)
{
	SurfaceMesh mesh = MakeSphere({}, 1.0, 24, 32);
	for (int32_t copy = 0; copy < 2; ++copy)
	{
		const SurfaceMesh inner = MakeSphere({}, 0.5 - 0.2 * copy, 24, 32);
		const int32_t offset = static_cast<int32_t>(mesh.positions.size());
		mesh.positions.insert(mesh.positions.end(), inner.positions.begin(), inner.positions.end());
		for (const Triangle& t : inner.triangles)
		{
			mesh.triangles.push_back({{t.v[0] + offset, t.v[1] + offset, t.v[2] + offset}});
		}
	}
	const TriangleTree tree = MakeTree(mesh);
	EXPECT_NEAR(tree.WindingNumber({0.1, 0.0, 0.0}), 3.0, 4.0e-3);
	EXPECT_NEAR(tree.WindingNumber({0.4, 0.0, 0.0}), 2.0, 4.0e-3);
	EXPECT_NEAR(tree.WindingNumber({0.7, 0.0, 0.0}), 1.0, 4.0e-3);
	EXPECT_NEAR(tree.WindingNumber({1.1, 0.0, 0.0}), 0.0, 4.0e-3);
}

TEST(TriangleTree, AHoleTakesItsSolidAngleAway)
{
	SurfaceMesh cube = MakeBox({-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0});
	cube.triangles.pop_back();
	// From the middle each of the 12 triangles fills a twelfth of the sphere.
	EXPECT_NEAR(MakeTree(cube).WindingNumber({}), 11.0 / 12.0, 1.0e-12);
}

TEST(TriangleTree, ManyNearTrianglesDoNotWrapTheSum)
{
	// 40 coincident spheres: their half solid angles add up to 40 turns.
	SurfaceMesh mesh = MakeSphere({}, 1.0, 4, 5);
	const std::vector<Triangle> one = mesh.triangles;
	for (int32_t copy = 1; copy < 40; ++copy)
	{
		mesh.triangles.insert(mesh.triangles.end(), one.begin(), one.end());
	}
	EXPECT_NEAR(MakeTree(mesh).WindingNumber({0.01, 0.02, 0.03}), 40.0, 1.0e-9);
}

TEST(TriangleTree, WindingNumberMatchesBruteForceOnASoup)
{
	for (const int32_t count : {1, 7, 50, 3000})
	{
		const SurfaceMesh soup = MakeSoup(count, count);
		const TriangleTree tree = MakeTree(soup);
		for (int32_t i = 0; i < 100; ++i)
		{
			const Vec3 p = RandomPoint(99, i, 1.5);
			EXPECT_NEAR(tree.WindingNumber(p), WindingByBruteForce(soup, p), 4.0e-3) << count << " " << i;
		}
	}
}

TEST(TriangleTree, ClosestMatchesBruteForceOnASoup)
{
	for (const int32_t count : {1, 7, 50, 3000})
	{
		const SurfaceMesh soup = MakeSoup(count, count);
		const TriangleTree tree = MakeTree(soup);
		for (int32_t i = 0; i < 100; ++i)
		{
			const Vec3 p = RandomPoint(98, i, i % 10 == 0 ? 1000.0 : 1.5);
			double expected = kAnyDistance;
			for (const Triangle& t : soup.triangles)
			{
				expected = std::min(expected,
					TriangleDistance(p, soup.positions[t.v[0]], soup.positions[t.v[1]], soup.positions[t.v[2]]));
			}
			const ClosestPoint found = tree.Closest(p, kAnyDistance);
			ASSERT_NE(found.triangle, kNoIndex);
			EXPECT_NEAR(found.distance, expected, 1.0e-12 * (1.0 + expected)) << count << " " << i;
			EXPECT_DOUBLE_EQ(Length(found.point - p), found.distance);
			const Triangle& t = soup.triangles[found.triangle];
			EXPECT_NEAR(
				TriangleDistance(found.point, soup.positions[t.v[0]], soup.positions[t.v[1]], soup.positions[t.v[2]]),
				0.0,
				1.0e-12);
			EXPECT_EQ(tree.Closest(p, 0.999 * expected).triangle, kNoIndex);
			EXPECT_EQ(tree.Closest(p, 1.001 * expected).triangle, found.triangle);
		}
	}
}

TEST(TriangleTree, TiesGoToTheLowestTriangle)
{
	SurfaceMesh mesh;
	mesh.positions = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
	mesh.triangles.assign(100, {{0, 1, 2}});
	EXPECT_EQ(MakeTree(mesh).Closest({0.2, 0.2, 1.0}, kAnyDistance).triangle, 0);
}

TEST(TriangleTree, SurvivesDegenerateInput)
{
	EXPECT_EQ(MakeTree({}).WindingNumber({}), 0.0);
	EXPECT_EQ(MakeTree({}).Closest({}, kAnyDistance).triangle, kNoIndex);

	// A hundred triangles that are one point, and needles on one line.
	SurfaceMesh mesh;
	mesh.positions = {{1.0, 2.0, 3.0}, {1.0, 2.0, 4.0}};
	mesh.triangles.assign(100, {{0, 0, 0}});
	EXPECT_EQ(MakeTree(mesh).WindingNumber({0.0, 0.0, 0.0}), 0.0);
	EXPECT_NEAR(MakeTree(mesh).Closest({1.0, 2.0, 5.0}, kAnyDistance).distance, 2.0, 1.0e-15);
	mesh.triangles.assign(100, {{0, 1, 0}});
	EXPECT_EQ(MakeTree(mesh).WindingNumber({0.0, 0.0, 0.0}), 0.0);
	EXPECT_NEAR(MakeTree(mesh).Closest({1.0, 2.0, 5.0}, kAnyDistance).distance, 1.0, 1.0e-15);

	// One triangle 1e12 times smaller than the rest.
	SurfaceMesh uneven = MakeBox({-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0});
	for (int32_t i = 0; i < 60; ++i)
	{
		const double s = std::pow(0.5, i);
		const int32_t first = static_cast<int32_t>(uneven.positions.size());
		uneven.positions.insert(uneven.positions.end(), {{s, 0.0, 0.0}, {0.0, s, 0.0}, {0.0, 0.0, s}});
		uneven.triangles.push_back({{first, first + 1, first + 2}});
	}
	const Vec3 p{0.1, 0.2, 0.6};
	EXPECT_NEAR(MakeTree(uneven).WindingNumber(p), WindingByBruteForce(uneven, p), 4.0e-3);
}

TEST(TriangleTree, AnswersScaleWithTheSurface)
{
	for (const double scale : {1.0e-9, 1.0, 1.0e9})
	{
		const TriangleTree tree = MakeTree(MakeSphere({5.0 * scale, 0.0, 0.0}, scale, 40, 60));
		EXPECT_NEAR(tree.WindingNumber({5.5 * scale, 0.0, 0.0}), 1.0, 4.0e-3);
		EXPECT_NEAR(tree.WindingNumber({3.9 * scale, 0.0, 0.0}), 0.0, 4.0e-3);
		EXPECT_NEAR(tree.Closest({5.0 * scale, 0.0, 3.0 * scale}, kAnyDistance).distance, 2.0 * scale, 1e-12 * scale);
	}
}

TEST(TriangleTree, GivesTheSameBitsForAnyNumberOfThreads)
{
	const SurfaceMesh mesh = MakeSphere({}, 1.0, 100, 150);
	const TriangleTree serial = MakeTree(mesh);
	for (const int32_t threads : {2, 8})
	{
		ThreadTaskRunner runner(threads);
		const TriangleTree parallel(mesh.positions, mesh.triangles, runner);
		for (int32_t i = 0; i < 1000; ++i)
		{
			const Vec3 p = RandomPoint(5, i, 1.2);
			EXPECT_EQ(serial.WindingNumber(p), parallel.WindingNumber(p));
			EXPECT_EQ(serial.Closest(p, 1.0).triangle, parallel.Closest(p, 1.0).triangle);
		}
	}
}

TEST(TriangleTree, MatchesBruteForceOnTheScannedBunny)
{
	const std::optional<SurfaceMesh> bunny = LoadScannedMesh("bunny.obj");
	if (!bunny)
	{
		return;
	}
	const TriangleTree tree = MakeTree(*bunny);
	double worst = 0.0;
	for (int32_t i = 0; i < 400; ++i)
	{
		// Half of the points close to the surface, where most of the tree is opened.
		const Vec3 anywhere = RandomPoint(7, i, 0.8);
		const Vec3 p = i % 2 == 0 ? anywhere : tree.Closest(anywhere, kAnyDistance).point + 0.02 * anywhere;
		worst = std::max(worst, std::abs(tree.WindingNumber(p) - WindingByBruteForce(*bunny, p)));
	}
	EXPECT_LT(worst, 4.0e-3);
}

TEST(ClusterMoments, MergingPartsEqualsTheWhole)
{
	std::vector<Corners> triangles;
	for (int32_t i = 0; i < 12; ++i)
	{
		triangles.push_back(
			{RandomPoint(3, 3 * i, 1.0), RandomPoint(3, 3 * i + 1, 1.0), RandomPoint(3, 3 * i + 2, 1.0)});
	}
	const std::span<const Corners> all(triangles);
	const Cluster whole = ClusterOf(all);
	const std::array<Cluster, 3> parts{ClusterOf(all.first(5)), ClusterOf(all.subspan(5, 1)), ClusterOf(all.last(6))};
	const Cluster merged = MergeClusters(parts);
	EXPECT_NEAR(Length(merged.centre - whole.centre), 0.0, 1e-14);
	EXPECT_NEAR(merged.area, whole.area, 1e-13);
	EXPECT_GE(merged.radius, whole.radius * (1.0 - 1e-14));
	EXPECT_EQ(merged.low, whole.low);
	EXPECT_EQ(merged.high, whole.high);
	EXPECT_NEAR(Length(merged.linear - whole.linear), 0.0, 1e-13);
	for (size_t i = 0; i < 6; ++i)
	{
		EXPECT_NEAR(merged.quadratic[i], whole.quadratic[i], 1e-13);
	}
	for (size_t i = 0; i < 10; ++i)
	{
		EXPECT_NEAR(merged.cubic[i], whole.cubic[i], 1e-13);
	}
}

TEST(ClusterMoments, TheErrorFallsWithTheFifthPowerOfTheDistance)
{
	const std::vector<Corners> triangles{{{{0.9, 0.1, 0.2}, {-0.3, 0.8, 0.1}, {0.2, -0.1, 1.1}}},
		{{{-0.5, 0.4, -0.7}, {0.6, 0.3, -0.2}, {0.1, -0.9, 0.3}}}};
	const Cluster cluster = ClusterOf(triangles);
	const QuadraticForm q = HarmonicPart(cluster.quadratic);
	const CubicForm c = HarmonicPart(cluster.cubic);
	const auto error = [&](double distance)
	{
		const Vec3 point = cluster.centre - distance * Normalised({1.0, 2.0, -1.5});
		double exact = 0.0;
		for (const Corners& t : triangles)
		{
			exact += SphericalTriangle(t[0] - point, t[1] - point, t[2] - point);
		}
		const auto [x, y, z] = cluster.centre - point;
		const double quadratic =
			q[0] * x * x + q[1] * y * y + q[2] * z * z + q[3] * x * y + q[4] * x * z + q[5] * y * z;
		const double cubic = c[0] * x * x * x + c[1] * y * y * y + c[2] * z * z * z + c[3] * x * x * y +
			c[4] * x * x * z + c[5] * x * y * y + c[6] * y * y * z + c[7] * x * z * z + c[8] * y * z * z +
			c[9] * x * y * z;
		const double r = distance;
		const double approximate = Dot(cluster.linear, {x, y, z}) / std::pow(r, 3) - 3.0 * quadratic / std::pow(r, 5) +
			7.5 * cubic / std::pow(r, 7);
		return std::abs(approximate - exact);
	};
	EXPECT_NEAR(std::log2(error(10.0) / error(20.0)), 5.0, 0.3);
}
