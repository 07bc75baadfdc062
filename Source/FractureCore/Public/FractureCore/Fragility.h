// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Hooks.h"
#include "FractureCore/Stress.h"

#include <array>

namespace FractureCore
{
/// How easily a body cracks where it is hit. Designers see `impulse` as a heat map; the runtime uses `ratio` to skip
/// harmless contacts without a solve.
struct FragilityMap
{
	std::vector<int32_t> node;   // nodes of the tet mesh on its surface, ascending
	std::vector<double> impulse; // 1 a surface node, N s: the smallest inward normal impulse that starts a crack;
								 // infinite where supports take all of it

	/// 1 a surface node: largest stress over strength in the body under 1 N in +x, -x, +y, -y, +z, -z at the node's
	/// least patch.
	std::vector<std::array<double, 6>> ratio; // 1/N

	double peakRate = 0.0; // 1/s, of the pulse that `impulse` supposes
};

/// Two solves' worth of work for each surface node and axis: seconds for ten thousand tets; meant for the bake. Stress
/// is averaged as StressSettings has it by default. Strength in Pa, 1 a tet, or empty: the material's; by the
/// material's DirectionFactor on each plane. The model must be direct. `pulse` says how long the supposed impulses
/// last.
FRACTURECORE_API Result<FragilityMap> ComputeFragility(const StressModel& model,
	const Material& material,
	std::span<const double> tetStrength,
	const ContactPulse& pulse,
	TaskRunner& runner,
	const ProgressSink& progress = {});

/// An upper bound of the largest stress over strength that the impulses cause together; below 1 nothing can crack and
/// the solve may be skipped. It is never too low: principal stress is a convex function of the load, and an impulse is
/// a sum of the loads that the map was made with. Infinite where the map cannot tell (points inside or off the surface
/// with a moment about the nearest point of it, patches wider than the least, a cracked body). The error names an
/// impulse that is not on the body.
FRACTURECORE_API Result<double> BoundLoadRatio(
	const StressModel& model, const FragilityMap& map, std::span<const ContactImpulse> impulses);
} // namespace FractureCore
