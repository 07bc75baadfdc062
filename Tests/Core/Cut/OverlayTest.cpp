// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/Overlay.h"

#include "Core/Tetra/TetraShapes.h"
#include "Cut/CutCellSize.h"
#include "FractureCore/Random.h"
#include "FractureCore/Repair.h"
#include "Shapes.h"
#include "Support/CutCheck.h"
#include "Support/TestMeshes.h"

#include <gtest/gtest.h>

namespace
{
using namespace FractureTest;
using FractureTests::CheckCutBody;
using FractureTests::CutBodyCheck;

using OverlayData = std::unique_ptr<CutBody::Data>;

constexpr Vec3 kNoShift{};

SurfaceMesh AsMesh(const SolidSurface& solid)
{
	SurfaceMesh mesh;
	mesh.positions = solid.positions;
	mesh.triangles = solid.triangles;
	return mesh;
}

Result<OverlayData> TryOverlay(const SurfaceMesh& mesh, double cellSize, const Vec3& shift = OverlaySettings{}.shift)
{
	OverlaySettings settings;
	settings.cellSize = cellSize;
	settings.shift = shift;
	return BuildOverlay(mesh, settings, SerialRunner());
}

/// Overlays and checks all that must hold for any closed surface. `rounding`: of positions, against the cell.
OverlayData ExpectGoodOverlay(
	const SurfaceMesh& mesh, double cellSize, const Vec3& shift = OverlaySettings{}.shift, double rounding = 0.0)
{
	Result<OverlayData> made = TryOverlay(mesh, cellSize, shift);
	if (!made)
	{
		ADD_FAILURE() << made.GetError().message;
		return nullptr;
	}
	const CutBodyCheck check = CheckCutBody(**made);
	EXPECT_EQ(check.fault, "");
	EXPECT_LT(check.volumeError, 1.0e-12 + rounding);
	EXPECT_LT(check.areaError, 1.0e-12 + rounding);
	EXPECT_LT(check.foldedArea, 1.0e-9 + rounding);
	EXPECT_LT(check.hostError, 1.0e-7 + rounding);
	EXPECT_GT(check.smallestCell, -1.0e-9 - rounding);
	EXPECT_LT(check.fullest, 1.0 + 1.0e-6 + rounding);
	return std::move(*made);
}

void ExpectGoodAtTargets(const SurfaceMesh& mesh, std::initializer_list<double> targets, const Vec3& shift)
{
	const SurfaceIntegrals solid = IntegrateSurface(mesh.positions, mesh.triangles);
	for (const double tets : targets)
	{
		SCOPED_TRACE(tets);
		const OverlayData data = ExpectGoodOverlay(mesh, CellSizeForTets(solid, tets), shift);
		ASSERT_NE(data, nullptr);
		EXPECT_NEAR(static_cast<double>(data->lattice.tets.size()), tets, 0.3 * tets);
	}
}

double CellVolume(const CutBody::Data& data, const CutCell& cell)
{
	double volume = 0.0;
	const Vec3 origin = data.lattice.nodes[data.lattice.tets[cell.tet].v[0]];
	for (int32_t i = cell.firstFace; i < cell.lastFace; ++i)
	{
		const int32_t signedFace = data.cellFaces[i];
		const CutFace& face = data.faces[Unsigned(signedFace)];
		for (int32_t loop = face.firstLoop; loop < face.lastLoop; ++loop)
		{
			const auto from = [&](int32_t side)
			{
				const int32_t edge = data.loopEdges[side];
				return data.vertices[data.edges[Unsigned(edge)].ends[edge < 0 ? 1 : 0]].position;
			};
			const int32_t begin = data.loopOffsets[loop];
			for (int32_t k = begin + 1; k + 1 < data.loopOffsets[loop + 1]; ++k)
			{
				volume += (signedFace < 0 ? -1.0 : 1.0) * SignedVolume(origin, from(begin), from(k), from(k + 1));
			}
		}
	}
	return volume;
}

double VolumeInTet(const CutBody::Data& data, size_t tet)
{
	double volume = 0.0;
	for (int32_t c = data.tetCellOffsets[tet]; c < data.tetCellOffsets[tet + 1]; ++c)
	{
		volume += CellVolume(data, data.cells[c]);
	}
	return volume;
}

/// Volume of the part of a tet below `limit` along an axis and so on for the planes that follow: cut by cut into tets.
struct HalfSpace
{
	int32_t axis;
	double sign; // sign * coordinate <= limit
	double limit;
};
double ClippedVolume(const std::array<Vec3, 4>& p, std::span<const HalfSpace> planes)
{
	if (planes.empty())
	{
		return std::abs(SignedVolume(p[0], p[1], p[2], p[3]));
	}
	std::vector<Vec3> in;
	std::vector<Vec3> out;
	const auto height = [&](const Vec3& x) { return planes[0].sign * Component(x, planes[0].axis) - planes[0].limit; };
	for (const Vec3& x : p)
	{
		(height(x) <= 0.0 ? in : out).push_back(x);
	}
	const auto between = [&](const Vec3& a, const Vec3& b)
	{ return a + (b - a) * (height(a) / (height(a) - height(b))); };
	const auto rest = planes.subspan(1);
	const auto prism = [&](const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const Vec3& e, const Vec3& f) {
		return ClippedVolume({a, b, c, f}, rest) + ClippedVolume({a, b, e, f}, rest) +
			ClippedVolume({a, d, e, f}, rest);
	};
	switch (in.size())
	{
	case 4:
		return ClippedVolume(p, rest);
	case 3:
		return prism(in[0], in[1], in[2], between(in[0], out[0]), between(in[1], out[0]), between(in[2], out[0]));
	case 2:
		return prism(in[0],
			between(in[0], out[0]),
			between(in[0], out[1]),
			in[1],
			between(in[1], out[0]),
			between(in[1], out[1]));
	case 1:
		return ClippedVolume({in[0], between(in[0], out[0]), between(in[0], out[1]), between(in[0], out[2])}, rest);
	default:
		return 0.0;
	}
}

TEST(Overlay, HoldsInEachTetWhatClippingAgainstABoxLeaves)
{
	const Vec3 low{0.1, 0.2, 0.3};
	const Vec3 high{1.0, 0.9, 0.55};
	const OverlayData data = ExpectGoodOverlay(MakeBox(low, high), 0.17);
	ASSERT_NE(data, nullptr);
	const HalfSpace planes[] = {
		{0, 1.0, high.x}, {1, 1.0, high.y}, {2, 1.0, high.z}, {0, -1.0, -low.x}, {1, -1.0, -low.y}, {2, -1.0, -low.z}};
	for (size_t t = 0; t < data->lattice.tets.size(); ++t)
	{
		std::array<Vec3, 4> corners;
		for (int32_t k = 0; k < 4; ++k)
		{
			corners[k] = data->lattice.nodes[data->lattice.tets[t].v[k]];
		}
		EXPECT_NEAR(VolumeInTet(*data, t), ClippedVolume(corners, planes), 1.0e-16) << t;
	}
}

TEST(Overlay, KnowsTheNodesWithinATorus)
{
	const SolidSurface torus = MakeTorus(1.0, 0.4, 24);
	const OverlayData data = ExpectGoodOverlay(AsMesh(torus), 0.2);
	ASSERT_NE(data, nullptr);
	std::vector<uint8_t> isVertex(data->lattice.nodes.size(), 0);
	for (const CutVertex& vertex : data->vertices)
	{
		if (vertex.hostNodes[1] == kNoIndex)
		{
			isVertex[vertex.hostNodes[0]] = 1;
		}
	}
	for (size_t i = 0; i < isVertex.size(); ++i)
	{
		EXPECT_EQ(isVertex[i] != 0, WindingBySolidAngles(torus, data->lattice.nodes[i]) > 0.5) << i;
	}
}

TEST(Overlay, StandsMeshesThatLieInPlanesOfTheLattice)
{
	for (const double cellSize : {2.0, 1.0, 0.5, 0.25})
	{
		SCOPED_TRACE(cellSize);
		ExpectGoodOverlay(MakeBox({-1, -1, -1}, {1, 1, 1}), cellSize, kNoShift);
		ExpectGoodOverlay(AsMesh(MakeTorus(1.0, 0.5, 16)), cellSize, kNoShift);
		ExpectGoodOverlay(AsMesh(MakeBowl(1.0, 0.25, 16)), cellSize, kNoShift);
		ExpectGoodOverlay(MakeSphere({}, 1.0, 8, 8), cellSize, kNoShift);
	}
	// Faces along the lattice's own planes: an octahedron with edges (1, 1, 0).
	SurfaceMesh octahedron = MakeSphere({}, 1.0, 2, 4);
	ExpectGoodOverlay(octahedron, 0.5, kNoShift);
	ExpectGoodOverlay(octahedron, 1.0, kNoShift);
}

TEST(Overlay, StandsCornersOnWholeNodes)
{
	// Boxes of random whole corners over a lattice of whole cells: vertices, edges and faces coincide with it.
	for (uint64_t i = 0; i < 60; ++i)
	{
		SCOPED_TRACE(i);
		const auto draw = [i](uint64_t k) { return std::floor(6.0 * RandomUnit(11, 16 * i + k)); };
		const Vec3 low{draw(0), draw(1), draw(2)};
		const Vec3 high = low + Vec3{1.0 + draw(3), 1.0 + draw(4), 1.0 + draw(5)};
		SurfaceMesh box = MakeBox(low, high);
		// Sheared by whole numbers, so that faces lie in tet faces.
		for (Vec3& p : box.positions)
		{
			p.x += (i % 3 == 1 ? 1.0 : 0.0) * p.y;
			p.z += (i % 4 == 2 ? 1.0 : 0.0) * p.x;
		}
		const Vec3 middle = 0.5 * (low + high);
		ExpectGoodOverlay(box, 1.0, {middle.x - std::floor(middle.x), middle.y - std::floor(middle.y), 0.0});
		ExpectGoodOverlay(box, 2.0, kNoShift);
	}
}

TEST(Overlay, KeepsCavitiesApart)
{
	SolidSurface hollow = MakeTorus(1.0, 0.4, 32);
	Append(hollow, TurnedInsideOut(MakeTorus(1.0, 0.3, 32)));
	ExpectGoodOverlay(AsMesh(hollow), 0.3);
	ExpectGoodOverlay(AsMesh(hollow), 0.1);
	ExpectGoodOverlay(AsMesh(hollow), 0.25, kNoShift);
}

TEST(Overlay, PutsABubbleIntoTheCellAroundItAndAGrainInTheBubbleApart)
{
	// Far smaller than a tet, so that most places lie within one.
	SolidSurface ball = AsSolid(MakeSphere({}, 1.0, 12, 24));
	Append(ball, TurnedInsideOut(AsSolid(MakeSphere({0.11, 0.07, -0.13}, 0.02, 6, 12))));
	Append(ball, AsSolid(MakeSphere({0.11, 0.07, -0.13}, 0.01, 6, 12)));
	const OverlayData data = ExpectGoodOverlay(AsMesh(ball), 0.7);
	ASSERT_NE(data, nullptr);
	const OverlayData plain = ExpectGoodOverlay(MakeSphere({}, 1.0, 12, 24), 0.7);
	ASSERT_NE(plain, nullptr);
	EXPECT_EQ(data->lattice, plain->lattice);
	EXPECT_EQ(data->cells.size(), plain->cells.size() + 1);
	EXPECT_EQ(data->faces.size(), plain->faces.size() + 2 * 120);
}

TEST(Overlay, KeepsSheetsInOneTetApart)
{
	SolidSurface plates = AsSolid(MakeBox({0, 0, 0}, {1, 1, 0.01}));
	Append(plates, AsSolid(MakeBox({0, 0, 0.02}, {1, 1, 0.03})));
	const OverlayData data = ExpectGoodOverlay(AsMesh(plates), 0.4);
	ASSERT_NE(data, nullptr);
	EXPECT_GT(data->cells.size(), data->lattice.tets.size() + data->lattice.tets.size() / 2);
}

TEST(Overlay, TakesWafersThinnerThanACell)
{
	const SurfaceMesh wafer = MakeBox({0, 0, 0}, {1.0, 0.8, 0.0012});
	ExpectGoodAtTargets(wafer, {2'000, 10'000}, OverlaySettings{}.shift);
	ExpectGoodOverlay(wafer, 0.05, kNoShift);
}

TEST(Overlay, TakesEdgesOfFourTriangles)
{
	// Two boxes that share an edge.
	SurfaceMesh boxes = MakeBox({0, 0, 0}, {1, 1, 1});
	const SurfaceMesh other = MakeBox({1, 1, 0}, {2, 2, 1});
	std::vector<int32_t> renumbered;
	for (const Vec3& p : other.positions)
	{
		const auto same = std::find(boxes.positions.begin(), boxes.positions.begin() + 8, p);
		const bool shared = same != boxes.positions.begin() + 8;
		renumbered.push_back(static_cast<int32_t>(shared ? same - boxes.positions.begin() : boxes.positions.size()));
		if (!shared)
		{
			boxes.positions.push_back(p);
		}
	}
	for (const Triangle& t : other.triangles)
	{
		boxes.triangles.push_back({{renumbered[t.v[0]], renumbered[t.v[1]], renumbered[t.v[2]]}});
	}
	ASSERT_EQ(boxes.positions.size(), 14u);
	ExpectGoodOverlay(boxes, 0.3);
	ExpectGoodOverlay(boxes, 0.5, kNoShift);
}

TEST(Overlay, RefusesOpenOverlappingAndInsideOutSurfaces)
{
	SurfaceMesh open = MakeBox({0, 0, 0}, {1, 1, 1});
	open.triangles.pop_back();
	EXPECT_EQ(TryOverlay(open, 0.2).GetError().code, ErrorCode::InvalidMesh);

	SolidSurface overlapping = MakeTorus(1.0, 0.4, 24);
	SolidSurface second = overlapping;
	for (Vec3& p : second.positions)
	{
		p.x += 0.5;
	}
	Append(overlapping, second);
	EXPECT_EQ(TryOverlay(AsMesh(overlapping), 0.2).GetError().code, ErrorCode::InvalidMesh);
	EXPECT_EQ(TryOverlay(AsMesh(TurnedInsideOut(second)), 0.2).GetError().code, ErrorCode::InvalidMesh);
}

TEST(Overlay, WorksAtAnyScaleAndPlace)
{
	for (const double scale : {1.0e-6, 1.0e-3, 1.0e6})
	{
		SCOPED_TRACE(scale);
		ExpectGoodOverlay(MakeSphere({0.3 * scale, 0, scale}, scale, 12, 24), 0.25 * scale);
		ExpectGoodOverlay(MakeSphere({}, scale, 12, 24), 0.25 * scale, kNoShift);
	}
	for (const double distance : {1.0e3, 1.0e6})
	{
		SCOPED_TRACE(distance);
		const double rounding = 4.0e-15 * distance;
		const SurfaceMesh sphere = MakeSphere({distance, -distance, 0.3 * distance}, 1.0, 12, 24);
		ExpectGoodOverlay(sphere, 0.25, OverlaySettings{}.shift, rounding);
		ExpectGoodOverlay(sphere, 0.25, kNoShift, rounding);
	}
}

TEST(Overlay, MovesWithItsSurface)
{
	// A power of two and a shift by whole numbers round nothing.
	const SurfaceMesh sphere = MakeSphere({}, 1.0, 12, 24);
	SurfaceMesh scaled = sphere;
	for (Vec3& p : scaled.positions)
	{
		p *= 8.0;
	}
	const OverlayData a = ExpectGoodOverlay(sphere, 0.25);
	const OverlayData b = ExpectGoodOverlay(scaled, 2.0);
	ASSERT_TRUE(a != nullptr && b != nullptr);
	EXPECT_EQ(a->lattice.tets, b->lattice.tets);
	EXPECT_EQ(a->loopEdges, b->loopEdges);
	EXPECT_EQ(a->cellFaces, b->cellFaces);
	ASSERT_EQ(a->vertices.size(), b->vertices.size());
	for (size_t v = 0; v < a->vertices.size(); ++v)
	{
		EXPECT_EQ(8.0 * a->vertices[v].position, b->vertices[v].position);
	}
}

TEST(Overlay, TakesOneTetInOneTet)
{
	SurfaceMesh tet;
	tet.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	tet.triangles = {{{0, 2, 1}}, {{0, 1, 3}}, {{1, 2, 3}}, {{0, 3, 2}}};
	// The corner of a cube of the grid plus a bit, so that the small tet is all within one.
	const OverlayData inside = ExpectGoodOverlay(tet, 100.0, {0.09, 0.17, 0.23});
	ASSERT_NE(inside, nullptr);
	EXPECT_EQ(inside->lattice.tets.size(), 1u);
	EXPECT_EQ(inside->faces.size(), 4u);
	ExpectGoodOverlay(tet, 100.0, kNoShift);
	ExpectGoodOverlay(tet, 0.5, kNoShift);
	ExpectGoodOverlay(tet, 0.3);
}

class OverlayShape : public testing::TestWithParam<std::string>
{
};

TEST_P(OverlayShape, HasClosedCells)
{
	const Result<SurfaceMesh> shape = FractureToolkit::MakeShape(GetParam());
	ASSERT_TRUE(shape.HasValue());
	ExpectGoodAtTargets(*shape, {2'000, 10'000}, OverlaySettings{}.shift);
	ExpectGoodAtTargets(*shape, {2'000}, kNoShift);
}

std::vector<std::string> ShapeNames()
{
	std::vector<std::string> names;
	for (const FractureToolkit::ShapeInfo& info : FractureToolkit::ListShapes())
	{
		names.push_back(info.name);
	}
	return names;
}

std::string TestName(const testing::TestParamInfo<std::string>& info)
{
	std::string name = info.param;
	std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
	return name;
}

INSTANTIATE_TEST_SUITE_P(Shapes, OverlayShape, testing::ValuesIn(ShapeNames()), TestName);

class OverlayScan : public testing::TestWithParam<std::string>
{
};

TEST_P(OverlayScan, HasClosedCells)
{
	const std::optional<SurfaceMesh> mesh = LoadScannedMesh(GetParam() + ".obj");
	if (!mesh)
	{
		return;
	}
	const Result<RepairedSurface> repaired = RepairSurface(*mesh, RepairSettings{}, SerialRunner());
	ASSERT_TRUE(repaired.HasValue());
	ExpectGoodAtTargets(AsMesh(repaired->solid), {2'000, 10'000}, OverlaySettings{}.shift);
}

INSTANTIATE_TEST_SUITE_P(Scans,
	OverlayScan,
	testing::Values("bunny", "bunny_scan_open", "armadillo", "goathead", "penguin", "spot"),
	TestName);
} // namespace
