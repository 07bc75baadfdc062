// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/DistanceGrid.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Along the longest side: some thousand nodes, some milliseconds to make, once for all copies of a body.
constexpr double kDistanceCells = 24.0;

// Of a distance: more than rounding.
constexpr double kBoundSlack = 1.0e-9;
} // namespace

DistanceGrid::DistanceGrid(const TriangleTree& tree, const Vec3& low, const Vec3& high)
{
	const double size[3] = {high.x - low.x, high.y - low.y, high.z - low.z};
	m_spacing = std::max({size[0], size[1], size[2]}) / kDistanceCells;
	double pad[3];
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		// A cell more on each side: what comes near is seen there first.
		const double cells = std::ceil(size[axis] / m_spacing) + 2.0;
		m_nodes[axis] = static_cast<int32_t>(cells) + 1;
		pad[axis] = 0.5 * (cells * m_spacing - size[axis]);
	}
	m_origin = low - Vec3{pad[0], pad[1], pad[2]};
	const size_t nodes = static_cast<size_t>(m_nodes[0]) * m_nodes[1] * m_nodes[2];
	m_distance.reserve(nodes);
	m_triangle.reserve(nodes);
	double last = HUGE_VAL; // of a node next to this one, or at the other end of the row
	for (int32_t z = 0; z < m_nodes[2]; ++z)
	{
		for (int32_t y = 0; y < m_nodes[1]; ++y)
		{
			for (int32_t x = 0; x < m_nodes[0]; ++x)
			{
				const Vec3 node = m_origin + Vec3{m_spacing * x, m_spacing * y, m_spacing * z};
				const double most = x > 0 ? (last + m_spacing) * (1.0 + kBoundSlack) : HUGE_VAL;
				const ClosestPoint closest = tree.Closest(node, most);
				last = closest.distance;
				m_distance.push_back(last);
				m_triangle.push_back(closest.triangle);
			}
		}
	}
}

DistanceBounds DistanceGrid::Bounds(const Vec3& point) const
{
	const Vec3 from = point - m_origin;
	const double place[3] = {from.x, from.y, from.z};
	int32_t at[3];
	double off = 0.0;
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		const double nearest = std::clamp(std::floor(place[axis] / m_spacing + 0.5), 0.0, m_nodes[axis] - 1.0);
		at[axis] = static_cast<int32_t>(nearest);
		const double d = place[axis] - m_spacing * nearest;
		off += d * d;
	}
	off = std::sqrt(off);
	const size_t index = (static_cast<size_t>(at[2]) * m_nodes[1] + at[1]) * m_nodes[0] + at[0];
	const double distance = m_distance[index];
	return {
		(distance - off) - kBoundSlack * (distance + off), (distance + off) * (1.0 + kBoundSlack), m_triangle[index]};
}
} // namespace FractureCore
