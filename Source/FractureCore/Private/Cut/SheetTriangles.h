// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/SplitKeys.h"
#include "FractureCore/Types.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace FractureCore
{
/// A triangle on its way into a fragment.
struct SheetTriangle
{
	std::array<int32_t, 3> vertex = {kNoIndex, kNoIndex, kNoIndex}; // of the fragment
	std::array<int32_t, 3> corner = {kNoIndex, kNoIndex, kNoIndex}; // on caps: of CapSheets::normals
	std::array<int32_t, 3> other = {kNoIndex, kNoIndex, kNoIndex};  // a midpoint lies between `corner` and this one
	std::array<uint64_t, 3> link = {0, 0, 0}; // name of the edge from corner k; the triangle across has the same
	int32_t source = kNoIndex;                // surface triangle, or 2 cap + side
};

/// At the front of a crack both sheets share their vertices, so an edge with both ends there would have four triangles.
/// Appends the names of edges that have the same ends as another, some of them repeatedly.
void FindSharedEdges(std::span<const SheetTriangle> triangles,
	size_t vertexCount,
	std::span<const LinkPair> equalLinks,
	std::vector<uint64_t>& shared);

/// Gives every edge that is to be split a midpoint of its own. Midpoints are appended to `positions`.
void SplitEdges(std::vector<SheetTriangle>& triangles,
	std::vector<Vec3>& positions,
	std::span<const LinkPair> equalLinks,
	const SplitKeys& keys);
} // namespace FractureCore
