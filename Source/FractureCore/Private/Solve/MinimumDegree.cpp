// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/MinimumDegree.h"

#include <algorithm>
#include <bit>

namespace FractureCore
{
LeafOrdering::LeafOrdering(const NodeGraph& graph) : m_graph(graph), m_local(graph.NodeCount(), kNoIndex) {}

void LeafOrdering::GatherHalo(std::span<const int32_t> nodes)
{
	m_touched.assign(nodes.begin(), nodes.end());
	for (int32_t i = 0; i < static_cast<int32_t>(nodes.size()); ++i)
	{
		m_local[nodes[i]] = i;
	}
	for (const int32_t node : nodes)
	{
		for (const int32_t neighbour : m_graph.Row(node))
		{
			if (m_local[neighbour] == kNoIndex)
			{
				m_local[neighbour] = static_cast<int32_t>(m_touched.size());
				m_touched.push_back(neighbour);
			}
		}
	}
}

void LeafOrdering::Order(std::span<int32_t> nodes)
{
	std::sort(nodes.begin(), nodes.end());
	GatherHalo(nodes);
	const int32_t count = static_cast<int32_t>(nodes.size());
	const int32_t words = (static_cast<int32_t>(m_touched.size()) + 63) / 64;
	m_bits.assign(static_cast<size_t>(words) * nodes.size(), 0);
	m_remaining.resize(nodes.size());
	for (int32_t i = 0; i < count; ++i)
	{
		m_remaining[i] = i;
		for (const int32_t neighbour : m_graph.Row(nodes[i]))
		{
			const int32_t bit = m_local[neighbour];
			m_bits[i * words + bit / 64] |= uint64_t{1} << (bit % 64);
		}
		m_bits[i * words + i / 64] |= uint64_t{1} << (i % 64); // each row holds itself, so that a union needs no care
	}
	m_sequence.clear();
	while (!m_remaining.empty())
	{
		size_t best = 0;
		int32_t bestDegree = INT32_MAX;
		for (size_t k = 0; k < m_remaining.size(); ++k)
		{
			const uint64_t* row = m_bits.data() + m_remaining[k] * words;
			int32_t degree = 0;
			for (int32_t w = 0; w < words; ++w)
			{
				degree += std::popcount(row[w]);
			}
			if (degree < bestDegree)
			{
				bestDegree = degree;
				best = k;
			}
		}
		const int32_t gone = m_remaining[best];
		m_remaining.erase(m_remaining.begin() + static_cast<ptrdiff_t>(best));
		m_sequence.push_back(m_touched[gone]);
		uint64_t* goneRow = m_bits.data() + gone * words;
		goneRow[gone / 64] &= ~(uint64_t{1} << (gone % 64));
		for (const int32_t other : m_remaining)
		{
			uint64_t* row = m_bits.data() + other * words;
			if ((row[gone / 64] >> (gone % 64) & 1) != 0)
			{
				row[gone / 64] &= ~(uint64_t{1} << (gone % 64));
				for (int32_t w = 0; w < words; ++w)
				{
					row[w] |= goneRow[w];
				}
			}
		}
	}
	std::copy(m_sequence.begin(), m_sequence.end(), nodes.begin());
	for (const int32_t node : m_touched)
	{
		m_local[node] = kNoIndex;
	}
}
} // namespace FractureCore
