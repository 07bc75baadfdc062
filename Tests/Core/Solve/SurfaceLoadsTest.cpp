// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/SurfaceLoads.h"

#include "Support/TetGrids.h"

#include <gtest/gtest.h>

#include <limits>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
struct Net
{
	Vec3 force;
	Vec3 moment; // about the origin
	int32_t loaded = 0;
};

Net Sum(const StressMesh& mesh, const std::vector<Vec3>& forces)
{
	Net net;
	for (size_t i = 0; i < forces.size(); ++i)
	{
		net.force += forces[i];
		net.moment += Cross(mesh.nodes[i], forces[i]);
		net.loaded += Length(forces[i]) > 0.0 ? 1 : 0;
	}
	return net;
}
} // namespace

TEST(SurfaceLoads, KeepForceAndMomentWhereverTheyAct)
{
	const StressMesh mesh = MakeStressMesh(MakeTetGrid(10, 8, 3, {1.0, 0.8, 0.3}));
	const SurfaceLoads loads(mesh, SerialRunner());
	const Vec3 force{3, -2, 5};
	// Middle of a side, near an edge, on a corner, a little outside (then at the nearest point), deep inside.
	const std::pair<Vec3, Vec3> cases[] = {{{0.52, 0.43, 0.3}, {0.52, 0.43, 0.3}},
		{{0.97, 0.4, 0.3}, {0.97, 0.4, 0.3}},
		{{1.0, 0.8, 0.3}, {1.0, 0.8, 0.3}},
		{{0.5, 0.4, 0.33}, {0.5, 0.4, 0.3}},
		{{0.51, 0.42, 0.16}, {0.51, 0.42, 0.16}}};
	for (const auto& [point, acts] : cases)
	{
		for (const double radius : {0.0, 0.15, 0.4})
		{
			const Result<SurfaceLoads::Site> site = loads.Locate(point, 1);
			ASSERT_TRUE(site);
			std::vector<Vec3> forces(mesh.nodes.size());
			loads.Add(*site, force, radius, forces);
			const Net net = Sum(mesh, forces);
			EXPECT_LT(Length(net.force - force), 1e-13);
			EXPECT_LT(Length(net.moment - Cross(acts, force)), 1e-13);
			EXPECT_GE(net.loaded, 4);
		}
	}
}

TEST(SurfaceLoads, SpreadEvenlyAroundThePoint)
{
	// A push on a node in the middle of a plate: nothing but pressure, largest in the middle, none on the other side.
	const StressMesh mesh = MakeStressMesh(MakeTetGrid(20, 20, 1, {1.0, 1.0, 0.02}));
	const SurfaceLoads loads(mesh, SerialRunner());
	std::vector<Vec3> forces(mesh.nodes.size());
	loads.Add(*loads.Locate({0.5, 0.5, 0.02}, 1), {0, 0, -1}, 0.2, forces);
	double middle = 0.0;
	double rim = 0.0;
	for (size_t i = 0; i < forces.size(); ++i)
	{
		EXPECT_LE(forces[i].z, 1e-12);
		if (mesh.nodes[i].z == 0.0)
		{
			EXPECT_EQ(Length(forces[i]), 0.0) << "the far side of the plate is loaded";
		}
		const double d = Length(mesh.nodes[i] - Vec3{0.5, 0.5, 0.02});
		middle = d < 1e-9 ? -forces[i].z : middle;
		rim = std::abs(d - 0.15) < 1e-9 ? std::max(rim, -forces[i].z) : rim;
	}
	// Inner nodes of the grid all carry the same area, so only 1 - (d / radius)^2 differs.
	EXPECT_NEAR(rim / middle, 1.0 - 0.75 * 0.75, 0.05);
}

TEST(SurfaceLoads, ChangeContinuouslyAsAContactSlides)
{
	const StressMesh mesh = MakeStressMesh(MakeTetGrid(6, 6, 2, {1.0, 1.0, 0.3}));
	const SurfaceLoads loads(mesh, SerialRunner());
	std::vector<Vec3> last;
	for (double x = 0.2; x < 0.8; x += 0.002)
	{
		std::vector<Vec3> forces(mesh.nodes.size());
		loads.Add(*loads.Locate({x, 0.37, 0.3}, 1), {0, 0, -1}, 0.0, forces);
		for (size_t i = 0; i < last.size(); ++i)
		{
			EXPECT_LT(Length(forces[i] - last[i]), 0.01);
		}
		last = forces;
	}
}

TEST(SurfaceLoads, PointsFarOutsideAreRefused)
{
	const StressMesh mesh = MakeStressMesh(MakeTetGrid(4, 4, 4, {1, 1, 1}));
	const SurfaceLoads loads(mesh, SerialRunner());
	const Result<SurfaceLoads::Site> far = loads.Locate({0.5, 0.5, 2.0}, 3);
	ASSERT_FALSE(far);
	EXPECT_EQ(far.GetError().element, 3);
	EXPECT_EQ(far.GetError().message.rfind("impulse 3", 0), 0u);
	EXPECT_FALSE(loads.Locate({0.5, std::numeric_limits<double>::quiet_NaN(), 1}, 1));
}
