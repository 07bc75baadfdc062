// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/MassProperties.h"
#include "FractureCore/SurfaceMesh.h"
#include "Picture/Colour.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace FractureToolkit
{
/// One part of a scene to write, such as a fragment. What it points at must outlive the call that takes it.
struct ExportedPart
{
	std::string name;
	const FractureCore::SurfaceMesh* mesh = nullptr;    // valid indices
	const FractureCore::MassProperties* mass = nullptr; // or null: not known
};

struct ExportedMaterial
{
	std::string name;
	Colour colour;
	double roughness = 0.5; // 0 mirror to 1 chalk
};

/// Slots that have a triangle, ascending.
std::vector<int32_t> UsedSlots(const FractureCore::SurfaceMesh& mesh);

/// "slot2" where there are more slots than names; empty for a mesh without slots.
std::string SlotName(const FractureCore::SurfaceMesh& mesh, int32_t slot);

/// The slot of a triangle.
inline int32_t SlotOf(const FractureCore::SurfaceMesh& mesh, size_t triangle)
{
	return mesh.triangleSlots.empty() ? 0 : mesh.triangleSlots[triangle];
}

/// The materials of all parts: one for each name of a slot in use, in the order in which they are met. The slot named
/// "Inside", where something broke, is lighter than the rest and rough.
class ExportedMaterials
{
public:
	/// oneColourAPart: every part has materials of its own, in a colour of its own.
	ExportedMaterials(std::span<const ExportedPart> parts, bool oneColourAPart);

	const std::vector<ExportedMaterial>& List() const { return m_list; }

	/// Number in the list for a slot in use.
	int32_t Number(size_t part, int32_t slot) const { return m_numbers[part][static_cast<size_t>(slot)]; }

private:
	std::vector<ExportedMaterial> m_list;
	std::vector<std::vector<int32_t>> m_numbers; // 1 a part and slot; kNoIndex for slots not in use
};
} // namespace FractureToolkit
