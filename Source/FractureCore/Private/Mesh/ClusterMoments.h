// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <array>
#include <span>

namespace FractureCore
{
/// Homogeneous polynomials in (x, y, z): xx yy zz xy xz yz, and xxx yyy zzz xxy xxz xyy yyz xzz yzz xyz.
using QuadraticForm = std::array<double, 6>;
using CubicForm = std::array<double, 10>;

/// What a cluster of triangles does to the winding number of a far point q [Barill18]. With r = centre - q,
///   4 pi w = L(r) / |r|^3 - 3 Q(r) / |r|^5 + 15/2 C(r) / |r|^7 + O(|r|^-5),
/// where L, Q, C integrate n.r, (n.r)(s.r), (n.r)(s.r)^2 over the surface and s is the offset from the centre. The
/// paper's tensors of rank 1, 2 and 3 enter only through these forms because the derivatives of 1/|r| are symmetric.
struct Cluster
{
	Vec3 centre; // area-weighted
	double area = 0.0;
	double radius = 0.0; // of a ball around the centre that holds all
	Vec3 low;            // bounding box
	Vec3 high;
	Vec3 linear;
	QuadraticForm quadratic{};
	CubicForm cubic{};
};

/// Corners of one triangle.
using Corners = std::array<Vec3, 3>;

/// Needs at least one triangle.
Cluster ClusterOf(std::span<const Corners> triangles);

/// Needs at least one part.
Cluster MergeClusters(std::span<const Cluster> parts);

/// The form without its part that is divisible by |r|^2: same effect, smaller numbers and so less rounding.
QuadraticForm HarmonicPart(const QuadraticForm& form);
CubicForm HarmonicPart(const CubicForm& form);
} // namespace FractureCore
