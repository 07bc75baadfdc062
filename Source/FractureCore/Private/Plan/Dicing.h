// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Material.h"
#include "FractureCore/Parallel.h"
#include "Plan/PlanBody.h"

namespace FractureCore
{
/// Side of the pieces, m, that a tempered material falls into by the stress that it was made with, once a crack runs;
/// infinite if it is not tempered.
double DiceSize(const Material& material);

/// Loose grains all over a tempered body, at most `maxGrains` of about DiceSize: larger where the body is thicker than
/// that, or the lattice too coarse. None if the body is smaller than two of them.
GrainSet DiceBody(
	const PlanLattice& lattice, const Material& material, int32_t maxGrains, uint64_t seed, TaskRunner& runner);
} // namespace FractureCore
