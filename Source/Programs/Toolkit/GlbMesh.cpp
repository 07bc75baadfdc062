// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "GlbMesh.h"

#include "FloatRows.h"
#include "SurfaceAssembler.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace FractureToolkit
{
namespace
{
using FractureCore::SurfaceMesh;
using FractureCore::Triangle;
using FractureCore::Vec2f;
using FractureCore::Vec3;
using FractureCore::Vec3f;
using nlohmann::json;

/// A unit vector, which glTF insists on. The artist's bits stay where they are one.
Vec3f UnitNormal(const SurfaceMesh& mesh, size_t corner)
{
	const Vec3f& given = mesh.cornerNormals[corner];
	const Vec3 n{given.x, given.y, given.z};
	const double length = Length(n);
	if (std::abs(length - 1.0) < 1.0e-3)
	{
		return given;
	}
	const Vec3f face = FaceNormal(mesh, mesh.triangles[corner / 3]);
	const bool usable = length > 1.0e-6 && std::isfinite(length);
	const Vec3 unit = usable ? n / length : Vec3{face.x, face.y, face.z};
	return unit == Vec3{} ? Vec3f{0.0f, 0.0f, 1.0f}
						  : Vec3f{static_cast<float>(unit.x), static_cast<float>(unit.y), static_cast<float>(unit.z)};
}

/// Where the attributes of a vertex lie in a row of floats: position, normal, UVs, stress.
struct RowLayout
{
	explicit RowLayout(const GlbMesh& source)
		: hasNormals(!source.mesh.cornerNormals.empty()), uvChannels(static_cast<size_t>(source.mesh.uvChannels)),
		  hasStress(!source.stress.empty())
	{
	}

	size_t UvStart() const { return hasNormals ? 6 : 3; }
	size_t StressStart() const { return UvStart() + 2 * uvChannels; }
	size_t Width() const { return StressStart() + (hasStress ? 1 : 0); }

	bool hasNormals;
	size_t uvChannels;
	bool hasStress;
};

void FillRow(const GlbMesh& source, const RowLayout& layout, size_t corner, std::span<float> row)
{
	const SurfaceMesh& mesh = source.mesh;
	const size_t vertex = static_cast<size_t>(mesh.triangles[corner / 3].v[corner % 3]);
	std::copy(source.positions[vertex].begin(), source.positions[vertex].end(), row.begin());
	if (layout.hasNormals)
	{
		const Vec3f n = TurnedToYUp(UnitNormal(mesh, corner), source.up);
		const std::array<float, 3> normal = GlbFloats({n.x, n.y, n.z});
		std::copy(normal.begin(), normal.end(), row.begin() + 3);
	}
	size_t at = layout.UvStart();
	for (size_t channel = 0; channel < layout.uvChannels; ++channel)
	{
		const Vec2f& uv = mesh.cornerUvs[3 * mesh.triangles.size() * channel + corner];
		const bool finite = std::isfinite(uv.x) && std::isfinite(uv.y); // glTF knows no other numbers
		row[at++] = finite ? uv.x : 0.0f;
		row[at++] = finite ? 1.0f - uv.y : 0.0f; // glTF counts v downward
	}
	if (layout.hasStress)
	{
		row[at] = source.stress[vertex];
	}
}

int32_t AddColumns(const FloatRows& vertices, size_t first, size_t width, GlbBuffer& buffer)
{
	constexpr GlbBuffer::View kViews[] = {GlbBuffer::View::Vertex1, GlbBuffer::View::Vertex2, GlbBuffer::View::Vertex3};
	std::vector<float> values;
	values.reserve(width * vertices.Count());
	for (size_t i = 0; i < vertices.Count(); ++i)
	{
		values.insert(values.end(), vertices.Row(i) + first, vertices.Row(i) + first + width);
	}
	return buffer.AddFloats(kViews[width - 1], static_cast<int32_t>(width), values, first == 0);
}

void AddPrimitive(const GlbMesh& source, int32_t slot, int32_t material, GlbBuffer& buffer, json& primitives)
{
	const RowLayout layout(source);
	FloatRows vertices(layout.Width());
	std::vector<uint32_t> indices;
	std::vector<float> row(layout.Width());
	for (size_t t = 0; t < source.mesh.triangles.size(); ++t)
	{
		const Triangle& triangle = source.mesh.triangles[t];
		const auto at = [&](size_t k) { return source.positions[static_cast<size_t>(triangle.v[k])]; };
		if (SlotOf(source.mesh, t) != slot || at(0) == at(1) || at(1) == at(2) || at(2) == at(0))
		{
			continue;
		}
		for (size_t k = 0; k < 3; ++k)
		{
			FillRow(source, layout, 3 * t + k, row);
			indices.push_back(vertices.Number(row));
		}
	}
	if (indices.empty())
	{
		return;
	}
	json attributes = {{"POSITION", AddColumns(vertices, 0, 3, buffer)}};
	if (layout.hasNormals)
	{
		attributes["NORMAL"] = AddColumns(vertices, 3, 3, buffer);
	}
	for (size_t channel = 0; channel < layout.uvChannels; ++channel)
	{
		attributes["TEXCOORD_" + std::to_string(channel)] =
			AddColumns(vertices, layout.UvStart() + 2 * channel, 2, buffer);
	}
	if (layout.hasStress)
	{
		attributes["_STRESS"] = AddColumns(vertices, layout.StressStart(), 1, buffer);
	}
	primitives.push_back({{"attributes", std::move(attributes)},
		{"indices", buffer.AddIndices(indices, vertices.Count())},
		{"material", material}});
}
} // namespace

std::array<float, 3> GlbFloats(const Vec3& v)
{
	const Vec3 sum = v + Vec3{};
	return {static_cast<float>(sum.x), static_cast<float>(sum.y), static_cast<float>(sum.z)};
}

json AddGlbPrimitives(
	const GlbMesh& mesh, const std::function<int32_t(int32_t slot)>& materialOfSlot, GlbBuffer& buffer)
{
	json primitives = json::array();
	for (const int32_t slot : UsedSlots(mesh.mesh))
	{
		AddPrimitive(mesh, slot, materialOfSlot(slot), buffer, primitives);
	}
	return primitives;
}

json GlbMaterials(const ExportedMaterials& materials)
{
	json list = json::array();
	for (const ExportedMaterial& material : materials.List())
	{
		const Colour& c = material.colour;
		const auto unit = [](float light) { return std::clamp(light, 0.0f, 1.0f); };
		list.push_back({{"name", material.name},
			{"pbrMetallicRoughness",
				{{"baseColorFactor", {unit(c.r), unit(c.g), unit(c.b), 1.0}},
					{"metallicFactor", 0.0},
					{"roughnessFactor", material.roughness}}}});
	}
	return list;
}
} // namespace FractureToolkit
