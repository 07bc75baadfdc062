// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Bake/BodyUnion.h"

#include <cstdint>
#include <span>
#include <vector>

namespace FractureCore
{
/// Whose a vertex was before two bodies were united.
enum class VertexOwner : uint8_t
{
	FirstBody,
	SecondBody,
	Cut, // nobody's: it lies where they cross
};

/// Takes triangles thinner than `width` (m) out of a closed surface: a short edge becomes one vertex, a corner that
/// lies on the edge across from it splits that edge, and two triangles back to back vanish. What is closed stays so.
/// Begins at the triangles `suspects` and goes on to those that change. No vertex moves but onto another that is nearer
/// than `width`, and two of one body never become one.
void ZipThinTriangles(std::span<const Vec3> positions,
	std::span<const VertexOwner> owners,
	std::span<const int32_t> suspects,
	double width,
	UnionBody& body);
} // namespace FractureCore
