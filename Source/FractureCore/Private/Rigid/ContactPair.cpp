// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/ContactPair.h"

#include "Rigid/ConvexContact.h"
#include "Rigid/FieldContact.h"
#include "Rigid/Gjk.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
/// The least distance of the points of one body from the surface of the other, without sign.
void NearestPoint(const PlacedShape& points, const PlacedShape& solid, double& least, Vec3& towardsSolid)
{
	const Mat3 toSolid = Transposed(solid.rotation) * points.rotation;
	const Vec3 offset = Transposed(solid.rotation) * (points.x - solid.x);
	const auto visit = [&](const Vec3& p)
	{
		const FieldSample sample = SampleShape(*solid.shape, toSolid * p + offset, least);
		if (sample.isNear && sample.distance < least)
		{
			least = std::max(sample.distance, 0.0);
			towardsSolid = solid.rotation * -sample.normal;
		}
	};
	if (points.shape->isConvex)
	{
		for (const Vec3& p : points.shape->hull.vertices)
		{
			visit(p);
		}
		return;
	}
	points.shape->points.Walk(
		[&](const Vec3& centre, double radius)
		{
			const FieldSample sample = SampleShape(*solid.shape, toSolid * centre + offset, radius + least);
			return sample.isNear && sample.distance < radius + least;
		},
		visit);
}
} // namespace

void FindContacts(
	const PlacedShape& a, const PlacedShape& b, double margin, Vec3& axis, std::vector<ContactPoint>& points)
{
	points.clear();
	if (a.shape->isConvex && b.shape->isConvex)
	{
		FindConvexContacts(a, b, margin, axis, points);
	}
	else
	{
		FindFieldContacts(a, b, margin, points);
	}
}

PairDistance BoundDistance(const PlacedShape& a, const PlacedShape& b, double maxDistance, Vec3& axis)
{
	PairDistance result;
	if (a.shape->isConvex && b.shape->isConvex)
	{
		const GjkResult nearest = GjkDistance(a.shape->hull, b.shape->hull, PoseInFrameOf(a, b), axis, maxDistance);
		result.isDirected = true;
		if (nearest.outcome != GjkOutcome::Overlap)
		{
			axis = nearest.axis;
			result.distance = nearest.distance;
			result.axis = a.rotation * nearest.axis;
		}
		return result;
	}
	result.distance = maxDistance;
	NearestPoint(a, b, result.distance, result.axis);
	Vec3 towardsA;
	double least = result.distance;
	NearestPoint(b, a, least, towardsA);
	if (least < result.distance)
	{
		result.distance = least;
		result.axis = -towardsA;
	}
	return result;
}
} // namespace FractureCore
