// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Twice the area of a closed loop of points, as a vector along its normal.
Vec3 DoubleAreaVector(std::span<const Vec3> loop);

/// Sorts the loops of a plane figure into polygons with holes: outerOf[k] is k for an outer loop, else the loop that
/// loop k is a hole of. Loop k ends before points[loopEnds[k]]. Outer loops run counter-clockwise about the sum of all
/// areas; whatever the input, at least one loop is an outer one.
void NestLoops(std::span<const Vec3> points, std::span<const int32_t> loopEnds, std::vector<int32_t>& outerOf);
} // namespace FractureCore
