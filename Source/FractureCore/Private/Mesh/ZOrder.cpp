// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/ZOrder.h"

#include <algorithm>
#include <array>
#include <utility>

namespace FractureCore
{
namespace
{
struct PlacedItem
{
	uint32_t place;
	int32_t item;
};

/// Spreads ten bits to every third place.
uint32_t SpreadBits(uint32_t bits)
{
	bits = (bits | (bits << 16)) & 0x030000FFu;
	bits = (bits | (bits << 8)) & 0x0300F00Fu;
	bits = (bits | (bits << 4)) & 0x030C30C3u;
	return (bits | (bits << 2)) & 0x09249249u;
}

uint32_t CellAlong(double coordinate)
{
	return SpreadBits(static_cast<uint32_t>(std::clamp(512.0 * (coordinate + 1.0), 0.0, 1023.0)));
}
} // namespace

std::vector<int32_t> ZOrder(std::span<const Vec3> points)
{
	constexpr int32_t kDigitBits = 10;
	constexpr uint32_t kDigits = 1u << kDigitBits;
	std::vector<PlacedItem> items(points.size());
	for (size_t i = 0; i < points.size(); ++i)
	{
		const Vec3& p = points[i];
		items[i] = {(CellAlong(p.x) << 2) | (CellAlong(p.y) << 1) | CellAlong(p.z), static_cast<int32_t>(i)};
	}
	// Radix sort, lowest digit first: stable and linear.
	std::vector<PlacedItem> sorted(points.size());
	for (int32_t shift = 0; shift < 3 * kDigitBits; shift += kDigitBits)
	{
		std::array<size_t, kDigits> next{};
		for (const PlacedItem& item : items)
		{
			++next[(item.place >> shift) % kDigits];
		}
		size_t begin = 0;
		for (size_t& count : next)
		{
			begin += std::exchange(count, begin);
		}
		for (const PlacedItem& item : items)
		{
			sorted[next[(item.place >> shift) % kDigits]++] = item;
		}
		items.swap(sorted);
	}
	std::vector<int32_t> order(points.size());
	std::transform(items.begin(), items.end(), order.begin(), [](const PlacedItem& item) { return item.item; });
	return order;
}
} // namespace FractureCore
