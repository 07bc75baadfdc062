// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Bake/SurfacePatches.h"

#include "FractureCore/Parallel.h"

namespace FractureCore
{
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
