// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ContactPair.h"
#include "Rigid/Gjk.h"

namespace FractureCore
{
/// Where B lies as A sees it.
RelativePose PoseInFrameOf(const PlacedShape& a, const PlacedShape& b);

/// Contacts of two convex parts nearer than `margin`: the corners of their facing sides and those beside them that are
/// no more than `beside` m farther than the nearest, or the nearest points. They are added to `points`, and the link
/// learns how the parts lie.
void FindPartContacts(const PlacedShape& a,
	const ConvexPart& partA,
	const ConvexPart& partB,
	const RelativePose& pose,
	double margin,
	double beside,
	PartLink& link,
	std::vector<ContactPoint>& points);
} // namespace FractureCore
