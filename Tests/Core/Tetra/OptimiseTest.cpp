// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/Optimise.h"

#include "Support/TetGrids.h"
#include "TetraShapes.h"
#include "ThreadTaskRunner.h"

#include "FractureCore/Tetrahedralise.h"
#include "Mesh/TriangleTree.h"
#include "Tetra/SurfaceTopology.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

using namespace FractureTest;
using FractureToolkit::ThreadTaskRunner;

namespace
{
Tetrahedralisation MeshOf(const SolidSurface& solid, int32_t target, bool optimise)
{
	TetSettings settings;
	settings.targetTets = target;
	settings.optimise = optimise;
	ThreadTaskRunner runner(2);
	Result<Tetrahedralisation> result = Tetrahedralise(solid, settings, runner);
	EXPECT_TRUE(result.HasValue());
	return result ? std::move(*result) : Tetrahedralisation{};
}

// Of the boundary's nodes, m.
double FarthestFromSurface(const TetMesh& mesh, const TriangleTree& surface)
{
	double farthest = 0.0;
	for (const Triangle& t : BoundaryTriangles(mesh))
	{
		for (const int32_t node : t.v)
		{
			farthest = std::max(farthest, surface.Closest(mesh.nodes[node], 1.0e9).distance);
		}
	}
	return farthest;
}

SurfaceTopology BoundaryTopology(const TetMesh& mesh)
{
	return MeasureTopology(BoundaryTriangles(mesh), mesh.nodes);
}

// Meshes with and without, checks what must hold for every solid and returns the smallest angle, in degrees.
double OptimiseAndCheck(const SolidSurface& solid, int32_t target)
{
	const Tetrahedralisation plain = MeshOf(solid, target, false);
	const Tetrahedralisation better = MeshOf(solid, target, true);
	EXPECT_TRUE(ValidateTetMesh(better.mesh).HasValue());
	const DihedralRange before = ComputeDihedralRange(plain.mesh);
	const DihedralRange after = ComputeDihedralRange(better.mesh);
	EXPECT_GE(after.minDegrees, before.minDegrees);
	EXPECT_LE(after.maxDegrees, before.maxDegrees);
	EXPECT_NEAR(static_cast<double>(better.mesh.tets.size()) / target, 1.0, 0.15);
	EXPECT_EQ(better.mesh.nodes.size(), plain.mesh.nodes.size());
	EXPECT_EQ(better.cellSize, plain.cellSize);

	EXPECT_EQ(BoundaryTopology(better.mesh), BoundaryTopology(plain.mesh));
	EXPECT_EQ(CountComponents(better.mesh), CountComponents(plain.mesh));
	const auto volumeError = [&](const TetMesh& mesh)
	{ return std::abs(TotalVolume(mesh) / EnclosedVolume(solid) - 1.0); };
	EXPECT_LE(volumeError(better.mesh), volumeError(plain.mesh) + 0.001);
	const TriangleTree surface(solid.positions, solid.triangles, SerialRunner());
	EXPECT_LE(
		FarthestFromSurface(better.mesh, surface), FarthestFromSurface(plain.mesh, surface) + 0.02 * plain.cellSize);
	return after.minDegrees;
}

/// An upright L with a thick foot: sharp edges, one of them concave.
SolidSurface MakeBracket()
{
	const double outline[6][2] = {{0.0, 0.0}, {1.0, 0.0}, {1.0, 0.3}, {0.25, 0.3}, {0.25, 0.8}, {0.0, 0.8}};
	SolidSurface solid;
	for (const double y : {0.0, 0.4})
	{
		for (const auto& corner : outline)
		{
			solid.positions.push_back({corner[0], y, corner[1]});
		}
	}
	for (const Triangle& t : {Triangle{{0, 1, 2}}, Triangle{{0, 2, 3}}, Triangle{{0, 3, 4}}, Triangle{{0, 4, 5}}})
	{
		solid.triangles.push_back(t);
		solid.triangles.push_back({{t.v[0] + 6, t.v[2] + 6, t.v[1] + 6}});
	}
	for (int32_t i = 0; i < 6; ++i)
	{
		const int32_t next = (i + 1) % 6;
		solid.triangles.push_back({{i, i + 6, next}});
		solid.triangles.push_back({{next, i + 6, next + 6}});
	}
	return solid;
}
} // namespace

TEST(Optimise, SmoothSolidsGetAnglesOf30Degrees)
{
	const SolidSurface sphere = AsSolid(MakeSphere({0.3, -0.2, 0.1}, 1.0, 64, 96));
	EXPECT_LT(ComputeDihedralRange(MeshOf(sphere, 6'000, false).mesh).minDegrees, 22.0);
	EXPECT_GE(OptimiseAndCheck(sphere, 6'000), 30.0);
	EXPECT_GE(OptimiseAndCheck(sphere, 1'000), 30.0);
	EXPECT_GE(OptimiseAndCheck(MakeTorus(1.0, 0.3, 48), 10'000), 30.0);
}

TEST(Optimise, SharpSolidsToo)
{
	const SolidSurface bracket = MakeBracket();
	ASSERT_NEAR(EnclosedVolume(bracket), 0.4 * (0.3 + 0.125), 1.0e-12);
	EXPECT_GE(OptimiseAndCheck(bracket, 6'000), 30.0);
	for (const double angle : {0.3, 1.1, 2.0})
	{
		EXPECT_GE(OptimiseAndCheck(Turned(bracket, angle), 4'000), 30.0);
		EXPECT_GE(OptimiseAndCheck(Turned(AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 0.5, 0.3})), angle), 3'000), 30.0);
	}
}

TEST(Optimise, WallsAreNotPerforated)
{
	// The thinner bowl's wall is little thicker than a cell.
	for (const double wall : {0.15, 0.06})
	{
		EXPECT_GE(OptimiseAndCheck(MakeBowl(0.5, wall, 96), 12'000), 30.0);
	}
}

TEST(Optimise, ScannedMeshesGetAnglesOf30Degrees)
{
	for (const char* name : {"bunny.obj", "spot.obj", "goathead.obj", "penguin.obj", "armadillo.obj"})
	{
		if (const std::optional<SurfaceMesh> mesh = LoadScannedMesh(name); mesh)
		{
			SCOPED_TRACE(name);
			EXPECT_GE(OptimiseAndCheck(AsSolid(*mesh), 6'000), 30.0);
		}
	}
}

TEST(Optimise, ThreadsDoNotChangeABit)
{
	const SolidSurface solid = Turned(MakeTorus(1.0, 0.3, 100), 0.4);
	TetSettings settings;
	settings.targetTets = 20'000;
	settings.optimise = true;
	const Result<Tetrahedralisation> serial = Tetrahedralise(solid, settings, SerialRunner());
	ASSERT_TRUE(serial.HasValue());
	for (const int32_t threads : {2, 8})
	{
		ThreadTaskRunner runner(threads);
		const Result<Tetrahedralisation> parallel = Tetrahedralise(solid, settings, runner);
		ASSERT_TRUE(parallel.HasValue());
		EXPECT_EQ(serial->mesh, parallel->mesh);
	}
}

TEST(Optimise, ANodeOffTheCentreOfACubeGoesBack)
{
	// Twelve tets from a cube's centre to its faces have angles from 45 degrees on; from near a face, hardly any.
	const SolidSurface cube = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}));
	TetMesh mesh;
	mesh.nodes = cube.positions;
	mesh.nodes.push_back({0.5, 0.5, 0.5});
	for (const Triangle& t : cube.triangles)
	{
		mesh.tets.push_back({{8, t.v[0], t.v[1], t.v[2]}});
	}
	ASSERT_NEAR(ComputeDihedralRange(mesh).minDegrees, 45.0, 1.0e-9);
	mesh.nodes[8] = {0.45, 0.6, 0.12};
	ASSERT_TRUE(ValidateTetMesh(mesh).HasValue());
	ASSERT_LT(ComputeDihedralRange(mesh).minDegrees, 15.0);
	EXPECT_TRUE(OptimiseMesh(mesh, cube, 1.0, SerialRunner(), {}));
	EXPECT_TRUE(ValidateTetMesh(mesh).HasValue());
	EXPECT_GE(ComputeDihedralRange(mesh).minDegrees, 33.0);
	EXPECT_NEAR(TotalVolume(mesh), 1.0, 1.0e-12);
}

TEST(Optimise, WhatIsGoodStaysAsItIs)
{
	const Vec3 size{1.0, 1.0, 1.0};
	TetMesh mesh = FractureTests::MakeTetGrid(4, 4, 4, size);
	const TetMesh before = mesh;
	const SolidSurface box = AsSolid(MakeBox({0.0, 0.0, 0.0}, size));
	EXPECT_TRUE(OptimiseMesh(mesh, box, 0.25, SerialRunner(), {}));
	EXPECT_EQ(mesh, before);
}

TEST(Optimise, RandomMeshesGetBetterAndStayValid)
{
	const Vec3 size{1.0, 1.0, 1.0};
	const SolidSurface box = AsSolid(MakeBox({0.0, 0.0, 0.0}, size));
	for (const double amount : {0.1, 0.2, 0.25})
	{
		TetMesh mesh = FractureTests::MakeTetGrid(8, 8, 8, size);
		FractureTests::JitterInside(mesh, size, size / 8.0, amount);
		ASSERT_TRUE(ValidateTetMesh(mesh).HasValue());
		const DihedralRange before = ComputeDihedralRange(mesh);
		EXPECT_TRUE(OptimiseMesh(mesh, box, 1.0 / 8.0, SerialRunner(), {}));
		const DihedralRange after = ComputeDihedralRange(mesh);
		EXPECT_TRUE(ValidateTetMesh(mesh).HasValue());
		EXPECT_GE(after.minDegrees, 30.0);
		EXPECT_LE(after.maxDegrees, before.maxDegrees);
		EXPECT_NEAR(TotalVolume(mesh), 1.0, 1.0e-3);
	}
}

TEST(Optimise, StopsWhenTold)
{
	const SolidSurface sphere = AsSolid(MakeSphere({}, 1.0, 32, 48));
	TetSettings settings;
	settings.targetTets = 2'000;
	settings.optimise = true;
	int32_t reports = 0;
	ProgressSink sink;
	sink.user = &reports;
	sink.report = [](void* user, const char* stage, double fraction)
	{
		EXPECT_GE(fraction, 0.0);
		EXPECT_LE(fraction, 1.0);
		return std::string_view(stage) != "optimise" || ++*static_cast<int32_t*>(user) < 2;
	};
	const Result<Tetrahedralisation> result = Tetrahedralise(sphere, settings, SerialRunner(), sink);
	ASSERT_FALSE(result.HasValue());
	EXPECT_EQ(result.GetError().code, ErrorCode::Cancelled);
	EXPECT_EQ(reports, 2);
}
