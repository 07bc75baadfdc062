// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Weakness.h"

#include "FractureCore/Random.h"
#include "Support/TetGrids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;

namespace
{
std::vector<Vec3> RandomPoints(size_t count, const Vec3& low, const Vec3& high)
{
	std::vector<Vec3> points;
	for (size_t i = 0; i < count; ++i)
	{
		const auto draw = [&](uint64_t k, double a, double b) { return a + (b - a) * RandomUnit(11, 3 * i + k); };
		points.push_back({draw(0, low.x, high.x), draw(1, low.y, high.y), draw(2, low.z, high.z)});
	}
	return points;
}

double EnergyOf(const GrainSet& grains, size_t i, const Vec3& x)
{
	return grains.weights[i] * Length(x - grains.seeds[i]);
}
} // namespace

TEST(Weakness, EveryPointBelongsToTheSeedOfLeastEnergy)
{
	const Vec3 low = {-1.0, 0.0, 2.0};
	const Vec3 high = {1.0, 0.7, 2.5};
	// Also far outside the box, where the grid of seeds ends.
	const std::vector<Vec3> points = RandomPoints(4000, low - Vec3{1.0, 1.0, 1.0}, high + Vec3{1.0, 1.0, 1.0});
	for (const double spread : {0.0, 0.5})
	{
		const GrainSet grains = SeedGrains(low, high, 0.15, spread, 42);
		ASSERT_GT(grains.seeds.size(), 200u);
		const std::vector<NearestGrains> found = FindNearestGrains(grains, points, SerialRunner());
		for (size_t p = 0; p < points.size(); ++p)
		{
			size_t first = 0;
			for (size_t i = 1; i < grains.seeds.size(); ++i)
			{
				first = EnergyOf(grains, i, points[p]) < EnergyOf(grains, first, points[p]) ? i : first;
			}
			size_t second = first == 0 ? 1 : 0;
			for (size_t i = 0; i < grains.seeds.size(); ++i)
			{
				second =
					i != first && EnergyOf(grains, i, points[p]) < EnergyOf(grains, second, points[p]) ? i : second;
			}
			ASSERT_EQ(found[p].first, static_cast<int32_t>(first));
			ASSERT_EQ(found[p].second, static_cast<int32_t>(second));
			ASSERT_EQ(found[p].phi, InterfaceField(grains, found[p].first, found[p].second, points[p]));
			ASSERT_LE(found[p].phi, 0.0);
		}
	}
}

TEST(Weakness, TiesGoToTheLowestSeed)
{
	const GrainSet grains = {{{1.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}, {1.0, 1.0, 1.0}, {0, 0, 0}};
	const Vec3 middle[] = {{0.0, 0.0, 0.0}};
	const std::vector<NearestGrains> found = FindNearestGrains(grains, middle, SerialRunner());
	EXPECT_EQ(found[0].first, 0);
	EXPECT_EQ(found[0].second, 1);
	EXPECT_EQ(found[0].phi, 0.0);
	const GrainSet one = {{{1.0, 0.0, 0.0}}, {1.0}, {0}};
	EXPECT_EQ(FindNearestGrains(one, middle, SerialRunner())[0].second, kNoIndex);
}

TEST(Weakness, FieldsOfAPairAreOppositeAndZeroOnPlaneOrSphere)
{
	GrainSet grains = {{{0.0, 0.0, 0.0}, {3.0, 0.0, 0.0}}, {1.0, 1.0}, {0, 0}};
	for (const Vec3& x : RandomPoints(500, {-2.0, -2.0, -2.0}, {4.0, 2.0, 2.0}))
	{
		EXPECT_EQ(InterfaceField(grains, 0, 1, x), -InterfaceField(grains, 1, 0, x));
		// Equal weights: the bisecting plane.
		EXPECT_NEAR(InterfaceField(grains, 0, 1, {1.5, x.y, x.z}), 0.0, 1.0e-15);
		EXPECT_EQ(InterfaceField(grains, 0, 1, x) < 0.0, x.x < 1.5);
	}
	// Weights 2 and 1: the points twice as far from the second seed as from the first are the sphere of Apollonius with
	// centre (-1, 0, 0) and radius 2.
	grains.weights = {2.0, 1.0};
	for (const Vec3& x : RandomPoints(500, {-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}))
	{
		const Vec3 on = Vec3{-1.0, 0.0, 0.0} + 2.0 * Normalised(x);
		EXPECT_NEAR(InterfaceField(grains, 0, 1, on), 0.0, 1.0e-14);
		// Its normal points outward, to the second region.
		EXPECT_NEAR(Dot(InterfaceNormal(grains, 0, 1, on), Normalised(x)), 1.0, 1.0e-12);
	}
}

TEST(Weakness, SeedsKeepTheirDistanceAndTheirNumber)
{
	const GrainSet grains = SeedGrains({0.0, 0.0, 0.0}, {1.0, 0.5, 0.25}, 0.125, 0.2, 9);
	EXPECT_EQ(grains.seeds.size(), 8u * 4u * 2u);
	for (size_t i = 0; i < grains.seeds.size(); ++i)
	{
		EXPECT_TRUE(grains.weights[i] >= 0.8 && grains.weights[i] <= 1.2);
		for (size_t j = 0; j < i; ++j)
		{
			EXPECT_GE(Length(grains.seeds[i] - grains.seeds[j]), 0.5 * 0.125);
		}
	}
	EXPECT_NE(SeedGrains({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}, 0.5, 0.0, 1).seeds,
		SeedGrains({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}, 0.5, 0.0, 2).seeds);
	EXPECT_EQ(SeedGrains({0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, 1.0e-9, 0.0, 1).seeds.size(), 100u);
}

TEST(Weakness, PartsOfOneLabelThatDoNotTouchGetTheirOwnNumbers)
{
	const TetMesh mesh = FractureTests::MakeTetGrid(6, 1, 1, {6.0, 1.0, 1.0});
	std::vector<int32_t> labels;
	for (const Vec3& node : mesh.nodes)
	{
		labels.push_back(node.x >= 2.0 && node.x <= 4.0 ? 7 : 3);
	}
	const std::vector<int32_t> parts = NumberGrainParts(mesh, labels);
	for (size_t i = 0; i < parts.size(); ++i)
	{
		EXPECT_EQ(parts[i], mesh.nodes[i].x < 2.0 ? 0 : (mesh.nodes[i].x <= 4.0 ? 1 : 2));
	}
}
