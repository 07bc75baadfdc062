// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/SurfaceField.h"

#include "Mesh/ClosestOnTriangle.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// With fewer triangles a look at them is as quick as one at a grid.
constexpr size_t kLeastForGrid = 200;

// Of a distance.
constexpr double kMoreThanRounded = 1.0 + 1.0e-9;

std::vector<Vec3> RelativePositions(const SurfaceMesh& surface, const Vec3& origin)
{
	std::vector<Vec3> positions;
	positions.reserve(surface.positions.size());
	for (const Vec3& p : surface.positions)
	{
		positions.push_back(p - origin);
	}
	return positions;
}
} // namespace

SurfaceField::SurfaceField(const SurfaceMesh& surface, const Vec3& origin, TaskRunner& runner)
	: m_positions(RelativePositions(surface, origin)), m_triangles(surface.triangles),
	  m_normals(m_positions, m_triangles), m_tree(m_positions, m_triangles, runner)
{
	if (m_triangles.size() >= kLeastForGrid)
	{
		Vec3 low = m_positions[m_triangles.front().v[0]];
		Vec3 high = low;
		for (const Vec3& p : m_positions)
		{
			low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
			high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
		}
		m_grid = DistanceGrid(m_tree, low, high);
	}
}

double SurfaceField::DistanceBound(const Vec3& point, int32_t triangle) const
{
	const int32_t* v = m_triangles[triangle].v;
	const Vec3 there = ClosestOnTriangle(point, m_positions[v[0]], m_positions[v[1]], m_positions[v[2]]);
	return Length(there - point) * kMoreThanRounded;
}

bool SurfaceField::IsNear(const Vec3& point, double maxDistance) const
{
	if (!m_grid.IsEmpty())
	{
		const DistanceBounds bounds = m_grid.Bounds(point);
		if (bounds.least > maxDistance || bounds.most < maxDistance)
		{
			return bounds.most < maxDistance;
		}
		if (DistanceBound(point, bounds.triangle) < maxDistance)
		{
			return true;
		}
	}
	return m_tree.Closest(point, maxDistance).triangle != kNoIndex;
}

FieldSample SurfaceField::Sample(const Vec3& point, double maxDistance) const
{
	FieldSample sample;
	double reach = maxDistance;
	if (!m_grid.IsEmpty())
	{
		const DistanceBounds bounds = m_grid.Bounds(point);
		if (bounds.least > maxDistance)
		{
			return sample;
		}
		reach = std::min(reach, DistanceBound(point, bounds.triangle));
	}
	const ClosestPoint closest = m_tree.Closest(point, reach);
	if (closest.triangle == kNoIndex)
	{
		return sample;
	}
	sample.isNear = true;
	const int32_t* v = m_triangles[closest.triangle].v;
	const Vec3& a = m_positions[v[0]];
	const double area = LengthSquared(Cross(m_positions[v[1]] - a, m_positions[v[2]] - a));
	const Vec3 pseudo = m_normals.At(m_positions, m_triangles, closest.triangle, closest.point);
	const Vec3 away = point - closest.point;
	const double side = Dot(away, pseudo);
	const double sign = side < 0.0 ? -1.0 : 1.0;
	sample.distance = sign * closest.distance;
	// On the surface itself the direction to the nearest point is lost in rounding.
	const double size = std::sqrt(std::sqrt(area));
	sample.normal = closest.distance > 1.0e-7 * size ? away * (sign / closest.distance) : Normalised(pseudo);
	return sample;
}
} // namespace FractureCore
