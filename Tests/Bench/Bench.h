// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"

#include <cstdint>
#include <functional>
#include <string>

namespace FractureBench
{
/// What every scene gets from the command line.
struct BenchOptions
{
	int32_t repeats = 5; // the best of so many runs counts
	std::string meshes;  // folder with the scanned meshes
	bool large = false;  // with the rows that take seconds
	FractureCore::TaskRunner* runner = nullptr;
};

/// Seconds of the fastest of several runs: noise only ever adds.
double BestSeconds(int32_t repeats, const std::function<void()>& run);

/// Prints a table.
using BenchScene = void (*)(const BenchOptions& options);

void BenchTetrahedralise(const BenchOptions& options);
} // namespace FractureBench
