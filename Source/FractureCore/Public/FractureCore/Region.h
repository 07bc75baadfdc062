// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <variant>
#include <vector>

namespace FractureCore
{
/// Painted on the artist's surface, blended over its triangles. A point in the solid sees the value of the nearest
/// surface point: fully down to half the depth, from there less and less, not at all from the full depth on.
struct PaintedValues
{
	std::vector<float> values; // 1 a vertex of the baked surface
	double depth = 0.0;        // m, > 0; of no meaning in a shell

	friend bool operator==(const PaintedValues&, const PaintedValues&) = default;
};

struct BoxRegion
{
	Vec3 low; // m
	Vec3 high;

	friend bool operator==(const BoxRegion&, const BoxRegion&) = default;
};

struct SphereRegion
{
	Vec3 centre; // m
	double radius = 0.0;

	friend bool operator==(const SphereRegion&, const SphereRegion&) = default;
};

/// All points x with normal . (x - point) <= 0.
struct HalfSpaceRegion
{
	Vec3 point;  // m
	Vec3 normal; // of any length but zero

	friend bool operator==(const HalfSpaceRegion&, const HalfSpaceRegion&) = default;
};

/// Where something holds, in the object's own coordinates. Borders belong to it.
using Region = std::variant<BoxRegion, SphereRegion, HalfSpaceRegion, PaintedValues>;
} // namespace FractureCore
