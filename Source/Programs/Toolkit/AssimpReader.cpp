// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "AssimpReader.h"

#include "Files.h"
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
#include <limits>
#include <map>
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
		"this build of the program has no reader for " + LowerExtension(path) + "; convert the mesh to .obj"};
}
#else
namespace
{
using FractureCore::Mat3;
using FractureCore::Status;
using FractureCore::Vec3;
using FractureCore::Vec3f;
using FractureCore::WarningCode;

/// x -> linear x + offset, in double: a chain of float matrices would tear seams apart.
struct Affine
{
	Mat3 linear = Mat3::Identity();
	Vec3 offset;

	friend Affine operator*(const Affine& a, const Affine& b)
	{
		return {a.linear * b.linear, a.linear * b.offset + a.offset};
	}
	Vec3 operator()(const Vec3& p) const { return linear * p + offset; }
};

Affine ToAffine(const aiMatrix4x4& m)
{
	return {Mat3{{{m.a1, m.a2, m.a3}, {m.b1, m.b2, m.b3}, {m.c1, m.c2, m.c3}}}, {m.a4, m.b4, m.c4}};
}

Vec3 ToVec3(const aiVector3D& v)
{
	return {v.x, v.y, v.z};
}

Vec3 Row(const Mat3& a, int32_t i)
{
	return {a.m[i][0], a.m[i][1], a.m[i][2]};
}

double Determinant(const Mat3& a)
{
	return Dot(Row(a, 0), Cross(Row(a, 1), Row(a, 2)));
}

/// Normals turn with the inverse transpose. The cofactors are that times the determinant, of which only the sign
/// matters here: a mirror turns them over, and so must the winding.
Vec3f TransformNormal(const Mat3& a, const aiVector3D& normal)
{
	const Vec3 n = ToVec3(normal);
	Vec3 turned{
		Dot(Cross(Row(a, 1), Row(a, 2)), n), Dot(Cross(Row(a, 2), Row(a, 0)), n), Dot(Cross(Row(a, 0), Row(a, 1)), n)};
	turned = Normalised(Determinant(a) < 0.0 ? -turned : turned);
	return {static_cast<float>(turned.x), static_cast<float>(turned.y), static_cast<float>(turned.z)};
}

bool IsIdentity(const Mat3& a)
{
	return a == Mat3::Identity();
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
	SceneReader(const aiScene& scene, const std::string& extension, double metresPerUnit)
		: m_scene(scene), m_isGltf(extension == ".gltf" || extension == ".glb"),
		  // Only PLY's indices say which corners share a vertex.
		  m_assembler(extension != ".ply")
	{
		m_world.linear = Mat3::Diagonal(metresPerUnit, metresPerUnit, metresPerUnit);
	}

	Result<ImportedSurface> Read()
	{
		AddSlots();
		FindNodes(*m_scene.mRootNode, m_world);
		if (const Status status = AddNode(*m_scene.mRootNode); !status)
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

	void FindNodes(const aiNode& node, const Affine& parent)
	{
		const Affine transform = parent * ToAffine(node.mTransformation);
		m_nodeTransform[&node] = transform;
		m_boneTransform.try_emplace(node.mName.C_Str(), transform);
		for (unsigned i = 0; i < node.mNumChildren; ++i)
		{
			FindNodes(*node.mChildren[i], transform);
		}
	}

	Status AddNode(const aiNode& node)
	{
		for (unsigned i = 0; i < node.mNumMeshes; ++i)
		{
			if (node.mMeshes[i] >= m_scene.mNumMeshes)
			{
				return Error{ErrorCode::InvalidFile, "names a mesh that it does not have"};
			}
			if (const Status status = AddMesh(*m_scene.mMeshes[node.mMeshes[i]], m_nodeTransform[&node]); !status)
			{
				return status;
			}
		}
		for (unsigned i = 0; i < node.mNumChildren; ++i)
		{
			if (const Status status = AddNode(*node.mChildren[i]); !status)
			{
				return status;
			}
		}
		return FractureCore::Ok{};
	}

	/// glTF places a skinned vertex by its joints alone: sum of weight x joint x inverse bind matrix, whatever its own
	/// node says. FBX bakes the bind pose into the mesh's node.
	std::vector<Affine> SkinTransforms(const aiMesh& mesh, const Affine& ofNode) const
	{
		std::vector<Affine> transforms;
		if (!m_isGltf || !mesh.HasBones())
		{
			return transforms;
		}
		Affine zero;
		zero.linear = Mat3{};
		transforms.assign(mesh.mNumVertices, zero);
		std::vector<double> weightSum(mesh.mNumVertices, 0.0);
		for (unsigned b = 0; b < mesh.mNumBones; ++b)
		{
			const aiBone& bone = *mesh.mBones[b];
			const auto joint = m_boneTransform.find(bone.mName.C_Str());
			if (joint == m_boneTransform.end())
			{
				continue;
			}
			const Affine placed = joint->second * ToAffine(bone.mOffsetMatrix);
			for (unsigned w = 0; w < bone.mNumWeights; ++w)
			{
				const size_t vertex = bone.mWeights[w].mVertexId;
				const double weight = static_cast<double>(bone.mWeights[w].mWeight);
				if (vertex < transforms.size() && weight > 0.0)
				{
					transforms[vertex].linear += placed.linear * weight;
					transforms[vertex].offset += placed.offset * weight;
					weightSum[vertex] += weight;
				}
			}
		}
		for (size_t i = 0; i < transforms.size(); ++i)
		{
			if (weightSum[i] > 0.0)
			{
				transforms[i].linear *= 1.0 / weightSum[i];
				transforms[i].offset *= 1.0 / weightSum[i];
			}
			else
			{
				transforms[i] = ofNode;
			}
		}
		return transforms;
	}

	Status AddMesh(const aiMesh& mesh, const Affine& ofNode)
	{
		const std::vector<Affine> skin = SkinTransforms(mesh, ofNode);
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
							", but its mesh has " + std::to_string(mesh.mNumVertices),
						static_cast<int64_t>(f)};
				}
				vertices[k] = static_cast<int32_t>(vertex);
				if (!FillCorner(mesh, vertex, skin.empty() ? ofNode : skin[vertex], uvChannels, corners[k]))
				{
					return Error{ErrorCode::InvalidFile,
						"vertex " + std::to_string(vertex) + " is not finite",
						static_cast<int64_t>(vertex)};
				}
			}
			if (Determinant((skin.empty() ? ofNode : skin[face.mIndices[0]]).linear) < 0.0)
			{
				std::reverse(corners.begin(), corners.end());
				std::reverse(vertices.begin(), vertices.end());
			}
			if (!m_assembler.AddPolygon(corners, vertices))
			{
				return Error{ErrorCode::TooLarge,
					"face " + std::to_string(f) + " is concave and has " + std::to_string(face.mNumIndices) +
						" corners, too many to cut",
					static_cast<int64_t>(f)};
			}
			if (m_assembler.TriangleCount() > std::numeric_limits<int32_t>::max() / 3)
			{
				return Error{ErrorCode::TooLarge, "has more triangles than 32-bit corner numbers can count"};
			}
		}
		return FractureCore::Ok{};
	}

	static bool FillCorner(const aiMesh& mesh,
		unsigned vertex,
		const Affine& transform,
		int32_t uvChannels,
		SurfaceAssembler::Corner& corner)
	{
		corner.position = transform(ToVec3(mesh.mVertices[vertex]));
		corner.normal.reset();
		// STL writers often leave a normal at zero.
		if (mesh.HasNormals() && std::isnormal(mesh.mNormals[vertex].SquareLength()))
		{
			const aiVector3D& n = mesh.mNormals[vertex];
			// An identity must not touch the artist's bits.
			corner.normal = IsIdentity(transform.linear) ? Vec3f{n.x, n.y, n.z} : TransformNormal(transform.linear, n);
		}
		for (int32_t channel = 0; channel < uvChannels; ++channel)
		{
			const aiVector3D& uv = mesh.mTextureCoords[channel][vertex];
			corner.uvs[static_cast<size_t>(channel)] = {uv.x, uv.y};
		}
		return IsFinite(corner.position);
	}

	const aiScene& m_scene;
	bool m_isGltf;
	SurfaceAssembler m_assembler;
	Affine m_world;
	std::vector<int32_t> m_materialSlot;
	std::map<const aiNode*, Affine> m_nodeTransform;
	std::map<std::string, Affine> m_boneTransform;
	int64_t m_pointsAndLines = 0;
};

/// FBX stores how many centimetres its unit is.
double OwnUnit(const aiScene& scene, const std::string& extension)
{
	constexpr double kMetresPerCentimetre = 0.01;
	if (extension != ".fbx")
	{
		return 1.0;
	}
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
			return Error{ErrorCode::InvalidFile,
				"cannot be read as " + extension + " (" + OneLine(importer.GetErrorString()) + ")"};
		}
		const double scale = metresPerUnit > 0.0 ? metresPerUnit : OwnUnit(*scene, extension);
		return SceneReader(*scene, extension, scale).Read();
	}
	catch (const std::bad_alloc&)
	{
		return Error{ErrorCode::TooLarge, "cannot be read as " + extension + ": it asks for more memory than there is"};
	}
	catch (const std::exception& error)
	{
		return Error{ErrorCode::InvalidFile, "cannot be read as " + extension + " (" + OneLine(error.what()) + ")"};
	}
}
#endif
} // namespace FractureToolkit
