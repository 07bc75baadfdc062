// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/OverlayLoops.h"

#include "Mesh/LoopNesting.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace FractureCore
{
bool PolygonLinker::Link(std::vector<LoopSide>& sides, std::span<const CutVertex> vertices)
{
	if (!LinkLoops(sides))
	{
		return false;
	}
	if (m_loops.size() > 1)
	{
		SortHoles(vertices);
	}
	return true;
}

bool PolygonLinker::LinkLoops(std::vector<LoopSide>& sides)
{
	std::sort(sides.begin(),
		sides.end(),
		[](const LoopSide& a, const LoopSide& b) { return std::tie(a.from, a.edge) < std::tie(b.from, b.edge); });
	m_used.assign(sides.size(), 0);
	m_linked.clear();
	m_loops.clear();
	for (size_t start = 0; start < sides.size(); ++start)
	{
		if (m_used[start] != 0)
		{
			continue;
		}
		const auto begin = static_cast<int32_t>(m_linked.size());
		size_t at = start;
		while (true)
		{
			m_used[at] = 1;
			m_linked.push_back(sides[at]);
			if (sides[at].to == sides[start].from)
			{
				break;
			}
			const auto next = std::lower_bound(sides.begin(),
				sides.end(),
				sides[at].to,
				[](const LoopSide& side, int32_t vertex) { return side.from < vertex; });
			size_t i = static_cast<size_t>(next - sides.begin());
			while (i < sides.size() && m_used[i] != 0)
			{
				++i;
			}
			if (i == sides.size() || sides[i].from != sides[at].to)
			{
				return false;
			}
			at = i;
		}
		m_loops.push_back({begin, static_cast<int32_t>(m_linked.size()), true});
	}
	return true;
}

/// Puts every hole behind the loop around it.
void PolygonLinker::SortHoles(std::span<const CutVertex> vertices)
{
	std::vector<Vec3> points;
	std::vector<int32_t> loopEnds;
	for (const LoopSide& side : m_linked)
	{
		points.push_back(vertices[side.from].position);
	}
	for (const Loop& loop : m_loops)
	{
		loopEnds.push_back(loop.end);
	}
	std::vector<int32_t> outerOf;
	NestLoops(points, loopEnds, outerOf);
	std::vector<int32_t> order(m_loops.size());
	std::iota(order.begin(), order.end(), 0);
	const auto rank = [&](int32_t k) { return std::tuple(outerOf[k], outerOf[k] != k, k); };
	std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) { return rank(a) < rank(b); });
	std::vector<Loop> sorted;
	sorted.reserve(order.size());
	for (const int32_t k : order)
	{
		sorted.push_back({m_loops[k].begin, m_loops[k].end, outerOf[k] == k});
	}
	m_loops = std::move(sorted);
}
} // namespace FractureCore
