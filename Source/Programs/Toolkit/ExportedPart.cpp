// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ExportedPart.h"

#include <algorithm>
#include <map>

namespace FractureToolkit
{
namespace
{
using FractureCore::kNoIndex;
using FractureCore::SurfaceMesh;

constexpr Colour kWhite{1.0f, 1.0f, 1.0f};
constexpr const char* kInside = "Inside";
constexpr double kSurfaceRoughness = 0.5; // glazed or worn, not polished
constexpr double kInsideRoughness = 0.95;
constexpr float kInsideWhite = 0.6f; // share of white in the colour of what broke

ExportedMaterial MakeMaterial(const std::string& name, const Colour& colour)
{
	return name == kInside ? ExportedMaterial{name, Mix(colour, kWhite, kInsideWhite), kInsideRoughness}
						   : ExportedMaterial{name, colour, kSurfaceRoughness};
}
} // namespace

std::string SlotName(const SurfaceMesh& mesh, int32_t slot)
{
	const size_t index = static_cast<size_t>(slot);
	const bool hasSlots = !mesh.slotNames.empty() || !mesh.triangleSlots.empty();
	return index < mesh.slotNames.size() ? mesh.slotNames[index] : hasSlots ? "slot" + std::to_string(slot) : "";
}

std::vector<int32_t> UsedSlots(const SurfaceMesh& mesh)
{
	std::vector<bool> used;
	for (size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		const size_t slot = static_cast<size_t>(SlotOf(mesh, t));
		used.resize(std::max(used.size(), slot + 1), false);
		used[slot] = true;
	}
	std::vector<int32_t> slots;
	for (size_t i = 0; i < used.size(); ++i)
	{
		if (used[i])
		{
			slots.push_back(static_cast<int32_t>(i));
		}
	}
	return slots;
}

ExportedMaterials::ExportedMaterials(std::span<const ExportedPart> parts, bool oneColourAPart)
{
	std::map<std::string, int32_t, std::less<>> byName;
	for (size_t p = 0; p < parts.size(); ++p)
	{
		std::vector<int32_t>& numbers = m_numbers.emplace_back();
		for (const int32_t slot : UsedSlots(*parts[p].mesh))
		{
			const std::string slotName = SlotName(*parts[p].mesh, slot);
			const int32_t next = static_cast<int32_t>(m_list.size());
			const int32_t number = oneColourAPart ? next : byName.try_emplace(slotName, next).first->second;
			if (number == next)
			{
				m_list.push_back(
					MakeMaterial(slotName, oneColourAPart ? PieceColour(static_cast<int32_t>(p)) : SlotColour(next)));
				m_list.back().name += oneColourAPart ? " of " + parts[p].name : "";
			}
			numbers.resize(static_cast<size_t>(slot) + 1, kNoIndex);
			numbers.back() = number;
		}
	}
}
} // namespace FractureToolkit
