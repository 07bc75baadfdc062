// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/ContactPair.h"

#include "Rigid/ConvexContact.h"
#include "Rigid/FieldContact.h"
#include "Rigid/Gjk.h"
#include "Rigid/ShellContact.h"

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
	const auto visit = [&](const Vec3& p, int32_t)
	{
		const FieldSample sample = SampleShape(*solid.shape, toSolid * p + offset, least);
		if (sample.isNear && sample.distance < least)
		{
			least = std::max(sample.distance, 0.0);
			towardsSolid = solid.rotation * -sample.normal;
		}
	};
	if (points.shape->points.Points().empty())
	{
		for (const ConvexPart& part : points.shape->parts)
		{
			for (const Vec3& p : part.vertices)
			{
				visit(p, 0);
			}
		}
		return;
	}
	points.shape->points.Walk([&](const Vec3& centre, double radius)
		{ return IsBallNear(*solid.shape, toSolid * centre + offset, radius + least); },
		visit);
}
/// Whether the box of B's part comes within `margin` of A's, in A's frame.
bool AreBoxesNear(const ConvexPart& a, const ConvexPart& b, const RelativePose& pose, double margin)
{
	const Vec3 middle = pose.rotation * ((b.low + b.high) * 0.5) + pose.offset;
	const Vec3 half = (b.high - b.low) * 0.5;
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		const double* row = pose.rotation.m[axis];
		const double reach = std::abs(row[0]) * half.x + std::abs(row[1]) * half.y + std::abs(row[2]) * half.z + margin;
		const double at = Component(middle, axis);
		if (at - reach > Component(a.high, axis) || at + reach < Component(a.low, axis))
		{
			return false;
		}
	}
	return true;
}

// Of the skin: nearer than this the surfaces themselves are looked at.
constexpr double kCloseLook = 4.0;

/// The gap at rest after the parts were seen `least` apart.
void UpdateRest(PartLink& link, bool isNew, double least, double skin)
{
	link.rest = isNew ? std::min(least, skin) : std::min(skin, std::max(link.rest, least));
}

constexpr size_t kContacts = 8;
constexpr size_t kTurningContacts = 16;

// Of thin shells: they touch all along their rims, and what is near counts more than where it is.
constexpr size_t kShellContacts = 16;
constexpr double kShellGapWeight = 16.0;

// What a gap counts against a contact that is to carry, as a slope: points of a round edge rise less steeply than that
// from the face within it only as far as nobody sees. And what it counts in favour that it was there in the last step.
constexpr double kCarryWeight = 16.0;
constexpr double kCarryBonus = 1.1;
constexpr double kCarryApart = 0.1; // of the size: nearer to another it carries no more than that does

// Of the size: how much deeper another point must lie to be the deepest instead of one of the last step.
constexpr double kStayBonus = 1.0e-3;
} // namespace

PairDistance CoverDistance(const PlacedShape& a, const PlacedShape& b, double maxDistance, Vec3& axis)
{
	// A convex body is its hull, but for where its triangles count.
	const bool areShells = MeetAsShells(*a.shape, *b.shape);
	const auto outsideOf = [&](const RigidShape& shape)
	{ return shape.IsConvex() && !areShells ? 0.0 : shape.outside; };
	const double outside = outsideOf(*a.shape) + outsideOf(*b.shape);
	const GjkResult nearest =
		GjkDistance(a.shape->Cover(), b.shape->Cover(), PoseInFrameOf(a, b), axis, maxDistance + outside);
	if (nearest.outcome == GjkOutcome::Overlap)
	{
		return {};
	}
	axis = nearest.axis;
	return {std::max(nearest.distance - outside, 0.0), a.rotation * nearest.axis, true};
}

void ReduceContacts(
	std::vector<ContactPoint>& points, std::span<const ContactPoint> before, double size, size_t most, double gapWeight)
{
	if (points.size() <= most)
	{
		return;
	}
	std::vector<double> bonus(points.size(), 0.0);
	size_t deepest = 0;
	for (size_t i = 0; i < points.size(); ++i)
	{
		const ContactPoint& p = points[i];
		const bool wasThere = p.feature != kNoIndex &&
			std::any_of(
				before.begin(), before.end(), [&](const ContactPoint& old) { return old.feature == p.feature; });
		bonus[i] = wasThere ? kStayBonus * size : 0.0;
		deepest = p.gap - bonus[i] < points[deepest].gap - bonus[deepest] ? i : deepest;
	}
	std::vector<ContactPoint> kept = {points[deepest]};
	std::vector<double> apart(points.size(), HUGE_VAL);
	double deepestGap = HUGE_VAL;
	for (const ContactPoint& p : points)
	{
		deepestGap = std::min(deepestGap, p.gap);
	}
	// First those that come down first, wherever the body tips: points that lie farther out but higher would let them
	// in by what they are higher.
	const size_t mostCarrying = most - most / 4;
	bool isCarrying = true;
	while (kept.size() < most)
	{
		isCarrying = isCarrying && kept.size() < mostCarrying;
		size_t best = 0;
		double worthMost = -1.0;
		for (size_t i = 0; i < points.size(); ++i)
		{
			const ContactPoint& p = points[i];
			apart[i] = std::min(apart[i],
				LengthSquared(p.point - kept.back().point) +
					size * size * LengthSquared(p.normal - kept.back().normal));
			// A point that is far from touching is worth less than one that touches.
			const double above = p.gap - deepestGap;
			const double worth = isCarrying
				? (std::sqrt(apart[i]) - above * kCarryWeight) * (bonus[i] > 0.0 ? kCarryBonus : 1.0)
				: (apart[i] - above * above * gapWeight * gapWeight) * (bonus[i] > 0.0 ? 1.5 : 1.0);
			if (worth > worthMost)
			{
				worthMost = worth;
				best = i;
			}
		}
		if (worthMost > (isCarrying ? kCarryApart * size : 1.0e-6 * size * size))
		{
			kept.push_back(points[best]);
		}
		else if (isCarrying)
		{
			isCarrying = false;
		}
		else
		{
			break;
		}
	}
	points = std::move(kept);
}

void FindContacts(
	const PlacedShape& a, const PlacedShape& b, double margin, std::span<const ContactPoint> before, ContactPair& pair)
{
	std::vector<ContactPoint>& points = pair.points;
	points.clear();
	const double skin = std::min(a.shape->skin, b.shape->skin);
	const bool hasParts = a.shape->HasParts() && b.shape->HasParts();
	const std::vector<ConvexPart>& partsA = a.shape->parts;
	const std::vector<ConvexPart>& partsB = b.shape->parts;
	pair.links.resize(hasParts ? partsA.size() * partsB.size() : 1);
	const RelativePose pose = PoseInFrameOf(a, b);
	const size_t links = pair.links.size();
	const auto areCoversWithin = [&](double distance)
	{
		Vec3 axis;
		return CoverDistance(a, b, distance, axis).distance < distance;
	};
	const bool mayPartsTouch = links == 1 || areCoversWithin(margin);
	for (size_t i = 0; i < links; ++i)
	{
		const size_t begin = points.size();
		PartLink& link = pair.links[i];
		if (MeetAsShells(*a.shape, *b.shape))
		{
			pair.apart = std::min(margin, ShellLook(*a.shape, *b.shape));
			if (areCoversWithin(pair.apart))
			{
				FindShellContacts(a, b, pose, pair.apart, pair);
			}
		}
		else if (!hasParts)
		{
			Vec3 axis;
			const double apart = CoverDistance(a, b, margin, axis).distance;
			if (apart < margin)
			{
				FindFieldContacts(a, b, margin, apart, points);
			}
		}
		else
		{
			const ConvexPart& partA = partsA[i / partsB.size()];
			const ConvexPart& partB = partsB[i % partsB.size()];
			if (links == 1 || (mayPartsTouch && AreBoxesNear(partA, partB, pose, margin)))
			{
				FindPartContacts(a, partA, partB, pose, margin, pair.beside, link, points);
			}
		}
		double least = skin;
		for (size_t k = begin; k < points.size(); ++k)
		{
			least = std::min(least, points[k].gap);
		}
		UpdateRest(link, pair.isNew, least, skin);
		for (size_t k = begin; k < points.size(); ++k)
		{
			points[k].room = points[k].gap - link.rest;
		}
	}
	pair.isNew = false;
	const double size = kContactSize * std::min(a.shape->radius, b.shape->radius);
	if (MeetAsShells(*a.shape, *b.shape))
	{
		ReduceContacts(points, before, size, kShellContacts, kShellGapWeight);
		return;
	}
	ReduceContacts(points, before, size, pair.isTurning ? kTurningContacts : kContacts);
}

PairDistance BoundDistance(
	const PlacedShape& a, const PlacedShape& b, double maxDistance, Vec3& axis, NearLeaves* guess)
{
	PairDistance result;
	result.distance = maxDistance;
	const PairDistance cover = CoverDistance(a, b, maxDistance, axis);
	const bool areCovers = a.shape->IsConvex() && b.shape->IsConvex();
	if (areCovers || cover.distance > kCloseLook * std::min(a.shape->skin, b.shape->skin))
	{
		return cover;
	}
	if (a.shape->HasParts() && b.shape->HasParts())
	{
		const RelativePose pose = PoseInFrameOf(a, b);
		for (const ConvexPart& partA : a.shape->parts)
		{
			for (const ConvexPart& partB : b.shape->parts)
			{
				if (!AreBoxesNear(partA, partB, pose, result.distance))
				{
					continue;
				}
				const GjkResult nearest = GjkDistance(partA, partB, pose, axis, result.distance);
				if (nearest.outcome == GjkOutcome::Overlap)
				{
					return {};
				}
				if (nearest.distance < result.distance)
				{
					result.distance = nearest.distance;
					result.axis = a.rotation * nearest.axis;
					axis = nearest.axis;
				}
			}
		}
		return result;
	}
	if (MeetAsShells(*a.shape, *b.shape))
	{
		NearLeaves unknown;
		result.distance = ShellDistance(*a.shape->shell,
			*b.shape->shell,
			PoseInFrameOf(a, b),
			maxDistance,
			axis,
			guess != nullptr ? *guess : unknown);
		result.axis = a.rotation * axis;
		return result;
	}
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
