// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/ShellSweep.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Of the smaller body: on a longer way too many features might meet to look at them all.
constexpr double kPieceOfWay = 0.1;

/// Where the corners are on their straight ways: no rotation in between, but linear all the same.
RelativePose Between(const RelativePose& from, const RelativePose& to, double share)
{
	return {from.rotation * (1.0 - share) + to.rotation * share, from.offset * (1.0 - share) + to.offset * share};
}
} // namespace

FeatureHit SweepShells(const ShellMesh& a,
	const ShellMesh& b,
	const RelativePose& from,
	const RelativePose& to,
	double apart,
	double kept,
	double* atStart)
{
	const Box& box = b.Nodes()[0].box;
	const double way = MostMotion(from, to, box);
	const Box& boxA = a.Nodes()[0].box;
	const double piece = kPieceOfWay * std::min(Length(box.high - box.low), Length(boxA.high - boxA.low));
	double now = 0.0;
	double keep = apart;
	NearLeaves nearest;
	const auto keepOf = [&](double distance)
	{
		if (atStart != nullptr)
		{
			*atStart = std::min(distance, apart);
		}
		keep = DistanceToKeep(distance, apart, kept);
		kept = distance > 0.0 ? std::max(kept, keep / distance) : kept;
	};
	while (way > 0.0)
	{
		const RelativePose pose = Between(from, to, now);
		const double left = way * (1.0 - now);
		double next = 1.0;
		if (left > piece && piece > 0.0)
		{
			Vec3 axis;
			const double distance = ShellDistance(a, b, pose, left + apart, axis, nearest);
			if (now == 0.0)
			{
				keepOf(distance);
			}
			if (distance - keep >= left)
			{
				break;
			}
			if (distance - keep > piece)
			{
				now += (distance - keep) / way;
				continue;
			}
			next = std::min(1.0, now + (distance - keep + piece) / way);
		}
		const RelativePose end = Between(from, to, next);
		ShellFeatures features = FindFeaturesOnWay(a, b, pose, end, keep);
		if (left <= piece && now == 0.0)
		{
			keepOf(MeasureFeatures(a, b, features, pose, apart, nullptr));
		}
		FeatureHit hit = SweepFeatures(a, b, features, pose, end, keep, kept);
		if (hit.isHit)
		{
			hit.share = now + (next - now) * hit.share;
			return hit;
		}
		if (next >= 1.0)
		{
			break;
		}
		now = next;
	}
	return {};
}
} // namespace FractureCore
