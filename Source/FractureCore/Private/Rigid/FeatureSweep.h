// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <algorithm>

namespace FractureCore
{
/// The nearest points of two segments, as shares of their lengths.
struct SegmentShares
{
	double a = 0.0;
	double b = 0.0;
};
SegmentShares ClosestOfSegments(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1);

// Of a distance that is less than the one to be kept: rounding is no reason to stop at once.
inline constexpr double kKeptShare = 0.9;

// Of the distance to be kept: less than this is not given away. Bodies that others press together would come to touch
// in the end, and nothing keeps those that touch from crossing.
inline constexpr double kLeastKept = 0.01;

// Of the distance to be kept: so near to it is there.
inline constexpr double kSweepSlack = 0.02;

/// m to be kept all along a way that starts with that `distance`.
inline double DistanceToKeep(double distance, double apart, double kept)
{
	return std::min({apart, distance, std::max(kept * distance, kLeastKept * apart)});
}

/// A point that goes straight from one place to another while a share of 1 passes.
struct MovingPoint
{
	Vec3 from;
	Vec3 way;

	Vec3 At(double share) const { return from + way * share; }
};

/// What two features do on their way.
struct FeatureHit
{
	double share = 1.0; // up to which they stay apart for certain; 1: all the way
	bool isHit = false;
	Vec3 normal; // unit, from the point to the face, or from the first edge to the second
	Vec3 point;  // halfway between them then
};

/// When a point and a face, or two edges, come within `apart` m of each other, or within `kept` of their distance
/// at the start if that is less (DistanceToKeep); they must not touch then. Shares beyond `most` are of no interest.
/// The four points of a cubic in time are not looked for: from place to place, the plane square to the nearest points
/// keeps the features apart for a time that is known, so that rounding can make a hit early, never missed [Mirtich96b].
FeatureHit SweepPointFace(
	const MovingPoint& point, const MovingPoint (&face)[3], double apart, double most, double kept = kKeptShare);
FeatureHit SweepEdges(
	const MovingPoint (&a)[2], const MovingPoint (&b)[2], double apart, double most, double kept = kKeptShare);
} // namespace FractureCore
