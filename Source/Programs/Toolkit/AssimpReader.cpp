// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "AssimpReader.h"

#include "Affine.h"
#include "Files.h"
#include "PositionCheck.h"
#include "SurfaceAssembler.h"
#include "TextCursor.h"

#if FRACTURESIM_WITH_ASSIMP
#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/scene.h>
#endif

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace FractureToolkit
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Result;

#if !FRACTURESIM_WITH_ASSIMP
Result<ImportedSurface> ReadThroughAssimp(const std::filesystem::path& path, double)
{
	return Error{ErrorCode::UnsupportedFile,
		"this build of the program has no reader for " + LowerExtension(path) + "; convert the mesh to .obj or .glb"};
}
#else
namespace
{
using FractureCore::Mat3;
using FractureCore::Status;
using FractureCore::Vec3;
using FractureCore::Vec3f;
using FractureCore::WarningCode;

Affine ToAffine(const aiMatrix4x4& m)
{
	return {Mat3{{{m.a1, m.a2, m.a3}, {m.b1, m.b2, m.b3}, {m.c1, m.c2, m.c3}}}, {m.a4, m.b4, m.c4}};
}

Vec3 ToVec3(const aiVector3D& v)
{
	return {v.x, v.y, v.z};
}

/// Of one text line, whatever the library said.
std::string OneLine(const std::string& text)
{
	std::string line;
	for (const char c : text)
	{
		line += c >= 32 && c < 127 ? c : ' ';
	}
	return line.substr(0, 200);
}

class SceneReader
{
public:
	SceneReader(const aiScene& scene, double metresPerUnit)
		: m_scene(scene), m_metresPerUnit(metresPerUnit), m_assembler(true)
	{
	}

	Result<ImportedSurface> Read()
	{
		AddSlots();
		Affine world;
		world.linear = Mat3::Diagonal(m_metresPerUnit, m_metresPerUnit, m_metresPerUnit);
		if (const Status status = AddNode(*m_scene.mRootNode, world); !status)
		{
			return status.GetError();
		}
		if (m_assembler.TriangleCount() == 0)
		{
			return Error{
				ErrorCode::InvalidFile, m_pointsAndLines > 0 ? "has only points and lines, no faces" : "has no faces"};
		}
		ImportedSurface result = m_assembler.Finish();
		if (m_pointsAndLines > 0)
		{
			result.warnings.push_back({WarningCode::AttributeLost,
				CountText(m_pointsAndLines, "point or line", "points or lines") + " left out: only faces are read",
				m_pointsAndLines});
		}
		return result;
	}

private:
	/// In the order of the file's materials, of those that a mesh uses.
	void AddSlots()
	{
		std::vector<bool> used(m_scene.mNumMaterials, false);
		for (unsigned i = 0; i < m_scene.mNumMeshes; ++i)
		{
			if (m_scene.mMeshes[i]->mMaterialIndex < used.size())
			{
				used[m_scene.mMeshes[i]->mMaterialIndex] = true;
			}
		}
		m_materialSlot.assign(used.size(), 0);
		for (size_t i = 0; i < used.size(); ++i)
		{
			if (used[i])
			{
				const std::string name = m_scene.mMaterials[i]->GetName().C_Str();
				m_materialSlot[i] = m_assembler.AddSlot(name == AI_DEFAULT_MATERIAL_NAME ? "" : name);
			}
		}
	}

	Status AddNode(const aiNode& node, const Affine& parent)
	{
		const Affine transform = parent * ToAffine(node.mTransformation);
		for (unsigned i = 0; i < node.mNumMeshes; ++i)
		{
			if (node.mMeshes[i] >= m_scene.mNumMeshes)
			{
				return Error{ErrorCode::InvalidFile, "names a mesh that it does not have"};
			}
			if (const Status status = AddMesh(*m_scene.mMeshes[node.mMeshes[i]], transform); !status)
			{
				return status;
			}
		}
		for (unsigned i = 0; i < node.mNumChildren; ++i)
		{
			if (const Status status = AddNode(*node.mChildren[i], transform); !status)
			{
				return status;
			}
		}
		return FractureCore::Ok{};
	}

	Status AddMesh(const aiMesh& mesh, const Affine& ofNode)
	{
		const int32_t uvChannels = static_cast<int32_t>(mesh.GetNumUVChannels());
		const size_t material = mesh.mMaterialIndex;
		m_assembler.BeginPart(
			material < m_materialSlot.size() ? m_materialSlot[material] : 0, uvChannels, mesh.mNumVertices);
		std::vector<SurfaceAssembler::Corner> corners;
		std::vector<int32_t> vertices;
		for (unsigned f = 0; f < mesh.mNumFaces; ++f)
		{
			const aiFace& face = mesh.mFaces[f];
			if (face.mNumIndices < 3)
			{
				++m_pointsAndLines;
				continue;
			}
			corners.resize(face.mNumIndices);
			vertices.resize(face.mNumIndices);
			for (unsigned k = 0; k < face.mNumIndices; ++k)
			{
				const unsigned vertex = face.mIndices[k];
				if (vertex >= mesh.mNumVertices)
				{
					return Error{ErrorCode::InvalidFile,
						"face " + std::to_string(f) + " names vertex " + std::to_string(vertex) +
							", but its mesh has " + std::to_string(mesh.mNumVertices) + ", counted from 0",
						static_cast<int64_t>(f)};
				}
				vertices[k] = static_cast<int32_t>(vertex);
				FillCorner(mesh, vertex, ofNode, uvChannels, corners[k]);
				if (const char* const fault = PositionFault(corners[k].position))
				{
					return Error{ErrorCode::InvalidFile,
						// The importer numbers vertices anew, so their numbers say nothing.
						"corner " + std::to_string(k) + " of face " + std::to_string(f) + fault + ", counted from 0",
						static_cast<int64_t>(f)};
				}
			}
			if (Determinant(ofNode.linear) < 0.0)
			{
				std::reverse(corners.begin(), corners.end());
				std::reverse(vertices.begin(), vertices.end());
			}
			if (const Status status = m_assembler.AddPolygon(corners, vertices, f); !status)
			{
				return status;
			}
		}
		return FractureCore::Ok{};
	}

	static void FillCorner(const aiMesh& mesh,
		unsigned vertex,
		const Affine& transform,
		int32_t uvChannels,
		SurfaceAssembler::Corner& corner)
	{
		corner.position = transform(ToVec3(mesh.mVertices[vertex]));
		corner.normal.reset();
		if (mesh.HasNormals())
		{
			const aiVector3D& n = mesh.mNormals[vertex];
			corner.normal = TransformNormal(transform.linear, {n.x, n.y, n.z});
		}
		for (int32_t channel = 0; channel < uvChannels; ++channel)
		{
			const aiVector3D& uv = mesh.mTextureCoords[channel][vertex];
			corner.uvs[static_cast<size_t>(channel)] = {uv.x, uv.y};
		}
	}

	const aiScene& m_scene;
	double m_metresPerUnit;
	SurfaceAssembler m_assembler;
	std::vector<int32_t> m_materialSlot;
	int64_t m_pointsAndLines = 0;
};

/// FBX stores how many centimetres its unit is.
double OwnUnit(const aiScene& scene)
{
	constexpr double kMetresPerCentimetre = 0.01;
	double factor = 1.0;
	float stored = 1.0f;
	if (scene.mMetaData != nullptr && scene.mMetaData->Get("UnitScaleFactor", stored))
	{
		// assimp narrows it: the shortest decimal brings 2.54 back from 2.5399999.
		char digits[32];
		const auto [end, code] = std::to_chars(digits, digits + sizeof(digits), stored);
		ParseNumber({digits, static_cast<size_t>(end - digits)}, factor);
	}
	return std::isfinite(factor) && factor > 0.0 ? factor * kMetresPerCentimetre : kMetresPerCentimetre;
}
/// FBX stores it as the number of the axis. Where assimp has turned the scene by itself, it has made that y.
UpAxis OwnUpAxis(const aiScene& scene)
{
	int32_t axis = 1;
	const Mat3 turned = ToAffine(scene.mRootNode->mTransformation).linear;
	const bool isTurned = turned.m[1][1] < 0.5 * std::abs(turned.m[0][0]);
	return !isTurned && scene.mMetaData != nullptr && scene.mMetaData->Get("UpAxis", axis) && axis == 2 ? UpAxis::Z
																										: UpAxis::Y;
}
/// In words for those who have the file; what the library says of its bytes is for those who wrote it.
Error Unreadable(const std::string& extension, const char* details)
{
	return {ErrorCode::InvalidFile,
		"cannot be read: it is damaged, cut short or no " + extension +
			" file at all. Export it again. (The reader says: " + OneLine(details) + ")"};
}
} // namespace

Result<ImportedSurface> ReadThroughAssimp(const std::filesystem::path& path, double metresPerUnit)
{
	if (const Status status = CheckReadable(path); !status)
	{
		return status.GetError();
	}
	const std::string extension = LowerExtension(path);
	try
	{
		Assimp::Importer importer;
		importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);
		// No clean-up flags: each of them loses something that the artist made.
		const aiScene* scene = importer.ReadFile(path.string(), 0);
		if (scene == nullptr || scene->mRootNode == nullptr)
		{
			return Unreadable(extension, importer.GetErrorString());
		}
		const double scale = metresPerUnit > 0.0 ? metresPerUnit : OwnUnit(*scene);
		Result<ImportedSurface> surface = SceneReader(*scene, scale).Read();
		if (surface)
		{
			surface->up = OwnUpAxis(*scene);
		}
		return surface;
	}
	catch (const std::bad_alloc&)
	{
		return Error{ErrorCode::TooLarge, "cannot be read as " + extension + ": it asks for more memory than there is"};
	}
	catch (const std::exception& error)
	{
		return Unreadable(extension, error.what());
	}
}
#endif
} // namespace FractureToolkit
