// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/CrackState.h"

namespace FractureCore
{
/// The grains of a body whose cracks run between them [Bao07] section 7.1.
struct PlanGrains
{
	GrainSet grains;
	std::vector<int32_t> ofNode; // 1 a lattice node: the grain of least energy
	double size = 0.0;           // m
};

/// How thick most of the body is, m.
double MedianThickness(const PlanLattice& lattice);

/// Grains of `size` (m) over the lattice; 0: as large as the body is thick, at least two cells.
PlanGrains MakePlanGrains(const PlanLattice& lattice, double size, uint64_t seed, TaskRunner& runner);

/// Grains that a strength layer has.
PlanGrains MakePlanGrains(const PlanLattice& lattice, const WeaknessSurfaces& weakness, TaskRunner& runner);

/// Bends a field to the interfaces between grains: each grain takes the side where most of it is, and the new zero set
/// runs between grains of unlike sides. `bias` from 0, the field as it was, to 1. Beyond two grains from the old zero
/// set nothing changes.
void BendToGrains(const PlanLattice& lattice, const PlanGrains& grains, double bias, std::span<double> field);
} // namespace FractureCore
