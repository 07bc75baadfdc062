// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace FractureCore
{
/// Numbers 64-bit keys in order of arrival. Open addressing; walk Keys(), never the slots, so the order of anything
/// built from it does not depend on the hash. The key ~0 is reserved.
class KeyTable
{
public:
	KeyTable() { Rehash(16); }

	/// The key's number, a new one if it was not there.
	int32_t Insert(uint64_t key)
	{
		if (2 * (m_keys.size() + 1) > m_slots.size())
		{
			Rehash(2 * m_slots.size());
		}
		Slot& slot = m_slots[FindSlot(key)];
		if (slot.key == kEmpty)
		{
			slot = {key, static_cast<int32_t>(m_keys.size())};
			m_keys.push_back(key);
		}
		return slot.number;
	}

	/// The key's number or kNoIndex.
	int32_t Find(uint64_t key) const { return m_slots[FindSlot(key)].number; }
	bool Contains(uint64_t key) const { return Find(key) != kNoIndex; }

	int32_t Count() const { return static_cast<int32_t>(m_keys.size()); }
	const std::vector<uint64_t>& Keys() const { return m_keys; }

	void Reserve(size_t count)
	{
		m_keys.reserve(count);
		size_t slots = m_slots.size();
		while (slots < 2 * (count + 1))
		{
			slots *= 2;
		}
		if (slots > m_slots.size())
		{
			Rehash(slots);
		}
	}

private:
	static constexpr uint64_t kEmpty = ~0ull;

	struct Slot
	{
		uint64_t key = kEmpty;
		int32_t number = kNoIndex;
	};

	size_t FindSlot(uint64_t key) const
	{
		const size_t mask = m_slots.size() - 1;
		// Fibonacci hashing: the high half of the product mixes all bits of the key.
		uint64_t hash = key * 0x9e3779b97f4a7c15ull;
		hash ^= hash >> 32;
		size_t slot = static_cast<size_t>(hash) & mask;
		while (m_slots[slot].key != kEmpty && m_slots[slot].key != key)
		{
			slot = (slot + 1) & mask;
		}
		return slot;
	}

	void Rehash(size_t slotCount)
	{
		m_slots.assign(slotCount, Slot{});
		for (size_t i = 0; i < m_keys.size(); ++i)
		{
			m_slots[FindSlot(m_keys[i])] = {m_keys[i], static_cast<int32_t>(i)};
		}
	}

	std::vector<Slot> m_slots;
	std::vector<uint64_t> m_keys;
};
} // namespace FractureCore
