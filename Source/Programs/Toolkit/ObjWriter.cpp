// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ObjWriter.h"

#include "ExportedPart.h"
#include "Files.h"

#include <array>
#include <bit>
#include <charconv>
#include <map>
#include <span>

namespace FractureToolkit
{
namespace
{
using FractureCore::SurfaceMesh;

template <typename T>
void AppendNumber(std::string& text, T value)
{
	char digits[40];
	const std::to_chars_result result = std::to_chars(digits, digits + sizeof(digits), value);
	text.push_back(' ');
	text.append(digits, result.ptr);
}

/// Writes every distinct attribute once and answers, for each corner, its number in the file.
template <size_t N, typename T>
std::vector<int32_t> AppendDistinct(std::string& text, const char* keyword, std::span<const T> values)
{
	static_assert(sizeof(T) == N * sizeof(float));
	// By bits, so that -0 and 0 stay apart.
	std::map<std::array<uint32_t, N>, int32_t> numbers;
	std::vector<int32_t> cornerNumbers;
	cornerNumbers.reserve(values.size());
	for (const T& value : values)
	{
		const auto bits = std::bit_cast<std::array<uint32_t, N>>(value);
		const auto [entry, added] = numbers.try_emplace(bits, static_cast<int32_t>(numbers.size()) + 1);
		if (added)
		{
			text += keyword;
			for (const float component : std::bit_cast<std::array<float, N>>(value))
			{
				AppendNumber(text, component);
			}
			text.push_back('\n');
		}
		cornerNumbers.push_back(entry->second);
	}
	return cornerNumbers;
}

/// A reader numbers slots as it meets them; where first use is in another order, or a slot has no triangle, the names
/// come ahead of all faces.
bool SlotsNeedNamingFirst(const SurfaceMesh& mesh)
{
	int32_t met = 0;
	for (const int32_t slot : mesh.triangleSlots)
	{
		if (slot > met)
		{
			return true;
		}
		met += slot == met ? 1 : 0;
	}
	return met < static_cast<int32_t>(mesh.slotNames.size());
}

void AppendUseSlot(std::string& text, const SurfaceMesh& mesh, int32_t slot)
{
	text += "usemtl " + ObjName(SlotName(mesh, slot)) + "\n";
}
} // namespace

std::string ObjName(std::string name)
{
	for (char& c : name)
	{
		c = c == '\n' || c == '\r' ? '_' : c;
	}
	return name;
}

std::string FormatObj(const SurfaceMesh& mesh, std::string_view materialFile)
{
	std::string text = "# FractureSim, metres\n";
	text.reserve(60 * mesh.positions.size() + 40 * mesh.triangles.size());
	if (!materialFile.empty())
	{
		text.append("mtllib ").append(materialFile).push_back('\n');
	}
	for (const FractureCore::Vec3& position : mesh.positions)
	{
		text.push_back('v');
		AppendNumber(text, position.x);
		AppendNumber(text, position.y);
		AppendNumber(text, position.z);
		text.push_back('\n');
	}
	const size_t cornerCount = 3 * mesh.triangles.size();
	const std::span<const FractureCore::Vec2f> firstChannel(
		mesh.cornerUvs.data(), mesh.uvChannels > 0 ? cornerCount : 0);
	const std::vector<int32_t> uvs = AppendDistinct<2>(text, "vt", firstChannel);
	const std::vector<int32_t> normals = AppendDistinct<3>(text, "vn", std::span(mesh.cornerNormals));

	if (SlotsNeedNamingFirst(mesh))
	{
		for (size_t i = 0; i < mesh.slotNames.size(); ++i)
		{
			AppendUseSlot(text, mesh, static_cast<int32_t>(i));
		}
	}
	const bool hasSlots = !mesh.slotNames.empty() || !mesh.triangleSlots.empty();
	int32_t slot = FractureCore::kNoIndex;
	for (size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		const int32_t triangleSlot = mesh.triangleSlots.empty() ? 0 : mesh.triangleSlots[t];
		if (hasSlots && triangleSlot != slot)
		{
			slot = triangleSlot;
			AppendUseSlot(text, mesh, slot);
		}
		text.push_back('f');
		for (size_t k = 0; k < 3; ++k)
		{
			AppendNumber(text, mesh.triangles[t].v[k] + 1);
			if (!uvs.empty() || !normals.empty())
			{
				text.push_back('/');
			}
			if (!uvs.empty())
			{
				text += std::to_string(uvs[3 * t + k]);
			}
			if (!normals.empty())
			{
				text.push_back('/');
				text += std::to_string(normals[3 * t + k]);
			}
		}
		text.push_back('\n');
	}
	return text;
}

FractureCore::Status WriteObj(const std::filesystem::path& path, const SurfaceMesh& mesh)
{
	return WriteFileAtomically(path, FormatObj(mesh));
}
} // namespace FractureToolkit
