// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/WorkingStress.h"

namespace FractureCore
{
/// Memory that fits reuse.
struct FitWorkspace
{
	std::vector<double> octantWeight; // 8 a cube of the grid
	std::vector<Vec3> octantPull;     // 8 a cube
	std::vector<double> matrix;       // in the grid's pattern
	// 1 a corner of the grid.
	std::vector<double> correction;
	std::vector<double> inverseDiagonal;
	std::vector<double> residual;
	std::vector<double> direction;
	std::vector<double> product;
	std::vector<double> preconditioned;
};

struct FitProblem
{
	const PlanLattice& lattice;
	std::span<const double> strength; // 1 a lattice tet, Pa
	Vec3 seed;                        // m

	/// 1 a node: keeps its value. Empty: none does, and the result is known up to a constant only.
	std::span<const uint8_t> pinned;
};

/// Turns a field so that its zero set runs across the largest tension, smoothly: `field` is the start and the result.
/// Bit-identical for any number of threads.
void FitField(const FitProblem& problem,
	WorkingStress& stress,
	std::span<double> field,
	FitWorkspace& workspace,
	TaskRunner& runner);
} // namespace FractureCore
