// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <array>

namespace FractureCore
{
/// Corners of a triangle in whole units of a grid, below 2^26 each.
using GridTriangle = std::array<Vec3, 3>;

/// Whose edge meets whose triangle. Where something of the first body touches something of the second, the first
/// counts as moved by an infinitesimal (e, e^2, e^3) [Edelsbrunner90]: nothing is ever degenerate, and all answers
/// together describe one geometry that exists.
enum class EdgeOwner : uint8_t
{
	FirstBody,
	SecondBody,
};

struct GridCrossing
{
	int32_t inward = 0; // 1: the edge goes from the triangle's front to its back, -1: the other way, 0: it misses
	double along = 0.0; // where on the edge, 0 to 1
};

/// Where the edge from a to b, in whole units below 2^26, passes a triangle of the other body. Without rounding but for
/// `along`. A triangle without area is met by nothing.
GridCrossing CrossTriangle(const Vec3& a, const Vec3& b, const GridTriangle& triangle, EdgeOwner owner);
} // namespace FractureCore
