// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/StressPaint.h"

#include "FractureCore/Stress.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace FractureToolkit
{
namespace
{
using FractureCore::ContactImpulse;
using FractureCore::Triangle;
using FractureCore::Vec3;

/// By the regions that the corners, edges and the inside of a triangle are nearest in [Ericson05] section 5.1.5.
Vec3 ClosestOn(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p)
{
	const Vec3 ab = b - a;
	const Vec3 ac = c - a;
	const double d1 = Dot(ab, p - a);
	const double d2 = Dot(ac, p - a);
	if (d1 <= 0.0 && d2 <= 0.0)
	{
		return a;
	}
	const double d3 = Dot(ab, p - b);
	const double d4 = Dot(ac, p - b);
	if (d3 >= 0.0 && d4 <= d3)
	{
		return b;
	}
	const double vc = d1 * d4 - d3 * d2;
	if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0)
	{
		return a + ab * (d1 / (d1 - d3));
	}
	const double d5 = Dot(ab, p - c);
	const double d6 = Dot(ac, p - c);
	if (d6 >= 0.0 && d5 <= d6)
	{
		return c;
	}
	const double vb = d5 * d2 - d1 * d6;
	if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0)
	{
		return a + ac * (d2 / (d2 - d6));
	}
	const double va = d3 * d6 - d5 * d4;
	if (va <= 0.0 && d4 >= d3 && d5 >= d6)
	{
		return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
	}
	const double sum = va + vb + vc;
	return a + ab * (vb / sum) + ac * (vc / sum);
}
} // namespace

void SnapToTets(const FractureCore::Breakable& breakable, std::span<ContactImpulse> contacts)
{
	const FractureCore::TetMesh& mesh = breakable.Object().tets;
	const std::vector<Triangle> boundary = FractureCore::BoundaryTriangles(mesh);
	for (ContactImpulse& contact : contacts)
	{
		double least = std::numeric_limits<double>::infinity();
		Vec3 nearest = contact.point;
		for (const Triangle& t : boundary)
		{
			const auto corner = [&](size_t k) { return mesh.nodes[static_cast<size_t>(t.v[k])]; };
			const Vec3 candidate = ClosestOn(corner(0), corner(1), corner(2), contact.point);
			const double distance = LengthSquared(candidate - contact.point);
			if (distance < least)
			{
				least = distance;
				nearest = candidate;
			}
		}
		contact.point = nearest;
	}
}

StressPaint::StressPaint(const FractureCore::Breakable& breakable,
	std::span<const ContactImpulse> contacts,
	FractureCore::TaskRunner& runner)
	: m_nodes(breakable.Object().tets.nodes)
{
	FractureCore::StressWorkspace workspace;
	FractureCore::StressField field;
	if (!FractureCore::SolveImpact(breakable.Stress(), contacts, {}, workspace, field, runner))
	{
		return;
	}
	const std::vector<FractureCore::Tet>& tets = breakable.Object().tets.tets;
	std::vector<double> sum(m_nodes.size(), 0.0);
	std::vector<int32_t> count(m_nodes.size(), 0);
	for (size_t t = 0; t < tets.size(); ++t)
	{
		for (const int32_t v : tets[t].v)
		{
			sum[static_cast<size_t>(v)] += std::max(0.0, field.principal[t].largest);
			++count[static_cast<size_t>(v)];
		}
	}
	m_tension.resize(m_nodes.size());
	for (size_t i = 0; i < sum.size(); ++i)
	{
		m_tension[i] = static_cast<float>(count[i] > 0 ? sum[i] / count[i] : 0.0);
	}
	SortIntoCells();
}

int64_t StressPaint::CellOf(const Vec3& p, int32_t axis) const
{
	const double cell = std::floor((Component(p, axis) - Component(m_low, axis)) / m_cell);
	return static_cast<int64_t>(std::clamp(cell, 0.0, static_cast<double>(m_size[axis] - 1)));
}

void StressPaint::SortIntoCells()
{
	m_low = m_nodes.front();
	Vec3 high = m_low;
	for (const Vec3& p : m_nodes)
	{
		m_low = {std::min(m_low.x, p.x), std::min(m_low.y, p.y), std::min(m_low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	const Vec3 extent = high - m_low;
	// About as many cells along the longest side as give one node a cell if the box were full of them.
	const double longest = std::max({extent.x, extent.y, extent.z});
	m_cell = std::max(longest / std::max(1.0, std::cbrt(static_cast<double>(m_nodes.size()))), 1.0e-12);
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		m_size[axis] = 1 + static_cast<int64_t>(Component(extent, axis) / m_cell);
	}
	const auto cellOf = [this](const Vec3& p)
	{ return static_cast<size_t>((CellOf(p, 2) * m_size[1] + CellOf(p, 1)) * m_size[0] + CellOf(p, 0)); };
	m_cellStart.assign(static_cast<size_t>(m_size[0] * m_size[1] * m_size[2]) + 1, 0);
	for (const Vec3& p : m_nodes)
	{
		++m_cellStart[cellOf(p) + 1];
	}
	for (size_t i = 1; i < m_cellStart.size(); ++i)
	{
		m_cellStart[i] += m_cellStart[i - 1];
	}
	std::vector<int32_t> next(m_cellStart.begin(), m_cellStart.end() - 1);
	m_cellNodes.resize(m_nodes.size());
	for (size_t i = 0; i < m_nodes.size(); ++i)
	{
		m_cellNodes[static_cast<size_t>(next[cellOf(m_nodes[i])]++)] = static_cast<int32_t>(i);
	}
}

/// Looks into shells of cells around the point's, until no cell further out could hold a nearer node.
int32_t StressPaint::NearestNode(const Vec3& p) const
{
	const int64_t centre[3] = {CellOf(p, 0), CellOf(p, 1), CellOf(p, 2)};
	int32_t nearest = FractureCore::kNoIndex;
	double least = std::numeric_limits<double>::infinity();
	const int64_t most = std::max({m_size[0], m_size[1], m_size[2]});
	for (int64_t reach = 0; reach <= most; ++reach)
	{
		if (nearest != FractureCore::kNoIndex && static_cast<double>(reach - 1) * m_cell > std::sqrt(least))
		{
			break;
		}
		const auto from = [&](int axis) { return std::max<int64_t>(centre[axis] - reach, 0); };
		const auto to = [&](int axis) { return std::min<int64_t>(centre[axis] + reach, m_size[axis] - 1); };
		for (int64_t z = from(2); z <= to(2); ++z)
		{
			for (int64_t y = from(1); y <= to(1); ++y)
			{
				const bool isRim = std::abs(z - centre[2]) == reach || std::abs(y - centre[1]) == reach;
				for (int64_t x = from(0); x <= to(0); ++x)
				{
					if (!isRim && std::abs(x - centre[0]) != reach)
					{
						continue;
					}
					const size_t cell = static_cast<size_t>((z * m_size[1] + y) * m_size[0] + x);
					for (int32_t k = m_cellStart[cell]; k < m_cellStart[cell + 1]; ++k)
					{
						const int32_t node = m_cellNodes[static_cast<size_t>(k)];
						const double distance = LengthSquared(m_nodes[static_cast<size_t>(node)] - p);
						if (distance < least)
						{
							least = distance;
							nearest = node;
						}
					}
				}
			}
		}
	}
	return nearest;
}

std::vector<float> StressPaint::Sample(std::span<const Vec3> points) const
{
	std::vector<float> values;
	if (m_tension.empty())
	{
		return values;
	}
	values.reserve(points.size());
	for (const Vec3& p : points)
	{
		values.push_back(m_tension[static_cast<size_t>(NearestNode(p))]);
	}
	return values;
}
} // namespace FractureToolkit
