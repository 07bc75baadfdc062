// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/CutBody.h"

#include "Cut/CutData.h"
#include "FractureCore/Fragments.h"
#include "Shapes.h"
#include "Support/ClosedSurface.h"
#include "Support/CutCheck.h"
#include "Support/TestMeshes.h"
#include "Support/TetGrids.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace
{
using namespace FractureTest;
using FractureTests::CheckCutBody;
using FractureTests::CutBodyCheck;

BakedObject BakeForCutting(const SurfaceMesh& mesh, int32_t tets = 2'000)
{
	BakeSettings settings;
	settings.tets.targetTets = tets;
	Result<BakedObject> baked = BakeObject(mesh, settings, SerialRunner());
	EXPECT_TRUE(baked.HasValue());
	return baked ? std::move(*baked) : BakedObject{};
}

void ExpectGoodBody(const CutBody& body)
{
	const CutBodyCheck check = CheckCutBody(body.GetData());
	EXPECT_EQ(check.fault, "");
	EXPECT_LT(check.volumeError, 1.0e-12);
	EXPECT_LT(check.areaError, 1.0e-12);
	EXPECT_LT(check.hostError, 1.0e-7);
}

/// A box without its lid, dressed with all attributes.
SurfaceMesh MakeDressedOpenBox()
{
	SurfaceMesh mesh = MakeBox({0, 0, 0}, {1, 1, 1});
	mesh.triangles.erase(mesh.triangles.begin() + 2, mesh.triangles.begin() + 4); // z = 1
	const size_t count = mesh.triangles.size();
	mesh.uvChannels = 2;
	mesh.slotNames = {"sides", "bottom"};
	mesh.triangleSlots.assign(count, 1);
	mesh.cornerNormals.assign(3 * count, {1, 0, 0});
	for (size_t i = 0; i < 6 * count; ++i)
	{
		mesh.cornerUvs.push_back({static_cast<float>(i), 0.5f});
	}
	return mesh;
}

TEST(CutBody, KeepsTheArtistsSurfaceAndAboutAsManyTets)
{
	const BakedObject object = BakeForCutting(*FractureToolkit::MakeTorus({}));
	const Result<CutBody> body = CutBody::Create(object, {}, SerialRunner());
	ASSERT_TRUE(body.HasValue()) << body.GetError().message;
	ExpectGoodBody(*body);
	EXPECT_TRUE(body->Warnings().empty());
	EXPECT_EQ(body->GetData().surface, object.surface);
	EXPECT_EQ(body->GetData().artistTriangles, static_cast<int32_t>(object.surface.triangles.size()));
	const auto tets = static_cast<double>(object.tets.tets.size());
	EXPECT_NEAR(static_cast<double>(body->Lattice().tets.size()), tets, 0.1 * tets);
	EXPECT_TRUE(ValidateTetMesh(body->Lattice()).HasValue());
}

TEST(CutBody, TakesTheCellSizeItIsGiven)
{
	const BakedObject object = BakeForCutting(MakeBox({0, 0, 0}, {1, 1, 1}));
	CutSettings settings;
	settings.cellSize = 0.2;
	const Result<CutBody> body = CutBody::Create(object, settings, SerialRunner());
	ASSERT_TRUE(body.HasValue());
	EXPECT_EQ(body->CellSize(), 0.2);
	ExpectGoodBody(*body);
}

TEST(CutBody, ClosesOpenSurfacesWithCapsBehindTheArtistsTriangles)
{
	const SurfaceMesh mesh = MakeDressedOpenBox();
	const BakedObject object = BakeForCutting(mesh);
	ASSERT_FALSE(object.closed);
	const Result<CutBody> body = CutBody::Create(object, {}, SerialRunner());
	ASSERT_TRUE(body.HasValue()) << body.GetError().message;
	ExpectGoodBody(*body);
	const CutBody::Data& data = body->GetData();
	EXPECT_EQ(data.artistTriangles, 10);
	ASSERT_EQ(data.surface.triangles.size(), 12u);
	EXPECT_EQ(data.surface.triangleSlots[9], 1);
	EXPECT_EQ(data.surface.triangleSlots[10], 0);
	ASSERT_EQ(data.surface.cornerNormals.size(), 36u);
	EXPECT_EQ(data.surface.cornerNormals[29], (Vec3f{1, 0, 0}));
	EXPECT_EQ(data.surface.cornerNormals[30], (Vec3f{0, 0, 1}));
	ASSERT_EQ(data.surface.cornerUvs.size(), 72u);
	EXPECT_EQ(data.surface.cornerUvs[29], object.surface.cornerUvs[29]);
	EXPECT_EQ(data.surface.cornerUvs[30], (Vec2f{0, 0}));
	EXPECT_EQ(data.surface.cornerUvs[36], object.surface.cornerUvs[30]); // the second channel
	EXPECT_EQ(data.surface.cornerUvs[71], (Vec2f{0, 0}));
}

TEST(CutBody, FallsBackToTheTetsWhereTheSurfaceOverlapsItself)
{
	SurfaceMesh mesh = MakeSphere({}, 1.0, 16, 32);
	const SurfaceMesh other = MakeSphere({0.7, 0, 0}, 0.8, 16, 32);
	const auto offset = static_cast<int32_t>(mesh.positions.size());
	mesh.positions.insert(mesh.positions.end(), other.positions.begin(), other.positions.end());
	for (const Triangle& t : other.triangles)
	{
		mesh.triangles.push_back({{t.v[0] + offset, t.v[1] + offset, t.v[2] + offset}});
	}
	mesh.slotNames = {"left", "right"};
	mesh.uvChannels = 1;
	for (size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		mesh.triangleSlots.push_back(t < mesh.triangles.size() / 2 ? 0 : 1);
		for (const int32_t v : mesh.triangles[t].v)
		{
			const Vec3& p = mesh.positions[v];
			mesh.cornerUvs.push_back({static_cast<float>(p.x), static_cast<float>(p.z)});
		}
	}
	// The bake would join the spheres. Of a surface that overlaps itself within one part it says so and lets it be.
	BakedObject object = BakeForCutting(mesh);
	object.surface = mesh;
	object.warnings = {{WarningCode::SelfIntersection, "the surface overlaps itself", 1}};
	const Result<CutBody> body = CutBody::Create(object, {}, SerialRunner());
	ASSERT_TRUE(body.HasValue()) << body.GetError().message;
	ExpectGoodBody(*body);
	ASSERT_EQ(body->Warnings().size(), 1u);
	EXPECT_EQ(body->Warnings()[0].code, WarningCode::SurfaceReplaced);
	const CutBody::Data& data = body->GetData();
	EXPECT_EQ(data.artistTriangles, 0);
	EXPECT_EQ(data.surface.triangles.size(), BoundaryTriangles(object.tets).size());
	EXPECT_NEAR(TotalVolume(object.tets),
		SolidMassProperties(data.surface.positions, data.surface.triangles, 1.0).volume,
		1.0e-12);
	// What was painted on the spheres is found again on the tets' boundary.
	for (size_t t = 0; t < data.surface.triangles.size(); ++t)
	{
		for (size_t k = 0; k < 3; ++k)
		{
			const Vec3& p = data.surface.positions[data.surface.triangles[t].v[k]];
			EXPECT_NEAR(data.surface.cornerUvs[3 * t + k].x, p.x, 0.15);
			EXPECT_NEAR(data.surface.cornerUvs[3 * t + k].y, p.z, 0.15);
			EXPECT_TRUE(std::abs(p.x - 0.6) < 0.3 || (data.surface.triangleSlots[t] == 1) == (p.x > 0.6));
		}
	}
}

TEST(CutBody, TheTetsBoundaryIsATwoManifoldWhereTetsOnlyTouch)
{
	// Blocks of tets that share an edge, and one that shares a node with them.
	BakedObject object;
	const auto add = [&](const Vec3& shift)
	{
		const TetMesh block = FractureTests::MakeTetGrid(2, 2, 2, {1, 1, 1});
		for (const Tet& tet : block.tets)
		{
			Tet moved;
			for (int32_t k = 0; k < 4; ++k)
			{
				const Vec3 p = block.nodes[tet.v[k]] + shift;
				auto found = std::find(object.tets.nodes.begin(), object.tets.nodes.end(), p);
				moved.v[k] = static_cast<int32_t>(found - object.tets.nodes.begin());
				if (found == object.tets.nodes.end())
				{
					object.tets.nodes.push_back(p);
				}
			}
			object.tets.tets.push_back(moved);
		}
	};
	add({0, 0, 0});
	add({1, 1, 0});
	add({2, 2, 1});
	object.surface = FractureTest::MakeBox({0, 0, 0}, {3, 3, 2});
	object.closed = true;
	object.cellSize = 0.5;
	object.mass = SolidMassProperties(object.surface.positions, object.surface.triangles, 1.0);
	object.warnings = {{WarningCode::SelfIntersection, "the surface overlaps itself", 1}};
	const Result<CutBody> body = CutBody::Create(object, {}, SerialRunner());
	ASSERT_TRUE(body.HasValue()) << body.GetError().message;
	const Result<FragmentSet> pieces = CutFragments(*body, {}, 1000.0, {}, SerialRunner());
	ASSERT_TRUE(pieces.HasValue());
	double volume = 0.0;
	for (const Fragment& piece : pieces->fragments)
	{
		EXPECT_EQ(FractureTests::DefectOfClosedSurface(piece.surface.positions, piece.surface.triangles), "");
		volume += piece.mass.volume;
	}
	EXPECT_NEAR(volume, 3.0, 1.0e-12);
}

TEST(CutBody, TakesReadyTetsDownToOne)
{
	for (const int32_t cubes : {1, 3})
	{
		const Result<BakedObject> object =
			BakeTetMesh(FractureTests::MakeTetGrid(cubes, 1, 1, {0.3 * cubes, 0.2, 0.1}), {}, SerialRunner());
		ASSERT_TRUE(object.HasValue());
		const Result<CutBody> body = CutBody::Create(*object, {}, SerialRunner());
		ASSERT_TRUE(body.HasValue()) << body.GetError().message;
		ExpectGoodBody(*body);
	}
	TetMesh one;
	one.nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	one.tets = {{{0, 1, 2, 3}}};
	const Result<BakedObject> object = BakeTetMesh(one, {}, SerialRunner());
	ASSERT_TRUE(object.HasValue());
	const Result<CutBody> body = CutBody::Create(*object, {}, SerialRunner());
	ASSERT_TRUE(body.HasValue()) << body.GetError().message;
	ExpectGoodBody(*body);
}

TEST(CutBody, SaysWhatItCannotTake)
{
	BakeSettings shell;
	shell.shellThickness = 0.01;
	const Result<BakedObject> sheet = BakeObject(MakeBox({0, 0, 0}, {1, 1, 1}), shell, SerialRunner());
	ASSERT_TRUE(sheet.HasValue());
	EXPECT_EQ(CutBody::Create(*sheet, {}, SerialRunner()).GetError().code, ErrorCode::InvalidMesh);

	const BakedObject box = BakeForCutting(MakeBox({0, 0, 0}, {1, 1, 1}), 500);
	CutSettings settings;
	settings.cellSize = -1.0;
	EXPECT_EQ(CutBody::Create(box, settings, SerialRunner()).GetError().code, ErrorCode::InvalidSettings);
	settings.cellSize = std::nan("");
	EXPECT_EQ(CutBody::Create(box, settings, SerialRunner()).GetError().code, ErrorCode::InvalidSettings);
	settings.cellSize = 1.0e-9;
	EXPECT_EQ(CutBody::Create(box, settings, SerialRunner()).GetError().code, ErrorCode::TooLarge);
	settings.cellSize = 1.0e300;
	EXPECT_TRUE(CutBody::Create(box, settings, SerialRunner()).HasValue());

	EXPECT_FALSE(CutBody::Create(BakedObject{}, {}, SerialRunner()).HasValue());
}

/// Field by field, because structs have padding.
void ExpectSame(const CutBody::Data& a, const CutBody::Data& b)
{
	EXPECT_EQ(a.lattice, b.lattice);
	EXPECT_EQ(a.surface, b.surface);
	EXPECT_EQ(a.loopOffsets, b.loopOffsets);
	EXPECT_EQ(a.loopEdges, b.loopEdges);
	EXPECT_EQ(a.cellFaces, b.cellFaces);
	EXPECT_EQ(a.tetCellOffsets, b.tetCellOffsets);
	const auto sameList = [](const auto& listA, const auto& listB, auto fields)
	{
		return std::equal(listA.begin(),
			listA.end(),
			listB.begin(),
			listB.end(),
			[&](const auto& x, const auto& y) { return fields(x) == fields(y); });
	};
	EXPECT_TRUE(sameList(a.vertices,
		b.vertices,
		[](const CutVertex& v) { return std::tie(v.position, v.hostNodes, v.hostWeights, v.surfaceVertex); }));
	EXPECT_TRUE(
		sameList(a.edges, b.edges, [](const CutEdge& edge) { return std::tie(edge.ends, edge.source, edge.kind); }));
	EXPECT_TRUE(sameList(a.faces,
		b.faces,
		[](const CutFace& f) { return std::tie(f.firstLoop, f.lastLoop, f.cells, f.source, f.kind); }));
	EXPECT_TRUE(sameList(
		a.cells, b.cells, [](const CutCell& cell) { return std::tie(cell.tet, cell.firstFace, cell.lastFace); }));
}

TEST(CutBody, IsTheSameForAnyNumberOfThreads)
{
	const BakedObject object = BakeForCutting(*FractureToolkit::MakeBowl({}), 6'000);
	const Result<CutBody> serial = CutBody::Create(object, {}, SerialRunner());
	ASSERT_TRUE(serial.HasValue());
	for (const int32_t threads : {2, 8})
	{
		FractureToolkit::ThreadTaskRunner runner(threads);
		const Result<CutBody> parallel = CutBody::Create(object, {}, runner);
		ASSERT_TRUE(parallel.HasValue());
		ExpectSame(serial->GetData(), parallel->GetData());
	}
}
} // namespace
