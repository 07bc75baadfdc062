// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#if FRACTURESIM_WITH_ASSIMP
#include "Import.h"
#include "ObjReader.h"
#include "Support/TestPaths.h"
#include "TempFolder.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>

namespace
{
using namespace FractureCore;
using namespace FractureToolkit;
using FractureTests::TempFolder;

/// A box with sides 1, 2, 3, its own normal and UV at every corner, and two materials.
std::string BoxObj()
{
	std::string text;
	for (int i = 0; i < 8; ++i)
	{
		text +=
			"v " + std::to_string(i & 1) + " " + std::to_string(i & 2) + " " + std::to_string((i & 4) * 3 / 4) + "\n";
	}
	text += "vn -1 0 0\nvn 1 0 0\nvn 0 -1 0\nvn 0 1 0\nvn 0 0 -1\nvn 0 0 1\n"
			"vt 0.25 0.125\nvt 0.75 0.125\nvt 0.75 0.5\nvt 0.25 0.5\n";
	const int faces[6][4] = {{1, 5, 7, 3}, {2, 4, 8, 6}, {1, 2, 6, 5}, {3, 7, 8, 4}, {1, 3, 4, 2}, {5, 6, 8, 7}};
	for (int f = 0; f < 6; ++f)
	{
		text += f == 0 ? "usemtl oak\n" : (f == 4 ? "usemtl iron\n" : "");
		for (const auto& [a, b, c] : {std::tuple(0, 1, 2), std::tuple(0, 2, 3)})
		{
			text += "f";
			for (const int k : {a, b, c})
			{
				text += " " + std::to_string(faces[f][k]) + "/" + std::to_string(k + 1) + "/" + std::to_string(f + 1);
			}
			text += "\n";
		}
	}
	return text;
}

std::unique_ptr<aiScene> BoxScene()
{
	const std::string text = BoxObj();
	Assimp::Importer importer;
	importer.ReadFileFromMemory(text.data(), text.size(), aiProcess_JoinIdenticalVertices, "obj");
	return std::unique_ptr<aiScene>(importer.GetOrphanedScene());
}

std::filesystem::path Export(const TempFolder& folder, const aiScene& scene, const char* format, const char* name)
{
	const std::filesystem::path path = folder / name;
	Assimp::Exporter exporter;
	EXPECT_EQ(exporter.Export(&scene, format, path.string()), aiReturn_SUCCESS) << exporter.GetErrorString();
	return path;
}

SurfaceMesh Import(const std::filesystem::path& path, double metresPerUnit = 0.0)
{
	const Result<ImportedModel> model = ImportModel(path, metresPerUnit);
	EXPECT_TRUE(model) << (model ? "" : model.GetError().message);
	return model ? std::get<ImportedSurface>(*model).mesh : SurfaceMesh{};
}

std::string ImportError(const std::filesystem::path& path)
{
	const Result<ImportedModel> model = ImportModel(path);
	EXPECT_FALSE(model) << path;
	return model ? "" : model.GetError().message;
}

double SignedVolume(const SurfaceMesh& mesh)
{
	double volume = 0.0;
	for (const Triangle& t : mesh.triangles)
	{
		const auto at = [&](int k) { return mesh.positions[static_cast<size_t>(t.v[k])]; };
		volume += Dot(at(0), Cross(at(1), at(2))) / 6.0;
	}
	return volume;
}

void ExpectNormalsPointOut(const SurfaceMesh& mesh)
{
	ASSERT_EQ(mesh.cornerNormals.size(), 3 * mesh.triangles.size());
	for (size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		const auto at = [&](int k) { return mesh.positions[static_cast<size_t>(mesh.triangles[t].v[k])]; };
		const Vec3 n = Normalised(Cross(at(1) - at(0), at(2) - at(0)));
		for (size_t k = 0; k < 3; ++k)
		{
			const Vec3f& c = mesh.cornerNormals[3 * t + k];
			EXPECT_NEAR(n.x * c.x + n.y * c.y + n.z * c.z, 1.0, 1e-6);
		}
	}
}

/// Every corner with all it has, in an order that does not depend on the file's.
std::vector<std::vector<double>> SortedCorners(const SurfaceMesh& mesh, bool withNormals, bool withUvs, bool withSlots)
{
	std::vector<std::vector<double>> corners;
	for (size_t i = 0; i < 3 * mesh.triangles.size(); ++i)
	{
		const Vec3& p = mesh.positions[static_cast<size_t>(mesh.triangles[i / 3].v[i % 3])];
		std::vector<double>& corner = corners.emplace_back(std::vector<double>{p.x, p.y, p.z});
		if (withNormals)
		{
			corner.insert(corner.end(), {mesh.cornerNormals[i].x, mesh.cornerNormals[i].y, mesh.cornerNormals[i].z});
		}
		if (withUvs)
		{
			corner.insert(corner.end(), {mesh.cornerUvs[i].x, mesh.cornerUvs[i].y});
		}
		if (withSlots)
		{
			corner.push_back(mesh.slotNames[static_cast<size_t>(mesh.triangleSlots[i / 3])] == "oak" ? 1.0 : 2.0);
		}
		for (double& value : corner)
		{
			value = std::round(value * 1e6) / 1e6 + 0.0;
		}
	}
	std::sort(corners.begin(), corners.end());
	return corners;
}

struct Format
{
	const char* id;
	const char* file;
	bool keepsUvs;
	bool keepsSlots;
	double unit;
};
} // namespace

TEST(Import, ReadsBackWhatAssimpWritesInEachFormat)
{
	const Result<ImportedSurface> box = ParseObj(BoxObj());
	ASSERT_TRUE(box);
	const std::unique_ptr<aiScene> scene = BoxScene();
	const TempFolder folder;
	const Format formats[] = {{"stl", "a.stl", false, false, 1.0},
		{"stlb", "b.STL", false, false, 1.0},
		{"ply", "a.ply", true, false, 1.0},
		{"plyb", "b.ply", true, false, 1.0},
		{"gltf2", "a.gltf", true, true, 1.0},
		{"glb2", "a.glb", true, true, 1.0},
		{"fbxa", "a.fbx", true, true, 0.01}};
	for (const Format& format : formats)
	{
		SCOPED_TRACE(format.file);
		const std::filesystem::path path = Export(folder, *scene, format.id, format.file);
		const SurfaceMesh mesh = Import(path, 1.0);
		EXPECT_EQ(mesh.triangles.size(), 12u);
		EXPECT_NEAR(SignedVolume(mesh), 6.0, 1e-5);
		ExpectNormalsPointOut(mesh);
		ASSERT_EQ(mesh.uvChannels, format.keepsUvs ? 1 : 0);
		ASSERT_EQ(mesh.slotNames.size(), format.keepsSlots ? 2u : 0u);
		EXPECT_EQ(SortedCorners(mesh, true, format.keepsUvs, format.keepsSlots),
			SortedCorners(box->mesh, true, format.keepsUvs, format.keepsSlots));
		if (path.extension() != ".ply")
		{
			// Split for normals and UVs in the file, joined again here.
			EXPECT_EQ(mesh.positions.size(), 8u);
		}
		// By itself the file is in its own unit.
		EXPECT_NEAR(SignedVolume(Import(path)), 6.0 * std::pow(format.unit, 3.0), 1e-5 * std::pow(format.unit, 3.0));
	}
}

TEST(AssimpReader, ReadsBinaryFbxInItsOwnUnit)
{
	const std::filesystem::path path = FractureTests::TestData() / "Models" / "box_inches.fbx";
	const SurfaceMesh inMetres = Import(path);
	EXPECT_NEAR(SignedVolume(inMetres), 6.0 * std::pow(0.0254, 3.0), 1e-12);
	const SurfaceMesh mesh = Import(path, 1.0);
	ExpectNormalsPointOut(mesh);
	EXPECT_EQ(mesh.positions.size(), 8u);
	EXPECT_EQ(mesh.slotNames, (std::vector<std::string>{"oak", "iron"}));

	Result<ImportedSurface> box = ParseObj(BoxObj());
	ASSERT_TRUE(box);
	for (Vec3& position : box->mesh.positions)
	{
		position.x += 10.0;
	}
	EXPECT_EQ(SortedCorners(mesh, true, true, true), SortedCorners(box->mesh, true, true, true));
}

TEST(Import, KnowsWhichAxisPointsUpAndTurnsIt)
{
	const auto usual = [](const std::filesystem::path& path)
	{
		const Result<ImportedModel> model = ImportModel(path);
		EXPECT_TRUE(model);
		return model ? UsualUpAxis(*model) : UpAxis::Z;
	};
	EXPECT_EQ(usual(FractureTests::TestData() / "Models" / "skinned_tet.gltf"), UpAxis::Y);
	EXPECT_EQ(usual(FractureTests::TestData() / "Models" / "box_inches.fbx"), UpAxis::Y);
	const TempFolder folder;
	folder.Write("box.obj", BoxObj());
	EXPECT_EQ(usual(folder / "box.obj"), UpAxis::Z);

	Result<ImportedModel> model = ImportModel(folder / "box.obj");
	ASSERT_TRUE(model);
	const SurfaceMesh before = std::get<ImportedSurface>(*model).mesh;
	TurnZUp(*model, UpAxis::Z);
	EXPECT_EQ(std::get<ImportedSurface>(*model).mesh, before);
	TurnZUp(*model, UpAxis::Y);
	const SurfaceMesh& turned = std::get<ImportedSurface>(*model).mesh;
	EXPECT_EQ(turned.triangles, before.triangles);
	EXPECT_NEAR(SignedVolume(turned), SignedVolume(before), 1e-12) << "a rotation, not a reflection";
	for (size_t i = 0; i < turned.positions.size(); ++i)
	{
		EXPECT_EQ(turned.positions[i].z, before.positions[i].y);
	}
	ExpectNormalsPointOut(turned);
}

TEST(Import, AMirroredGltfNodeKeepsTheOutsideOut)
{
	const std::unique_ptr<aiScene> scene = BoxScene();
	aiMatrix4x4 mirror;
	aiMatrix4x4::Scaling({-1.0f, 1.0f, 2.0f}, mirror);
	aiMatrix4x4 move;
	aiMatrix4x4::Translation({10.0f, 0.0f, 0.0f}, move);
	scene->mRootNode->mTransformation = move * mirror;
	const TempFolder folder;
	const SurfaceMesh mesh = Import(Export(folder, *scene, "glb2", "mirrored.glb"));
	EXPECT_NEAR(SignedVolume(mesh), 12.0, 1e-5);
	ExpectNormalsPointOut(mesh);
	const auto [low, high] = std::minmax_element(
		mesh.positions.begin(), mesh.positions.end(), [](const Vec3& a, const Vec3& b) { return a.x < b.x; });
	EXPECT_DOUBLE_EQ(low->x, 9.0);
	EXPECT_DOUBLE_EQ(high->x, 10.0);
}

TEST(Import, BadFilesGiveOneLine)
{
	const TempFolder folder;
	std::string garbage;
	for (int i = 0; i < 3000; ++i)
	{
		garbage += static_cast<char>((i * 7919) >> 3);
	}
	for (const char* extension : {".stl", ".ply", ".gltf", ".glb", ".fbx"})
	{
		SCOPED_TRACE(extension);
		for (const std::string& text : {std::string(), std::string("solid"), std::string("{}"), garbage})
		{
			const std::string error = ImportError(folder.Write(std::string("bad") + extension, text));
			EXPECT_FALSE(error.empty());
			EXPECT_EQ(error.find('\n'), std::string::npos);
		}
	}
	EXPECT_TRUE(ImportError(folder.Write("cut.fbx", "Kaydara FBX Binary  "))
					.starts_with("cannot be read: it is damaged, cut short or no .fbx file at all. Export it again."));
	EXPECT_EQ(ImportError(folder / "missing.glb"), "no such file");
	EXPECT_EQ(ImportError(folder / "missing"), "no such file");
	EXPECT_EQ(ImportError(folder.Path()), "is a folder, not a file");
	std::filesystem::create_directories(folder / "x.stl");
	EXPECT_EQ(ImportError(folder / "x.stl"), "is a folder, not a file");
	EXPECT_EQ(ImportError(folder / "x.blend"),
		"files with '.blend' are not read; .obj .stl .ply .gltf .glb .fbx .msh .node .ele are");
}
#endif
