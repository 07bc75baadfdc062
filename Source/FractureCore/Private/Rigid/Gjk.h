// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"
#include "Rigid/ConvexPart.h"

namespace FractureCore
{
/// Where part B lies in the frame of part A.
struct RelativePose
{
	Mat3 rotation;
	Vec3 offset;
};

enum class GjkOutcome : uint8_t
{
	Apart,   // farther than was asked; the axis separates them
	Near,    // distance and points are exact
	Overlap, // nothing is known but that they overlap
};

struct GjkResult
{
	GjkOutcome outcome = GjkOutcome::Apart;
	double distance = 0.0; // m; of Apart: a lower bound
	Vec3 axis;             // unit, from A to B, in A's frame
	Vec3 pointA;           // nearest, in A's frame
	Vec3 pointB;
};

/// The corners that were nearest at the last look at two parts: where these have hardly moved, they mostly still are.
struct GjkSeed
{
	int32_t a[3] = {0, 0, 0}; // into the vertices of A
	int32_t b[3] = {0, 0, 0};
	int32_t count = 0;
};

/// Distance of two convex parts [Gilbert88], as far as it is below `maxDistance`. `guess` is an axis from A to B that
/// held lately, or zero. A seed is begun with, instead of the guess, and brought up to date; corners that the parts do
/// not have are no seed.
GjkResult GjkDistance(const ConvexPart& a,
	const ConvexPart& b,
	const RelativePose& pose,
	const Vec3& guess,
	double maxDistance,
	GjkSeed* seed = nullptr);
} // namespace FractureCore
