// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace FractureCore
{
/// What the tasks of a ParallelFor append, one list each, joined in the order of the tasks: the result does not depend
/// on the number of threads.
template <typename T>
class Chunks
{
public:
	Chunks(int64_t count, int64_t grain) : m_grain(grain), m_lists(static_cast<size_t>((count + grain - 1) / grain)) {}

	int64_t Number(int64_t begin) const { return begin / m_grain; }
	std::vector<T>& Of(int64_t begin) { return m_lists[static_cast<size_t>(Number(begin))]; }

	/// Where each list begins in the joined one.
	std::vector<int32_t> Offsets() const
	{
		std::vector<int32_t> offsets(m_lists.size() + 1, 0);
		for (size_t i = 0; i < m_lists.size(); ++i)
		{
			offsets[i + 1] = offsets[i] + static_cast<int32_t>(m_lists[i].size());
		}
		return offsets;
	}

	/// Leaves the lists empty.
	std::vector<T> Join()
	{
		if (m_lists.size() == 1)
		{
			return std::move(m_lists[0]);
		}
		size_t count = 0;
		for (const std::vector<T>& list : m_lists)
		{
			count += list.size();
		}
		std::vector<T> joined;
		joined.reserve(count);
		for (std::vector<T>& list : m_lists)
		{
			joined.insert(joined.end(), list.begin(), list.end());
			std::vector<T>().swap(list);
		}
		return joined;
	}

private:
	int64_t m_grain;
	std::vector<std::vector<T>> m_lists;
};

/// From counts, with that of item i at i + 1, to where each item begins.
inline void SumUp(std::vector<int32_t>& counts)
{
	for (size_t i = 1; i < counts.size(); ++i)
	{
		counts[i] += counts[i - 1];
	}
}

/// Items sorted into numbered slots; within a slot they keep their order.
struct SlotLists
{
	std::vector<int32_t> first; // items of slot s: [first[s], first[s + 1]) of items
	std::vector<int32_t> items;

	SlotLists() = default;
	SlotLists(std::span<const int32_t> slotOf, size_t slotCount) : first(slotCount + 1, 0), items(slotOf.size())
	{
		for (const int32_t slot : slotOf)
		{
			++first[static_cast<size_t>(slot) + 1];
		}
		SumUp(first);
		std::vector<int32_t> next(first.begin(), first.end() - 1);
		for (size_t i = 0; i < slotOf.size(); ++i)
		{
			items[next[slotOf[i]]++] = static_cast<int32_t>(i);
		}
	}

	std::span<const int32_t> Of(int64_t slot) const
	{
		return {items.data() + first[slot], static_cast<size_t>(first[slot + 1] - first[slot])};
	}
};
} // namespace FractureCore
