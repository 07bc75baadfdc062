// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace FractureCore
{
/// Disjoint sets whose name is their smallest member, whatever the order of the unions.
class UnionFind
{
public:
	explicit UnionFind(int32_t count) : m_parent(static_cast<size_t>(count))
	{
		std::iota(m_parent.begin(), m_parent.end(), 0);
	}

	int32_t Find(int32_t i)
	{
		while (m_parent[i] != i)
		{
			m_parent[i] = m_parent[m_parent[i]];
			i = m_parent[i];
		}
		return i;
	}

	void Unite(int32_t a, int32_t b)
	{
		a = Find(a);
		b = Find(b);
		if (a > b)
		{
			std::swap(a, b);
		}
		m_parent[b] = a;
	}

private:
	std::vector<int32_t> m_parent;
};
} // namespace FractureCore
