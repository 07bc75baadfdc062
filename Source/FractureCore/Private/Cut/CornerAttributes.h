// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/SurfaceMesh.h"

namespace FractureCore
{
/// Barycentric coordinates of a point of a surface triangle: exactly 1 and 0 at the triangle's own corners.
Vec3 BarycentricAt(const SurfaceMesh& mesh, int32_t triangle, const Vec3& point);

/// Attributes between the corners of a triangle. At a corner they are that corner's bit for bit. The mesh must have the
/// attribute.
Vec3f NormalAt(const SurfaceMesh& mesh, int32_t triangle, const Vec3& weights);
Vec2f UvAt(const SurfaceMesh& mesh, int32_t channel, int32_t triangle, const Vec3& weights);

/// Of a flat triangle.
Vec3f FaceNormal(const SurfaceMesh& mesh, const Triangle& triangle);
} // namespace FractureCore
