// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"
#include "FractureCore/Types.h"

#include <cstdint>
#include <span>
#include <vector>

namespace FractureCore
{
/// A convex polyhedron, as rigid-body hosts want their shapes: a closed two-manifold of outward triangles.
struct ConvexHull
{
	std::vector<Vec3> positions; // m
	std::vector<Triangle> triangles;
	double volume = 0.0;  // m^3
	double outside = 0.0; // m: how far beyond a face the points reach that a limit of vertices left out

	friend bool operator==(const ConvexHull&, const ConvexHull&) = default;
};

/// The hull of finite points, in any number and order, with duplicates or without: the same set gives the same bytes.
/// Vertices are points of the set, bit for bit. One that stands out less than `tolerance` (of the set's size; 1e-12 to
/// 0.01) is not worth having; a host that computes with floats is better off with 1e-6. A set that is thinner than 1e-6
/// of its size, or four tolerances (a plane, a line, a single point), is first given that thickness.
///
/// maxVertices: 0 for no limit, else at least 4. Those farthest out come first, so few give most of the volume; what
/// is left out stays outside. No points: an empty hull. Pure and thread-safe.
FRACTURECORE_API ConvexHull ComputeConvexHull(
	std::span<const Vec3> points, int32_t maxVertices = 0, double tolerance = 1.0e-12);

struct DecompositionSettings
{
	int32_t maxHulls = 8;
	int32_t maxVertices = 32; // of each hull; as in ComputeConvexHull
	double tolerance = 0.02;  // of the box's diagonal: dents that lie less deep in a hull may stay covered
};

/// A few hulls that together cover a closed surface more closely than one would, for concave pieces such as the shard
/// of a bowl. Hulls touch but do not overlap; the deepest dent is cut first. Deterministic, thread-safe.
FRACTURECORE_API std::vector<ConvexHull> DecomposeConvex(
	std::span<const Vec3> positions, std::span<const Triangle> triangles, const DecompositionSettings& settings);
} // namespace FractureCore
