// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Numbers of the points in the order of a Z-curve through [-1, 1]^3: neighbours in the order are mostly neighbours in
/// space. Points in one of its 2^30 cells keep their order. Points outside count as on the border.
std::vector<int32_t> ZOrder(std::span<const Vec3> points);
} // namespace FractureCore
