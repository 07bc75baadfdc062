// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/WorkingStress.h"

namespace FractureCore
{
/// Memory that fits reuse. Vectors have an entry a lattice node; only those of `rows` count.
struct FitWorkspace
{
	std::vector<int32_t> rows;     // nodes that may move, ascending
	std::vector<uint8_t> isActive; // 1 a node: some tet near the zero set has it
	std::vector<int32_t> tets;     // near the zero set
	std::vector<double> matrix;    // in the lattice's pattern
	std::vector<double> right;
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
	double band = 1.0; // what is farther from the zero set than this many times the reach of the stress stays as it is

	/// 1 a node: keeps its value. Empty: none does, and the result is known up to a constant only.
	std::span<const uint8_t> pinned;
};

/// Turns a field so that its zero set runs across the largest tension, smoothly: `field` is the start and the result.
void FitField(const FitProblem& problem, WorkingStress& stress, std::span<double> field, FitWorkspace& workspace);
} // namespace FractureCore
