// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace FractureCore
{
/// Counts what the whole program allocates with new, on any thread, since the counter was made.
class AllocationCounter
{
public:
	AllocationCounter();
	int64_t Count() const;

	/// Those of the thread that asks, which made the counter.
	int64_t CountHere() const;

	/// The most that was held at once since the newest counter was made, beyond what was held then.
	int64_t PeakBytes() const;

	/// What is held now beyond what was held when the counter was made.
	int64_t HeldBytes() const;

private:
	int64_t m_countBefore = 0;
	int64_t m_hereBefore = 0;
	int64_t m_bytesBefore = 0;
};
} // namespace FractureCore
