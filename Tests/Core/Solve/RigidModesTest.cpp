// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/RigidModes.h"

#include "FractureCore/Random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;

namespace
{
RigidScratch scratch;

struct Cloud
{
	std::vector<Vec3> nodes;
	std::vector<double> masses;
	std::vector<int32_t> part;
	std::vector<uint8_t> fixed;
};

/// Random nodes in a box that is long in x, far from the origin.
Cloud MakeCloud(int32_t count, uint64_t seed)
{
	Cloud cloud;
	for (int32_t i = 0; i < count; ++i)
	{
		auto draw = [&](uint64_t k) { return RandomUnit(seed, 4 * static_cast<uint64_t>(i) + k); };
		cloud.nodes.push_back({10.0 + 3.0 * draw(0), -20.0 + draw(1), 5.0 + 0.5 * draw(2)});
		cloud.masses.push_back(0.1 + draw(3));
		cloud.part.push_back(0);
		cloud.fixed.push_back(0);
	}
	return cloud;
}

RigidModes Find(const Cloud& cloud, int32_t parts = 1)
{
	return FindRigidModes(cloud.nodes, cloud.masses, cloud.part, parts, cloud.fixed);
}

std::vector<Vec3> MakeForces(size_t count, uint64_t seed)
{
	std::vector<Vec3> forces(count);
	for (size_t i = 0; i < count; ++i)
	{
		forces[i] = {
			RandomUnit(seed, 3 * i) - 0.5, RandomUnit(seed, 3 * i + 1) - 0.5, RandomUnit(seed, 3 * i + 2) - 0.5};
	}
	return forces;
}
} // namespace

TEST(RigidModes, SupportsTakeAwayAsManyModesAsStaticsSays)
{
	Cloud cloud = MakeCloud(50, 1);
	EXPECT_EQ(Find(cloud).parts[0].modeCount, 6);
	cloud.fixed[3] = 7; // ball joint
	EXPECT_EQ(Find(cloud).parts[0].modeCount, 3);
	cloud.fixed[9] = 7; // hinge
	EXPECT_EQ(Find(cloud).parts[0].modeCount, 1);
	cloud.fixed[20] = 7; // clamped
	EXPECT_EQ(Find(cloud).parts[0].modeCount, 0);
	EXPECT_TRUE(Find(cloud).pins.empty());

	std::fill(cloud.fixed.begin(), cloud.fixed.end(), uint8_t{0});
	for (const size_t node : {1u, 5u, 9u, 30u})
	{
		cloud.nodes[node].z = 5.0;
		cloud.fixed[node] = 4; // rests on a plane
	}
	const RigidModes plane = Find(cloud);
	EXPECT_EQ(plane.parts[0].modeCount, 3);
	EXPECT_EQ(plane.pins.size(), 3u);
	for (const int32_t pin : plane.pins)
	{
		EXPECT_NE(pin % 3, 2) << "z is already held";
	}
}

TEST(RigidModes, EachPartHasItsOwn)
{
	Cloud cloud = MakeCloud(60, 2);
	for (size_t i = 30; i < 60; ++i)
	{
		cloud.part[i] = 1;
	}
	const RigidModes modes = Find(cloud, 2);
	EXPECT_EQ(modes.parts[0].modeCount, 6);
	EXPECT_EQ(modes.parts[1].modeCount, 6);
	ASSERT_EQ(modes.pins.size(), 12u);
	EXPECT_EQ(std::count_if(modes.pins.begin(), modes.pins.end(), [](int32_t pin) { return pin < 90; }), 6);
}

TEST(RigidModes, PinsStopEveryRigidMotion)
{
	const Cloud cloud = MakeCloud(40, 3);
	const RigidModes modes = Find(cloud);
	// The 6 by 6 matrix of the modes' values at the pins must be far from singular: Gauss elimination with pivoting.
	double a[6][6];
	for (int32_t i = 0; i < 6; ++i)
	{
		const int32_t pin = modes.pins[static_cast<size_t>(i)];
		for (int32_t j = 0; j < 6; ++j)
		{
			const RigidModes::Part& part = modes.parts[0];
			const Vec3 r = cloud.nodes[static_cast<size_t>(pin / 3)] - part.centre;
			a[i][j] = Component(part.translation[j] + Cross(part.rotation[j], r), pin % 3);
		}
	}
	double largest = 0.0;
	double smallest = 1e300;
	for (int32_t k = 0; k < 6; ++k)
	{
		int32_t pivot = k;
		for (int32_t i = k; i < 6; ++i)
		{
			pivot = std::abs(a[i][k]) > std::abs(a[pivot][k]) ? i : pivot;
		}
		std::swap_ranges(a[k], a[k] + 6, a[pivot]);
		largest = std::max(largest, std::abs(a[k][k]));
		smallest = std::min(smallest, std::abs(a[k][k]));
		for (int32_t i = k + 1; i < 6; ++i)
		{
			const double factor = a[i][k] / a[k][k];
			for (int32_t j = k; j < 6; ++j)
			{
				a[i][j] -= factor * a[k][j];
			}
		}
	}
	EXPECT_GT(smallest, 0.05 * largest);
}

TEST(RigidModes, InertiaReliefBalancesForceAndMoment)
{
	const Cloud cloud = MakeCloud(50, 4);
	const RigidModes modes = Find(cloud);
	std::vector<Vec3> forces = MakeForces(50, 7);
	Vec3 net;
	for (const Vec3& f : forces)
	{
		net += f;
	}
	const std::vector<Vec3> before = forces;
	EXPECT_GT(FindLoadImbalance(modes, cloud.nodes, forces, scratch).share, 1e-3);
	RelieveInertia(modes, cloud.nodes, cloud.masses, forces, scratch);
	Vec3 sum;
	Vec3 moment;
	for (size_t i = 0; i < forces.size(); ++i)
	{
		sum += forces[i];
		moment += Cross(cloud.nodes[i], forces[i]);
	}
	EXPECT_LT(Length(sum), 1e-13);
	EXPECT_LT(Length(moment), 1e-12); // 20 m from the origin
	EXPECT_LT(FindLoadImbalance(modes, cloud.nodes, forces, scratch).share, 1e-14);

	// What was taken away is an acceleration field: (before - after) / mass is a + alpha x r with a = F / M.
	double mass = 0.0;
	Vec3 centre;
	for (size_t i = 0; i < forces.size(); ++i)
	{
		mass += cloud.masses[i];
		centre += cloud.nodes[i] * cloud.masses[i];
	}
	centre = centre / mass;
	Vec3 meanAcceleration;
	for (size_t i = 0; i < forces.size(); ++i)
	{
		meanAcceleration += before[i] - forces[i];
	}
	EXPECT_LT(Length(meanAcceleration / mass - net / mass), 1e-13);

	// Balanced loads are left alone.
	const std::vector<Vec3> balanced = forces;
	RelieveInertia(modes, cloud.nodes, cloud.masses, forces, scratch);
	for (size_t i = 0; i < forces.size(); ++i)
	{
		EXPECT_LT(Length(forces[i] - balanced[i]), 1e-14);
	}
}

TEST(RigidModes, ARigidMotionIsRemovedWhole)
{
	const Cloud cloud = MakeCloud(50, 5);
	const RigidModes modes = Find(cloud);
	std::vector<Vec3> u(50);
	for (size_t i = 0; i < u.size(); ++i)
	{
		u[i] = Vec3{1, -2, 3} + Cross({0.3, 0.1, -0.2}, cloud.nodes[i]);
	}
	RemoveRigidMotion(modes, cloud.nodes, cloud.masses, u, scratch);
	for (const Vec3& v : u)
	{
		EXPECT_LT(Length(v), 1e-13);
	}
}
