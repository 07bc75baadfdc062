// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/SplitKeys.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
constexpr uint64_t kDiagonal = uint64_t{1} << 63;
constexpr uint64_t kTreeEdge = uint64_t{1} << 62;
constexpr int32_t kPolygonShift = 31;

uint64_t DiagonalLink(uint64_t polygon, int32_t number)
{
	return kDiagonal | polygon << kPolygonShift | static_cast<uint64_t>(number);
}
} // namespace

// Outer polygons have even and odd numbers too: caps follow from an even one on, so that their last bit is the side.
uint64_t OuterDiagonalLink(int32_t polygon, int32_t number)
{
	return DiagonalLink(static_cast<uint64_t>(polygon), number);
}

uint64_t CapDiagonalLink(const FragmentParts& parts, int32_t capSide, int32_t number)
{
	return DiagonalLink(2 * parts.polygons.polygons.size() + static_cast<uint64_t>(capSide), number);
}

SplitKeys::SplitKeys(const FragmentParts& parts, std::span<const uint64_t> links, std::span<const LinkPair> equalLinks)
	: m_parts(parts)
{
	for (const uint64_t link : links)
	{
		m_keys.push_back(KeyOf(link));
	}
	std::sort(m_keys.begin(), m_keys.end());
	m_keys.erase(std::unique(m_keys.begin(), m_keys.end()), m_keys.end());
	bool isGrowing = !m_keys.empty();
	while (isGrowing)
	{
		isGrowing = false;
		for (const auto& [a, b] : equalLinks)
		{
			if (Contains(a) || Contains(b))
			{
				const bool isNewA = Add(KeyOf(a));
				isGrowing |= Add(KeyOf(b)) || isNewA;
			}
		}
	}
}

bool SplitKeys::Contains(uint64_t link) const
{
	return !m_keys.empty() && std::binary_search(m_keys.begin(), m_keys.end(), KeyOf(link));
}

bool SplitKeys::Add(uint64_t key)
{
	const auto at = std::lower_bound(m_keys.begin(), m_keys.end(), key);
	if (at != m_keys.end() && *at == key)
	{
		return false;
	}
	m_keys.insert(at, key);
	return true;
}

uint64_t SplitKeys::KeyOf(uint64_t link) const
{
	if ((link & kDiagonal) != 0)
	{
		const bool isCap = (link & ~kDiagonal) >> kPolygonShift >= 2 * m_parts.polygons.polygons.size();
		return isCap ? link & ~(uint64_t{1} << kPolygonShift) : link;
	}
	// Along a cut, an edge of the tree is an edge of all caps that meet there. The artist's edges may have lost
	// vertices.
	const auto halfEdge = static_cast<size_t>(link);
	const int32_t edge = Unsigned(m_parts.walk.edge[halfEdge / 2]);
	return m_parts.walk.isCapEdge[halfEdge / 2] != 0 ? kTreeEdge | static_cast<uint64_t>(edge) : link;
}
} // namespace FractureCore
