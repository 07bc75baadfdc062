// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <array>
#include <span>
#include <vector>

namespace FractureCore
{
/// Points moved and scaled by a power of two into [-1, 1]^3, then rounded to multiples of 2^-50, as HullBuilder wants
/// them.
struct UnitPoints
{
	std::vector<Vec3> points;
	double metresPerUnit = 1.0;
	double size = 0.0;               // the longest side of their box, in units
	double farthestCoordinate = 0.0; // m, of the given points
};

/// At least one point, all finite.
UnitPoints SnapToUnitGrid(std::span<const Vec3> points);

/// Four points far apart to start from, and in how many directions the set extends.
struct HullStart
{
	std::array<int32_t, 4> corners{}; // for dimension 3
	std::array<Vec3, 3> axes{};       // unit: along the set, across it in its plane, out of that; as many as it has
	int32_t dimension = 0;            // 0 for a point, 1 for a line, 2 for a plane
};

/// What is thinner than `flatness` (of the size) has no extent there. Points that are equally far to `tolerance`
/// (units) count as tied, and ties go to corners.
HullStart FindHullStart(const UnitPoints& unit, double flatness, double tolerance);

/// Moves every point both ways along each axis that a flat set lacks, by `flatness` of the set's size: what comes out
/// has dimension 3.
std::vector<Vec3> ThickenFlatSet(
	std::span<const Vec3> points, const UnitPoints& unit, const HullStart& start, double flatness);
} // namespace FractureCore
