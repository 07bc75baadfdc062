// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Every number is written out or exact in binary, so that the objects are the same on every machine and for ever:
// Tests/Data/Baked/v1 holds their files.
#include "Core/Io/SampleAssets.h"

#include <algorithm>

using namespace FractureCore;

namespace FractureTest
{
namespace
{
/// Kuhn's six tets: from corner 0 along the axes in every order to corner 7; corner x + 2 y + 4 z.
TetMesh MakeKuhnCube()
{
	TetMesh mesh;
	for (int32_t corner = 0; corner < 8; ++corner)
	{
		mesh.nodes.push_back({corner & 1 ? 1.0 : 0.0, corner & 2 ? 1.0 : 0.0, corner & 4 ? 1.0 : 0.0});
	}
	mesh.tets = {{{0, 1, 3, 7}}, {{0, 5, 1, 7}}, {{0, 3, 2, 7}}, {{0, 2, 6, 7}}, {{0, 4, 5, 7}}, {{0, 6, 4, 7}}};
	return mesh;
}

SurfaceMesh MakeCubeSurface()
{
	SurfaceMesh surface;
	surface.positions = MakeKuhnCube().nodes;
	surface.triangles = {{{0, 3, 1}},
		{{0, 2, 3}},
		{{4, 5, 7}},
		{{4, 7, 6}},
		{{0, 1, 5}},
		{{0, 5, 4}},
		{{2, 7, 3}},
		{{2, 6, 7}},
		{{0, 6, 2}},
		{{0, 4, 6}},
		{{1, 3, 7}},
		{{1, 7, 5}}};
	const Vec3f normals[6] = {{0, 0, -1}, {0, 0, 1}, {0, -1, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}};
	surface.uvChannels = 2;
	for (size_t corner = 0; corner < 36; ++corner)
	{
		surface.cornerNormals.push_back(normals[corner / 6]);
		surface.cornerUvs.push_back({static_cast<float>(corner) / 64.0f, 0.25f});
	}
	for (size_t corner = 0; corner < 36; ++corner)
	{
		surface.cornerUvs.push_back({-1.0f, static_cast<float>(corner) * 8.0f});
	}
	surface.triangleSlots = {0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1};
	surface.slotNames = {"side", "Gl\xC3\xA4nzend"};
	return surface;
}
} // namespace

BakedObject MakeSampleSolid()
{
	BakedObject object;
	object.kind = BakedKind::Solid;
	object.key = {0x0123456789ABCDEFull, 0xFEDCBA9876543210ull};
	object.surface = MakeCubeSurface();
	object.tets = MakeKuhnCube();
	object.mass.volume = 1.0;
	object.mass.mass = 2500.0;
	object.mass.centre = {0.5, 0.5, 0.5};
	object.mass.inertia = Mat3::Diagonal(2500.0 / 6.0, 2500.0 / 6.0, 2500.0 / 6.0);
	object.cellSize = 0.1;
	object.closed = true;
	object.components = 1;
	object.warnings = {{WarningCode::FlippedTriangles, "12 triangles pointed inward and were turned", 12},
		{WarningCode::TargetMissed, "6 tets instead of 10: the shape needs no more", 6}};

	// Each vertex is a node of the first tet that has it, each triangle a face of exactly one tet.
	object.embedding.triangleTetOffsets = {0};
	for (int32_t vertex = 0; vertex < 8; ++vertex)
	{
		for (int32_t tet = 0; tet < 6; ++tet)
		{
			const auto& nodes = object.tets.tets[static_cast<size_t>(tet)].v;
			const auto found = std::find(std::begin(nodes), std::end(nodes), vertex);
			if (found != std::end(nodes))
			{
				object.embedding.vertexTet.push_back(tet);
				object.embedding.vertexWeights.push_back({0.0f, 0.0f, 0.0f, 0.0f});
				object.embedding.vertexWeights.back()[static_cast<size_t>(found - std::begin(nodes))] = 1.0f;
				break;
			}
		}
	}
	for (const Triangle& triangle : object.surface.triangles)
	{
		for (int32_t tet = 0; tet < 6; ++tet)
		{
			const auto& nodes = object.tets.tets[static_cast<size_t>(tet)].v;
			const auto isNode = [&](int32_t v)
			{ return std::find(std::begin(nodes), std::end(nodes), v) != std::end(nodes); };
			if (isNode(triangle.v[0]) && isNode(triangle.v[1]) && isNode(triangle.v[2]))
			{
				object.embedding.triangleTets.push_back(tet);
			}
		}
		object.embedding.triangleTetOffsets.push_back(static_cast<int32_t>(object.embedding.triangleTets.size()));
	}
	return object;
}

BakedObject MakeSampleShell()
{
	BakedObject object;
	object.kind = BakedKind::Shell;
	object.key = {1, 2};
	object.material = {"ice", 917.0, 9.0e9, 0.33, 1.2e6, 8.0, 0.12e6};
	object.surface.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0.25}, {1, 1, 0.5}};
	object.surface.triangles = {{{0, 1, 2}}, {{2, 1, 3}}};
	object.shellThickness = 0.005;
	object.mass.volume = 0.0055;
	object.mass.mass = 5.0435;
	object.mass.centre = {0.5, 0.5, 0.1875};
	object.mass.inertia = {{{0.5, 0.125, -0.0625}, {0.125, 0.5, 0.03125}, {-0.0625, 0.03125, 0.75}}};
	object.components = 1;
	return object;
}

BakedObject MakeSampleLayers()
{
	BakedObject object = MakeSampleSolid();
	object.material = {"wood", 540.0, 12.0e9, 0.3, 2.3e6, 20.0, 0.35e6, 0.2, 0.125, 30.0, 5.0e7, 40.0, 9.0e7, 1.0, 2.0};
	object.material.strengthAxis = {0.0, 0.0, 1.0};
	std::vector<StrengthLayer>& layers = object.strengthSetup.layers;
	const std::vector<float> paint = {0.0f, 0.25f, 0.5f, 0.75f, 1.0f, 0.5f, 0.25f, 0.125f};
	layers.push_back({PaintedValues{paint, 0.5}, StrengthBlend::Add, 0.5, BoxRegion{{0, 0, 0}, {1, 0.5, 1}}});
	layers.push_back({NoiseLayer{0.25, 3, true, 0.5, 1.5, 0.375, 7}, StrengthBlend::Min, 1.0, {}});
	layers.push_back({CleavingPlane{{0.5, 0, 0}, {1, 1, 0}, 0.0625, 0.25},
		StrengthBlend::Multiply,
		1.0,
		SphereRegion{{0.5, 0.5, 0.5}, 0.75}});
	layers.push_back({NoduleLayer{{{{0.25, 0.5, 0.75}, 0.125}}, 2, 0.5, 8.0, 3}, StrengthBlend::Max, 0.25, {}});
	layers.push_back({BandLayer{{0, 0, 0.5}, {0, 0, 2}, 0.125, 0.5},
		StrengthBlend::Replace,
		0.125,
		HalfSpaceRegion{{0, 0, 0.5}, {0, 0, 1}}});
	layers.push_back({GeometryLayer{1.5}, StrengthBlend::Multiply, 1.0, PaintedValues{paint, 0.25}});
	layers.push_back({GrainLayer{0.25, 0.25, 0.5, 0.125, 5}, StrengthBlend::Multiply, 1.0, {}});
	layers.push_back({ScatterLayer{12, 0.5, 9}, StrengthBlend::Multiply, 1.0, {}});
	object.strengthSetup.anchors = {{BoxRegion{{0, 0, 0}, {1, 1, 0}}, 7}, {PaintedValues{paint, 0.5}, 3}};
	object.strength = {1.0e6, 2.0e6, 3.0e6, 4.0e6, 5.0e6, 6.0e6};
	object.heldAxes = {7, 7, 7, 7, 3, 0, 0, 0};
	return object;
}

BakedObject MakeSampleNames()
{
	BakedObject object = MakeSampleLayers();
	StrengthSetup& setup = object.strengthSetup;
	setup.layers[0].name = "rim";
	setup.layers[1].isHidden = true;
	setup.layers[6].name = "K\xc3\xb6rner";
	std::get<GrainLayer>(setup.layers[6].source).seeds = {{0.25, 0.5, 0.75}, {0.5, 0.125, 0.0}};
	setup.anchors[1].name = "foot";
	setup.anchors[1].isHidden = true;
	return object;
}

BakedObject MakeSampleFactor()
{
	BakedObject object = MakeSampleSolid();
	const auto append = [&](const auto& value)
	{
		const auto* bytes = reinterpret_cast<const uint8_t*>(&value);
		object.factor.insert(object.factor.end(), bytes, bytes + sizeof(value));
	};
	for (const uint32_t word : {1u, 1u, 1u, 8u}) // version, float wanted, float stored, nodes
	{
		append(word);
	}
	for (const uint64_t word : {0x0123456789ABCDEFull, 0xFEDCBA9876543210ull, 5ull}) // two hashes, numbers
	{
		append(word);
	}
	for (const int32_t node : {7, 0, 6, 1, 5, 2, 4, 3})
	{
		append(node);
	}
	for (const float value : {1.0f, -0.5f, 0.25f, 8.0f, 0.0f})
	{
		append(value);
	}
	return object;
}
} // namespace FractureTest
