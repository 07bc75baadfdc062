// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ContactPair.h"

namespace FractureCore
{
/// Contacts of two bodies of which at least one has no parts: surface points of each against the signed distance of the
/// other [Guendelman03]. Edges that cross between their points are not seen. Where the two are certainly `apart` m from
/// each other and only meet in this step if they are fast, points that are close together by that measure are seen as
/// one.
void FindFieldContacts(
	const PlacedShape& a, const PlacedShape& b, double margin, double apart, std::vector<ContactPoint>& points);

/// Signed distance of a shape at a point of its frame; isNear is false beyond maxDistance.
FieldSample SampleShape(const RigidShape& shape, const Vec3& point, double maxDistance);

/// Whether a ball of a shape's frame comes near its surface, or is within a part of it: no more than a guide to where
/// it is worth to look at points.
bool IsBallNear(const RigidShape& shape, const Vec3& centre, double radius);
} // namespace FractureCore
