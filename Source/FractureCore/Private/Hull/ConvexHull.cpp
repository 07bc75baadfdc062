// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Hooks.h"
#include "FractureCore/Hull.h"
#include "Hull/HullBuilder.h"
#include "Hull/HullStart.h"
#include "Mesh/SurfaceIntegrals.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace FractureCore
{
namespace ConvexHullDetail
{
namespace
{
constexpr double kFlatness = 1.0e-6; // of the size: sets thinner than this are given this thickness
constexpr int32_t kMostRounds = 16;  // of taking out vertices that no corner needs

/// Numbers the vertices as the triangles name them.
ConvexHull Gather(std::span<const Vec3> points, std::vector<Triangle> triangles)
{
	ConvexHull hull;
	std::vector<int32_t> number(points.size(), kNoIndex);
	for (Triangle& triangle : triangles)
	{
		for (int32_t& v : triangle.v)
		{
			if (number[v] == kNoIndex)
			{
				number[v] = static_cast<int32_t>(hull.positions.size());
				hull.positions.push_back(points[v]);
			}
			v = number[v];
		}
	}
	hull.triangles = std::move(triangles);
	hull.volume = IntegrateSurface(hull.positions, hull.triangles).volume;
	return hull;
}

/// The builder's tolerance is no better than its arithmetic.
double ToleranceInUnits(const UnitPoints& unit, double tolerance)
{
	return std::max(tolerance * unit.size, HullBuilder::kLeastTolerance);
}

ConvexHull BuildHull(std::span<const Vec3> points, int32_t maxVertices, double tolerance)
{
	// So much more than the tolerance that what was made thick stays so.
	const double flatness = std::max(kFlatness, 4.0 * tolerance);
	UnitPoints unit = SnapToUnitGrid(points);
	HullStart start = FindHullStart(unit, flatness, ToleranceInUnits(unit, tolerance));
	std::vector<Vec3> thick;
	if (start.dimension < 3)
	{
		thick = ThickenFlatSet(points, unit, start, flatness);
		points = thick;
		unit = SnapToUnitGrid(points);
		start = FindHullStart(unit, flatness, ToleranceInUnits(unit, tolerance));
	}
	HullBuilder builder(unit.points, ToleranceInUnits(unit, tolerance), maxVertices);
	builder.Start(start.corners);
	const double outside = builder.Grow();
	ConvexHull hull = Gather(points, builder.Triangles());
	hull.outside = outside * unit.metresPerUnit;
	return hull;
}

double SizeOf(const ConvexHull& hull)
{
	const SurfaceIntegrals whole = IntegrateSurface(hull.positions, hull.triangles);
	const Vec3 extent = whole.high - whole.low;
	return std::max({extent.x, extent.y, extent.z});
}

/// How far each vertex stands out (m): the distance from it to a plane across it that has all its neighbours behind it.
/// A bound from below for its distance to the hull of the others, 0 for one in the middle of a side or an edge.
/// Slivers, triangles that are not as high as `leastHeight` of their length, have no say: their normals are rounding.
std::vector<double> Prominence(const ConvexHull& hull, double leastHeight)
{
	// The sum of its faces' normals points into the middle of all planes that touch the hull in this vertex alone.
	std::vector<Vec3> outward(hull.positions.size());
	for (const Triangle& t : hull.triangles)
	{
		const Vec3 u = hull.positions[t.v[1]] - hull.positions[t.v[0]];
		const Vec3 v = hull.positions[t.v[2]] - hull.positions[t.v[0]];
		const Vec3 cross = Cross(u, v);
		const double longest = std::sqrt(std::max({LengthSquared(u), LengthSquared(v), LengthSquared(u - v)}));
		const double twiceArea = Length(cross);
		for (int32_t k = 0; k < 3 && twiceArea > leastHeight * longest; ++k)
		{
			outward[t.v[k]] += cross / twiceArea;
		}
	}
	std::vector<double> prominence(hull.positions.size(), std::numeric_limits<double>::infinity());
	for (const Triangle& t : hull.triangles)
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			const int32_t v = t.v[k];
			const Vec3 edge = hull.positions[v] - hull.positions[t.v[(k + 1) % 3]];
			prominence[v] = std::min(prominence[v], Dot(Normalised(outward[v]), edge));
		}
	}
	return prominence;
}

/// The vertices without those that stand out less than the tolerance. Of neighbours only one goes at a time, for
/// without it the others may stand out.
std::vector<Vec3> ProminentVertices(const ConvexHull& hull, double tolerance)
{
	const double least = tolerance * SizeOf(hull);
	const std::vector<double> prominence = Prominence(hull, least);
	std::vector<bool> keep(hull.positions.size());
	for (size_t i = 0; i < keep.size(); ++i)
	{
		keep[i] = prominence[i] > least;
	}
	for (const Triangle& t : hull.triangles)
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			const int32_t v = t.v[k];
			const int32_t next = t.v[(k + 1) % 3];
			const bool nextGoesFirst = prominence[next] != prominence[v] ? prominence[next] < prominence[v] : next < v;
			if (prominence[next] <= least && nextGoesFirst)
			{
				keep[v] = true;
			}
		}
	}
	std::vector<Vec3> kept;
	for (size_t i = 0; i < hull.positions.size(); ++i)
	{
		if (keep[i])
		{
			kept.push_back(hull.positions[i]);
		}
	}
	return kept;
}
} // namespace
} // namespace ConvexHullDetail

ConvexHull ComputeConvexHull(std::span<const Vec3> points, int32_t maxVertices, double tolerance)
{
	using namespace ConvexHullDetail;
	FRACTURECORE_ASSERT(maxVertices == 0 || maxVertices >= 4);
	FRACTURECORE_ASSERT(tolerance >= 1.0e-12 && tolerance <= 0.01);
	FRACTURECORE_ASSERT(std::all_of(points.begin(), points.end(), IsFinite));
	if (points.empty())
	{
		return {};
	}
	ConvexHull hull = BuildHull(points, maxVertices, tolerance);
	for (int32_t round = 0; round < kMostRounds; ++round)
	{
		const std::vector<Vec3> kept = ProminentVertices(hull, tolerance);
		if (kept.size() == hull.positions.size())
		{
			break;
		}
		const double outside = hull.outside;
		hull = BuildHull(kept, 0, tolerance);
		hull.outside = outside;
	}
	return hull;
}
} // namespace FractureCore
