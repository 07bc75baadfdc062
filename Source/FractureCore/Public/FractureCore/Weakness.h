// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Crack.h"
#include "FractureCore/Export.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/TetMesh.h"

#include <cstdint>
#include <span>
#include <vector>

namespace FractureCore
{
struct BakedObject;

// Weakness surfaces [Bao07] section 7.1. Seed i with weight k_i has the energy E_i(x) = k_i |x - p_i|; a point belongs
// to the seed of least energy, the lowest of several. Between regions i and j lies the zero set of the level set
// function phi_ij = (E_i - E_j) / 2 = -phi_ji: a plane for equal weights, else a sphere, and then regions may fall
// apart.

/// A grid of grains has at most this many along an axis; grains for a larger box are larger.
inline constexpr int32_t kMostGrainsPerAxis = 100;

/// One seed in each cube of a grid of that size (m) over the box, at a random place of the middle half of the cube, so
/// that none are close together. Weights are drawn from [1 - spread, 1 + spread]. No grain is loose.
FRACTURECORE_API GrainSet SeedGrains(const Vec3& low, const Vec3& high, double size, double spread, uint64_t seed);

/// The grains that a strength layer makes an object weak between.
struct WeaknessSurfaces
{
	GrainSet grains;   // empty: the object has no such layer
	double size = 0.0; // m, mean distance of the seeds
};

/// Of the first visible `GrainLayer` or `SeedLayer` of the object's strength, the same seeds that its strength was made
/// with.
FRACTURECORE_API WeaknessSurfaces WeaknessOf(const BakedObject& object);

/// The two seeds of least energy at a point.
struct NearestGrains
{
	int32_t first = kNoIndex;
	int32_t second = kNoIndex; // kNoIndex: there is one seed only
	double phi = 0.0;          // phi of first and second: <= 0, 0 on the weakness surface; m for weights about 1
};

/// For each point. Seeds must not be empty, weights must be above 0.
FRACTURECORE_API std::vector<NearestGrains> FindNearestGrains(
	const GrainSet& grains, std::span<const Vec3> points, TaskRunner& runner);

/// phi_ij at a point.
FRACTURECORE_API double InterfaceField(const GrainSet& grains, int32_t i, int32_t j, const Vec3& point);

/// Unit normal of the surface phi_ij = 0 that passes near the point, towards j: the direction in which it is weak.
FRACTURECORE_API Vec3 InterfaceNormal(const GrainSet& grains, int32_t i, int32_t j, const Vec3& point);

/// Numbers the pieces of the regions: nodes of one label that edges of tets connect get one number, counted from 0 in
/// order of their lowest node.
FRACTURECORE_API std::vector<int32_t> NumberGrainParts(const TetMesh& mesh, std::span<const int32_t> nodeLabels);
} // namespace FractureCore
