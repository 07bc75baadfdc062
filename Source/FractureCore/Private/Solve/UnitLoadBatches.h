// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Fragility.h"
#include "Solve/SurfaceLoads.h"

#include <algorithm>
#include <vector>

namespace FractureCore
{
// Nodes solved together: 3 x 8 right-hand sides are three full passes over the factor.
constexpr size_t kUnitLoadNodes = 8;

/// Loads every surface node with 1 N along each axis, a few nodes in one pass.
/// `solve(loads, count)` solves for `count` load vectors of `nodeCount` forces each; `evaluate(first, node, at)` fills
/// entry `at` of the map from the solutions `first` to `first + 2` of that pass, and is called in parallel.
template <typename SolveLoads, typename EvaluateNode>
Status ForEachUnitLoad(const SurfaceLoads& surfaceLoads,
	size_t nodeCount,
	TaskRunner& runner,
	const ProgressSink& progress,
	const SolveLoads& solve,
	const EvaluateNode& evaluate)
{
	const std::span<const int32_t> surface = surfaceLoads.SurfaceNodes();
	std::vector<Vec3> loads;
	for (size_t begin = 0; begin < surface.size(); begin += kUnitLoadNodes)
	{
		if (!progress.Report("fragility", static_cast<double>(begin) / static_cast<double>(surface.size())))
		{
			return Error{ErrorCode::Cancelled, "cancelled"};
		}
		const size_t nodes = std::min(kUnitLoadNodes, surface.size() - begin);
		loads.assign(3 * nodes * nodeCount, Vec3{});
		for (size_t k = 0; k < 3 * nodes; ++k)
		{
			const size_t axis = k % 3;
			surfaceLoads.AddPatch(surface[begin + k / 3],
				{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0},
				{},
				0.0,
				std::span(loads).subspan(k * nodeCount, nodeCount));
		}
		solve(std::span(loads), 3 * nodes);
		ParallelFor(runner,
			static_cast<int64_t>(nodes),
			1,
			[&](int64_t first, int64_t last)
			{
				for (size_t i = static_cast<size_t>(first); i < static_cast<size_t>(last); ++i)
				{
					evaluate(3 * i, static_cast<size_t>(surface[begin + i]), begin + i);
				}
			});
	}
	return Ok{};
}
} // namespace FractureCore
