// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// For every vertex the first one at exactly its position (-0 equals 0).
std::vector<int32_t> WeldEqualPositions(std::span<const Vec3> positions);

/// For every vertex itself, or for a border vertex perhaps an earlier border vertex within `tolerance` (m). Never both
/// ends of an edge that is longer than the tolerance.
std::vector<int32_t> WeldBorderVertices(std::span<const Vec3> positions,
	std::span<const Triangle> triangles,
	std::span<const int32_t> borderVertices,
	double tolerance);
} // namespace FractureCore
