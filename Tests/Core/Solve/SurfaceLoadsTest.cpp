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
	// Middle of a side, near an edge, on a corner; a little outside and inside of these; deep inside.
	const Vec3 points[] = {{0.52, 0.43, 0.3},
		{0.97, 0.4, 0.3},
		{1.0, 0.8, 0.3},
		{0.5, 0.4, 0.33},
		{1.04, 0.83, 0.35},
		{-0.05, 0.41, 0.02},
		{0.52, 0.43, 0.25},
		{0.93, 0.75, 0.28},
		{0.07, 0.33, 0.06},
		{0.51, 0.42, 0.16}};
	for (const Vec3& point : points)
	{
		for (const Vec3 force : {Vec3{3, -2, 5}, Vec3{1, 0, 0}, Vec3{0, 0, -1}})
		{
			for (const double radius : {0.0, 0.15, 0.4})
			{
				const Result<SurfaceLoads::Site> site = loads.Locate(point, 1);
				ASSERT_TRUE(site);
				std::vector<Vec3> forces(mesh.nodes.size());
				loads.Add(*site, force, radius, forces);
				const Net net = Sum(mesh, forces);
				EXPECT_LT(Length(net.force - force), 1e-13);
				EXPECT_LT(Length(net.moment - Cross(point, force)), 1e-13);
				EXPECT_GE(net.loaded, 4);
			}
		}
	}
}

TEST(SurfaceLoads, KeepTheMomentWherePatchesCannotBearIt)
{
	// The tip of a needle: what faces the same way as the tip's nodes is a line at best, so that the force stays at
	// single nodes; the moment of a point beside the needle has to go elsewhere.
	TetMesh needle;
	needle.nodes = {{0, 0, 0}, {0.02, 0, 0}, {0.01, 0.017, 0}, {0.01, 0.006, 1}};
	needle.tets = {{{0, 1, 2, 3}}};
	const StressMesh mesh = MakeStressMesh(needle);
	const SurfaceLoads loads(mesh, SerialRunner());
	for (const Vec3 point :
		{Vec3{0.01, 0.006, 1.2}, Vec3{0.2, 0.1, 0.9}, Vec3{-0.1, 0.0, 0.5}, Vec3{0.01, 0.006, -0.01}})
	{
		const Vec3 force{3, -2, 5};
		const Result<SurfaceLoads::Site> site = loads.Locate(point, 1);
		ASSERT_TRUE(site);
		std::vector<Vec3> forces(mesh.nodes.size());
		loads.Add(*site, force, 0.0, forces);
		const Net net = Sum(mesh, forces);
		EXPECT_LT(Length(net.force - force), 1e-11); // large forces turn a needle about its axis
		EXPECT_LT(Length(net.moment - Cross(point, force)), 1e-11);
	}
}

TEST(SurfaceLoads, DoNotJumpOverAGap)
{
	// Two boxes a hundredth of their size apart: the patch would reach into the other one through the air.
	TetMesh two = MakeTetGrid(5, 5, 5, {1.0, 1.0, 1.0});
	const size_t firstNodes = two.nodes.size();
	const TetMesh one = two;
	for (const Vec3& x : one.nodes)
	{
		two.nodes.push_back(x + Vec3{1.01, 0.0, 0.0});
	}
	for (Tet tet : one.tets)
	{
		for (int32_t& v : tet.v)
		{
			v += static_cast<int32_t>(firstNodes);
		}
		two.tets.push_back(tet);
	}
	const StressMesh mesh = MakeStressMesh(two);
	const SurfaceLoads loads(mesh, SerialRunner());
	for (const Vec3 point : {Vec3{0.95, 0.5, 1.0}, Vec3{0.95, 0.5, 1.05}, Vec3{1.0, 1.0, 1.0}})
	{
		const Result<SurfaceLoads::Site> site = loads.Locate(point, 1);
		ASSERT_TRUE(site);
		for (const double radius : {0.0, 0.8, 3.0})
		{
			std::vector<Vec3> forces(mesh.nodes.size());
			loads.Add(*site, {0.3, 0.2, -1.0}, radius, forces);
			for (size_t i = firstNodes; i < forces.size(); ++i)
			{
				EXPECT_EQ(forces[i], Vec3{});
			}
			EXPECT_LT(Length(Sum(mesh, forces).moment - Cross(point, {0.3, 0.2, -1.0})), 1e-12);
		}
	}
}

TEST(SurfaceLoads, APatchMayBeTheWholeSide)
{
	// More nodes than a patch keeps without asking for memory: each once, with the weight of its distance.
	const StressMesh mesh = MakeStressMesh(MakeTetGrid(30, 30, 1, {1.0, 1.0, 0.03}));
	const SurfaceLoads loads(mesh, SerialRunner());
	const Vec3 middle{0.5, 0.5, 0.03};
	constexpr double kRadius = 0.6;
	std::vector<Vec3> forces(mesh.nodes.size());
	loads.Add(*loads.Locate(middle, 1), {0, 0, -1}, kRadius, forces);
	double most = 0.0;
	for (const Vec3& f : forces)
	{
		most = std::max(most, -f.z);
	}
	int32_t loaded = 0;
	for (size_t i = 0; i < forces.size(); ++i)
	{
		const Vec3& x = mesh.nodes[i];
		const bool isInner = x.x > 1e-9 && x.x < 1.0 - 1e-9 && x.y > 1e-9 && x.y < 1.0 - 1e-9 && x.z > 1e-9;
		if (isInner)
		{
			const double square = LengthSquared(x - middle) / (kRadius * kRadius);
			EXPECT_NEAR(-forces[i].z / most, std::max(0.0, 1.0 - square), 1e-9);
			++loaded;
		}
	}
	EXPECT_EQ(loaded, 29 * 29);
	const Net net = Sum(mesh, forces);
	EXPECT_LT(Length(net.force - Vec3{0, 0, -1}), 1e-12);
	EXPECT_LT(Length(net.moment - Cross(middle, {0, 0, -1})), 1e-12);
}

TEST(SurfaceLoads, PointsBetweenTetsAreInside)
{
	TetMesh grid = MakeTetGrid(6, 6, 6, {1.0, 1.1, 0.9});
	JitterInside(grid, {1.0, 1.1, 0.9}, {1.0 / 6, 1.1 / 6, 0.15}, 0.2);
	const StressMesh mesh = MakeStressMesh(grid);
	const SurfaceLoads loads(mesh, SerialRunner());
	int32_t deep = 0;
	for (const Tet& tet : mesh.tets)
	{
		Vec3 corners[4];
		for (int32_t k = 0; k < 4; ++k)
		{
			corners[k] = mesh.nodes[static_cast<size_t>(tet.v[k])];
		}
		// On faces and edges, where rounding decides on which side of them.
		for (const Vec3 point : {(corners[0] + corners[1] + corners[2]) / 3.0,
				 corners[0] * 0.37 + corners[1] * 0.41 + corners[3] * 0.22,
				 corners[1] * 0.3 + corners[2] * 0.7})
		{
			const Result<SurfaceLoads::Site> site = loads.Locate(point, 1);
			ASSERT_TRUE(site) << site.GetError().message;
			deep += site->IsInside() ? 1 : 0;
		}
	}
	EXPECT_GT(deep, 100);
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

TEST(SurfaceLoads, KeepTheMomentOnASheetToo)
{
	StressMesh pane;
	std::vector<Triangle> triangles;
	for (int32_t j = 0; j <= 6; ++j)
	{
		for (int32_t i = 0; i <= 6; ++i)
		{
			pane.nodes.push_back({0.1 * i, 0.1 * j, 5.0});
			const int32_t a = 7 * j + i;
			if (i < 6 && j < 6)
			{
				triangles.insert(triangles.end(), {{{a, a + 1, a + 8}}, {{a, a + 8, a + 7}}});
			}
		}
	}
	const SurfaceLoads loads(pane.nodes, triangles, SerialRunner());
	for (const Vec3 point : {Vec3{0.33, 0.21, 5.0}, Vec3{0.33, 0.21, 5.05}, Vec3{0.62, 0.58, 4.97}, Vec3{0, 0, 5}})
	{
		const Vec3 force{3, -2, 5};
		std::vector<Vec3> forces(pane.nodes.size());
		loads.Add(*loads.Locate(point, 1), force, 0.0, forces);
		const Net net = Sum(pane, forces);
		EXPECT_LT(Length(net.force - force), 1e-12);
		EXPECT_LT(Length(net.moment - Cross(point, force)), 1e-12 * Length(point) * Length(force));
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
