// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "AllocationCounter.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace
{
std::atomic<int64_t> allocationCount{0};
thread_local int64_t allocationsHere = 0;
std::atomic<int64_t> heldBytes{0};
std::atomic<int64_t> peakBytes{0};

// The size is kept in front of the memory, which starts one alignment into its block.
void* CountedAllocation(std::size_t size, std::size_t alignment)
{
	const std::size_t rounded = (size + alignment - 1) / alignment * alignment; // a multiple, as aligned_alloc asks
	char* block = static_cast<char*>(std::aligned_alloc(alignment, alignment + rounded));
	if (block == nullptr)
	{
		throw std::bad_alloc();
	}
	std::memcpy(block, &size, sizeof(size));
	++allocationCount;
	++allocationsHere;
	const int64_t held = heldBytes += static_cast<int64_t>(size);
	int64_t peak = peakBytes;
	while (peak < held && !peakBytes.compare_exchange_weak(peak, held))
	{
	}
	return block + alignment;
}

void CountedRelease(void* memory, std::size_t alignment)
{
	if (memory != nullptr)
	{
		char* block = static_cast<char*>(memory) - alignment;
		std::size_t size = 0;
		std::memcpy(&size, block, sizeof(size));
		heldBytes -= static_cast<int64_t>(size);
		std::free(block);
	}
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

void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept
{
	return CountedAllocation(size, static_cast<std::size_t>(alignment));
}

void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept
{
	return CountedAllocation(size, static_cast<std::size_t>(alignment));
}

void operator delete[](void* memory) noexcept
{
	CountedRelease(memory, alignof(std::max_align_t));
}

void operator delete[](void* memory, std::size_t) noexcept
{
	CountedRelease(memory, alignof(std::max_align_t));
}

void operator delete[](void* memory, std::align_val_t alignment) noexcept
{
	CountedRelease(memory, static_cast<std::size_t>(alignment));
}

void operator delete[](void* memory, std::size_t, std::align_val_t alignment) noexcept
{
	CountedRelease(memory, static_cast<std::size_t>(alignment));
}

void operator delete(void* memory, const std::nothrow_t&) noexcept
{
	CountedRelease(memory, alignof(std::max_align_t));
}

void operator delete[](void* memory, const std::nothrow_t&) noexcept
{
	CountedRelease(memory, alignof(std::max_align_t));
}

void operator delete(void* memory, std::align_val_t alignment, const std::nothrow_t&) noexcept
{
	CountedRelease(memory, static_cast<std::size_t>(alignment));
}

void operator delete[](void* memory, std::align_val_t alignment, const std::nothrow_t&) noexcept
{
	CountedRelease(memory, static_cast<std::size_t>(alignment));
}

void operator delete(void* memory) noexcept
{
	CountedRelease(memory, alignof(std::max_align_t));
}

void operator delete(void* memory, std::size_t) noexcept
{
	CountedRelease(memory, alignof(std::max_align_t));
}

void operator delete(void* memory, std::align_val_t alignment) noexcept
{
	CountedRelease(memory, static_cast<std::size_t>(alignment));
}

void operator delete(void* memory, std::size_t, std::align_val_t alignment) noexcept
{
	CountedRelease(memory, static_cast<std::size_t>(alignment));
}

namespace FractureCore
{
AllocationCounter::AllocationCounter()
	: m_countBefore(allocationCount), m_hereBefore(allocationsHere), m_bytesBefore(heldBytes)
{
	peakBytes = m_bytesBefore;
}

int64_t AllocationCounter::Count() const
{
	return allocationCount - m_countBefore;
}

int64_t AllocationCounter::CountHere() const
{
	return allocationsHere - m_hereBefore;
}

int64_t AllocationCounter::PeakBytes() const
{
	return peakBytes - m_bytesBefore;
}

int64_t AllocationCounter::HeldBytes() const
{
	return heldBytes - m_bytesBefore;
}
} // namespace FractureCore
