// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace FractureToolkit
{
/// Corners of a polygon beyond which a concave one is not cut: ear clipping is quadratic.
inline constexpr int32_t kMaxConcaveCorners = 10'000;

/// Cuts a simple polygon, flat or nearly so, into corners.size() - 2 triangles that keep its winding: a fan where it is
/// strictly convex, by ear clipping otherwise. Corners on a straight edge stay without triangles of zero area where
/// possible. Appends triples of corner numbers. False for a concave polygon beyond kMaxConcaveCorners.
bool TriangulatePolygon(std::span<const FractureCore::Vec3> corners, std::vector<std::array<int32_t, 3>>& triangles);
} // namespace FractureToolkit
