// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A ray from a point to infinity crosses a closed surface as often outward, less inward, as the surface winds around
// the point. All rays are parallel, so the triangles look up in a plane grid which rays they may meet: one pass over
// the triangles, and no tree.
#include "Bake/OverlapProbes.h"

#include "Mesh/SurfaceIntegrals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <span>
#include <vector>

namespace FractureCore
{
namespace OverlapProbesDetail
{
namespace
{
constexpr double kProbeOffset = 1.0e-3; // of the root of the triangle's area
constexpr double kProbeReach = 1.0e-7;  // of the size: parts that are apart by a hair more do not overlap
constexpr double kProbeHeight = 5.0e-2; // of the triangle's height: no farther, lest the neighbour at a notch is passed
constexpr double kThinnestProbed = 1.0e-6; // height to longest edge: rounding decides where thinner ones look
constexpr int32_t kGridCells = 64;         // along a side
constexpr int64_t kTriangleGrain = 8192;

/// Rays run along the third of these; no edge of a modelled surface is likely to be parallel to them.
constexpr Vec3 kAxes[3] = {{0.48, 0.64, -0.6}, {-0.8, 0.6, 0.0}, {0.36, 0.48, 0.8}};

class RayGrid
{
public:
	RayGrid(const Vec3& origin, std::span<const Vec3> points) : m_origin(origin)
	{
		m_rays.reserve(points.size());
		for (const Vec3& p : points)
		{
			m_rays.push_back(Turn(p));
		}
		m_low = m_high = m_rays[0];
		for (const Vec3& ray : m_rays)
		{
			m_low = {std::min(m_low.x, ray.x), std::min(m_low.y, ray.y), 0.0};
			m_high = {std::max(m_high.x, ray.x), std::max(m_high.y, ray.y), 0.0};
		}
		m_begin.assign(kGridCells * kGridCells + 1, 0);
		for (const Vec3& ray : m_rays)
		{
			++m_begin[CellOf(ray) + 1];
		}
		for (size_t i = 1; i < m_begin.size(); ++i)
		{
			m_begin[i] += m_begin[i - 1];
		}
		m_members.resize(m_rays.size());
		std::vector<int32_t> next(m_begin.begin(), m_begin.end() - 1);
		for (size_t i = 0; i < m_rays.size(); ++i)
		{
			m_members[next[CellOf(m_rays[i])]++] = static_cast<int32_t>(i);
		}
	}

	/// Adds the triangle to the winding numbers of the points whose rays cross it.
	void AddTriangle(const SolidSurface& solid, const Triangle& triangle, std::vector<int32_t>& windings) const
	{
		const std::array<Vec3, 3> p = {Turn(solid.positions[triangle.v[0]]),
			Turn(solid.positions[triangle.v[1]]),
			Turn(solid.positions[triangle.v[2]])};
		const Vec3 low{std::min({p[0].x, p[1].x, p[2].x}), std::min({p[0].y, p[1].y, p[2].y}), 0.0};
		const Vec3 high{std::max({p[0].x, p[1].x, p[2].x}), std::max({p[0].y, p[1].y, p[2].y}), 0.0};
		if (high.x < m_low.x || high.y < m_low.y || low.x > m_high.x || low.y > m_high.y)
		{
			return;
		}
		for (int32_t row = CellAlong(low.y, m_low.y, m_high.y); row <= CellAlong(high.y, m_low.y, m_high.y); ++row)
		{
			const int32_t first = kGridCells * row + CellAlong(low.x, m_low.x, m_high.x);
			const int32_t last = kGridCells * row + CellAlong(high.x, m_low.x, m_high.x);
			for (int32_t i = m_begin[first]; i < m_begin[last + 1]; ++i)
			{
				windings[m_members[i]] += Crossing(p, triangle, m_rays[m_members[i]]);
			}
		}
	}

private:
	Vec3 Turn(const Vec3& point) const
	{
		const Vec3 p = point - m_origin;
		return {Dot(kAxes[0], p), Dot(kAxes[1], p), Dot(kAxes[2], p)};
	}

	static int32_t CellAlong(double x, double low, double high)
	{
		const double cell = kGridCells * ((x - low) / (high - low));
		return cell > 0.0 ? static_cast<int32_t>(std::min(cell, kGridCells - 1.0)) : 0; // 0 of 0 lies in the first
	}
	int32_t CellOf(const Vec3& ray) const
	{
		return kGridCells * CellAlong(ray.y, m_low.y, m_high.y) + CellAlong(ray.x, m_low.x, m_high.x);
	}

	/// Twice the area of the ray and the edge, seen along the ray. The same number with the opposite sign for an edge
	/// taken the other way: neighbours agree on whose side of their edge a ray passes.
	static double EdgeSide(const Vec3& a, const Vec3& b, bool swapped, const Vec3& ray)
	{
		const Vec3& from = swapped ? b : a;
		const Vec3& to = swapped ? a : b;
		const double side = (from.x - ray.x) * (to.y - ray.y) - (to.x - ray.x) * (from.y - ray.y);
		return swapped ? -side : side;
	}

	/// 1 if the ray leaves through the triangle, -1 if it enters, 0 if it misses.
	static int32_t Crossing(const std::array<Vec3, 3>& p, const Triangle& triangle, const Vec3& ray)
	{
		double side[3]; // of the edge across from each corner
		for (size_t k = 0; k < 3; ++k)
		{
			const size_t from = (k + 1) % 3;
			const size_t to = (k + 2) % 3;
			side[k] = EdgeSide(p[from], p[to], triangle.v[from] > triangle.v[to], ray);
		}
		// On an edge: the side that the edge's own direction, from the lower vertex to the higher, has to its left.
		const auto isLeft = [&](size_t k)
		{ return side[k] != 0.0 ? side[k] > 0.0 : triangle.v[(k + 1) % 3] < triangle.v[(k + 2) % 3]; };
		const bool left = isLeft(0);
		if (isLeft(1) != left || isLeft(2) != left)
		{
			return 0;
		}
		const double sum = side[0] + side[1] + side[2];
		const double height = (side[0] * p[0].z + side[1] * p[1].z + side[2] * p[2].z) / sum;
		return height > ray.z ? (left ? 1 : -1) : 0;
	}

	Vec3 m_origin;
	std::vector<Vec3> m_rays; // start, in the axes
	Vec3 m_low;               // of all rays, across them
	Vec3 m_high;
	std::vector<int32_t> m_begin; // of each cell's members, and the end
	std::vector<int32_t> m_members;
};

/// Just outside of every looked-at triangle, then just inside.
std::vector<Vec3> MakeProbePoints(const SolidSurface& solid, int64_t ownTriangles)
{
	const int64_t probes = std::min(ownTriangles, kOverlapProbes);
	const SurfaceIntegrals whole = IntegrateSurface(solid.positions, solid.triangles);
	const double reach = kProbeReach * Length(whole.high - whole.low);
	std::vector<Vec3> points;
	for (int64_t i = 0; i < probes; ++i)
	{
		const Triangle& t = solid.triangles[static_cast<size_t>(i * ownTriangles / probes)];
		const Vec3& a = solid.positions[t.v[0]];
		const Vec3& b = solid.positions[t.v[1]];
		const Vec3& c = solid.positions[t.v[2]];
		const Vec3 normal = Cross(b - a, c - a);
		const double area = 0.5 * Length(normal);
		const double longest = std::max({Length(b - a), Length(c - b), Length(a - c)});
		const double height = 2.0 * area / longest;
		if (!(height > kThinnestProbed * longest))
		{
			continue;
		}
		const Vec3 step = Normalised(normal) * std::min({kProbeOffset * std::sqrt(area), kProbeHeight * height, reach});
		const Vec3 middle = (a + b + c) / 3.0;
		points.push_back(middle + step);
		points.push_back(middle - step);
	}
	return points;
}
} // namespace
} // namespace OverlapProbesDetail

int64_t CountBuriedProbes(const SolidSurface& solid, int64_t ownTriangles, TaskRunner& runner)
{
	using namespace OverlapProbesDetail;
	if (ownTriangles == 0)
	{
		return 0;
	}
	const std::vector<Vec3> points = MakeProbePoints(solid, ownTriangles);
	if (points.empty())
	{
		return 0;
	}
	const RayGrid grid(points[0], points);
	const std::vector<int32_t> windings = ParallelReduce(
		runner,
		static_cast<int64_t>(solid.triangles.size()),
		kTriangleGrain,
		std::vector<int32_t>(points.size(), 0),
		[&](int64_t begin, int64_t end)
		{
			std::vector<int32_t> part(points.size(), 0);
			for (int64_t i = begin; i < end; ++i)
			{
				grid.AddTriangle(solid, solid.triangles[i], part);
			}
			return part;
		},
		[](std::vector<int32_t> sum, const std::vector<int32_t>& part)
		{
			std::transform(sum.begin(), sum.end(), part.begin(), sum.begin(), std::plus<>());
			return sum;
		});
	int64_t buried = 0;
	for (size_t i = 0; i < windings.size(); i += 2)
	{
		buried += windings[i] > 0 || windings[i + 1] > 1 ? 1 : 0;
	}
	return buried;
}
} // namespace FractureCore
