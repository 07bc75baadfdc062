// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/FieldContact.h"

#include "FractureCore/Hooks.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Of the body's radius: smaller balls hold few points.
constexpr double kFewPoints = 0.05;

/// Whether a point is farther than `distance` from all that covers a body.
bool IsOutsideCover(const RigidShape& shape, const Vec3& point, double distance)
{
	const std::span<const ConvexPart> cover = shape.Cover();
	return std::all_of(cover.begin(),
		cover.end(),
		[&](const ConvexPart& part) { return part.IsBeyond(point, distance + shape.outside); });
}

/// Whether it is worth to look at the points in a ball one by one, for those within `margin` of the surface.
bool MayPointsTouch(const RigidShape& shape, const Vec3& centre, double radius, double margin)
{
	const double reach = radius + margin;
	if (shape.HasParts() || shape.levels != nullptr)
	{
		return IsBallNear(shape, centre, reach);
	}
	if (!shape.field->MayBeNear(centre, reach) || IsOutsideCover(shape, centre, reach))
	{
		return false;
	}
	// A look at the triangles costs more than that; it pays for balls that hold many points.
	return radius < kFewPoints * shape.radius || shape.field->IsNear(centre, reach);
}

/// Points of `points` against the surface of `solid`. `sign` is 1 if the points are A's: then the normal, from A to B,
/// is against the gradient of B's distance.
void CollectPoints(const PlacedShape& points,
	const PlacedShape& solid,
	double margin,
	bool pointsAreOfA,
	std::vector<ContactPoint>& found)
{
	const Mat3 toSolid = Transposed(solid.rotation) * points.rotation;
	const Vec3 offset = Transposed(solid.rotation) * (points.x - solid.x);
	const auto visit = [&](const Vec3& p, int32_t number)
	{
		const FieldSample sample = SampleShape(*solid.shape, toSolid * p + offset, margin);
		if (!sample.isNear || sample.distance > margin)
		{
			return;
		}
		const Vec3 gradient = solid.rotation * sample.normal;
		const Vec3 onPoints = points.ToWorldPoint(p);
		const Vec3 onSolid = onPoints - gradient * sample.distance;
		ContactPoint contact;
		contact.point = (onPoints + onSolid) * 0.5;
		contact.normal = pointsAreOfA ? -gradient : gradient;
		contact.gap = sample.distance;
		contact.localA = pointsAreOfA ? p : solid.ToLocalPoint(onSolid);
		contact.feature = pointsAreOfA ? number : -2 - number; // -1 is none
		found.push_back(contact);
	};
	const Vec3 low = solid.shape->low - Vec3{margin, margin, margin};
	const Vec3 high = solid.shape->high + Vec3{margin, margin, margin};
	const auto isInBox = [&](const Vec3& p, double r)
	{
		return p.x + r > low.x && p.y + r > low.y && p.z + r > low.z && p.x - r < high.x && p.y - r < high.y &&
			p.z - r < high.z;
	};
	if (points.shape->HasParts())
	{
		int32_t number = 0;
		for (const ConvexPart& part : points.shape->parts)
		{
			for (const Vec3& p : part.vertices)
			{
				if (isInBox(toSolid * p + offset, 0.0))
				{
					visit(p, number);
				}
				++number;
			}
		}
		return;
	}
	points.shape->points.Walk(
		[&](const Vec3& centre, double radius)
		{
			const Vec3 p = toSolid * centre + offset;
			return isInBox(p, radius) && MayPointsTouch(*solid.shape, p, radius, margin);
		},
		visit);
}

} // namespace

FieldSample SampleShape(const RigidShape& shape, const Vec3& point, double maxDistance)
{
	if (shape.levels != nullptr)
	{
		return shape.levels->Sample(point + shape.mass.centre, maxDistance);
	}
	if (!shape.HasParts())
	{
		FRACTURECORE_ASSERT(shape.field != nullptr);
		return shape.field->Sample(point, maxDistance);
	}
	FieldSample sample;
	sample.distance = maxDistance;
	for (const ConvexPart& part : shape.parts)
	{
		if (!part.IsBeyond(point, sample.distance))
		{
			int32_t face = 0;
			sample.distance = part.PlaneDistance(point, face);
			sample.normal = part.faces[face].normal;
			sample.isNear = true;
		}
	}
	return sample;
}

bool IsBallNear(const RigidShape& shape, const Vec3& centre, double radius)
{
	if (shape.levels != nullptr)
	{
		return shape.levels->Sample(centre + shape.mass.centre, radius).isNear;
	}
	if (!shape.HasParts())
	{
		FRACTURECORE_ASSERT(shape.field != nullptr);
		return shape.field->IsNear(centre, radius);
	}
	return std::any_of(
		shape.parts.begin(), shape.parts.end(), [&](const ConvexPart& part) { return !part.IsBeyond(centre, radius); });
}

void FindFieldContacts(const PlacedShape& a, const PlacedShape& b, double margin, std::vector<ContactPoint>& points)
{
	CollectPoints(a, b, margin, true, points);
	CollectPoints(b, a, margin, false, points);
}
} // namespace FractureCore
