// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Solve/StressModel.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Tets or nodes that a task takes at a time.
inline constexpr int64_t kStressGrain = 512;

/// Stress of every tet from displacements (1 a node of the model).
void ComputeTetStress(const StressModel::Data& model,
	std::span<const Vec3> displacements,
	std::vector<Sym3>& tetStress,
	TaskRunner& runner);

/// One averaging pass. `nodeStress` is scratch.
void AverageStress(const StressModel::Data& model,
	std::span<const Sym3> tetStress,
	std::vector<Sym3>& nodeStress,
	std::vector<Sym3>& averaged,
	TaskRunner& runner);
} // namespace FractureCore
