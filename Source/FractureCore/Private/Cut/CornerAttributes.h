// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/SurfaceMesh.h"

namespace FractureCore
{
/// Attributes at a point of a surface triangle, barycentric between its corners. At a corner they are that corner's bit
/// for bit. The mesh must have the attribute.
Vec3f NormalAt(const SurfaceMesh& mesh, int32_t triangle, const Vec3& point);
Vec2f UvAt(const SurfaceMesh& mesh, int32_t channel, int32_t triangle, const Vec3& point);
} // namespace FractureCore
