// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ContactPair.h"
#include "Rigid/Gjk.h"

namespace FractureCore
{
/// Where B lies as A sees it.
RelativePose PoseInFrameOf(const PlacedShape& a, const PlacedShape& b);

/// Contacts of two convex parts nearer than `margin`: the corners of their facing sides, or the nearest points. They
/// are added to `points`. `isTurning`: the corners of the smaller part's other sides count too.
void FindPartContacts(const PlacedShape& a,
	const ConvexPart& partA,
	const ConvexPart& partB,
	const RelativePose& pose,
	double margin,
	bool isTurning,
	Vec3& axis,
	std::vector<ContactPoint>& points);
} // namespace FractureCore
