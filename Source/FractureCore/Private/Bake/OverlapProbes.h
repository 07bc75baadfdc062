// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"
#include "FractureCore/SurfaceMesh.h"

namespace FractureCore
{
/// Triangles looked at from both sides, spread evenly over the surface.
inline constexpr int64_t kOverlapProbes = 512;

/// How many of some of the first `ownTriangles` triangles do not part inside from outside, because the surface, which
/// must be closed, overlaps itself there.
int64_t CountBuriedProbes(const SolidSurface& solid, int64_t ownTriangles, TaskRunner& runner);
} // namespace FractureCore
