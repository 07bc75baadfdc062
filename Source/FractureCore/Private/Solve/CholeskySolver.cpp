// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/CholeskySolver.h"

#include "Solve/PanelShape.h"

namespace FractureCore
{
namespace
{
int64_t DoubleBytes(const SymbolicFactor& symbolic)
{
	int64_t scalars = 0;
	for (const Supernode& s : symbolic.supernodes)
	{
		scalars += PanelShape<double>{3 * s.width, 3 * s.rowCount}.Size();
	}
	return scalars * static_cast<int64_t>(sizeof(double));
}
} // namespace

Status CholeskySolver::Factor(const BlockMatrix& matrix,
	std::span<const Vec3> positions,
	const CholeskySettings& settings,
	CholeskyWorkspace& workspace,
	TaskRunner& runner)
{
	m_settings = settings;
	m_symbolic = std::make_shared<const SymbolicFactor>(
		AnalysePattern(matrix, OrderNodes(matrix.Graph(), positions, settings.ordering)));
	return Refactor(matrix, workspace, runner);
}

Status CholeskySolver::FactorLike(
	const CholeskySolver& other, const BlockMatrix& matrix, CholeskyWorkspace& workspace, TaskRunner& runner)
{
	m_settings = other.m_settings;
	m_symbolic = other.m_symbolic;
	return Refactor(matrix, workspace, runner);
}

Status CholeskySolver::FactorRoughly(
	const CholeskySolver& other, const BlockMatrix& matrix, CholeskyWorkspace& workspace, TaskRunner& runner)
{
	m_settings = other.m_settings;
	m_settings.refinement = {1.0e-4, 20};
	m_symbolic = other.m_symbolic;
	if (m_float.Factor(*m_symbolic, matrix, runner, workspace.floatFactor, m_settings.path))
	{
		m_precision = FactorPrecision::Float;
		return Ok{};
	}
	m_precision = FactorPrecision::Double;
	return m_double.Factor(*m_symbolic, matrix, runner, workspace.doubleFactor, m_settings.path);
}

Status CholeskySolver::Refactor(const BlockMatrix& matrix, CholeskyWorkspace& workspace, TaskRunner& runner)
{
	m_precision = FactorPrecision::Double;
	if (m_settings.precision == FactorPrecision::Float && DoubleBytes(*m_symbolic) > m_settings.mostDoubleBytes &&
		m_float.Factor(*m_symbolic, matrix, runner, workspace.floatFactor, m_settings.path) &&
		IsAccurateEnough(matrix, m_float, workspace.inFloat, runner))
	{
		m_precision = FactorPrecision::Float;
		m_double = {};
		return Ok{};
	}
	m_float = {};
	return m_double.Factor(*m_symbolic, matrix, runner, workspace.doubleFactor, m_settings.path);
}

int64_t CholeskySolver::MemoryBytes() const
{
	return m_precision == FactorPrecision::Float ? m_float.MemoryBytes() : m_double.MemoryBytes();
}

RefinementReport CholeskySolver::Solve(const BlockMatrix& matrix,
	std::span<const double> right,
	std::span<double> x,
	int32_t count,
	CholeskyWorkspace& workspace,
	TaskRunner& runner,
	std::span<const int32_t> pinned) const
{
	if (m_precision == FactorPrecision::Double)
	{
		SolveWithFactor(m_double, right, x, count, workspace.inDouble.solve, runner);
		return {};
	}
	return SolveRefined(matrix,
		m_float,
		right,
		x,
		count,
		RefinementStart::Zero,
		m_settings.refinement,
		workspace.inFloat,
		runner,
		pinned);
}

void CholeskySolver::SolveOnce(
	std::span<const double> right, std::span<double> x, CholeskyWorkspace& workspace, TaskRunner& runner) const
{
	if (m_precision == FactorPrecision::Double)
	{
		SolveWithFactor(m_double, right, x, 1, workspace.inDouble.solve, runner);
	}
	else
	{
		SolveWithFactor(m_float, right, x, 1, workspace.inFloat.solve, runner);
	}
}

RefinementReport CholeskySolver::SolveChanged(const BlockMatrix& matrix,
	std::span<const double> right,
	std::span<double> x,
	int32_t count,
	CholeskyWorkspace& workspace,
	TaskRunner& runner) const
{
	const RefinementStart start = RefinementStart::Given;
	return m_precision == FactorPrecision::Double
		? SolveRefined(matrix, m_double, right, x, count, start, m_settings.refinement, workspace.inDouble, runner)
		: SolveRefined(matrix, m_float, right, x, count, start, m_settings.refinement, workspace.inFloat, runner);
}
} // namespace FractureCore
