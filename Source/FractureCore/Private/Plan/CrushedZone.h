// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/PlanBody.h"

namespace FractureCore
{
/// How far the material round an impact is crushed, m: to the farthest lattice tet whose load in the first solve
/// (`ratio`: tension, or compression by its own limit, over strength) is above 2.5, but not beyond 1.5 thicknesses.
double CrushedRadius(const PlanLattice& lattice, std::span<const double> ratio, const Vec3& impact);

/// Grains round an impact: those within about `radius` are loose, a layer round them is not. None if so many as
/// `maxGrains` cannot be avoided.
GrainSet MakeCrushedGrains(
	const PlanLattice& lattice, const Vec3& impact, double radius, int32_t maxGrains, uint64_t seed);
} // namespace FractureCore
