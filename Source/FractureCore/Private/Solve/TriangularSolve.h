// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Solve/NumericFactor.h"

namespace FractureCore
{
/// Memory of one solve at a time; grows at first use and is then reused, also for other factors.
template <typename T>
struct SolveWorkspace
{
	AlignedBuffer<T> x;       // in elimination order, kRhsBlock right-hand sides interleaved or one
	AlignedBuffer<T> top;     // each part's own sums for the top
	AlignedBuffer<T> scratch; // of each part, and of the top
};

/// x = A^-1 right with the factor of A. `right` and `x` hold `count` vectors one after another, each node after node in
/// the matrix's order; they may be the same memory. Several vectors share a pass over the factor, kRhsBlock at a time,
/// and then differ in rounding from one by one. The same bytes for any number of threads.
template <typename T>
void SolveWithFactor(const NumericFactor<T>& factor,
	std::span<const double> right,
	std::span<double> x,
	int32_t count,
	SolveWorkspace<T>& workspace,
	TaskRunner& runner);
} // namespace FractureCore
