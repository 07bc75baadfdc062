// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ContactPair.h"
#include "Rigid/Gjk.h"

namespace FractureCore
{
/// Where B lies as A sees it.
RelativePose PoseInFrameOf(const PlacedShape& a, const PlacedShape& b);

/// Contacts of two convex bodies nearer than `margin`: the corners of their facing sides, or the nearest points.
void FindConvexContacts(
	const PlacedShape& a, const PlacedShape& b, double margin, Vec3& axis, std::vector<ContactPoint>& points);
} // namespace FractureCore
