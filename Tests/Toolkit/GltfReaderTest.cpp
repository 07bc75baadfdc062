// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "GltfReader.h"
#include "Support/TestPaths.h"
#include "TempFolder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

namespace
{
using namespace FractureCore;
using namespace FractureToolkit;
using FractureTests::TempFolder;
using nlohmann::json;

template <typename T>
void Append(std::string& bytes, std::initializer_list<T> values)
{
	for (const T value : values)
	{
		char raw[sizeof(T)];
		std::memcpy(raw, &value, sizeof(T));
		bytes.append(raw, sizeof(T));
	}
}

/// Five vertices of a flat ring of triangles, as positions, short UVs and indices in "data.bin".
json FlatMesh(const TempFolder& folder, int mode)
{
	std::string bytes;
	Append<float>(bytes, {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0});
	Append<uint16_t>(bytes, {0, 65535, 65535, 0, 0, 0, 0, 0, 0, 0});
	Append<uint8_t>(bytes, {0, 1, 2, 3, 4, 0, 1, 2});
	folder.Write("my data.bin", bytes);
	return json{{"asset", {{"version", "2.0"}}},
		{"scene", 0},
		{"scenes", {{{"nodes", {0}}}}},
		{"nodes", {{{"mesh", 0}}}},
		{"meshes",
			{{{"primitives",
				{{{"mode", mode}, {"indices", 2}, {"attributes", {{"POSITION", 0}, {"TEXCOORD_0", 1}}}}}}}}},
		{"buffers", {{{"byteLength", bytes.size()}, {"uri", "my%20data.bin"}}}},
		{"bufferViews",
			{{{"buffer", 0}, {"byteLength", 60}},
				{{"buffer", 0}, {"byteOffset", 60}, {"byteLength", 20}},
				{{"buffer", 0}, {"byteOffset", 80}, {"byteLength", 8}}}},
		{"accessors",
			{{{"bufferView", 0}, {"componentType", 5126}, {"count", 5}, {"type", "VEC3"}},
				{{"bufferView", 1}, {"componentType", 5123}, {"normalized", true}, {"count", 5}, {"type", "VEC2"}},
				{{"bufferView", 2}, {"componentType", 5121}, {"count", 5}, {"type", "SCALAR"}}}}};
}

Result<ImportedSurface> Read(const TempFolder& folder, const json& document)
{
	return ReadGltf(folder.Write("x.gltf", document.dump()));
}

std::string GltfError(const TempFolder& folder, const json& document)
{
	const Result<ImportedSurface> result = Read(folder, document);
	EXPECT_FALSE(result);
	return result ? "" : result.GetError().message;
}

json SkinnedTet()
{
	return json::parse(TempFolder::Read(FractureTests::TestData() / "Models" / "skinned_tet.gltf"));
}
} // namespace

TEST(GltfReader, ReadsListsStripsAndFans)
{
	const TempFolder folder;
	const Result<ImportedSurface> strip = Read(folder, FlatMesh(folder, 5));
	ASSERT_TRUE(strip) << strip.GetError().message;
	EXPECT_EQ(strip->mesh.triangles, (std::vector<Triangle>{{{0, 1, 2}}, {{2, 1, 3}}, {{2, 3, 4}}}));
	const Result<ImportedSurface> fan = Read(folder, FlatMesh(folder, 6));
	ASSERT_TRUE(fan);
	EXPECT_EQ(fan->mesh.triangles, (std::vector<Triangle>{{{0, 1, 2}}, {{0, 2, 3}}, {{0, 3, 4}}}));
	const Result<ImportedSurface> list = Read(folder, FlatMesh(folder, 4));
	ASSERT_TRUE(list);
	EXPECT_EQ(list->mesh.triangles, (std::vector<Triangle>{{{0, 1, 2}}}));
	// v runs downward in glTF, upward here; 65535 stands for 1.
	EXPECT_EQ(list->mesh.cornerUvs, (std::vector<Vec2f>{{0, 0}, {1, 1}, {0, 1}}));
	EXPECT_TRUE(list->mesh.slotNames.empty());
	EXPECT_EQ(GltfError(folder, FlatMesh(folder, 1)), "has only points and lines, no faces");
}

TEST(GltfReader, AppliesRotationsScalesAndParents)
{
	const TempFolder folder;
	json document = FlatMesh(folder, 4);
	const double half = std::sqrt(0.5);
	// A quarter turn about z after doubling, under a parent that moves.
	document["nodes"] = {{{"translation", {0, 0, 7}}, {"children", {1}}},
		{{"mesh", 0}, {"scale", {2, 2, 2}}, {"rotation", {0, 0, half, half}}}};
	const Result<ImportedSurface> result = Read(folder, document);
	ASSERT_TRUE(result) << result.GetError().message;
	EXPECT_NEAR(Length(result->mesh.positions[1] - Vec3{0, 2, 7}), 0.0, 1e-12);
	EXPECT_NEAR(Length(result->mesh.positions[2] - Vec3{-2, 0, 7}), 0.0, 1e-12);

	document["nodes"][1] = {{"mesh", 0}, {"matrix", {0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1}}};
	const Result<ImportedSurface> asMatrix = Read(folder, document);
	ASSERT_TRUE(asMatrix);
	EXPECT_NEAR(Length(asMatrix->mesh.positions[1] - Vec3{0, 2, 7}), 0.0, 1e-12);
}

TEST(GltfReader, ASkinnedMeshStandsWhereItsJointsPutIt)
{
	const TempFolder folder;
	const Result<ImportedSurface> result = Read(folder, SkinnedTet());
	ASSERT_TRUE(result) << result.GetError().message;
	EXPECT_EQ(result->mesh.slotNames, std::vector<std::string>{"skin"});
	ASSERT_EQ(result->mesh.positions.size(), 4u);
	EXPECT_EQ(result->mesh.positions[0], (Vec3{0, 0, 5}));
	EXPECT_EQ(result->mesh.positions[3], (Vec3{0, 0, 7}));

	// The matrices are optional; identities are what the file has.
	json bare = SkinnedTet();
	bare["skins"][0].erase("inverseBindMatrices");
	const Result<ImportedSurface> same = Read(folder, bare);
	ASSERT_TRUE(same) << same.GetError().message;
	EXPECT_EQ(same->mesh, result->mesh);
}

TEST(GltfReader, PutsSparseValuesOverZeros)
{
	const TempFolder folder;
	json document = FlatMesh(folder, 4);
	json& positions = document["accessors"][0];
	positions.erase("bufferView");
	// Entries 0, 1, 2 get the first three positions of the buffer, the others stay at zero.
	positions["sparse"] = {
		{"count", 3}, {"indices", {{"bufferView", 2}, {"componentType", 5121}}}, {"values", {{"bufferView", 0}}}};
	const Result<ImportedSurface> result = Read(folder, document);
	ASSERT_TRUE(result) << result.GetError().message;
	EXPECT_EQ(result->mesh.positions[1], (Vec3{1, 0, 0}));

	positions["sparse"]["count"] = 9;
	EXPECT_EQ(GltfError(folder, document), "mesh 0: accessor 0: has sparse values that reach beyond their buffer");
	positions.erase("sparse");
	positions["count"] = 4000000000000000000;
	EXPECT_EQ(GltfError(folder, document), "mesh 0: accessor 0: has more entries than bytes to fill them");
}

TEST(GltfReader, NamesWhatIsWrong)
{
	const TempFolder folder;
	const json good = FlatMesh(folder, 4);
	const auto with = [&](const char* pointer, const json& value)
	{
		json document = good;
		document[json::json_pointer(pointer)] = value;
		return GltfError(folder, document);
	};
	EXPECT_EQ(with("/buffers/0/uri", "gone.bin"), "needs 'gone.bin' beside it: no such file");
	for (const char* outside : {"../secret.bin", "a/../../secret.bin", "%2e%2e/secret.bin", "/etc/passwd"})
	{
		EXPECT_EQ(with("/buffers/0/uri", outside),
			"needs '" + std::string(outside) + "', but only files in its own folder and below are opened");
	}
	EXPECT_EQ(with("/buffers/0/uri", "a/../gone.bin"), "needs 'a/../gone.bin' beside it: no such file");
	EXPECT_EQ(with("/buffers/0/uri", "data:x;base64,!!"), "buffer 0 is not valid base64");
	EXPECT_EQ(with("/bufferViews/0/byteLength", 61000),
		"mesh 0: accessor 0: buffer view 0 reaches beyond its buffer of 88 bytes");
	EXPECT_EQ(with("/accessors/0/count", 6), "mesh 0: accessor 0: reaches beyond its buffer view of 60 bytes");
	EXPECT_EQ(with("/accessors/0/count", 4000000000000000000),
		"mesh 0: accessor 0: reaches beyond its buffer view of 60 bytes");
	EXPECT_EQ(with("/accessors/0/type", "VEC2"), "mesh 0: accessor 0 has another type than its use needs");
	EXPECT_EQ(with("/accessors/1/count", 4), "mesh 0: TEXCOORD_0 has another count than POSITION");
	EXPECT_EQ(with("/accessors/0/count", 2), "mesh 0: TEXCOORD_0 has another count than POSITION");
	json fewer = good;
	fewer["accessors"][0]["count"] = 4;
	fewer["accessors"][1]["count"] = 4;
	EXPECT_EQ(GltfError(folder, fewer), "mesh 0: index 4 is 4, but there are 4 vertices, and all count from 0");
	EXPECT_EQ(with("/nodes/0/children", {0}), "node 0 is there twice in the tree of nodes");
	EXPECT_EQ(with("/scenes/0/nodes", {7}), "names node 7, which is not there");
	EXPECT_EQ(with("/nodes/0/mesh", 3), "mesh 3 is not there or has no primitives");
	EXPECT_EQ(with("/extensionsRequired", {"KHR_draco_mesh_compression"}),
		"is compressed with KHR_draco_mesh_compression, which is not read; export it without");
	EXPECT_EQ(with("/meshes", 5), "mesh 0 is not there or has no primitives");
}
