// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/BorderLoops.h"

namespace FractureCore
{
LoopFinder::LoopFinder(int32_t vertexCount)
	: m_nextEdge(static_cast<size_t>(vertexCount), 0), m_depth(static_cast<size_t>(vertexCount), kNoIndex)
{
}

void LoopFinder::Start(std::span<const DirectedEdge> edges)
{
	m_edges = edges;
	m_firstUnused = 0;
	for (const DirectedEdge& edge : edges)
	{
		m_nextEdge[edge.to] = static_cast<int32_t>(edges.size());
	}
	for (size_t i = edges.size(); i-- > 0;)
	{
		m_nextEdge[edges[i].from] = static_cast<int32_t>(i);
	}
}

bool LoopFinder::HasEdge(int32_t vertex) const
{
	const size_t next = static_cast<size_t>(m_nextEdge[vertex]);
	return next < m_edges.size() && m_edges[next].from == vertex;
}

bool LoopFinder::NextLoop(std::vector<DirectedEdge>& leftOver)
{
	for (;;)
	{
		if (m_path.empty())
		{
			// Edges of a vertex are used in order, so what lies before its next one is used.
			while (m_firstUnused < m_edges.size() &&
				m_nextEdge[m_edges[m_firstUnused].from] > static_cast<int32_t>(m_firstUnused))
			{
				++m_firstUnused;
			}
			if (m_firstUnused == m_edges.size())
			{
				return false;
			}
			m_path.push_back(m_edges[m_firstUnused].from);
			m_depth[m_path[0]] = 0;
		}
		const int32_t from = m_path.back();
		if (!HasEdge(from))
		{
			m_path.pop_back();
			m_depth[from] = kNoIndex;
			if (!m_path.empty())
			{
				leftOver.push_back({kNoIndex, m_path.back(), from});
			}
			continue;
		}
		const int32_t to = m_edges[m_nextEdge[from]++].to;
		if (m_depth[to] == kNoIndex)
		{
			m_depth[to] = static_cast<int32_t>(m_path.size());
			m_path.push_back(to);
			continue;
		}
		// The path closes at `to`: what follows it there is a loop, and the walk goes on from `to`.
		m_loop.assign(m_path.begin() + m_depth[to], m_path.end());
		m_path.resize(m_path.size() - m_loop.size() + 1);
		for (size_t i = 1; i < m_loop.size(); ++i)
		{
			m_depth[m_loop[i]] = kNoIndex;
		}
		if (m_loop.size() >= 3)
		{
			return true;
		}
	}
}
} // namespace FractureCore
