// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace FractureToolkit
{
/// Numbers one after another, little-endian as all targets are.
class ByteWriter
{
public:
	template <typename T>
	void Add(const T& value)
	{
		static_assert(std::is_arithmetic_v<T>);
		const size_t at = m_bytes.size();
		m_bytes.resize(at + sizeof(T));
		std::memcpy(m_bytes.data() + at, &value, sizeof(T));
	}
	void AddBytes(std::span<const uint8_t> bytes) { m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end()); }

	size_t Size() const { return m_bytes.size(); }
	std::vector<uint8_t> Take() { return std::move(m_bytes); }

private:
	std::vector<uint8_t> m_bytes;
};
} // namespace FractureToolkit
