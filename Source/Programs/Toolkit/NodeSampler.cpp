// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "NodeSampler.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace FractureToolkit
{
using FractureCore::Vec3;

NodeSampler::NodeSampler(std::vector<Vec3> nodes, std::vector<float> values)
	: m_nodes(std::move(nodes)), m_values(std::move(values))
{
	if (!m_nodes.empty())
	{
		SortIntoCells();
	}
}

int64_t NodeSampler::CellOf(const Vec3& p, int32_t axis) const
{
	const double cell = std::floor((Component(p, axis) - Component(m_low, axis)) / m_cell);
	return static_cast<int64_t>(std::clamp(cell, 0.0, static_cast<double>(m_size[axis] - 1)));
}

void NodeSampler::SortIntoCells()
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
int32_t NodeSampler::NearestNode(const Vec3& p) const
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

std::vector<float> NodeSampler::Sample(std::span<const Vec3> points) const
{
	std::vector<float> values;
	if (m_values.empty())
	{
		return values;
	}
	values.reserve(points.size());
	for (const Vec3& p : points)
	{
		values.push_back(m_values[static_cast<size_t>(NearestNode(p))]);
	}
	return values;
}

std::vector<float> NodeMeans(const FractureCore::TetMesh& mesh, std::span<const double> tetValues)
{
	std::vector<double> sum(mesh.nodes.size(), 0.0);
	std::vector<int32_t> count(mesh.nodes.size(), 0);
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		for (const int32_t v : mesh.tets[t].v)
		{
			sum[static_cast<size_t>(v)] += tetValues[t];
			++count[static_cast<size_t>(v)];
		}
	}
	std::vector<float> means(mesh.nodes.size());
	for (size_t i = 0; i < sum.size(); ++i)
	{
		means[i] = static_cast<float>(count[i] > 0 ? sum[i] / count[i] : 0.0);
	}
	return means;
}
} // namespace FractureToolkit
