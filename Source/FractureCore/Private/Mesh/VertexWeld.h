// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <limits>
#include <span>
#include <vector>

namespace FractureCore
{
/// For every vertex the first one at exactly its position (-0 equals 0).
std::vector<int32_t> WeldEqualPositions(std::span<const Vec3> positions);

struct WeldLimits
{
	double tolerance = 0.0;                                  // m
	std::span<const double> reach = {};                      // m, 1 a vertex: neither of two may lie beyond; or empty
	int64_t mostLooks = std::numeric_limits<int64_t>::max(); // distances between vertices to look at
};

/// For every vertex itself, or for a border vertex perhaps an earlier border vertex within the tolerance. Never both
/// ends of an edge that is longer than the tolerance. Empty if that takes too many looks.
std::vector<int32_t> WeldBorderVertices(std::span<const Vec3> positions,
	std::span<const Triangle> triangles,
	std::span<const int32_t> borderVertices,
	const WeldLimits& limits);
} // namespace FractureCore
