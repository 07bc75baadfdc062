// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace FractureToolkit
{
/// Distinct rows of floats, numbered as they are first met. Rows are equal if their bits are.
class FloatRows
{
public:
	explicit FloatRows(size_t width) : m_width(width), m_table(64, FractureCore::kNoIndex) {}

	size_t Count() const { return m_rows.size() / m_width; }
	const float* Row(size_t i) const { return m_rows.data() + i * m_width; }

	uint32_t Number(std::span<const float> row)
	{
		if (2 * Count() >= m_table.size())
		{
			Grow();
		}
		const size_t place = Place(row);
		if (m_table[place] == FractureCore::kNoIndex)
		{
			m_table[place] = static_cast<int32_t>(Count());
			m_rows.insert(m_rows.end(), row.begin(), row.end());
		}
		return static_cast<uint32_t>(m_table[place]);
	}

private:
	/// Where the row is in the table, or the free place where it belongs.
	size_t Place(std::span<const float> row) const
	{
		const auto bits = [](float value) { return std::bit_cast<uint32_t>(value); };
		uint64_t hash = 0;
		for (const float value : row)
		{
			hash = (hash ^ bits(value)) * 0x9E3779B97F4A7C15ull; // the golden ratio's bits spread any pattern
			hash ^= hash >> 32;
		}
		size_t place = static_cast<size_t>(hash) & (m_table.size() - 1);
		while (m_table[place] != FractureCore::kNoIndex &&
			!std::equal(row.begin(),
				row.end(),
				Row(static_cast<size_t>(m_table[place])),
				[&](float a, float b) { return bits(a) == bits(b); }))
		{
			place = (place + 1) & (m_table.size() - 1);
		}
		return place;
	}

	void Grow()
	{
		m_table.assign(2 * m_table.size(), FractureCore::kNoIndex);
		for (size_t i = 0; i < Count(); ++i)
		{
			m_table[Place({Row(i), m_width})] = static_cast<int32_t>(i);
		}
	}

	size_t m_width;
	std::vector<float> m_rows;
	std::vector<int32_t> m_table; // row numbers; a power of two of places, at most half of them taken
};
} // namespace FractureToolkit
