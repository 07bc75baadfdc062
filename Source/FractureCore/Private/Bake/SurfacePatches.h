// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Mesh/EdgeTable.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Triangles that hang together across edges of exactly two, with one sense of rotation where there is one.
struct SurfacePatches
{
	std::vector<int32_t> patchOf; // 1 a triangle
	std::vector<uint8_t> flipped; // 1 a triangle: its rotation was turned to agree with most of its patch
	int32_t count = 0;
	int32_t twistedEdges = 0; // where no rotation agrees, as on a Moebius strip
};
SurfacePatches FindPatches(std::span<const Triangle> triangles, const EdgeTable& edges);
} // namespace FractureCore
