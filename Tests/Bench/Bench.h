// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"
#include "FractureCore/Result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace FractureBench
{
/// What every scene gets from the command line.
struct BenchOptions
{
	int32_t repeats = 5; // the best of so many runs counts
	std::string meshes;  // folder with the scanned meshes
	bool large = false;  // with the rows that take seconds
	std::string only;    // of scenes with named rows, those whose name begins so
	FractureCore::TaskRunner* runner = nullptr;
};

struct BenchColumn
{
	const char* key;     // in JSON, with the unit
	const char* heading; // in text
	int32_t decimals = 0;
};

struct BenchTable
{
	std::vector<std::pair<std::string, double>> facts; // what holds for all rows
	std::vector<BenchColumn> columns;
	std::vector<std::vector<double>> rows;
	std::vector<std::string> labels; // 1 a row, or none
};

using BenchScene = FractureCore::Result<BenchTable> (*)(const BenchOptions& options);

FractureCore::Result<BenchTable> BenchTetrahedralise(const BenchOptions& options);
FractureCore::Result<BenchTable> BenchBake(const BenchOptions& options);
FractureCore::Result<BenchTable> BenchBreak(const BenchOptions& options);
FractureCore::Result<BenchTable> BenchCut(const BenchOptions& options);
FractureCore::Result<BenchTable> BenchStudio(const BenchOptions& options);
FractureCore::Result<BenchTable> BenchWorld(const BenchOptions& options);

/// Seconds of the fastest of several runs: noise only ever adds.
double BestSeconds(int32_t repeats, const std::function<void()>& run);

/// ms of processor time that this process has taken, all its threads together: other programs disturb it less than a
/// clock on the wall.
double ProcessorTime();

struct BenchSize
{
	int32_t tets = 0;
	bool large = false;
};

inline constexpr BenchSize kBenchSizes[] = {
	{10'000, false}, {30'000, false}, {100'000, false}, {300'000, true}, {1'000'000, true}};

struct CurvePoint
{
	double size = 0.0;
	double seconds = 0.0;
};

/// The k of seconds ~ size^k between the first and the last point.
double GrowthExponent(const std::vector<CurvePoint>& curve);
} // namespace FractureBench
