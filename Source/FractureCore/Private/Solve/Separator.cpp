// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Node separators refined in the manner of Fiduccia and Mattheyses [Fiduccia82], on nodes instead of edges
// [Ashcraft98]: a separator node moves to one side, its neighbours on the other side enter the separator. The best move
// is taken even if it costs; at the end of a pass the best state seen is restored.
#include "Solve/Separator.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
constexpr int32_t kRefinementPasses = 4;
constexpr int32_t kIdleMoves = 60;
constexpr double kLargestSide = 0.65; // of the set

SeparatorSide SideOf(int32_t index)
{
	return index == 0 ? SeparatorSide::Left : SeparatorSide::Right;
}
} // namespace

SeparatorFinder::SeparatorFinder(const NodeGraph& graph)
	: m_graph(graph), m_set(graph.NodeCount(), kNoIndex), m_side(graph.NodeCount(), SeparatorSide::Left),
	  m_slot(graph.NodeCount(), kNoIndex), m_lockedIn(graph.NodeCount(), 0)
{
	m_reach[0].resize(graph.NodeCount());
	m_reach[1].resize(graph.NodeCount());
}

void SeparatorFinder::SetNodes(std::span<const int32_t> nodes)
{
	++m_setId;
	for (const int32_t node : nodes)
	{
		m_set[node] = m_setId;
	}
}

int32_t SeparatorFinder::Cut(std::span<const int32_t> sorted, int32_t leftCount)
{
	const int32_t count = static_cast<int32_t>(sorted.size());
	for (int32_t k = 0; k < count; ++k)
	{
		m_side[sorted[k]] = SideOf(k < leftCount ? 0 : 1);
	}
	int32_t layer[2] = {0, 0};
	auto touchesOtherSide = [&](int32_t node)
	{
		for (const int32_t neighbour : m_graph.Row(node))
		{
			if (InSet(neighbour) && m_side[neighbour] != m_side[node] && m_side[neighbour] != SeparatorSide::Separator)
			{
				return true;
			}
		}
		return false;
	};
	for (int32_t k = 0; k < count; ++k)
	{
		layer[k < leftCount ? 0 : 1] += touchesOtherSide(sorted[k]) ? 1 : 0;
	}
	const bool takeLeft = layer[0] <= layer[1];
	for (int32_t k = takeLeft ? 0 : leftCount; k < (takeLeft ? leftCount : count); ++k)
	{
		// A node that has already become separator still hides no other: both are on the same side.
		if (touchesOtherSide(sorted[k]))
		{
			m_side[sorted[k]] = SeparatorSide::Separator;
		}
	}
	m_sideCount[0] = leftCount - (takeLeft ? layer[0] : 0);
	m_sideCount[1] = count - leftCount - (takeLeft ? 0 : layer[1]);
	const int32_t largestSide = static_cast<int32_t>(kLargestSide * count);
	for (int32_t pass = 0; pass < kRefinementPasses; ++pass)
	{
		CollectSeparator(sorted);
		if (!RefineOnce(largestSide))
		{
			break;
		}
	}
	return static_cast<int32_t>(m_separator.size());
}

void SeparatorFinder::CollectSeparator(std::span<const int32_t> sorted)
{
	m_separator.clear();
	for (const int32_t node : sorted)
	{
		if (m_side[node] == SeparatorSide::Separator)
		{
			m_slot[node] = static_cast<int32_t>(m_separator.size());
			m_separator.push_back(node);
			CountReach(node);
		}
	}
}

void SeparatorFinder::CountReach(int32_t node)
{
	int32_t reach[2] = {0, 0};
	for (const int32_t neighbour : m_graph.Row(node))
	{
		if (InSet(neighbour) && m_side[neighbour] != SeparatorSide::Separator)
		{
			++reach[static_cast<int32_t>(m_side[neighbour])];
		}
	}
	m_reach[0][node] = reach[0];
	m_reach[1][node] = reach[1];
}

void SeparatorFinder::MoveOut(int32_t node, int32_t side)
{
	const int32_t other = 1 - side;
	m_separator[m_slot[node]] = m_separator.back();
	m_slot[m_separator.back()] = m_slot[node];
	m_separator.pop_back();
	m_changes.push_back({node, SeparatorSide::Separator});
	m_side[node] = SideOf(side);
	m_lockedIn[node] = m_pass;
	++m_sideCount[side];
	for (const int32_t neighbour : m_graph.Row(node))
	{
		if (!InSet(neighbour) || neighbour == node)
		{
			continue;
		}
		if (m_side[neighbour] == SeparatorSide::Separator)
		{
			++m_reach[side][neighbour];
		}
		else if (m_side[neighbour] == SideOf(other))
		{
			m_changes.push_back({neighbour, m_side[neighbour]});
			m_side[neighbour] = SeparatorSide::Separator;
			--m_sideCount[other];
			for (const int32_t second : m_graph.Row(neighbour))
			{
				if (second != neighbour && InSet(second) && m_side[second] == SeparatorSide::Separator)
				{
					--m_reach[other][second];
				}
			}
			m_slot[neighbour] = static_cast<int32_t>(m_separator.size());
			m_separator.push_back(neighbour);
			CountReach(neighbour);
		}
	}
}

bool SeparatorFinder::RefineOnce(int32_t largestSide)
{
	++m_pass;
	m_changes.clear();
	size_t bestSize = m_separator.size();
	int32_t bestBalance = LargerSide();
	size_t bestChanges = 0;
	int32_t bestSideCount[2] = {m_sideCount[0], m_sideCount[1]};
	for (int32_t idle = 0; idle < kIdleMoves; ++idle)
	{
		int32_t bestNode = kNoIndex;
		int32_t bestSide = 0;
		int32_t bestCost = INT32_MAX; // neighbours that would enter
		const int32_t smaller = m_sideCount[0] <= m_sideCount[1] ? 0 : 1;
		for (const int32_t node : m_separator)
		{
			if (m_lockedIn[node] == m_pass)
			{
				continue;
			}
			for (const int32_t side : {smaller, 1 - smaller})
			{
				const int32_t cost = m_reach[1 - side][node];
				const bool better = cost < bestCost || (cost == bestCost && side == smaller && bestSide != smaller) ||
					(cost == bestCost && side == bestSide && node < bestNode);
				if (better && m_sideCount[side] < largestSide)
				{
					bestNode = node;
					bestSide = side;
					bestCost = cost;
				}
			}
		}
		if (bestNode == kNoIndex)
		{
			break;
		}
		MoveOut(bestNode, bestSide);
		if (m_separator.size() < bestSize || (m_separator.size() == bestSize && LargerSide() < bestBalance))
		{
			idle = m_separator.size() < bestSize ? -1 : idle;
			bestSize = m_separator.size();
			bestBalance = LargerSide();
			bestChanges = m_changes.size();
			std::copy(m_sideCount, m_sideCount + 2, bestSideCount);
		}
	}
	for (size_t k = m_changes.size(); k > bestChanges; --k)
	{
		m_side[m_changes[k - 1].node] = m_changes[k - 1].before;
	}
	std::copy(bestSideCount, bestSideCount + 2, m_sideCount);
	const bool improved = bestChanges > 0;
	m_separator.resize(bestSize); // only its size is still true
	return improved;
}
} // namespace FractureCore
