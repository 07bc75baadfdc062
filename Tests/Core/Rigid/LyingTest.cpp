// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Hull.h"
#include "FractureCore/World.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
/// A disc with a sharp edge of so many corners.
std::shared_ptr<const SurfaceMesh> CoinMesh(double radius, double thickness, int32_t corners)
{
	std::vector<Vec3> points;
	for (int32_t i = 0; i < 2 * corners; ++i)
	{
		const double angle = 2.0 * 3.14159265358979 * (i / 2) / corners;
		points.push_back(
			{radius * std::cos(angle), radius * std::sin(angle), i % 2 == 0 ? 0.5 * thickness : -0.5 * thickness});
	}
	const ConvexHull hull = ComputeConvexHull(points, 2 * corners, 1.0e-9);
	auto mesh = std::make_shared<SurfaceMesh>();
	mesh->positions = hull.positions;
	mesh->triangles = hull.triangles;
	return mesh;
}
} // namespace

// Faces of many corners touch all round.
TEST(Lying, CoinsOfManyCornersLieOnEachOther)
{
	for (const int32_t corners : {24, 100, 300})
	{
		World world = std::move(*World::Create({}));
		EXPECT_TRUE(world.Add(Floor()));
		const std::shared_ptr<const SurfaceMesh> coin = CoinMesh(0.2, 0.02, corners);
		std::vector<BodyId> coins;
		for (int32_t i = 0; i < 4; ++i)
		{
			coins.push_back(*world.Add(Rigid(coin, {i % 2 == 0 ? 0.0 : 0.02, 0.0, 0.0101 + 0.0202 * i})));
		}
		for (int32_t i = 0; i < 120; ++i)
		{
			world.Step(1.0 / 60.0, SerialRunner());
		}
		for (int32_t i = 0; i < 4; ++i)
		{
			const Pose& pose = world.Find(coins[i])->pose;
			EXPECT_NEAR(pose.position.z, 0.01 + 0.02 * i, 5.0e-4) << corners << ' ' << i;
			EXPECT_GT(Rotated(pose.orientation, {0.0, 0.0, 1.0}).z, 1.0 - 1.0e-5) << corners << ' ' << i;
		}
	}
}
