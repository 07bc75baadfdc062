// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Nested dissection [George73] with planes: nodes are sorted along a direction and cut near the median, which for the
// compact meshes of a body finds separators as good as a multilevel partitioner's, at a fraction of its code.
#include "Solve/MinimumDegree.h"
#include "Solve/NodeOrdering.h"
#include "Solve/Separator.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
constexpr int32_t kLeafNodes = 80;

Vec3 LongestAxis(std::span<const int32_t> nodes, std::span<const Vec3> positions)
{
	Vec3 low = positions[nodes.front()];
	Vec3 high = low;
	for (const int32_t node : nodes)
	{
		const Vec3& x = positions[node];
		low = {std::min(low.x, x.x), std::min(low.y, x.y), std::min(low.z, x.z)};
		high = {std::max(high.x, x.x), std::max(high.y, x.y), std::max(high.z, x.z)};
	}
	const Vec3 extent = high - low;
	if (extent.x >= extent.y && extent.x >= extent.z)
	{
		return {1.0, 0.0, 0.0};
	}
	return extent.y >= extent.z ? Vec3{0.0, 1.0, 0.0} : Vec3{0.0, 0.0, 1.0};
}

/// Direction of the largest spread, by power iteration: a direction that is only nearly right cuts just as well.
Vec3 PrincipalAxis(std::span<const int32_t> nodes, std::span<const Vec3> positions)
{
	constexpr int32_t kIterations = 12;
	Vec3 mean;
	for (const int32_t node : nodes)
	{
		mean += positions[node];
	}
	mean = mean / static_cast<double>(nodes.size());
	Mat3 spread;
	for (const int32_t node : nodes)
	{
		spread += Mat3::Outer(positions[node] - mean, positions[node] - mean);
	}
	Vec3 axis = Normalised({1.0, 0.9, 0.8}); // along no axis of symmetry
	for (int32_t i = 0; i < kIterations; ++i)
	{
		axis = Normalised(spread * axis);
	}
	return axis;
}

class Dissector
{
public:
	Dissector(const NodeGraph& graph, std::span<const Vec3> positions, OrderingQuality quality)
		: m_positions(positions), m_quality(quality), m_finder(graph), m_leaf(graph), m_key(graph.NodeCount())
	{
	}

	/// Puts `nodes` into elimination order.
	void Dissect(std::span<int32_t> nodes)
	{
		if (static_cast<int32_t>(nodes.size()) <= kLeafNodes)
		{
			m_leaf.Order(nodes);
			return;
		}
		const auto [leftCount, rightCount] = Split(nodes);
		const std::span<int32_t> separator = nodes.subspan(leftCount + rightCount);
		if (!separator.empty())
		{
			// Neighbours in the separator then become neighbours in the front: long runs when fronts are added.
			SortAlong(separator, LongestAxis(separator, m_positions));
		}
		Dissect(nodes.first(leftCount));
		Dissect(nodes.subspan(leftCount, rightCount));
	}

private:
	void SortAlong(std::span<int32_t> nodes, const Vec3& direction)
	{
		for (const int32_t node : nodes)
		{
			m_key[node] = Dot(direction, m_positions[node]);
		}
		std::sort(nodes.begin(),
			nodes.end(),
			[this](int32_t a, int32_t b) { return m_key[a] != m_key[b] ? m_key[a] < m_key[b] : a < b; });
	}

	/// Reorders `nodes` into left side, right side, separator and returns the sizes of the sides.
	std::pair<size_t, size_t> Split(std::span<int32_t> nodes)
	{
		m_finder.SetNodes(nodes);
		int32_t bestSize = INT32_MAX;
		int32_t bestSide = INT32_MAX;
		std::vector<SeparatorSide> bestSides(nodes.size());
		const std::vector<int32_t> ascending(nodes.begin(), nodes.end());
		auto tryDirection = [&](const Vec3& direction, std::initializer_list<double> fractions)
		{
			SortAlong(nodes, direction);
			for (const double fraction : fractions)
			{
				const int32_t size = m_finder.Cut(nodes, static_cast<int32_t>(fraction * nodes.size()));
				if (size < bestSize || (size == bestSize && m_finder.LargerSide() < bestSide))
				{
					bestSize = size;
					bestSide = m_finder.LargerSide();
					for (size_t k = 0; k < ascending.size(); ++k)
					{
						bestSides[k] = m_finder.Side(ascending[k]);
					}
				}
			}
		};
		if (m_quality == OrderingQuality::RunTime)
		{
			tryDirection(LongestAxis(nodes, m_positions), {0.5});
		}
		else
		{
			const Vec3 principal = PrincipalAxis(nodes, m_positions);
			for (const Vec3& direction : {Vec3{1.0, 0.0, 0.0}, Vec3{0.0, 1.0, 0.0}, Vec3{0.0, 0.0, 1.0}, principal})
			{
				tryDirection(direction, {0.45, 0.5, 0.55});
			}
		}
		auto out = nodes.begin();
		size_t counts[3] = {0, 0, 0};
		for (const SeparatorSide side : {SeparatorSide::Left, SeparatorSide::Right, SeparatorSide::Separator})
		{
			for (size_t k = 0; k < ascending.size(); ++k)
			{
				if (bestSides[k] == side)
				{
					*out++ = ascending[k];
					++counts[static_cast<size_t>(side)];
				}
			}
		}
		return {counts[0], counts[1]};
	}

	std::span<const Vec3> m_positions;
	OrderingQuality m_quality;
	SeparatorFinder m_finder;
	LeafOrdering m_leaf;
	std::vector<double> m_key;
};
} // namespace

std::vector<int32_t> OrderByDissection(const NodeGraph& graph, std::span<const Vec3> positions, OrderingQuality quality)
{
	std::vector<int32_t> order(graph.NodeCount());
	for (int32_t node = 0; node < graph.NodeCount(); ++node)
	{
		order[node] = node;
	}
	Dissector(graph, positions, quality).Dissect(order);
	return order;
}
} // namespace FractureCore
