// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"
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

/// Turns whole patches until they face outward, judged by what each of them encloses once its border is capped: one
/// that lies in no other encloses a positive volume, and what lies in it turns with it, so that cavities stay
/// cavities. Patches that enclose nothing alone, such as the loose sides of a box, turn to agree with the winding
/// number of the rest [Jacobson13]. What agrees from the start is left alone.
void TurnPatchesOutward(std::span<const Vec3> positions,
	std::span<const Triangle> triangles,
	const EdgeTable& edges,
	TaskRunner& runner,
	SurfacePatches& patches);
} // namespace FractureCore
