// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>

namespace FractureCore
{
/// Numbers on cache lines. Grows, never shrinks, and does not clear what it hands out: the first touch of fresh memory
/// costs more than the arithmetic on it.
template <typename T>
class AlignedBuffer
{
	static_assert(std::is_arithmetic_v<T>);

public:
	/// Makes room for `count` numbers. Contents are lost if it grows.
	void Reserve(int64_t count)
	{
		if (count > m_capacity)
		{
			m_data.reset(); // before the new one is there, so that the peak is one buffer
			m_data.reset(static_cast<T*>(::operator new(sizeof(T) * static_cast<size_t>(count), kAlignment)));
			m_capacity = count;
		}
	}

	T* Data() { return m_data.get(); }
	const T* Data() const { return m_data.get(); }
	int64_t Capacity() const { return m_capacity; }

private:
	static constexpr std::align_val_t kAlignment{64};
	struct Release
	{
		void operator()(T* data) const { ::operator delete(data, kAlignment); }
	};

	std::unique_ptr<T, Release> m_data;
	int64_t m_capacity = 0;
};
} // namespace FractureCore
