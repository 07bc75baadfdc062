// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "GlbWriter.h"

#include "FractureCore/Random.h"
#include "GltfReader.h"
#include "Shapes.h"
#include "Support/TestMeshes.h"
#include "TempFolder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <string>

namespace
{
using namespace FractureCore;
using namespace FractureToolkit;
using FractureTest::MakeBox;
using FractureTest::MakeSphere;
using FractureTests::TempFolder;
using nlohmann::json;

using Float3 = std::array<float, 3>;

uint32_t WordAt(const std::vector<uint8_t>& file, size_t at)
{
	uint32_t word = 0;
	std::memcpy(&word, file.data() + at, sizeof(word));
	return word;
}

/// A file taken apart by the specification alone, without any code of the reader.
struct TakenApart
{
	json document;
	std::vector<uint8_t> binary;

	template <typename T>
	std::vector<T> Array(size_t accessorNumber) const
	{
		const json& accessor = document["accessors"][accessorNumber];
		const json& view = document["bufferViews"][accessor["bufferView"].get<size_t>()];
		const std::map<std::string, size_t> widths{{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}};
		const size_t count = accessor["count"].get<size_t>() * widths.at(accessor["type"]);
		const size_t offset = view["byteOffset"].get<size_t>() + accessor["byteOffset"].get<size_t>();
		EXPECT_EQ(offset % sizeof(T), 0u);
		EXPECT_LE(accessor["byteOffset"].get<size_t>() + count * sizeof(T), view["byteLength"].get<size_t>());
		std::vector<T> values(count);
		std::memcpy(values.data(), binary.data() + offset, count * sizeof(T));
		return values;
	}

	std::vector<uint32_t> Indices(size_t accessorNumber) const
	{
		if (document["accessors"][accessorNumber]["componentType"] == 5123)
		{
			const std::vector<uint16_t> narrow = Array<uint16_t>(accessorNumber);
			return {narrow.begin(), narrow.end()};
		}
		EXPECT_EQ(document["accessors"][accessorNumber]["componentType"], 5125);
		return Array<uint32_t>(accessorNumber);
	}

	/// Corners of all triangles of a mesh, in its node's frame.
	std::vector<Float3> Corners(size_t mesh) const
	{
		std::vector<Float3> corners;
		for (const json& primitive : document["meshes"][mesh]["primitives"])
		{
			const std::vector<float> positions = Array<float>(primitive["attributes"]["POSITION"].get<size_t>());
			for (const uint32_t i : Indices(primitive["indices"].get<size_t>()))
			{
				corners.push_back({positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]});
			}
		}
		return corners;
	}
};

TakenApart TakeApart(const Result<std::vector<uint8_t>>& made)
{
	EXPECT_TRUE(made) << made.GetError().message;
	const std::vector<uint8_t>& file = *made;
	TakenApart result;
	EXPECT_EQ(std::string(file.begin(), file.begin() + 4), "glTF");
	EXPECT_EQ(WordAt(file, 4), 2u);
	EXPECT_EQ(WordAt(file, 8), file.size());
	const size_t textSize = WordAt(file, 12);
	EXPECT_EQ(std::string(file.begin() + 16, file.begin() + 20), "JSON");
	EXPECT_EQ(textSize % 4, 0u);
	result.document = json::parse(file.begin() + 20, file.begin() + 20 + static_cast<std::ptrdiff_t>(textSize));
	const size_t binarySize = WordAt(file, 20 + textSize);
	EXPECT_EQ(WordAt(file, 24 + textSize), 0x004E4942u);
	EXPECT_EQ(28 + textSize + binarySize, file.size());
	result.binary.assign(file.begin() + 28 + static_cast<std::ptrdiff_t>(textSize), file.end());
	EXPECT_EQ(result.document["buffers"][0]["byteLength"], binarySize);
	return result;
}

/// Every directed edge between equal floats has its opposite.
bool IsClosed(const std::vector<Float3>& corners)
{
	std::map<std::pair<Float3, Float3>, int> balance;
	for (size_t i = 0; i < corners.size(); i += 3)
	{
		for (size_t k = 0; k < 3; ++k)
		{
			const Float3& a = corners[i + k];
			const Float3& b = corners[i + (k + 1) % 3];
			a < b ? ++balance[{a, b}] : --balance[{b, a}];
		}
	}
	return std::all_of(balance.begin(), balance.end(), [](const auto& edge) { return edge.second == 0; });
}

double VolumeOf(const std::vector<Float3>& corners)
{
	const auto at = [&](size_t i) { return Vec3{corners[i][0], corners[i][1], corners[i][2]}; };
	double volume = 0.0;
	for (size_t i = 0; i < corners.size(); i += 3)
	{
		volume += Dot(at(i), Cross(at(i + 1), at(i + 2))) / 6.0;
	}
	return volume;
}

/// Two boxes side by side whose common face has been crumpled by random doubles, as a crack face would be, far from
/// the origin: vertex positions on that face are equal to the last bit.
std::array<SurfaceMesh, 2> TornBoxes(const Vec3& shift)
{
	constexpr int32_t n = 12; // cells along y and z
	std::array<SurfaceMesh, 2> parts;
	const auto index = [](int32_t i, int32_t j) { return i * (n + 1) + j; };
	for (int32_t side = 0; side < 2; ++side)
	{
		SurfaceMesh& mesh = parts[static_cast<size_t>(side)];
		for (int32_t i = 0; i <= n; ++i)
		{
			for (int32_t j = 0; j <= n; ++j)
			{
				const double bump = 0.02 * RandomUnit(7, static_cast<uint64_t>(index(i, j)));
				mesh.positions.push_back(shift + Vec3{0.01 + bump, i * 0.013, j * 0.017});
			}
		}
		for (int32_t i = 0; i < n; ++i)
		{
			for (int32_t j = 0; j < n; ++j)
			{
				const std::array<int32_t, 4> q = {index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)};
				mesh.triangles.push_back({{q[0], q[side == 0 ? 1 : 2], q[side == 0 ? 2 : 1]}});
				mesh.triangles.push_back({{q[0], q[side == 0 ? 2 : 3], q[side == 0 ? 3 : 2]}});
			}
		}
		const size_t crackFaces = mesh.triangles.size();
		// A fan from a point beyond closes the rest.
		const int32_t apex = static_cast<int32_t>(mesh.positions.size());
		mesh.positions.push_back(shift + Vec3{side == 0 ? -0.1 : 0.17, 0.08, 0.11});
		std::vector<int32_t> border;
		for (int32_t i = 0; i < 4 * n; ++i)
		{
			const int32_t along = i % n;
			border.push_back(i < n ? index(along, 0)
					: i < 2 * n    ? index(n, along)
					: i < 3 * n    ? index(n - along, n)
								   : index(0, n - along));
		}
		for (size_t i = 0; i < border.size(); ++i)
		{
			const int32_t a = border[i];
			const int32_t b = border[(i + 1) % border.size()];
			mesh.triangles.push_back(side == 0 ? Triangle{{b, a, apex}} : Triangle{{a, b, apex}});
		}
		mesh.slotNames = {"clay", "Inside"};
		mesh.triangleSlots.assign(mesh.triangles.size(), 0);
		std::fill_n(mesh.triangleSlots.begin(), crackFaces, 1);
	}
	return parts;
}

SurfaceMesh Bowl()
{
	return *MakeBowl({});
}

/// The reader leaves a file's axes alone: back from y up to z up.
SurfaceMesh TurnedBack(SurfaceMesh mesh)
{
	for (Vec3& p : mesh.positions)
	{
		p = {p.x, -p.z, p.y};
	}
	for (Vec3f& n : mesh.cornerNormals)
	{
		n = {n.x, -n.z, n.y};
	}
	return mesh;
}
} // namespace

TEST(GlbWriter, TheReaderGetsBackWhatWasWritten)
{
	const TempFolder folder;
	const SurfaceMesh bowl = Bowl();
	const std::vector<ExportedPart> parts{{.name = "bowl", .mesh = &bowl}};
	ASSERT_TRUE(WriteGlb(folder / "bowl.glb", parts, {}));
	const Result<ImportedSurface> read = ReadGltf(folder / "bowl.glb");
	ASSERT_TRUE(read) << read.GetError().message;
	EXPECT_TRUE(read->warnings.empty());
	const SurfaceMesh mesh = TurnedBack(read->mesh);
	EXPECT_EQ(mesh.slotNames, bowl.slotNames);
	EXPECT_EQ(mesh.triangleSlots, bowl.triangleSlots);
	EXPECT_EQ(mesh.cornerNormals, bowl.cornerNormals);
	EXPECT_EQ(mesh.positions.size(), bowl.positions.size());
	ASSERT_EQ(mesh.triangles.size(), bowl.triangles.size());
	ASSERT_EQ(mesh.cornerUvs.size(), bowl.cornerUvs.size());
	for (size_t corner = 0; corner < 3 * mesh.triangles.size(); ++corner)
	{
		const Vec3& a = mesh.positions[static_cast<size_t>(mesh.triangles[corner / 3].v[corner % 3])];
		const Vec3& b = bowl.positions[static_cast<size_t>(bowl.triangles[corner / 3].v[corner % 3])];
		ASSERT_LT(Length(a - b), 2e-8); // half the bowl is 75 mm: steps of 2^-26 m, 15 nm
		ASSERT_NEAR(mesh.cornerUvs[corner].x, bowl.cornerUvs[corner].x, 0.0);
		ASSERT_NEAR(mesh.cornerUvs[corner].y, bowl.cornerUvs[corner].y, 6e-8);
	}
}

TEST(GlbWriter, TheFileHasYUpWhateverThePartsHave)
{
	const SurfaceMesh tall = MakeBox({-1, -2, 0}, {1, 2, 8});
	const std::vector<ExportedPart> parts{{.name = "tall", .mesh = &tall}};
	const TakenApart turned = TakeApart(FormatGlb(parts, {}));
	EXPECT_EQ(turned.document["nodes"][0]["translation"], (json{0.0, 4.0, 0.0}));
	EXPECT_EQ(turned.document["accessors"][0]["max"], (json{1.0, 4.0, 2.0}));
	EXPECT_GT(VolumeOf(turned.Corners(0)), 0.0);
	const TakenApart kept = TakeApart(FormatGlb(parts, {.up = UpAxis::Y}));
	EXPECT_EQ(kept.document["nodes"][0]["translation"], (json{0.0, 0.0, 4.0}));
	EXPECT_EQ(kept.document["accessors"][0]["max"], (json{1.0, 2.0, 4.0}));
}

TEST(GlbWriter, NeighboursAgreeToTheLastBitAndPartsStayClosed)
{
	// The last is so far away that floats in world coordinates would be 8 mm apart.
	for (const Vec3& shift : {Vec3{}, Vec3{-0.3, 1.7, 0.2}, Vec3{1.0e5, 0.0, -1.0e5}})
	{
		const std::array<SurfaceMesh, 2> meshes = TornBoxes(shift);
		const std::vector<ExportedPart> parts{
			{.name = "left", .mesh = &meshes[0]}, {.name = "right", .mesh = &meshes[1]}};
		const TakenApart file = TakeApart(FormatGlb(parts, {}));
		std::array<std::set<Float3>, 2> crackFaces;
		for (size_t p = 0; p < 2; ++p)
		{
			const std::vector<Float3> corners = file.Corners(p);
			EXPECT_EQ(corners.size(), 3 * meshes[p].triangles.size());
			EXPECT_TRUE(IsClosed(corners));
			const MassProperties exact = SolidMassProperties(meshes[p].positions, meshes[p].triangles, 1.0);
			EXPECT_NEAR(VolumeOf(corners), exact.volume, 1e-6 * exact.volume);
			// In float, as a viewer would, relative to the root.
			const json& node = file.document["nodes"][p + 1];
			const auto move = node["translation"].get<Float3>();
			EXPECT_EQ(node["mesh"], p);
			const json& inside = file.document["meshes"][p]["primitives"][1];
			const std::vector<float> positions = file.Array<float>(inside["attributes"]["POSITION"].get<size_t>());
			for (size_t i = 0; i < positions.size(); i += 3)
			{
				crackFaces[p].insert({positions[i] + move[0], positions[i + 1] + move[1], positions[i + 2] + move[2]});
			}
		}
		EXPECT_EQ(crackFaces[0].size(), 13u * 13u);
		EXPECT_EQ(crackFaces[0], crackFaces[1]);
	}
}

TEST(GlbWriter, TheLayoutIsWhatTheFormatAsksFor)
{
	SurfaceMesh bowl = Bowl();
	const SurfaceMesh ball = MakeSphere({0.3, 0, 0}, 0.1, 200, 400); // more vertices than 16 bits count
	const std::vector<ExportedPart> parts{{.name = "bowl", .mesh = &bowl}, {.name = "ball", .mesh = &ball}};
	const TakenApart file = TakeApart(FormatGlb(parts, {.explode = 0.5}));
	size_t end = 0;
	for (const json& view : file.document["bufferViews"])
	{
		EXPECT_EQ(view["byteOffset"], end);
		EXPECT_EQ(end % 4, 0u);
		end += view["byteLength"].get<size_t>();
	}
	EXPECT_EQ(end, file.binary.size());
	const json& bowlPrimitive = file.document["meshes"][0]["primitives"][0];
	const json& ballPrimitive = file.document["meshes"][1]["primitives"][0];
	EXPECT_EQ(file.document["accessors"][bowlPrimitive["indices"].get<size_t>()]["componentType"], 5123);
	EXPECT_EQ(file.document["accessors"][ballPrimitive["indices"].get<size_t>()]["componentType"], 5125);
	for (const json& primitive : {bowlPrimitive, ballPrimitive})
	{
		const size_t number = primitive["attributes"]["POSITION"].get<size_t>();
		const json& accessor = file.document["accessors"][number];
		const std::vector<float> values = file.Array<float>(number);
		Float3 low{values[0], values[1], values[2]};
		Float3 high = low;
		for (size_t i = 0; i < values.size(); ++i)
		{
			low[i % 3] = std::min(low[i % 3], values[i]);
			high[i % 3] = std::max(high[i % 3], values[i]);
		}
		EXPECT_EQ(accessor["min"].get<Float3>(), low);
		EXPECT_EQ(accessor["max"].get<Float3>(), high);
		EXPECT_EQ(file.document["bufferViews"][accessor["bufferView"].get<size_t>()]["byteStride"], 12);
		const std::vector<uint32_t> indices = file.Indices(primitive["indices"].get<size_t>());
		EXPECT_EQ(*std::max_element(indices.begin(), indices.end()) + 1, accessor["count"]);
	}
}

TEST(GlbWriter, CornersShareAVertexWhereAllTheyHaveIsEqual)
{
	SurfaceMesh box = MakeBox({0, 0, 0}, {1, 1, 1});
	const std::vector<ExportedPart> parts{{.name = "box", .mesh = &box}};
	const auto vertexCount = [&] { return TakeApart(FormatGlb(parts, {})).document["accessors"][0]["count"]; };
	EXPECT_EQ(vertexCount(), 8);
	for (const Triangle& t : box.triangles)
	{
		const Vec3& a = box.positions[static_cast<size_t>(t.v[0])];
		const Vec3 n = Normalised(
			Cross(box.positions[static_cast<size_t>(t.v[1])] - a, box.positions[static_cast<size_t>(t.v[2])] - a));
		box.cornerNormals.insert(
			box.cornerNormals.end(), 3, {static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)});
	}
	EXPECT_EQ(vertexCount(), 24);
	box.uvChannels = 2;
	box.cornerUvs.assign(72, {0.25f, 0.25f});
	EXPECT_EQ(vertexCount(), 24);
	for (size_t i = 0; i < 36; ++i)
	{
		box.cornerUvs[36 + i].x = static_cast<float>(i);
	}
	EXPECT_EQ(vertexCount(), 36);
}

TEST(GlbWriter, NormalsThatAreNoUnitVectorsAreMended)
{
	SurfaceMesh box = MakeBox({0, 0, 0}, {1, 1, 1});
	box.cornerNormals.assign(36, {0.0f, 0.0f, -2.0f});
	box.cornerNormals[0] = {}; // triangle 0 faces downward
	box.cornerNormals[1] = {std::nanf(""), 0.0f, 0.0f};
	const std::vector<ExportedPart> parts{{.name = "box", .mesh = &box}};
	const TakenApart file = TakeApart(FormatGlb(parts, {}));
	const std::vector<float> normals =
		file.Array<float>(file.document["meshes"][0]["primitives"][0]["attributes"]["NORMAL"].get<size_t>());
	for (size_t i = 0; i < normals.size(); i += 3)
	{
		EXPECT_EQ((Float3{normals[i], normals[i + 1], normals[i + 2]}), (Float3{0.0f, -1.0f, 0.0f}));
	}
}

TEST(GlbWriter, MaterialsFollowSlotsOrParts)
{
	std::array<SurfaceMesh, 2> meshes = TornBoxes({});
	const std::vector<ExportedPart> parts{{.name = "left", .mesh = &meshes[0]}, {.name = "right", .mesh = &meshes[1]}};
	const json bySlot = TakeApart(FormatGlb(parts, {})).document;
	ASSERT_EQ(bySlot["materials"].size(), 2u);
	const json& clay = bySlot["materials"][0]["pbrMetallicRoughness"];
	const json& inside = bySlot["materials"][1]["pbrMetallicRoughness"];
	EXPECT_EQ(bySlot["materials"][1]["name"], "Inside");
	EXPECT_GT(inside["roughnessFactor"], clay["roughnessFactor"]);
	for (size_t channel = 0; channel < 3; ++channel)
	{
		EXPECT_GT(inside["baseColorFactor"][channel], clay["baseColorFactor"][channel]);
	}
	EXPECT_EQ(bySlot["meshes"][1]["primitives"][0]["material"], 0);
	EXPECT_EQ(bySlot["meshes"][1]["primitives"][1]["material"], 1);

	const json byPart = TakeApart(FormatGlb(parts, {.oneColourAPart = true})).document;
	ASSERT_EQ(byPart["materials"].size(), 4u);
	EXPECT_NE(byPart["materials"][0]["pbrMetallicRoughness"], byPart["materials"][2]["pbrMetallicRoughness"]);
	EXPECT_EQ(byPart["meshes"][1]["primitives"][1]["material"], 3);
}

TEST(GlbWriter, NodesStandAtTheCentreAndCarryMassAndVolume)
{
	const SurfaceMesh box = MakeBox({1, 1, 1}, {2, 2, 2});
	const SurfaceMesh other = MakeBox({-2, -2, -2}, {-1, -1, -1});
	MassProperties mass = SolidMassProperties(box.positions, box.triangles, 2500.0);
	mass.centre = {1.5, 1.5, 1.25};
	const std::vector<ExportedPart> parts{
		{.name = "box", .mesh = &box, .mass = &mass}, {.name = "other", .mesh = &other}};
	const json document = TakeApart(FormatGlb(parts, {})).document;
	EXPECT_EQ(document["nodes"][1]["translation"], (json{1.5, 1.25, -1.5}));
	EXPECT_NEAR(document["nodes"][1]["extras"]["mass"].get<double>(), 2500.0, 1e-9);
	EXPECT_NEAR(document["nodes"][1]["extras"]["volume"].get<double>(), 1.0, 1e-12);
	EXPECT_EQ(document["nodes"][2]["translation"], (json{-1.5, -1.5, 1.5}));
	EXPECT_FALSE(document["nodes"][2].contains("extras"));
	EXPECT_FALSE(document.contains("animations"));
}

TEST(GlbWriter, AnExplosionMovesPartsAwayAndBack)
{
	const SurfaceMesh box = MakeBox({1, 1, 1}, {2, 2, 2});
	const SurfaceMesh other = MakeBox({-2, -2, -2}, {-1, -1, -1});
	const std::vector<ExportedPart> parts{{.name = "box", .mesh = &box}, {.name = "other", .mesh = &other}};
	for (const bool back : {true, false})
	{
		const TakenApart file = TakeApart(FormatGlb(parts, {.explode = 2.0, .explodeAndBack = back}));
		const json& animation = file.document["animations"][0];
		ASSERT_EQ(animation["channels"].size(), 2u);
		EXPECT_EQ(animation["channels"][1]["target"], (json{{"node", 2}, {"path", "translation"}}));
		const size_t times = animation["samplers"][1]["input"].get<size_t>();
		const std::vector<float> moves = file.Array<float>(animation["samplers"][1]["output"].get<size_t>());
		EXPECT_EQ(file.Array<float>(times), back ? (std::vector<float>{0, 1, 2}) : (std::vector<float>{0, 2}));
		EXPECT_EQ(file.document["accessors"][times]["max"], json{2.0});
		std::vector<float> expected{-1.5f, -1.5f, 1.5f, -4.5f, -4.5f, 4.5f};
		if (back)
		{
			expected.insert(expected.end(), {-1.5f, -1.5f, 1.5f});
		}
		EXPECT_EQ(moves, expected);
	}
}

TEST(GlbWriter, TrianglesThatRoundingFlattensGoAndLeaveNoHole)
{
	// One edge of the sphere is shorter than a float can tell.
	SurfaceMesh ball = MakeSphere({}, 1.0, 8, 12);
	ball.positions[20] = ball.positions[21] + Vec3{1e-9, 0.0, 0.0};
	const std::vector<ExportedPart> parts{{.name = "ball", .mesh = &ball}};
	const std::vector<Float3> corners = TakeApart(FormatGlb(parts, {})).Corners(0);
	EXPECT_EQ(corners.size(), 3 * (ball.triangles.size() - 2));
	EXPECT_TRUE(IsClosed(corners));
}

TEST(GlbWriter, WhatCannotBeWrittenIsAnError)
{
	SurfaceMesh box = MakeBox({0, 0, 0}, {1, 1, 1});
	const SurfaceMesh empty;
	const std::vector<ExportedPart> nothing{{.name = "empty", .mesh = &empty}};
	EXPECT_FALSE(FormatGlb({}, {}));
	EXPECT_FALSE(FormatGlb(nothing, {}));
	SurfaceMesh point;
	point.positions = {{1, 2, 3}};
	point.triangles = {{{0, 0, 0}}};
	const std::vector<ExportedPart> flat{{.name = "point", .mesh = &point}};
	EXPECT_FALSE(FormatGlb(flat, {}));
	const std::vector<ExportedPart> parts{{.name = "empty", .mesh = &empty}, {.name = "box", .mesh = &box}};
	EXPECT_EQ(TakeApart(FormatGlb(parts, {})).document["nodes"].size(), 2u);
	box.positions[5].y = std::nan("");
	const Result<std::vector<uint8_t>> bad = FormatGlb(parts, {});
	ASSERT_FALSE(bad);
	EXPECT_EQ(bad.GetError().element, 5);
	EXPECT_EQ(bad.GetError().message, "vertex 5 of box is not finite or too far away");
}
