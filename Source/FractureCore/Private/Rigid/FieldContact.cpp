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

// Of what bodies are apart: points of a ball of that radius are seen as one.
constexpr double kSeenAsOne = 0.2;

/// Whether a point is farther than `distance` from a part's box, and so from the part: six comparisons that mostly
/// spare a look at its planes.
bool IsBeyondBox(const ConvexPart& part, const Vec3& point, double distance)
{
	return point.x - distance > part.high.x || point.x + distance < part.low.x || point.y - distance > part.high.y ||
		point.y + distance < part.low.y || point.z - distance > part.high.z || point.z + distance < part.low.z;
}

bool IsBeyondPart(const ConvexPart& part, const Vec3& point, double distance)
{
	return IsBeyondBox(part, point, distance) || part.IsBeyond(point, distance);
}

/// Whether it is worth to look at the points in a ball one by one, for those within `margin` of the surface.
bool MayPointsTouch(const RigidShape& shape, const Vec3& centre, double radius, double margin)
{
	const double reach = radius + margin;
	if (shape.HasParts() || shape.levels != nullptr)
	{
		return IsBallNear(shape, centre, reach);
	}
	if (!shape.field->MayBeNear(centre, reach) || IsBeyondPart(shape.Cover(), centre, reach + shape.outside))
	{
		return false;
	}
	// A look at the triangles costs more than that; it pays for balls that hold many points.
	return radius < kFewPoints * shape.radius || shape.field->IsNear(centre, reach);
}

/// How far contacts are worth a look. Where there are many, ReduceContacts keeps none for which `kGapWeight` times what
/// its gap is beyond the least one is more than it is apart from the deepest: |p - q|^2 + size^2 |m - n|^2, squared.
/// Both points lie within half of their gaps from the smaller body, and the normals differ by 2 at most.
class LookRange
{
public:
	LookRange(const RigidShape& a, const RigidShape& b, double margin)
		: m_radius(std::min(a.radius, b.radius)), m_limit(margin)
	{
	}

	double Limit() const { return m_limit; }

	/// (w e)^2 = (2 r + g + e)^2 + (2 size)^2 has e, the most that a gap is beyond the least one, g. Who overlaps looks
	/// as far into the other as out of it.
	void NoteGap(double gap)
	{
		const double least = std::max(gap, 0.0);
		const double across = 2.0 * m_radius + least;
		const double turned = 2.0 * kContactSize * m_radius;
		const double w = kGapWeight * kGapWeight - 1.0;
		const double beyond = (across + std::sqrt(across * across + w * (across * across + turned * turned))) / w;
		m_limit = std::min(m_limit, least + beyond);
	}

private:
	double m_radius;
	double m_limit; // m
};

/// Whether one of two bodies that meet within a step is fast: flights of these are stopped where the bodies themselves
/// meet, wherever contacts see them.
bool IsFar(const RigidShape& a, const RigidShape& b, double apart)
{
	return apart > kFastShare * (a.thickness + b.thickness);
}

/// Points of `points` against the surface of `solid`. `sign` is 1 if the points are A's: then the normal, from A to B,
/// is against the gradient of B's distance.
void CollectPoints(const PlacedShape& points,
	const PlacedShape& solid,
	LookRange& range,
	double coarse,
	bool pointsAreOfA,
	std::vector<ContactPoint>& found)
{
	const Mat3 toSolid = Transposed(solid.rotation) * points.rotation;
	const Vec3 offset = Transposed(solid.rotation) * (points.x - solid.x);
	const auto visit = [&](const Vec3& p, int32_t number)
	{
		const FieldSample sample = SampleShape(*solid.shape, toSolid * p + offset, range.Limit());
		if (!sample.isNear || sample.distance > range.Limit())
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
	const auto isInBox = [&](const Vec3& p, double r)
	{
		const Vec3 low = solid.shape->low;
		const Vec3 high = solid.shape->high;
		return p.x + r > low.x && p.y + r > low.y && p.z + r > low.z && p.x - r < high.x && p.y - r < high.y &&
			p.z - r < high.z;
	};
	if (points.shape->points.Points().empty())
	{
		int32_t number = 0;
		for (const ConvexPart& part : points.shape->parts)
		{
			for (const Vec3& p : part.vertices)
			{
				if (isInBox(toSolid * p + offset, range.Limit()))
				{
					visit(p, number);
				}
				++number;
			}
		}
		return;
	}
	const size_t begin = found.size();
	points.shape->points.WalkFrom(
		points.ToLocalPoint(solid.x),
		coarse,
		[&](const Vec3& centre, double radius)
		{
			const Vec3 p = toSolid * centre + offset;
			const double margin = range.Limit();
			const bool isAllNear = Length(p) + solid.shape->radius < margin;
			return isAllNear || (isInBox(p, radius + margin) && MayPointsTouch(*solid.shape, p, radius, margin));
		},
		[&](const Vec3& p, int32_t number)
		{
			const size_t before = found.size();
			visit(p, number);
			if (found.size() > before)
			{
				range.NoteGap(found.back().gap);
			}
		});
	// From where the walk begins depends on how the two lie.
	std::sort(found.begin() + static_cast<std::ptrdiff_t>(begin),
		found.end(),
		[](const ContactPoint& p, const ContactPoint& q) { return std::abs(p.feature) < std::abs(q.feature); });
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
		if (IsBeyondBox(part, point, sample.distance))
		{
			continue;
		}
		int32_t face = 0;
		const double distance = part.PlaneDistance(point, face, sample.distance);
		if (distance <= sample.distance)
		{
			sample.distance = distance;
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
	return std::any_of(shape.parts.begin(),
		shape.parts.end(),
		[&](const ConvexPart& part) { return !IsBeyondPart(part, centre, radius); });
}

void FindFieldContacts(
	const PlacedShape& a, const PlacedShape& b, double margin, double apart, std::vector<ContactPoint>& points)
{
	LookRange range(*a.shape, *b.shape, margin);
	const double coarse = IsFar(*a.shape, *b.shape, apart) ? kSeenAsOne * apart : 0.0;
	CollectPoints(a, b, range, coarse, true, points);
	CollectPoints(b, a, range, coarse, false, points);
}
} // namespace FractureCore
