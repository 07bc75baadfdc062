// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Solve/NodeOrdering.h"
#include "Solve/RefinedSolve.h"

#include <memory>

namespace FractureCore
{
enum class FactorPrecision : uint8_t
{
	Double,
	Float, // half the memory, refined in double; bodies for which that is not safe fall back to double
};

struct CholeskySettings
{
	OrderingQuality ordering = OrderingQuality::RunTime;
	FactorPrecision precision = FactorPrecision::Double;
	RefinementSettings refinement;
	SolvePath path = ActiveSolvePath();
};

/// The factor of one body's stiffness and what solving with it needs. One call at a time; after the first solve of a
/// kind no call allocates.
class CholeskySolver
{
public:
	/// Orders, analyses and factors. `positions` has a point a node and may be empty. The error of a matrix that is not
	/// positive definite names the node.
	Status Factor(const BlockMatrix& matrix,
		std::span<const Vec3> positions,
		const CholeskySettings& settings,
		TaskRunner& runner);

	/// Factors a matrix of the same pattern anew.
	Status Refactor(const BlockMatrix& matrix, TaskRunner& runner);

	/// What the factor is stored in: the wish of the settings, or double where float was refused.
	FactorPrecision Precision() const { return m_precision; }
	int64_t MemoryBytes() const;
	const SymbolicFactor& Symbolic() const { return *m_symbolic; }

	/// x = A^-1 right for `count` vectors one after another, A the matrix that was factored.
	RefinementReport Solve(const BlockMatrix& matrix,
		std::span<const double> right,
		std::span<double> x,
		int32_t count,
		TaskRunner& runner);

	/// The same for a matrix of the same pattern whose values have changed since, from the start x. The fewer tets have
	/// changed the fewer iterations; when they become many, Refactor is cheaper.
	RefinementReport SolveChanged(const BlockMatrix& matrix,
		std::span<const double> right,
		std::span<double> x,
		int32_t count,
		TaskRunner& runner);

private:
	CholeskySettings m_settings;
	FactorPrecision m_precision = FactorPrecision::Double;
	std::unique_ptr<const SymbolicFactor> m_symbolic; // the factors point at it, so it must not move with the solver
	NumericFactor<double> m_double;
	NumericFactor<float> m_float;
	FactorWorkspace<double> m_doubleFactorWorkspace;
	FactorWorkspace<float> m_floatFactorWorkspace;
	RefinementWorkspace<double> m_doubleWorkspace;
	RefinementWorkspace<float> m_floatWorkspace;
};
} // namespace FractureCore
