// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace FractureCore::TriangleTreeDetail
{
inline constexpr int32_t kLeafSize = 8;

/// A run of triangles, packed into the negative numbers that a child index leaves free.
struct Leaf
{
	int32_t begin;
	int32_t count; // 1 to kLeafSize

	static constexpr bool IsLeaf(int32_t child) { return child < 0; }
	static constexpr Leaf Unpack(int32_t child) { return {~child / kLeafSize, ~child % kLeafSize + 1}; }
	constexpr int32_t Pack() const { return ~(begin * kLeafSize + count - 1); }
};

/// A place in a node that is not in use.
inline constexpr int32_t kNoChild = INT32_MIN;

/// Most triangles that Leaf can address.
inline constexpr int64_t kMaxTriangles = INT32_MAX / kLeafSize - 1;
} // namespace FractureCore::TriangleTreeDetail
