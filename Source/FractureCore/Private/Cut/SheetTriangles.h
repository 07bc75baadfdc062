// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <array>
#include <cstdint>
#include <vector>

namespace FractureCore
{
/// A triangle on its way into a fragment.
struct SheetTriangle
{
	std::array<int32_t, 3> vertex = {kNoIndex, kNoIndex, kNoIndex}; // of the fragment
	std::array<int32_t, 3> corner = {kNoIndex, kNoIndex, kNoIndex}; // of BoundaryWalk, on caps
	std::array<int32_t, 3> other = {kNoIndex, kNoIndex, kNoIndex};  // a midpoint lies between `corner` and this one
	std::array<uint64_t, 3> link = {0, 0, 0}; // name of the edge from corner k; the triangle across has the same
	int32_t source = kNoIndex;                // surface triangle, or 2 cap + side
};

/// Two names of one edge: what lay between them had no triangles.
using LinkPair = std::pair<uint64_t, uint64_t>;

/// At the front of a crack both sheets share their vertices, so an edge with both ends there would have four triangles.
/// Gives each sheet a midpoint of its own on it. Midpoints are appended to `positions`.
void SplitSharedEdges(
	std::vector<SheetTriangle>& triangles, std::vector<Vec3>& positions, std::vector<LinkPair>& equalLinks);
} // namespace FractureCore
