// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace FractureCore
{
/// Counts what the whole test program allocates with new, on any thread, since the counter was made.
class AllocationCounter
{
public:
	AllocationCounter();
	int64_t Count() const;

private:
	int64_t m_before = 0;
};
} // namespace FractureCore
