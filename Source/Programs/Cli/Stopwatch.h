// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace FractureCli
{
using Clock = std::chrono::steady_clock;

inline double SecondsSince(Clock::time_point start)
{
	return std::chrono::duration<double>(Clock::now() - start).count();
}
} // namespace FractureCli
