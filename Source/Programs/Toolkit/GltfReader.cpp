// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "GltfReader.h"

#include "Affine.h"
#include "GltfDocument.h"
#include "PositionCheck.h"
#include "SurfaceAssembler.h"
#include "TextCursor.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace FractureToolkit
{
namespace
{
using FractureCore::Error;
using FractureCore::kNoIndex;
using FractureCore::Mat3;
using FractureCore::Ok;
using FractureCore::Result;
using FractureCore::Status;
using FractureCore::Vec2f;
using FractureCore::Vec3;
using FractureCore::Vec3f;
using nlohmann::json;
using Values = GltfDocument::Values;

// Modes of a primitive; smaller ones are points and lines.
constexpr int64_t kTriangles = 4;
constexpr int64_t kTriangleStrip = 5;
constexpr int64_t kTriangleFan = 6;

/// Column-major 4 by 4, as glTF stores it; the last row is not looked at.
Affine FromColumns(const double* m)
{
	return {Mat3{{{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}}}, {m[12], m[13], m[14]}};
}

Mat3 FromQuaternion(double x, double y, double z, double w)
{
	return Mat3{{{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
		{2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
		{2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}}};
}

Affine LocalTransform(const json& node)
{
	if (const auto matrix = JsonNumbers(node, "matrix", 16))
	{
		return FromColumns(matrix->data());
	}
	Affine transform;
	if (const auto scale = JsonNumbers(node, "scale", 3))
	{
		transform.linear = Mat3::Diagonal((*scale)[0], (*scale)[1], (*scale)[2]);
	}
	if (const auto turn = JsonNumbers(node, "rotation", 4))
	{
		transform.linear = FromQuaternion((*turn)[0], (*turn)[1], (*turn)[2], (*turn)[3]) * transform.linear;
	}
	if (const auto move = JsonNumbers(node, "translation", 3))
	{
		transform.offset = {(*move)[0], (*move)[1], (*move)[2]};
	}
	return transform;
}

/// A hostile file may have stored any number.
std::string IndexText(double index)
{
	char text[32];
	std::snprintf(text, sizeof(text), "%.10g", index);
	return text;
}

/// One primitive's arrays.
struct Primitive
{
	Values positions;
	std::optional<Values> normals;
	std::vector<Values> uvs;
	std::vector<Affine> transforms; // one a vertex if skinned, else one
	std::vector<int64_t> indices;   // three a triangle

	const Affine& TransformOf(int64_t vertex) const
	{
		return transforms[transforms.size() == 1 ? 0 : static_cast<size_t>(vertex)];
	}
};

class GltfScene
{
public:
	GltfScene(const GltfDocument& document, double metresPerUnit) : m_document(document), m_assembler(true)
	{
		m_world.linear = Mat3::Diagonal(metresPerUnit, metresPerUnit, metresPerUnit);
	}

	Result<ImportedSurface> Read()
	{
		const auto nodes = m_document.Root().find("nodes");
		const size_t nodeCount = nodes != m_document.Root().end() && nodes->is_array() ? nodes->size() : 0;
		m_transforms.resize(nodeCount);
		AddSlots();
		if (const Status status = PlaceNodes(nodeCount); !status)
		{
			return status.GetError();
		}
		for (const int64_t node : m_order)
		{
			if (const Status status = AddMesh(node); !status)
			{
				return status.GetError();
			}
		}
		if (m_assembler.TriangleCount() == 0)
		{
			return GltfError(
				m_pointsAndLines > 0 ? "has only points and lines, no faces" : "has no faces in its scene");
		}
		ImportedSurface result = m_assembler.Finish();
		result.up = UpAxis::Y; // the standard says so
		if (m_pointsAndLines > 0)
		{
			result.warnings.push_back({FractureCore::WarningCode::AttributeLost,
				CountText(m_pointsAndLines, "set of points or lines", "sets of points or lines") +
					" left out: only faces are read",
				m_pointsAndLines});
		}
		return result;
	}

private:
	/// In the order of the file's materials, of those that a primitive uses; then the one for primitives without.
	void AddSlots()
	{
		std::vector<int64_t> used;
		for (int64_t i = 0; m_document.Entry("meshes", i).is_object(); ++i)
		{
			const json& mesh = m_document.Entry("meshes", i);
			const auto primitives = mesh.find("primitives");
			for (size_t k = 0; primitives != mesh.end() && primitives->is_array() && k < primitives->size(); ++k)
			{
				used.push_back(JsonInteger((*primitives)[k], "material", kNoIndex));
			}
		}
		std::sort(used.begin(), used.end());
		used.erase(std::unique(used.begin(), used.end()), used.end());
		std::rotate(used.begin(), std::upper_bound(used.begin(), used.end(), kNoIndex), used.end());
		for (const int64_t material : used)
		{
			m_assembler.AddSlot(SlotName(material));
		}
	}

	std::string SlotName(int64_t material) const
	{
		const json& entry = m_document.Entry("materials", material);
		if (!entry.is_object())
		{
			return "";
		}
		const auto name = entry.find("name");
		return name != entry.end() && name->is_string() ? name->get<std::string>()
														: "material " + std::to_string(material);
	}

	/// Walks the default scene, or every root where the file has no scene. Without recursion: a hostile file may be
	/// deep.
	Status PlaceNodes(size_t nodeCount)
	{
		std::vector<std::pair<int64_t, Affine>> open;
		const json& scene = m_document.Entry("scenes", JsonInteger(m_document.Root(), "scene", 0));
		std::vector<bool> isChild(nodeCount, false);
		for (size_t i = 0; i < nodeCount; ++i)
		{
			for (const int64_t child : Children(m_document.Entry("nodes", static_cast<int64_t>(i)), "children"))
			{
				if (child >= 0 && child < static_cast<int64_t>(nodeCount))
				{
					isChild[static_cast<size_t>(child)] = true;
				}
			}
		}
		std::vector<int64_t> roots = Children(scene, "nodes");
		for (size_t i = 0; i < nodeCount && !scene.is_object(); ++i)
		{
			if (!isChild[i])
			{
				roots.push_back(static_cast<int64_t>(i));
			}
		}
		for (auto root = roots.rbegin(); root != roots.rend(); ++root)
		{
			open.emplace_back(*root, m_world);
		}
		while (!open.empty())
		{
			const auto [index, parent] = open.back();
			open.pop_back();
			const json& node = m_document.Entry("nodes", index);
			if (!node.is_object())
			{
				return GltfError("names node " + std::to_string(index) + ", which is not there");
			}
			std::optional<Affine>& transform = m_transforms[static_cast<size_t>(index)];
			if (transform)
			{
				return GltfError("node " + std::to_string(index) + " is there twice in the tree of nodes");
			}
			transform = parent * LocalTransform(node);
			m_order.push_back(index);
			const std::vector<int64_t> children = Children(node, "children");
			for (auto child = children.rbegin(); child != children.rend(); ++child)
			{
				open.emplace_back(*child, *transform);
			}
		}
		return Ok{};
	}

	static std::vector<int64_t> Children(const json& object, const char* key)
	{
		std::vector<int64_t> indices;
		const auto found = object.is_object() ? object.find(key) : object.end();
		if (found != object.end() && found->is_array())
		{
			for (const json& value : *found)
			{
				indices.push_back(value.is_number_integer() ? value.get<int64_t>() : kNoIndex);
			}
		}
		return indices;
	}

	Status AddMesh(int64_t nodeIndex)
	{
		const json& node = m_document.Entry("nodes", nodeIndex);
		const int64_t meshIndex = JsonInteger(node, "mesh", kNoIndex);
		if (meshIndex == kNoIndex)
		{
			return Ok{};
		}
		m_assembler.BeginObject();
		const json& mesh = m_document.Entry("meshes", meshIndex);
		const auto primitives = mesh.is_object() ? mesh.find("primitives") : mesh.end();
		if (primitives == mesh.end() || !primitives->is_array())
		{
			return GltfError("mesh " + std::to_string(meshIndex) + " is not there or has no primitives");
		}
		for (const json& primitive : *primitives)
		{
			if (const Status status = AddPrimitive(primitive, node, *m_transforms[static_cast<size_t>(nodeIndex)]);
				!status)
			{
				return GltfError("mesh " + std::to_string(meshIndex) + ": " + status.GetError().message);
			}
		}
		return Ok{};
	}

	Status AddPrimitive(const json& source, const json& node, const Affine& ofNode)
	{
		const int64_t mode = JsonInteger(source, "mode", kTriangles);
		if (mode >= 0 && mode < kTriangles)
		{
			++m_pointsAndLines;
			return Ok{};
		}
		const auto attributes = source.is_object() ? source.find("attributes") : source.end();
		if (mode > kTriangleFan || attributes == source.end() || !attributes->is_object())
		{
			return GltfError("a primitive has no attributes or an unknown mode");
		}
		Primitive primitive;
		if (const Status status = ReadAttributes(*attributes, primitive); !status)
		{
			return status;
		}
		if (const Status status = ReadIndices(source, mode, primitive); !status)
		{
			return status;
		}
		primitive.transforms = {ofNode};
		if (const int64_t skin = JsonInteger(node, "skin", kNoIndex);
			skin != kNoIndex && attributes->contains("JOINTS_0"))
		{
			if (const Status status = ReadSkin(skin, *attributes, primitive); !status)
			{
				return status;
			}
		}
		return AddTriangles(primitive, JsonInteger(source, "material", kNoIndex));
	}

	Status ReadAttributes(const json& attributes, Primitive& primitive) const
	{
		const auto read = [&](const char* name, int32_t width, int64_t count) -> Result<Values>
		{
			Result<Values> values = m_document.ReadAccessor(JsonInteger(attributes, name, kNoIndex), width);
			return values && count >= 0 && values->count != count
				? Result<Values>(GltfError(std::string(name) + " has another count than POSITION"))
				: values;
		};
		Result<Values> positions = read("POSITION", 3, -1);
		if (!positions)
		{
			return positions.GetError();
		}
		primitive.positions = std::move(*positions);
		const int64_t count = primitive.positions.count;
		if (attributes.contains("NORMAL"))
		{
			Result<Values> normals = read("NORMAL", 3, count);
			if (!normals)
			{
				return normals.GetError();
			}
			primitive.normals = std::move(*normals);
		}
		for (int32_t channel = 0; channel < 8; ++channel)
		{
			const std::string name = "TEXCOORD_" + std::to_string(channel);
			if (!attributes.contains(name))
			{
				break;
			}
			Result<Values> uvs = read(name.c_str(), 2, count);
			if (!uvs)
			{
				return uvs.GetError();
			}
			primitive.uvs.push_back(std::move(*uvs));
		}
		return Ok{};
	}

	Status ReadIndices(const json& source, int64_t mode, Primitive& primitive) const
	{
		std::vector<int64_t> order;
		if (source.contains("indices"))
		{
			const Result<Values> indices = m_document.ReadAccessor(JsonInteger(source, "indices", kNoIndex), 1);
			if (!indices)
			{
				return indices.GetError();
			}
			for (size_t i = 0; i < indices->data.size(); ++i)
			{
				const double index = indices->data[i];
				if (!(index >= 0.0 && index < static_cast<double>(primitive.positions.count)))
				{
					return GltfError("index " + std::to_string(i) + " is " + IndexText(index) + ", but there are " +
						CountText(primitive.positions.count, "vertex", "vertices") + ", and all count from 0");
				}
				order.push_back(static_cast<int64_t>(index));
			}
		}
		else
		{
			order.resize(static_cast<size_t>(primitive.positions.count));
			std::iota(order.begin(), order.end(), int64_t{0});
		}
		if (mode == kTriangles)
		{
			order.resize(order.size() / 3 * 3);
			primitive.indices = std::move(order);
			return Ok{};
		}
		for (size_t i = 2; i < order.size(); ++i)
		{
			// Every second triangle of a strip is listed the other way round; a fan turns about its first vertex.
			const bool odd = i % 2 == 1;
			const std::array<int64_t, 3> triangle = mode == kTriangleStrip
				? std::array<int64_t, 3>{order[odd ? i - 1 : i - 2], order[odd ? i - 2 : i - 1], order[i]}
				: std::array<int64_t, 3>{order[0], order[i - 1], order[i]};
			primitive.indices.insert(primitive.indices.end(), triangle.begin(), triangle.end());
		}
		return Ok{};
	}

	/// A skinned vertex is placed by its joints alone, whatever its own node says: the sum of
	/// weight x joint's transform x joint's inverse bind matrix.
	Status ReadSkin(int64_t skinIndex, const json& attributes, Primitive& primitive) const
	{
		const json& skin = m_document.Entry("skins", skinIndex);
		std::vector<Affine> joints;
		for (const int64_t joint : Children(skin, "joints"))
		{
			const bool placed = joint >= 0 && joint < static_cast<int64_t>(m_transforms.size()) &&
				m_transforms[static_cast<size_t>(joint)].has_value();
			if (!placed)
			{
				return GltfError("skin " + std::to_string(skinIndex) + " has a joint that is not in the scene");
			}
			joints.push_back(*m_transforms[static_cast<size_t>(joint)]);
		}
		if (skin.is_object() && skin.contains("inverseBindMatrices"))
		{
			const Result<Values> matrices =
				m_document.ReadAccessor(JsonInteger(skin, "inverseBindMatrices", kNoIndex), 16);
			if (!matrices)
			{
				return matrices.GetError();
			}
			for (size_t i = 0; i < joints.size() && static_cast<int64_t>(i) < matrices->count; ++i)
			{
				joints[i] = joints[i] * FromColumns(matrices->data.data() + 16 * i);
			}
		}
		const Affine ofNode = primitive.transforms[0];
		const size_t count = static_cast<size_t>(primitive.positions.count);
		std::vector<Affine> sums(count, Affine{Mat3{}, {}});
		std::vector<double> weightSums(count, 0.0);
		for (int32_t set = 0; attributes.contains("JOINTS_" + std::to_string(set)); ++set)
		{
			const std::string suffix = std::to_string(set);
			const Result<Values> jointIndices =
				m_document.ReadAccessor(JsonInteger(attributes, ("JOINTS_" + suffix).c_str(), kNoIndex), 4);
			const Result<Values> weights =
				m_document.ReadAccessor(JsonInteger(attributes, ("WEIGHTS_" + suffix).c_str(), kNoIndex), 4);
			if (!jointIndices || !weights)
			{
				return (jointIndices ? weights : jointIndices).GetError();
			}
			for (size_t i = 0; i < std::min({4 * count, jointIndices->data.size(), weights->data.size()}); ++i)
			{
				const double joint = jointIndices->data[i];
				const double weight = weights->data[i];
				if (weight > 0.0 && joint >= 0.0 && joint < static_cast<double>(joints.size()))
				{
					const Affine& placed = joints[static_cast<size_t>(joint)];
					sums[i / 4].linear += placed.linear * weight;
					sums[i / 4].offset += placed.offset * weight;
					weightSums[i / 4] += weight;
				}
			}
		}
		for (size_t i = 0; i < count; ++i)
		{
			const double scale = weightSums[i] > 0.0 ? 1.0 / weightSums[i] : 1.0;
			sums[i] = weightSums[i] > 0.0 ? Affine{sums[i].linear * scale, sums[i].offset * scale} : ofNode;
		}
		primitive.transforms = count > 0 ? std::move(sums) : primitive.transforms;
		return Ok{};
	}

	Status AddTriangles(const Primitive& primitive, int64_t material)
	{
		m_assembler.BeginPart(m_assembler.AddSlot(SlotName(material)),
			static_cast<int32_t>(primitive.uvs.size()),
			static_cast<size_t>(primitive.positions.count));
		std::array<SurfaceAssembler::Corner, 3> corners;
		std::array<int32_t, 3> vertices{};
		for (size_t i = 0; i < primitive.indices.size(); i += 3)
		{
			std::array<int64_t, 3> order = {primitive.indices[i], primitive.indices[i + 1], primitive.indices[i + 2]};
			if (Determinant(primitive.TransformOf(order[0]).linear) < 0.0)
			{
				std::swap(order[1], order[2]);
			}
			for (size_t k = 0; k < 3; ++k)
			{
				vertices[k] = static_cast<int32_t>(order[k]);
				FillCorner(primitive, order[k], corners[k]);
				if (const char* const fault = PositionFault(corners[k].position))
				{
					return GltfError("vertex " + std::to_string(order[k]) + fault + ", counted from 0");
				}
			}
			const int64_t face = static_cast<int64_t>(i / 3);
			if (const Status status = m_assembler.AddPolygon(corners, vertices, face); !status)
			{
				return status;
			}
		}
		return Ok{};
	}

	static void FillCorner(const Primitive& primitive, int64_t vertex, SurfaceAssembler::Corner& corner)
	{
		const Affine& transform = primitive.TransformOf(vertex);
		const double* p = primitive.positions.data.data() + 3 * vertex;
		corner.position = transform(Vec3{p[0], p[1], p[2]});
		corner.normal.reset();
		if (primitive.normals)
		{
			const double* n = primitive.normals->data.data() + 3 * vertex;
			corner.normal = TransformNormal(
				transform.linear, Vec3f{static_cast<float>(n[0]), static_cast<float>(n[1]), static_cast<float>(n[2])});
		}
		for (size_t channel = 0; channel < primitive.uvs.size(); ++channel)
		{
			// glTF counts v downward.
			const double* uv = primitive.uvs[channel].data.data() + 2 * vertex;
			corner.uvs[channel] = Vec2f{static_cast<float>(uv[0]), static_cast<float>(1.0 - uv[1])};
		}
	}

	const GltfDocument& m_document;
	SurfaceAssembler m_assembler;
	Affine m_world;
	std::vector<std::optional<Affine>> m_transforms; // of each node that is in the scene
	std::vector<int64_t> m_order;                    // those nodes, parents first
	int64_t m_pointsAndLines = 0;
};
} // namespace

Result<ImportedSurface> ReadGltf(const std::filesystem::path& path, double metresPerUnit)
{
	const Result<GltfDocument> document = GltfDocument::Open(path);
	if (!document)
	{
		return document.GetError();
	}
	return GltfScene(*document, metresPerUnit).Read();
}
} // namespace FractureToolkit
