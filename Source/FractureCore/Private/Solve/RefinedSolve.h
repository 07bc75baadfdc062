// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Solve/TriangularSolve.h"

namespace FractureCore
{
struct RefinementSettings
{
	double tolerance = 2.0e-8; // of the error, relative to the solution, both in the norm of elastic energy
	int32_t maxIterations = 50;
};

struct RefinementReport
{
	int32_t iterations = 0;     // products with the matrix, of the right-hand side that took longest
	double relativeError = 0.0; // estimate at the end, of the worst right-hand side
	bool converged = true;
};

/// Vectors of one refinement at a time; grows at first use.
template <typename T>
struct RefinementWorkspace
{
	SolveWorkspace<T> solve;
	std::vector<double> residual;
	std::vector<double> preconditioned;
	std::vector<double> direction;
	std::vector<double> product;
	std::vector<double> energy;  // r . z of each right-hand side
	std::vector<double> error;   // estimate of each right-hand side, relative
	std::vector<uint8_t> active; // of each right-hand side: not yet converged
};

/// Where the iteration starts.
enum class RefinementStart : uint8_t
{
	Zero,
	Given, // the contents of x, for instance the solution before a crack grew
};

/// Solves A x = right by conjugate gradients in double with a factor as preconditioner: the float factor of A (one or
/// two iterations), or the factor of a matrix that A has changed from. Several right-hand sides, as for
/// SolveWithFactor, share the passes over the factor. `pinned`: degrees of freedom that the factor holds at zero and
/// `matrix` does not; `right` must be zero there. The same bytes for any number of threads.
template <typename T>
RefinementReport SolveRefined(const BlockMatrix& matrix,
	const NumericFactor<T>& factor,
	std::span<const double> right,
	std::span<double> x,
	int32_t count,
	RefinementStart start,
	const RefinementSettings& settings,
	RefinementWorkspace<T>& workspace,
	TaskRunner& runner,
	std::span<const int32_t> pinned = {});

/// True if a float factor is good enough to refine with: corrections of a test solve, which excites the body's softest
/// motions, must shrink at least five-fold each. Thin plates and long beams fail, compact bodies pass by far.
bool IsAccurateEnough(const BlockMatrix& matrix,
	const NumericFactor<float>& factor,
	RefinementWorkspace<float>& workspace,
	TaskRunner& runner);
} // namespace FractureCore
