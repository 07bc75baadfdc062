// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"
#include "FractureCore/Types.h"

#include <span>
#include <vector>

namespace FractureCore
{
struct ClosestPoint
{
	Vec3 point;
	int32_t triangle = kNoIndex; // kNoIndex: nothing within the given distance
	double distance = 0.0;       // m
};

/// A bounding volume hierarchy over triangles that answers how often the surface winds around a point and what is
/// nearest to it. Owns its data; queries are const and thread-safe. Building is deterministic for any runner.
class TriangleTree
{
public:
	TriangleTree(std::span<const Vec3> positions, std::span<const Triangle> triangles, TaskRunner& runner);

	/// Generalised winding number [Jacobson13], far clusters by their moments [Barill18]: 1 inside a closed outward
	/// surface, 0 outside, within about 1e-3.
	double WindingNumber(const Vec3& point) const;

	/// Nearest surface point within maxDistance (m); ties go to the lowest triangle.
	ClosestPoint Closest(const Vec3& point, double maxDistance) const;
};
} // namespace FractureCore
