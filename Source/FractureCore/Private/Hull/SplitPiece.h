// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <array>
#include <vector>

namespace FractureCore
{
/// Part of a surface. Every position belongs to a triangle; those that a cut made may be there more than once.
struct SurfacePiece
{
	std::vector<Vec3> positions; // m
	std::vector<Triangle> triangles;
};

/// The points with normal . x = offset; `normal` is a unit vector.
struct CutPlane
{
	Vec3 normal;
	double offset = 0.0; // m
};

/// What lies before the plane (normal . x > offset) and behind it. Nothing is added in the plane, so the halves are
/// open there. Vertices closer to the plane than `onPlane` (m) count as in it and belong to both.
std::array<SurfacePiece, 2> SplitPiece(const SurfacePiece& piece, const CutPlane& plane, double onPlane);
} // namespace FractureCore
