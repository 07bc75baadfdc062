// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Stress.h"
#include "Solve/NodeOrdering.h"
#include "Solve/RefinedSolve.h"

#include <memory>

namespace FractureCore
{
struct CholeskySettings
{
	OrderingQuality ordering = OrderingQuality::RunTime;
	FactorPrecision precision = FactorPrecision::Double;
	int64_t mostDoubleBytes =
		0; // a double factor of no more than this is taken though float is wished: it solves faster
	RefinementSettings refinement;
	SolvePath path = ActiveSolvePath();
};

/// Memory of one call at a time, reused by the next, also with another solver: after the first solve of a kind none
/// allocates.
struct CholeskyWorkspace
{
	FactorWorkspace<double> doubleFactor;
	FactorWorkspace<float> floatFactor;
	RefinementWorkspace<double> inDouble;
	RefinementWorkspace<float> inFloat;
};

/// The factor of one body's stiffness. Any number of threads may solve with it at once, each with its own workspace.
class CholeskySolver
{
public:
	/// Orders, analyses and factors. `positions` has a point a node and may be empty. The error of a matrix that is not
	/// positive definite names the node.
	Status Factor(const BlockMatrix& matrix,
		std::span<const Vec3> positions,
		const CholeskySettings& settings,
		CholeskyWorkspace& workspace,
		TaskRunner& runner);

	/// Takes the settings, order and pattern of another solver: the matrix must have the pattern that was given to it.
	Status FactorLike(
		const CholeskySolver& other, const BlockMatrix& matrix, CholeskyWorkspace& workspace, TaskRunner& runner);

	/// The same in single precision however bad the matrix is, for solutions of a few digits; double where even that
	/// breaks down. What this solver held before is overwritten in place.
	Status FactorRoughly(
		const CholeskySolver& other, const BlockMatrix& matrix, CholeskyWorkspace& workspace, TaskRunner& runner);

	/// Factors a matrix of the same pattern anew.
	Status Refactor(const BlockMatrix& matrix, CholeskyWorkspace& workspace, TaskRunner& runner);

	/// The factor as bytes, for an asset; `matrix` is the one that was factored.
	std::vector<uint8_t> Save(const BlockMatrix& matrix) const;

	/// Takes what Save gave, which may come from a hostile file. False: it was made from another matrix, for another
	/// precision or by another version; factor then. The error says what is wrong with the bytes. Either way there is
	/// no factor.
	Result<bool> Load(std::span<const uint8_t> bytes,
		const BlockMatrix& matrix,
		const CholeskySettings& settings,
		CholeskyWorkspace& workspace,
		TaskRunner& runner);

	/// What the factor is stored in: the wish of the settings, or double where that is small enough or float refused.
	FactorPrecision Precision() const { return m_precision; }
	int64_t MemoryBytes() const;
	const SymbolicFactor& Symbolic() const { return *m_symbolic; }

	/// x = A^-1 right for `count` vectors one after another, A the matrix that was factored. A double factor does not
	/// look at `matrix`. It may be given without its pins, whose degrees of freedom `pinned` then lists: they must be
	/// zero in `right` and become zero in x.
	RefinementReport Solve(const BlockMatrix& matrix,
		std::span<const double> right,
		std::span<double> x,
		int32_t count,
		CholeskyWorkspace& workspace,
		TaskRunner& runner,
		std::span<const int32_t> pinned = {}) const;

	/// The same for a matrix of the same pattern whose values have changed since, from the start x. The fewer tets have
	/// changed the fewer iterations; when they become many, Refactor is cheaper.
	RefinementReport SolveChanged(const BlockMatrix& matrix,
		std::span<const double> right,
		std::span<double> x,
		int32_t count,
		CholeskyWorkspace& workspace,
		TaskRunner& runner) const;

	/// One pass over the factor, in its own precision and without refinement. `right` and `x` may be the same memory.
	void SolveOnce(
		std::span<const double> right, std::span<double> x, CholeskyWorkspace& workspace, TaskRunner& runner) const;

private:
	bool Solves(const BlockMatrix& matrix, CholeskyWorkspace& workspace, TaskRunner& runner) const;

	CholeskySettings m_settings;
	FactorPrecision m_precision = FactorPrecision::Double;
	std::shared_ptr<const SymbolicFactor> m_symbolic; // the factors point at it, so it must not move with the solver
	NumericFactor<double> m_double;
	NumericFactor<float> m_float;
};
} // namespace FractureCore
