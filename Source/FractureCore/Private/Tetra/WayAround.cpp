// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/WayAround.h"

#include "Tetra/ThinSpots.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
constexpr int32_t kWayAround = 8; // edges

// Long edges take two half cells.
constexpr int32_t kWayReach = 2 * kWayAround;
constexpr int32_t kWaySide = 2 * kWayReach + 1;

size_t SeenIndex(const LatticePoint& offset)
{
	return static_cast<size_t>(
		((offset.x + kWayReach) * kWaySide + offset.y + kWayReach) * kWaySide + offset.z + kWayReach);
}
} // namespace

WayAround::WayAround(const LatticeLines& lines) : m_lines(lines), m_seen(kWaySide * kWaySide * kWaySide) {}

bool WayAround::Connects(const LatticePoint& from, const LatticePoint& to)
{
	std::fill(m_seen.begin(), m_seen.end(), uint8_t{0});
	m_current.assign(1, from);
	m_seen[SeenIndex({})] = 1;
	for (int32_t way = 0; way < kWayAround; ++way)
	{
		m_next.clear();
		for (const LatticePoint& node : m_current)
		{
			for (int32_t slot = 0; slot < kEdgeSlots; ++slot)
			{
				const LatticePoint neighbour = node + SlotStep(slot);
				uint8_t& seen = m_seen[SeenIndex(neighbour - from)];
				if (seen != 0 || !StaysOnItsSide(m_lines.OnEdge(slot / 2, slot % 2 == 0 ? node : neighbour)))
				{
					continue;
				}
				if (neighbour == to)
				{
					return true;
				}
				seen = 1;
				m_next.push_back(neighbour);
			}
		}
		m_current.swap(m_next);
	}
	return false;
}
} // namespace FractureCore
