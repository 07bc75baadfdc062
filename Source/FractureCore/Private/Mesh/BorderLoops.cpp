// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/BorderLoops.h"

#include <algorithm>

namespace FractureCore
{
LoopFinder::LoopFinder(int32_t vertexCount)
	: m_nextEdge(static_cast<size_t>(vertexCount), kNoIndex), m_depth(static_cast<size_t>(vertexCount), kNoIndex)
{
}

void LoopFinder::Begin(std::vector<DirectedEdge>& edges)
{
	std::sort(edges.begin(), edges.end());
	for (size_t i = edges.size(); i-- > 0;)
	{
		m_nextEdge[edges[i].from] = static_cast<int32_t>(i);
	}
	m_firstUnused = 0;
}

bool LoopFinder::NextLoop(const std::vector<DirectedEdge>& edges)
{
	for (;;)
	{
		if (m_path.empty())
		{
			// Edges of a vertex are used in order, so what lies before its next one is used.
			while (m_firstUnused < edges.size() &&
				m_nextEdge[edges[m_firstUnused].from] > static_cast<int32_t>(m_firstUnused))
			{
				++m_firstUnused;
			}
			if (m_firstUnused == edges.size())
			{
				return false;
			}
			m_path.push_back(edges[m_firstUnused].from);
			m_depth[m_path[0]] = 0;
		}
		const int32_t to = edges[m_nextEdge[m_path.back()]++].to;
		if (m_depth[to] == kNoIndex)
		{
			m_depth[to] = static_cast<int32_t>(m_path.size());
			m_path.push_back(to);
			continue;
		}
		// The path closes at `to`: what follows it there is a loop, and the walk goes on from `to`.
		m_loop.assign(m_path.begin() + m_depth[to], m_path.end());
		for (const int32_t v : m_loop)
		{
			m_depth[v] = kNoIndex;
		}
		m_path.resize(m_path.size() - m_loop.size());
		if (!m_path.empty())
		{
			m_depth[to] = static_cast<int32_t>(m_path.size());
			m_path.push_back(to);
		}
		if (m_loop.size() >= 3)
		{
			return true;
		}
	}
}
} // namespace FractureCore
