// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Fragility.h"
#include "FractureCore/ShellStress.h"

namespace FractureCore
{
/// The map of a sheet: `node` are the vertices of the input that triangles use, and as a sheet has no inside,
/// `impulse` is the smaller of the two along the normal, from either side. Both faces of every triangle count.
/// Strength in Pa, 1 a triangle, or empty: the material's.
FRACTURECORE_API Result<FragilityMap> ComputeShellFragility(const ShellModel& model,
	const Material& material,
	std::span<const double> triangleStrength,
	const ContactPulse& pulse,
	TaskRunner& runner,
	const ProgressSink& progress = {});

/// BoundLoadRatio for a sheet and its own map.
FRACTURECORE_API Result<double> BoundShellLoadRatio(
	const ShellModel& model, const FragilityMap& map, std::span<const ContactImpulse> impulses);
} // namespace FractureCore
