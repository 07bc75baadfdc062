// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <cstdint>

namespace FractureCore
{
/// Improved gradient noise [Perlin02] with a hash of our own: in [-1, 1], 0 at points with whole coordinates, smooth to
/// the second derivative. The same bits on every system.
double PerlinNoise(const Vec3& point, uint64_t seed);

/// Sum over octaves k of PerlinNoise(2^k x) / 2^k, over the sum of 1 / 2^k: in [-1, 1].
double FractalNoise(const Vec3& point, int32_t octaves, uint64_t seed);

/// The same of |PerlinNoise|, [Perlin85]'s turbulence: in [0, 1].
double Turbulence(const Vec3& point, int32_t octaves, uint64_t seed);
} // namespace FractureCore
