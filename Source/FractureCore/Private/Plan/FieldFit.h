// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/WorkingStress.h"

namespace FractureCore
{
/// Memory that fits reuse.
struct FitWorkspace
{
	std::vector<double> matrix; // in the lattice's pattern
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
	std::span<const uint8_t>
		pinned; // 1 a node: keeps its value; empty: none, and the result is only known up to a constant
};

/// Turns a field so that its zero set runs across the largest tension, smoothly: `field` is the start and the result.
void FitField(const FitProblem& problem, WorkingStress& stress, std::span<double> field, FitWorkspace& workspace);
} // namespace FractureCore
