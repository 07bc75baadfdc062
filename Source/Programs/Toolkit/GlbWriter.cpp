// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "GlbWriter.h"

#include "Files.h"
#include "FloatRows.h"
#include "GlbBuffer.h"
#include "SurfaceAssembler.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace FractureToolkit
{
namespace
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Result;
using FractureCore::SurfaceMesh;
using FractureCore::Triangle;
using FractureCore::Vec2f;
using FractureCore::Vec3;
using FractureCore::Vec3f;
using nlohmann::json;

constexpr double kExplodeSeconds = 2.0;

Vec3 Least(const Vec3& a, const Vec3& b)
{
	return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}

Vec3 Most(const Vec3& a, const Vec3& b)
{
	return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}

struct Box
{
	Vec3 low{HUGE_VAL, HUGE_VAL, HUGE_VAL};
	Vec3 high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

	Vec3 Middle() const { return 0.5 * low + 0.5 * high; }
};

/// By coordinates, not by a rotation of the root: this is exact, and a tool that ignores nodes sees y up too.
template <typename Vector>
Vector TurnedToYUp(const Vector& v, UpAxis up)
{
	return up == UpAxis::Y ? v : Vector{v.x, v.z, -v.y};
}

std::array<float, 3> ToFloats(const Vec3& v)
{
	// Adding zero turns -0 into 0: the two are one place, and must have the same bits.
	const Vec3 sum = v + Vec3{};
	return {static_cast<float>(sum.x), static_cast<float>(sum.y), static_cast<float>(sum.z)};
}

/// The points to which all positions are rounded: `origin` plus multiples of a power of two so large that multiples
/// within the box, and their differences, have at most 24 bits: floats hold them exactly.
class FloatGrid
{
public:
	explicit FloatGrid(const Box& box)
	{
		const Vec3 half = 0.5 * box.high - 0.5 * box.low;
		int exponent = 0;
		// A little more than the half, so that rounding at the border needs no further bit.
		std::frexp(std::max({half.x, half.y, half.z}) * (1.0 + 1.0e-6), &exponent);
		m_step = std::ldexp(1.0, std::max(exponent, kLeastExponent) - 23);
		m_origin = Round(box.Middle());
	}

	const Vec3& Origin() const { return m_origin; }

	/// Relative to the origin.
	Vec3 Snap(const Vec3& p) const { return Round(p - m_origin); }

private:
	static constexpr int kLeastExponent = -100; // floats end at 2^-126

	Vec3 Round(const Vec3& p) const
	{
		return m_step * Vec3{std::round(p.x / m_step), std::round(p.y / m_step), std::round(p.z / m_step)};
	}

	double m_step = 0.0;
	Vec3 m_origin;
};

Result<Box> BoxOf(const ExportedPart& part)
{
	// Floats end at 3e38; squares of lengths, which viewers compute, at the root of it.
	constexpr double kLargest = 1.0e18;
	Box box;
	const std::vector<Vec3>& positions = part.mesh->positions;
	for (const Triangle& triangle : part.mesh->triangles)
	{
		for (const int32_t v : triangle.v)
		{
			const Vec3& p = positions[static_cast<size_t>(v)];
			if (!(std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) <= kLargest) || !IsFinite(p))
			{
				return Error{ErrorCode::InvalidMesh,
					"vertex " + std::to_string(v) + " of " + part.name + " is not finite or too far away",
					v};
			}
			box.low = Least(box.low, p);
			box.high = Most(box.high, p);
		}
	}
	return box;
}

Vec3 CentreOf(const ExportedPart& part, const Box& box)
{
	const bool known = part.mass != nullptr && IsFinite(part.mass->centre);
	// Within the box, where differences are exact.
	return Least(Most(known ? part.mass->centre : box.Middle(), box.low), box.high);
}

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

class GlbScene
{
public:
	GlbScene(std::span<const ExportedPart> parts, const GlbOptions& options)
		: m_parts(parts), m_options(options), m_materials(parts, options.oneColourAPart)
	{
	}

	Result<std::vector<uint8_t>> Format()
	{
		Box whole;
		std::vector<Box> boxes;
		for (const ExportedPart& part : m_parts)
		{
			const Result<Box> box = BoxOf(part);
			if (!box)
			{
				return box.GetError();
			}
			boxes.push_back(*box);
			whole.low = Least(whole.low, box->low);
			whole.high = Most(whole.high, box->high);
		}
		if (!(whole.low.x <= whole.high.x))
		{
			return NothingToWrite();
		}
		const FloatGrid grid(whole);
		// In double: the root is the same for all parts, so its rounding in a viewer moves them all alike.
		const Vec3 middle = TurnedToYUp(grid.Origin(), m_options.up) + Vec3{};
		m_nodes.push_back({{"name", "root"}, {"translation", {middle.x, middle.y, middle.z}}});
		for (size_t p = 0; p < m_parts.size(); ++p)
		{
			if (!m_parts[p].mesh->triangles.empty())
			{
				AddPart(p, grid, grid.Snap(CentreOf(m_parts[p], boxes[p])));
			}
		}
		return m_meshes.empty() ? NothingToWrite() : m_buffer.MakeFile(Document());
	}

private:
	static Error NothingToWrite() { return {ErrorCode::InvalidMesh, "there is no triangle to write"}; }

	void AddPart(size_t number, const FloatGrid& grid, const Vec3& centre)
	{
		const ExportedPart& part = m_parts[number];
		std::vector<std::array<float, 3>> positions;
		positions.reserve(part.mesh->positions.size());
		for (const Vec3& p : part.mesh->positions)
		{
			positions.push_back(ToFloats(TurnedToYUp(grid.Snap(p) - centre, m_options.up)));
		}
		json primitives = json::array();
		for (const int32_t slot : UsedSlots(*part.mesh))
		{
			AddPrimitive(*part.mesh, positions, slot, m_materials.Number(number, slot), primitives);
		}
		const std::array<float, 3> translation = ToFloats(TurnedToYUp(centre, m_options.up));
		json node = {{"name", part.name}, {"translation", translation}};
		if (!primitives.empty())
		{
			node["mesh"] = m_meshes.size();
			m_meshes.push_back({{"name", part.name}, {"primitives", std::move(primitives)}});
		}
		if (part.mass != nullptr)
		{
			node["extras"] = {{"mass", part.mass->mass}, {"volume", part.mass->volume}};
		}
		m_nodes[0]["children"].push_back(m_nodes.size());
		if (m_options.explode != 0.0)
		{
			AddExplosion(m_nodes.size(), translation);
		}
		m_nodes.push_back(std::move(node));
	}

	void AddPrimitive(const SurfaceMesh& mesh,
		std::span<const std::array<float, 3>> positions,
		int32_t slot,
		int32_t material,
		json& primitives)
	{
		const size_t uvStart = mesh.cornerNormals.empty() ? 3 : 6;
		const size_t width = uvStart + 2 * static_cast<size_t>(mesh.uvChannels);
		FloatRows vertices(width);
		std::vector<uint32_t> indices;
		std::vector<float> row(width);
		for (size_t t = 0; t < mesh.triangles.size(); ++t)
		{
			const Triangle& triangle = mesh.triangles[t];
			const auto at = [&](size_t k) { return positions[static_cast<size_t>(triangle.v[k])]; };
			if (SlotOf(mesh, t) != slot || at(0) == at(1) || at(1) == at(2) || at(2) == at(0))
			{
				continue;
			}
			for (size_t k = 0; k < 3; ++k)
			{
				FillRow(mesh, 3 * t + k, at(k), row);
				indices.push_back(vertices.Number(row));
			}
		}
		if (indices.empty())
		{
			return;
		}
		json attributes = {{"POSITION", AddColumns(vertices, 0, 3)}};
		if (uvStart == 6)
		{
			attributes["NORMAL"] = AddColumns(vertices, 3, 3);
		}
		for (int32_t channel = 0; channel < mesh.uvChannels; ++channel)
		{
			attributes["TEXCOORD_" + std::to_string(channel)] =
				AddColumns(vertices, uvStart + 2 * static_cast<size_t>(channel), 2);
		}
		primitives.push_back({{"attributes", std::move(attributes)},
			{"indices", m_buffer.AddIndices(indices, vertices.Count())},
			{"material", material}});
	}

	/// Position, normal and UVs of a corner.
	void FillRow(
		const SurfaceMesh& mesh, size_t corner, const std::array<float, 3>& position, std::span<float> row) const
	{
		std::copy(position.begin(), position.end(), row.begin());
		size_t at = 3;
		if (!mesh.cornerNormals.empty())
		{
			const Vec3f n = TurnedToYUp(UnitNormal(mesh, corner), m_options.up);
			const std::array<float, 3> normal = ToFloats({n.x, n.y, n.z});
			std::copy(normal.begin(), normal.end(), row.begin() + 3);
			at = 6;
		}
		for (size_t channel = 0; channel < static_cast<size_t>(mesh.uvChannels); ++channel)
		{
			const Vec2f& uv = mesh.cornerUvs[3 * mesh.triangles.size() * channel + corner];
			const bool finite = std::isfinite(uv.x) && std::isfinite(uv.y); // glTF knows no other numbers
			row[at++] = finite ? uv.x : 0.0f;
			row[at++] = finite ? 1.0f - uv.y : 0.0f; // glTF counts v downward
		}
	}

	int32_t AddColumns(const FloatRows& vertices, size_t first, size_t width)
	{
		std::vector<float> values;
		values.reserve(width * vertices.Count());
		for (size_t i = 0; i < vertices.Count(); ++i)
		{
			values.insert(values.end(), vertices.Row(i) + first, vertices.Row(i) + first + width);
		}
		const GlbBuffer::View view = width == 3 ? GlbBuffer::View::Vertex3 : GlbBuffer::View::Vertex2;
		return m_buffer.AddFloats(view, static_cast<int32_t>(width), values, first == 0);
	}

	/// The root is the middle, so a node's translation is its offset from it.
	void AddExplosion(size_t node, const std::array<float, 3>& rest)
	{
		if (m_channels.empty())
		{
			const float end = static_cast<float>(kExplodeSeconds);
			const std::vector<float> times =
				m_options.explodeAndBack ? std::vector<float>{0.0f, 0.5f * end, end} : std::vector<float>{0.0f, end};
			m_times = m_buffer.AddFloats(GlbBuffer::View::Animation, 1, times, true);
		}
		std::vector<float> path(rest.begin(), rest.end());
		for (const float coordinate : rest)
		{
			path.push_back(static_cast<float>((1.0 + m_options.explode) * coordinate));
		}
		if (m_options.explodeAndBack)
		{
			path.insert(path.end(), rest.begin(), rest.end());
		}
		m_channels.push_back({{"sampler", m_samplers.size()}, {"target", {{"node", node}, {"path", "translation"}}}});
		m_samplers.push_back({{"input", m_times}, {"output", m_buffer.AddFloats(GlbBuffer::View::Animation, 3, path)}});
	}

	json Document()
	{
		json materials = json::array();
		for (const ExportedMaterial& material : m_materials.List())
		{
			const Colour& c = material.colour;
			const auto unit = [](float light) { return std::clamp(light, 0.0f, 1.0f); };
			materials.push_back({{"name", material.name},
				{"pbrMetallicRoughness",
					{{"baseColorFactor", {unit(c.r), unit(c.g), unit(c.b), 1.0}},
						{"metallicFactor", 0.0},
						{"roughnessFactor", material.roughness}}}});
		}
		json document = {{"asset", {{"version", "2.0"}, {"generator", "FractureSim"}}},
			{"scene", 0},
			{"scenes", {{{"nodes", {0}}}}},
			{"nodes", std::move(m_nodes)},
			{"meshes", std::move(m_meshes)},
			{"materials", std::move(materials)}};
		if (!m_channels.empty())
		{
			document["animations"] = {
				{{"name", "explode"}, {"channels", std::move(m_channels)}, {"samplers", std::move(m_samplers)}}};
		}
		return document;
	}

	std::span<const ExportedPart> m_parts;
	const GlbOptions& m_options;
	ExportedMaterials m_materials;
	GlbBuffer m_buffer;
	json m_nodes = json::array();
	json m_meshes = json::array();
	json m_channels = json::array();
	json m_samplers = json::array();
	int32_t m_times = FractureCore::kNoIndex; // accessor of the animation's times
};
} // namespace

Result<std::vector<uint8_t>> FormatGlb(std::span<const ExportedPart> parts, const GlbOptions& options)
{
	return GlbScene(parts, options).Format();
}

FractureCore::Status WriteGlb(
	const std::filesystem::path& path, std::span<const ExportedPart> parts, const GlbOptions& options)
{
	const Result<std::vector<uint8_t>> bytes = FormatGlb(parts, options);
	if (!bytes)
	{
		return bytes.GetError();
	}
	return WriteFileAtomically(path, *bytes);
}
} // namespace FractureToolkit
