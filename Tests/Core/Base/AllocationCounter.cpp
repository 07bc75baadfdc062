// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "AllocationCounter.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace
{
std::atomic<int64_t> allocationCount{0};

void* CountedAllocation(std::size_t size, std::size_t alignment)
{
	++allocationCount;
	const std::size_t rounded = (size + alignment) / alignment * alignment; // never 0, a multiple as aligned_alloc asks
	if (void* memory = std::aligned_alloc(alignment, rounded))
	{
		return memory;
	}
	throw std::bad_alloc();
}
} // namespace

// All forms, because a sanitizer brings its own of those that are missing, and its new does not go with our delete.
// They have a file to themselves: GCC inlines half of a pair into its users and then takes the other half for a
// mismatch.
void* operator new(std::size_t size)
{
	return CountedAllocation(size, alignof(std::max_align_t));
}

void* operator new(std::size_t size, std::align_val_t alignment)
{
	return CountedAllocation(size, static_cast<std::size_t>(alignment));
}

void* operator new[](std::size_t size)
{
	return CountedAllocation(size, alignof(std::max_align_t));
}

void* operator new[](std::size_t size, std::align_val_t alignment)
{
	return CountedAllocation(size, static_cast<std::size_t>(alignment));
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
	return CountedAllocation(size, alignof(std::max_align_t));
}

void* operator new[](std::size_t size, const std::nothrow_t&) noexcept
{
	return CountedAllocation(size, alignof(std::max_align_t));
}

void operator delete[](void* memory) noexcept
{
	std::free(memory);
}

void operator delete[](void* memory, std::size_t) noexcept
{
	std::free(memory);
}

void operator delete[](void* memory, std::align_val_t) noexcept
{
	std::free(memory);
}

void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept
{
	std::free(memory);
}

void operator delete(void* memory, const std::nothrow_t&) noexcept
{
	std::free(memory);
}

void operator delete[](void* memory, const std::nothrow_t&) noexcept
{
	std::free(memory);
}

void operator delete(void* memory) noexcept
{
	std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
	std::free(memory);
}

void operator delete(void* memory, std::align_val_t) noexcept
{
	std::free(memory);
}

void operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
	std::free(memory);
}

namespace FractureCore
{
AllocationCounter::AllocationCounter() : m_before(allocationCount.load()) {}

int64_t AllocationCounter::Count() const
{
	return allocationCount.load() - m_before;
}
} // namespace FractureCore
