// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

namespace FractureCore
{
/// 128 bits that name content: equal content has equal hashes, unequal content practically never. Not cryptographic.
struct ContentHash
{
	uint64_t high = 0;
	uint64_t low = 0;

	friend bool operator==(const ContentHash&, const ContentHash&) = default;
};

/// 32 lower-case hexadecimal digits, high word first.
FRACTURECORE_API std::string ToHex(const ContentHash& hash);

/// XXH64 of bytes; the checksum of .frac files.
FRACTURECORE_API uint64_t Hash64(std::span<const uint8_t> bytes, uint64_t seed = 0);

/// Feeds values one after another; little-endian hosts only, which all targets are.
class FRACTURECORE_API ContentHasher
{
public:
	void AddBytes(const void* bytes, size_t size);

	/// Size first, so that {1,2},{3} and {1},{2,3} differ.
	template <typename T>
	void AddArray(std::span<const T> values)
	{
		static_assert(std::is_trivially_copyable_v<T>);
		AddValue(static_cast<uint64_t>(values.size()));
		AddBytes(values.data(), values.size_bytes());
	}
	template <typename T>
	void AddValue(const T& value)
	{
		static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
		AddBytes(&value, sizeof(T));
	}
	void AddText(const std::string& text);

	ContentHash Finish() const { return {m_high, m_low}; }

private:
	// Chained: each piece is hashed with the hash so far as its seed.
	uint64_t m_high = 0x9e3779b97f4a7c15ull;
	uint64_t m_low = 0;
};
} // namespace FractureCore
