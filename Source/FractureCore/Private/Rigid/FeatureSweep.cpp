// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/FeatureSweep.h"

#include "Mesh/ClosestOnTriangle.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
constexpr int32_t kMostSweepSteps = 256;

/// Advances while a plane separates two features. `nearest(share, onA, onB)` gives the nearest points.
template <size_t CountA, size_t CountB, typename Nearest>
FeatureHit Advance(const MovingPoint (&a)[CountA],
	const MovingPoint (&b)[CountB],
	double apart,
	double most,
	double kept,
	Nearest&& nearest)
{
	FeatureHit hit;
	double now = 0.0;
	double target = apart;
	for (int32_t step = 0; step < kMostSweepSteps; ++step)
	{
		Vec3 onA;
		Vec3 onB;
		nearest(now, onA, onB);
		const Vec3 between = onB - onA;
		const double distance = Length(between);
		if (step == 0)
		{
			target = DistanceToKeep(distance, apart, kept);
		}
		const Vec3 normal = distance > 0.0 ? between / distance : Vec3{};
		hit.normal = normal;
		hit.point = (onA + onB) * 0.5;
		double next = HUGE_VAL;
		for (const MovingPoint& p : a)
		{
			for (const MovingPoint& q : b)
			{
				const double closing = Dot(normal, p.way - q.way);
				if (closing > 0.0)
				{
					const double gap = Dot(normal, q.At(now) - p.At(now));
					next = std::min(next, now + std::max(gap - target, 0.0) / closing);
				}
			}
		}
		if (next >= most)
		{
			hit.share = 1.0;
			return hit;
		}
		// Near alone is no hit: the plane may keep them apart for good.
		if (distance <= target * (1.0 + kSweepSlack))
		{
			hit.isHit = true;
			hit.share = now;
			return hit;
		}
		now = next;
	}
	hit.isHit = true;
	hit.share = now;
	return hit;
}
} // namespace

SegmentShares ClosestOfSegments(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1)
{
	// [Ericson05] section 5.1.9.
	const Vec3 d1 = a1 - a0;
	const Vec3 d2 = b1 - b0;
	const Vec3 r = a0 - b0;
	const double a = LengthSquared(d1);
	const double e = LengthSquared(d2);
	const double f = Dot(d2, r);
	if (!(a > 0.0))
	{
		return {0.0, e > 0.0 ? std::clamp(f / e, 0.0, 1.0) : 0.0};
	}
	const double c = Dot(d1, r);
	if (!(e > 0.0))
	{
		return {std::clamp(-c / a, 0.0, 1.0), 0.0};
	}
	const double b = Dot(d1, d2);
	const double denominator = a * e - b * b;
	// Parallel edges: any place does, as long as the other follows it.
	double s = denominator > 1.0e-14 * a * e ? std::clamp((b * f - c * e) / denominator, 0.0, 1.0) : 0.0;
	double t = (b * s + f) / e;
	if (t < 0.0)
	{
		t = 0.0;
		s = std::clamp(-c / a, 0.0, 1.0);
	}
	else if (t > 1.0)
	{
		t = 1.0;
		s = std::clamp((b - c) / a, 0.0, 1.0);
	}
	return {s, t};
}

FeatureHit SweepPointFace(
	const MovingPoint& point, const MovingPoint (&face)[3], double apart, double most, double kept)
{
	const MovingPoint points[1] = {point};
	return Advance(points,
		face,
		apart,
		most,
		kept,
		[&](double share, Vec3& onPoint, Vec3& onFace)
		{
			onPoint = point.At(share);
			onFace = ClosestOnTriangle(onPoint, face[0].At(share), face[1].At(share), face[2].At(share));
		});
}

FeatureHit SweepEdges(const MovingPoint (&a)[2], const MovingPoint (&b)[2], double apart, double most, double kept)
{
	return Advance(a,
		b,
		apart,
		most,
		kept,
		[&](double share, Vec3& onA, Vec3& onB)
		{
			const Vec3 a0 = a[0].At(share);
			const Vec3 a1 = a[1].At(share);
			const Vec3 b0 = b[0].At(share);
			const Vec3 b1 = b[1].At(share);
			const SegmentShares nearest = ClosestOfSegments(a0, a1, b0, b1);
			onA = a0 + (a1 - a0) * nearest.a;
			onB = b0 + (b1 - b0) * nearest.b;
		});
}
} // namespace FractureCore
