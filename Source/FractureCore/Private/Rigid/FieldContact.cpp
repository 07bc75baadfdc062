// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/FieldContact.h"

#include "FractureCore/Hooks.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
constexpr size_t kMostFieldContacts = 8;

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
	const auto visit = [&](const Vec3& p)
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
		found.push_back(contact);
	};
	if (points.shape->isConvex)
	{
		const Vec3 low = solid.shape->low - Vec3{margin, margin, margin};
		const Vec3 high = solid.shape->high + Vec3{margin, margin, margin};
		for (const Vec3& p : points.shape->hull.vertices)
		{
			const Vec3 q = toSolid * p + offset;
			if (q.x > low.x && q.y > low.y && q.z > low.z && q.x < high.x && q.y < high.y && q.z < high.z)
			{
				visit(p);
			}
		}
		return;
	}
	points.shape->points.Walk(
		[&](const Vec3& centre, double radius)
		{
			const FieldSample sample = SampleShape(*solid.shape, toSolid * centre + offset, radius + margin);
			return sample.isNear && sample.distance < radius + margin;
		},
		visit);
}

/// The deepest first, then whatever is farthest from all that are kept: in place, or in direction.
void ReduceContacts(std::vector<ContactPoint>& points, double size)
{
	if (points.size() <= kMostFieldContacts)
	{
		return;
	}
	size_t deepest = 0;
	for (size_t i = 1; i < points.size(); ++i)
	{
		deepest = points[i].gap < points[deepest].gap ? i : deepest;
	}
	std::vector<ContactPoint> kept = {points[deepest]};
	std::vector<double> apart(points.size(), HUGE_VAL);
	const double deepestGap = points[deepest].gap;
	while (kept.size() < kMostFieldContacts)
	{
		size_t best = 0;
		double most = -1.0;
		for (size_t i = 0; i < points.size(); ++i)
		{
			const ContactPoint& p = points[i];
			apart[i] = std::min(apart[i],
				LengthSquared(p.point - kept.back().point) +
					size * size * LengthSquared(p.normal - kept.back().normal));
			// A point that is far from touching is worth less than one that touches.
			const double above = (p.gap - deepestGap) * 4.0;
			const double worth = apart[i] - above * above;
			if (worth > most)
			{
				most = worth;
				best = i;
			}
		}
		if (!(most > 1.0e-6 * size * size))
		{
			break;
		}
		kept.push_back(points[best]);
	}
	points = std::move(kept);
}
} // namespace

FieldSample SampleShape(const RigidShape& shape, const Vec3& point, double maxDistance)
{
	if (!shape.isConvex)
	{
		FRACTURECORE_ASSERT(shape.field != nullptr);
		return shape.field->Sample(point, maxDistance);
	}
	FieldSample sample;
	int32_t face = 0;
	sample.distance = shape.hull.PlaneDistance(point, face);
	sample.normal = shape.hull.faces[face].normal;
	sample.isNear = sample.distance <= maxDistance;
	return sample;
}

void FindFieldContacts(const PlacedShape& a, const PlacedShape& b, double margin, std::vector<ContactPoint>& points)
{
	CollectPoints(a, b, margin, true, points);
	CollectPoints(b, a, margin, false, points);
	ReduceContacts(points, 0.5 * std::min(a.shape->radius, b.shape->radius));
}
} // namespace FractureCore
