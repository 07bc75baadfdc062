// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Hull.h"
#include "FractureCore/MassProperties.h"
#include "FractureCore/Random.h"
#include "HullChecks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace
{
using namespace FractureCore;
using namespace FractureTest;

Vec3 RandomPoint(uint64_t seed, uint64_t i)
{
	return {2.0 * RandomUnit(seed, 3 * i) - 1.0,
		2.0 * RandomUnit(seed, 3 * i + 1) - 1.0,
		2.0 * RandomUnit(seed, 3 * i + 2) - 1.0};
}

std::vector<Vec3> RandomPoints(uint64_t seed, size_t count)
{
	std::vector<Vec3> points;
	for (size_t i = 0; i < count; ++i)
	{
		points.push_back(RandomPoint(seed, i));
	}
	return points;
}

std::vector<Vec3> RandomDirections(uint64_t seed, size_t count)
{
	std::vector<Vec3> points = RandomPoints(seed, count);
	for (Vec3& p : points)
	{
		p = Normalised(p);
	}
	return points;
}

/// All points of a grid of n x n x n in the unit cube.
std::vector<Vec3> GridPoints(int32_t n)
{
	std::vector<Vec3> points;
	for (int32_t i = 0; i < n * n * n; ++i)
	{
		points.push_back(Vec3{i % n * 1.0, i / n % n * 1.0, i / n / n * 1.0} / (n - 1.0));
	}
	return points;
}

/// A turn about an axis that is none of the grid's.
Vec3 Turned(const Vec3& p)
{
	const Vec3 axis = Normalised({0.3, -0.5, 0.8});
	const double c = std::cos(1.234);
	return c * p + std::sin(1.234) * Cross(axis, p) + (1.0 - c) * Dot(axis, p) * axis;
}

void TurnAll(std::vector<Vec3>& points)
{
	for (Vec3& p : points)
	{
		p = Turned(p);
	}
}

/// A deterministic shuffle.
std::vector<Vec3> Shuffled(std::vector<Vec3> points, uint64_t seed)
{
	for (size_t i = points.size(); i > 1; --i)
	{
		std::swap(points[i - 1], points[RandomBits(seed, i) % i]);
	}
	return points;
}
} // namespace

TEST(ConvexHull, OfAGridIsItsBox)
{
	std::vector<Vec3> points = GridPoints(6);
	for (int32_t turn = 0; turn < 2; ++turn)
	{
		// Turned, rounding makes bumps of 1e-16 on every side.
		const ConvexHull hull = ComputeConvexHull(points);
		ExpectClosedAndConvex(hull);
		EXPECT_EQ(hull.positions.size(), 8u);
		EXPECT_EQ(hull.triangles.size(), 12u);
		EXPECT_NEAR(hull.volume, 1.0, 1e-14);
		EXPECT_LT(FarthestOutside(hull, points), 1e-12);
		TurnAll(points);
	}
}

TEST(ConvexHull, HasTheVolumeOfAPrism)
{
	// n corners on a circle of radius 2, height 3: volume 3 (n / 2) 4 sin(2 pi / n).
	for (const int32_t n : {3, 5, 12, 100})
	{
		std::vector<Vec3> points;
		for (int32_t i = 0; i < 4 * n; ++i)
		{
			const double angle = 2.0 * kPi * i / n;
			points.push_back(Turned({2.0 * std::cos(angle), 2.0 * std::sin(angle), i / n * 1.0}));
		}
		const ConvexHull hull = ComputeConvexHull(points);
		ExpectClosedAndConvex(hull);
		EXPECT_EQ(hull.positions.size(), 2u * static_cast<size_t>(n));
		EXPECT_NEAR(hull.volume, 6.0 * n * std::sin(2.0 * kPi / n), 1e-11);
	}
}

TEST(ConvexHull, KeepsEveryPointOfASphere)
{
	const std::vector<Vec3> points = RandomDirections(1, 2000);
	const ConvexHull hull = ComputeConvexHull(points);
	ExpectClosedAndConvex(hull);
	EXPECT_EQ(hull.positions.size(), points.size());
	EXPECT_EQ(hull.triangles.size(), 2 * points.size() - 4);
	EXPECT_GT(hull.volume, 0.99 * 4.0 / 3.0 * kPi);
	EXPECT_LT(hull.volume, 4.0 / 3.0 * kPi);
}

TEST(ConvexHull, ContainsEveryPointOfRandomSetsOfAnySizeAnywhere)
{
	for (uint64_t seed = 0; seed < 40; ++seed)
	{
		const double scale = std::ldexp(1.0, static_cast<int>(seed) - 20);
		const Vec3 shift = seed % 4 == 0 ? 1.0e3 * scale * RandomPoint(99, seed) : Vec3{};
		std::vector<Vec3> points = RandomPoints(seed, 4 + 25 * seed);
		for (Vec3& p : points)
		{
			p = p * scale + shift;
		}
		const ConvexHull hull = ComputeConvexHull(points);
		ExpectClosedAndConvex(hull);
		EXPECT_LT(FarthestOutside(hull, points), 1e-12 * (2.0 * scale + Length(shift)));
		EXPECT_EQ(hull.outside, 0.0);
		for (const Vec3& vertex : hull.positions)
		{
			EXPECT_NE(std::find(points.begin(), points.end(), vertex), points.end());
		}
		EXPECT_NEAR(hull.volume, SolidMassProperties(hull.positions, hull.triangles, 1.0).volume, 1e-12 * hull.volume);
	}
}

TEST(ConvexHull, StandsPointsInCommonPlanesAndLines)
{
	for (uint64_t seed = 0; seed < 300; ++seed)
	{
		// Few distinct coordinates; every other set turned, every third with bumps from 1e-17 up to 1e-5.
		std::vector<Vec3> points;
		const double steps = 2.0 + static_cast<double>(seed % 5);
		const double bump = std::pow(10.0, -17.0 + 12.0 * RandomUnit(seed, 1));
		for (uint64_t i = 0; i < 20 + seed; ++i)
		{
			const Vec3 p = RandomPoint(seed, 100 + i) * steps;
			points.push_back({std::floor(p.x), std::floor(p.y), std::floor(p.z)});
			points.back() = seed % 2 == 0 ? points.back() : Turned(points.back());
			points.back() += (seed % 3 == 0 ? bump : 0.0) * RandomPoint(seed, 1000 + i);
		}
		for (const double tolerance : {1e-12, 1e-6, 1e-3})
		{
			const ConvexHull hull = ComputeConvexHull(points, 0, tolerance);
			ExpectClosedAndConvex(hull);
			// Bumps just above the least tolerance make slivers that hide what stands out.
			const double allowed = std::max(10.0 * tolerance, seed % 3 == 0 ? 1e-8 : 0.0) * 2.0 * steps;
			EXPECT_LT(FarthestOutside(hull, points, 1e-3), allowed) << seed << " " << tolerance;
		}
	}
}

TEST(ConvexHull, GivesFlatSetsALittleThickness)
{
	std::vector<Vec3> plane;
	for (int32_t i = 0; i < 100; ++i)
	{
		plane.push_back({i % 10 * 1.0, i / 10 * 1.0, 0.0});
	}
	const std::vector<Vec3> line{{1, 1, 1}, {2, 2, 2}, {1.5, 1.5, 1.5}, {4, 4, 4}};
	const std::vector<Vec3> point(7, Vec3{3, 4, 5});
	std::vector<Vec3> turnedPlane = plane;
	TurnAll(turnedPlane);
	for (const std::vector<Vec3>& points : {plane, turnedPlane, line, point, std::vector<Vec3>{{0, 0, 0}}})
	{
		const ConvexHull hull = ComputeConvexHull(points);
		ExpectClosedAndConvex(hull);
		EXPECT_EQ(hull.positions.size(), 8u);
		EXPECT_GT(hull.volume, 0.0);
		EXPECT_LT(FarthestOutside(hull, points), 1e-9);
	}
	// 9 x 9 and twice 1e-6 of the length of 9.
	EXPECT_NEAR(ComputeConvexHull(plane).volume, 81.0 * 18e-6, 1e-12);
	EXPECT_TRUE(ComputeConvexHull({}).triangles.empty());
}

TEST(ConvexHull, RespectsItsLimitAndTakesTheFarthestFirst)
{
	const std::vector<Vec3> points = RandomDirections(2, 3000);
	const double full = ComputeConvexHull(points).volume;
	double previous = 0.0;
	for (const int32_t limit : {4, 8, 16, 32, 64, 256})
	{
		const ConvexHull hull = ComputeConvexHull(points, limit);
		ExpectClosedAndConvex(hull);
		EXPECT_EQ(hull.positions.size(), static_cast<size_t>(limit));
		EXPECT_GT(hull.volume, previous);
		const double outside = FarthestOutside(hull, points);
		EXPECT_LE(hull.outside, outside + 1e-12);
		EXPECT_GT(hull.outside, 0.5 * outside);
		previous = hull.volume;
	}
	// The best polyhedron of 32 vertices in a sphere, an icosahedron with a cap on each side, has 0.835 of its volume.
	EXPECT_GT(ComputeConvexHull(points, 32).volume, 0.78 * full);
	EXPECT_EQ(ComputeConvexHull(points, 5000), ComputeConvexHull(points, 3000));
	EXPECT_EQ(ComputeConvexHull(GridPoints(5), 8).outside, 0.0);
}

TEST(ConvexHull, TheOrderOfPointsAndDuplicatesDoNotMatter)
{
	std::vector<Vec3> grid = GridPoints(4);
	TurnAll(grid);
	for (const std::vector<Vec3>& points : {RandomPoints(3, 500), RandomDirections(4, 300), GridPoints(5), grid})
	{
		std::vector<Vec3> twice = points;
		twice.insert(twice.end(), points.begin(), points.end());
		for (const int32_t limit : {0, 7, 20})
		{
			const ConvexHull hull = ComputeConvexHull(points, limit);
			EXPECT_EQ(ComputeConvexHull(Shuffled(points, 5), limit), hull);
			EXPECT_EQ(ComputeConvexHull(Shuffled(twice, 6), limit), hull);
		}
	}
}

TEST(ConvexHull, TakesAMillionPoints)
{
	std::vector<Vec3> points = RandomPoints(7, 125000);
	for (int32_t i = 0; i < 3; ++i)
	{
		points.insert(points.end(), points.begin(), points.end());
	}
	const ConvexHull hull = ComputeConvexHull(points);
	ExpectClosedAndConvex(hull);
	EXPECT_LT(FarthestOutside(hull, std::span(points).first(20000)), 1e-12);
}
