// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/CholeskySolver.h"

namespace FractureCore
{
Status CholeskySolver::Factor(
	const BlockMatrix& matrix, std::span<const Vec3> positions, const CholeskySettings& settings, TaskRunner& runner)
{
	m_settings = settings;
	m_symbolic = std::make_unique<const SymbolicFactor>(
		AnalysePattern(matrix, OrderNodes(matrix.Graph(), positions, settings.ordering)));
	return Refactor(matrix, runner);
}

Status CholeskySolver::Refactor(const BlockMatrix& matrix, TaskRunner& runner)
{
	m_precision = FactorPrecision::Double;
	if (m_settings.precision == FactorPrecision::Float &&
		m_float.Factor(*m_symbolic, matrix, runner, m_floatFactorWorkspace, m_settings.path) &&
		IsAccurateEnough(matrix, m_float, m_floatWorkspace, runner))
	{
		m_precision = FactorPrecision::Float;
		return Ok{};
	}
	m_float = {};
	return m_double.Factor(*m_symbolic, matrix, runner, m_doubleFactorWorkspace, m_settings.path);
}

int64_t CholeskySolver::MemoryBytes() const
{
	return m_precision == FactorPrecision::Float ? m_float.MemoryBytes() : m_double.MemoryBytes();
}

RefinementReport CholeskySolver::Solve(
	const BlockMatrix& matrix, std::span<const double> right, std::span<double> x, int32_t count, TaskRunner& runner)
{
	if (m_precision == FactorPrecision::Double)
	{
		SolveWithFactor(m_double, right, x, count, m_doubleWorkspace.solve, runner);
		return {};
	}
	return SolveRefined(
		matrix, m_float, right, x, count, RefinementStart::Zero, m_settings.refinement, m_floatWorkspace, runner);
}

RefinementReport CholeskySolver::SolveChanged(
	const BlockMatrix& matrix, std::span<const double> right, std::span<double> x, int32_t count, TaskRunner& runner)
{
	const RefinementStart start = RefinementStart::Given;
	return m_precision == FactorPrecision::Double
		? SolveRefined(matrix, m_double, right, x, count, start, m_settings.refinement, m_doubleWorkspace, runner)
		: SolveRefined(matrix, m_float, right, x, count, start, m_settings.refinement, m_floatWorkspace, runner);
}
} // namespace FractureCore
