// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "GlbWriter.h"

#include "Files.h"
#include "GlbBuffer.h"
#include "GlbMesh.h"

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
using FractureCore::Triangle;
using FractureCore::Vec3;
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
			positions.push_back(GlbFloats(TurnedToYUp(grid.Snap(p) - centre, m_options.up)));
		}
		json primitives = AddGlbPrimitives(
			{*part.mesh, positions, {}, m_options.up},
			[&](int32_t slot) { return m_materials.Number(number, slot); },
			m_buffer);
		const std::array<float, 3> translation = GlbFloats(TurnedToYUp(centre, m_options.up));
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
		json document = {{"asset", {{"version", "2.0"}, {"generator", "FractureSim"}}},
			{"scene", 0},
			{"scenes", {{{"nodes", {0}}}}},
			{"nodes", std::move(m_nodes)},
			{"meshes", std::move(m_meshes)},
			{"materials", GlbMaterials(m_materials)}};
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
