// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/SurfaceField.h"

#include "Mesh/EdgeTable.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// With fewer triangles a look at them is as quick as one at a grid.
constexpr size_t kLeastForGrid = 200;

// Of the triangle's size: nearer to an edge or a corner than this is on it.
constexpr double kOnFeature = 1.0e-9;

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
	  m_vertexNormals(surface.positions.size()), m_tree(m_positions, m_triangles, runner)
{
	const auto count = static_cast<int32_t>(m_triangles.size());
	m_faceNormals.resize(m_triangles.size());
	m_edgeNormals.resize(3 * m_triangles.size());
	for (int32_t t = 0; t < count; ++t)
	{
		const int32_t* v = m_triangles[t].v;
		m_faceNormals[t] =
			Normalised(Cross(m_positions[v[1]] - m_positions[v[0]], m_positions[v[2]] - m_positions[v[0]]));
		for (int32_t k = 0; k < 3; ++k)
		{
			const Vec3 a = Normalised(m_positions[v[NextCorner(k)]] - m_positions[v[k]]);
			const Vec3 b = Normalised(m_positions[v[NextCorner(NextCorner(k))]] - m_positions[v[k]]);
			m_vertexNormals[v[k]] += m_faceNormals[t] * std::atan2(Length(Cross(a, b)), Dot(a, b));
		}
	}
	const EdgeTable edges(m_triangles, static_cast<int32_t>(m_positions.size()));
	for (int32_t edge = 0; edge < edges.EdgeCount(); ++edge)
	{
		Vec3 sum;
		for (const int32_t half : edges.HalfEdges(edge))
		{
			sum += m_faceNormals[half / 3];
		}
		for (const int32_t half : edges.HalfEdges(edge))
		{
			m_edgeNormals[half] = sum;
		}
	}
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
		reach = std::min(reach, bounds.most);
	}
	const ClosestPoint closest = m_tree.Closest(point, reach);
	if (closest.triangle == kNoIndex)
	{
		return sample;
	}
	sample.isNear = true;
	const int32_t* v = m_triangles[closest.triangle].v;
	const Vec3& a = m_positions[v[0]];
	const Vec3& b = m_positions[v[1]];
	const Vec3& c = m_positions[v[2]];
	const Vec3 cross = Cross(b - a, c - a);
	const double area = LengthSquared(cross);
	// Barycentric coordinates of the nearest point tell which feature it lies on.
	double weight[3] = {1.0, 1.0, 1.0};
	if (area > 0.0)
	{
		weight[0] = Dot(Cross(b - closest.point, c - closest.point), cross) / area;
		weight[1] = Dot(Cross(c - closest.point, a - closest.point), cross) / area;
		weight[2] = 1.0 - weight[0] - weight[1];
	}
	Vec3 pseudo = m_faceNormals[closest.triangle];
	int32_t zeros = 0;
	int32_t zeroCorner = 0;
	int32_t onlyCorner = 0;
	for (int32_t k = 0; k < 3; ++k)
	{
		if (weight[k] < kOnFeature)
		{
			++zeros;
			zeroCorner = k;
		}
		else
		{
			onlyCorner = k;
		}
	}
	if (zeros == 1)
	{
		pseudo = m_edgeNormals[3 * closest.triangle + NextCorner(zeroCorner)];
	}
	else if (zeros >= 2)
	{
		pseudo = m_vertexNormals[v[onlyCorner]];
	}
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
