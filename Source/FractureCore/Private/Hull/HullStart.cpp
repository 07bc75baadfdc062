// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Hull/HullStart.h"

#include "Hull/HullBuilder.h"
#include "Hull/UnitAcross.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace FractureCore
{
namespace HullStartDetail
{
namespace
{
double RoundToGrid(double x)
{
	// Next to 6, neighbouring doubles are 2^-50 apart.
	const double shifted = x + 6.0;
	return shifted - 6.0;
}

int32_t LongestAxis(std::span<const Vec3> points)
{
	Vec3 low = points[0];
	Vec3 high = points[0];
	for (const Vec3& p : points)
	{
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	const Vec3 e = high - low;
	return e.x >= e.y && e.x >= e.z ? 0 : (e.y >= e.z ? 1 : 2);
}

struct Farthest
{
	int32_t point = kNoIndex;
	double measure = 0.0;
};

/// The point where `measure` is largest; of those where it almost is, the most extreme, so that it is a corner.
template <typename Measure>
Farthest FindFarthest(std::span<const Vec3> points, double tolerance, Measure&& measure)
{
	Farthest best{kNoIndex, -std::numeric_limits<double>::infinity()};
	for (const Vec3& p : points)
	{
		best.measure = std::max(best.measure, measure(p));
	}
	for (size_t i = 0; i < points.size(); ++i)
	{
		if (measure(points[i]) >= best.measure - tolerance &&
			(best.point == kNoIndex || HullBuilder::IsMoreExtreme(points[i], points[best.point])))
		{
			best.point = static_cast<int32_t>(i);
		}
	}
	return best;
}

} // namespace
} // namespace HullStartDetail

UnitPoints SnapToUnitGrid(std::span<const Vec3> points)
{
	Vec3 low = points[0];
	Vec3 high = points[0];
	for (const Vec3& p : points)
	{
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	const Vec3 middle = 0.5 * low + 0.5 * high;
	const Vec3 half = 0.5 * high - 0.5 * low;
	const double largest = std::max({half.x, half.y, half.z});
	int exponent = 0;
	// A little more, so that what rounds beyond the half stays within.
	std::frexp(1.0001 * largest, &exponent);
	UnitPoints unit;
	unit.metresPerUnit = largest > 0.0 ? std::ldexp(1.0, exponent) : 1.0;
	unit.size = 2.0 * largest / unit.metresPerUnit;
	for (const Vec3& corner : {low, high})
	{
		unit.farthestCoordinate =
			std::max({unit.farthestCoordinate, std::abs(corner.x), std::abs(corner.y), std::abs(corner.z)});
	}
	unit.points.reserve(points.size());
	const double unitPerMetre = 1.0 / unit.metresPerUnit;
	for (const Vec3& p : points)
	{
		const Vec3 q = (p - middle) * unitPerMetre;
		unit.points.push_back(
			{HullStartDetail::RoundToGrid(q.x), HullStartDetail::RoundToGrid(q.y), HullStartDetail::RoundToGrid(q.z)});
	}
	return unit;
}

HullStart FindHullStart(const UnitPoints& unit, double flatness, double tolerance)
{
	using namespace HullStartDetail;
	const std::span<const Vec3> points = unit.points;
	const double least = flatness * unit.size;
	HullStart start;
	if (!(least > 0.0))
	{
		return start;
	}
	auto& [a, b, c, d] = start.corners;
	const int32_t axis = LongestAxis(points);
	a = FindFarthest(points, tolerance, [&](const Vec3& p) { return -Component(p, axis); }).point;
	b = FindFarthest(points, tolerance, [&](const Vec3& p) { return Component(p, axis); }).point;
	const Vec3 origin = points[a];
	const Vec3 along = Normalised(points[b] - origin);
	start.axes[0] = along;
	start.dimension = 1;
	const auto fromLine = [&](const Vec3& p) { return (p - origin) - along * Dot(p - origin, along); };
	const Farthest third = FindFarthest(points, tolerance, [&](const Vec3& p) { return Length(fromLine(p)); });
	if (third.measure < least)
	{
		return start;
	}
	c = third.point;
	start.axes[1] = Normalised(fromLine(points[c]));
	start.axes[2] = Cross(along, start.axes[1]);
	start.dimension = 2;
	const Vec3 normal = start.axes[2];
	const Farthest fourth =
		FindFarthest(points, tolerance, [&](const Vec3& p) { return std::abs(Dot(p - origin, normal)); });
	if (fourth.measure >= least)
	{
		d = fourth.point;
		start.dimension = 3;
	}
	return start;
}

std::vector<Vec3> ThickenFlatSet(
	std::span<const Vec3> points, const UnitPoints& unit, const HullStart& start, double flatness)
{
	// Wide enough to be more than rounding far from the origin; a nanometre for a single point at it.
	const double half =
		std::max({flatness * unit.size * unit.metresPerUnit, 1.0e-12 * unit.farthestCoordinate, 1.0e-9});
	std::array<Vec3, 3> missing = {Vec3{1.0, 0.0, 0.0}, Vec3{0.0, 1.0, 0.0}, Vec3{0.0, 0.0, 1.0}};
	if (start.dimension == 1)
	{
		missing[0] = UnitAcross(start.axes[0]);
		missing[1] = Cross(start.axes[0], missing[0]);
	}
	else if (start.dimension == 2)
	{
		missing[0] = start.axes[2];
	}
	std::vector<Vec3> thick(points.begin(), points.end());
	for (size_t k = 0; k + static_cast<size_t>(start.dimension) < 3; ++k)
	{
		const size_t count = thick.size();
		for (size_t i = 0; i < count; ++i)
		{
			thick.push_back(thick[i] + half * missing[k]);
			thick[i] -= half * missing[k];
		}
	}
	return thick;
}
} // namespace FractureCore
