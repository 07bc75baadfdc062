// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "ExportedPart.h"
#include "FractureCore/SurfaceMesh.h"
#include "GlbBuffer.h"
#include "UpAxis.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <span>

namespace FractureToolkit
{
/// By coordinates, not by a rotation of a node: this is exact, and a tool that ignores nodes sees y up too.
template <typename Vector>
Vector TurnedToYUp(const Vector& v, UpAxis up)
{
	return up == UpAxis::Y ? v : Vector{v.x, v.z, -v.y};
}

/// Rounded, without -0: it and 0 are one place, and must have the same bits.
std::array<float, 3> GlbFloats(const FractureCore::Vec3& v);

/// A mesh for a GLB file.
struct GlbMesh
{
	const FractureCore::SurfaceMesh& mesh;           // normals, UVs and slots
	std::span<const std::array<float, 3>> positions; // 1 a vertex, as the file shall have them
	std::span<const float> stress;                   // 1 a vertex, Pa: the attribute _STRESS; or empty
	UpAxis up = UpAxis::Z;                           // of normals
};

/// Adds the mesh's arrays to the buffer and answers its primitives, one a slot in use. A corner without a usable normal
/// gets its triangle's. Triangles whose corners have met by rounding are left out, which closes the gap they would
/// fill; the answer is empty if none is left.
nlohmann::json AddGlbPrimitives(
	const GlbMesh& mesh, const std::function<int32_t(int32_t slot)>& materialOfSlot, GlbBuffer& buffer);

/// The file's array of materials.
nlohmann::json GlbMaterials(const ExportedMaterials& materials);
} // namespace FractureToolkit
