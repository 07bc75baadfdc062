// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A factor on its way to and from an asset. Only the order of elimination and the numbers are stored: everything else
// follows from the order and the matrix's pattern in a few milliseconds, so no index of a hostile file is ever used.
#include "Base/FactorBytes.h"
#include "FractureCore/Hash.h"
#include "Solve/CholeskySolver.h"
#include "Solve/EliminationTree.h"

#include <cmath>

namespace FractureCore
{
namespace
{
template <typename T>
std::span<const uint8_t> BytesOf(const std::vector<T>& values)
{
	return {reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(T)};
}

uint64_t HashOfMatrix(const BlockMatrix& matrix)
{
	static_assert(sizeof(Mat3) == 9 * sizeof(double));
	return Hash64(BytesOf(matrix.blocks), Hash64(BytesOf(matrix.columns), Hash64(BytesOf(matrix.rowStart))));
}

/// Changes when the analysis places a number elsewhere, for instance in a later version.
uint64_t HashOfLayout(const SymbolicFactor& symbolic)
{
	std::vector<int32_t> shapes;
	for (const Supernode& s : symbolic.supernodes)
	{
		shapes.insert(shapes.end(), {s.first, s.width, s.rowCount});
	}
	return Hash64(BytesOf(shapes), Hash64(BytesOf(symbolic.rows), Hash64(BytesOf(symbolic.order))));
}

Error FactorError(const std::string& message)
{
	return {ErrorCode::InvalidFile, "the stored factor " + message};
}

bool IsPermutation(std::span<const int32_t> order)
{
	std::vector<uint8_t> seen(order.size(), 0);
	for (const int32_t node : order)
	{
		if (node < 0 || static_cast<size_t>(node) >= order.size() || seen[static_cast<size_t>(node)]++ != 0)
		{
			return false;
		}
	}
	return true;
}
} // namespace

std::vector<uint8_t> CholeskySolver::Save(const BlockMatrix& matrix) const
{
	FactorHead head;
	const bool isFloat = m_precision == FactorPrecision::Float;
	const std::span<const uint8_t> values = isFloat
		? std::span(reinterpret_cast<const uint8_t*>(m_float.Values().data()), m_float.Values().size_bytes())
		: std::span(reinterpret_cast<const uint8_t*>(m_double.Values().data()), m_double.Values().size_bytes());
	head.wantedFloat = m_settings.precision == FactorPrecision::Float ? 1 : 0;
	head.storedFloat = isFloat ? 1 : 0;
	head.nodeCount = matrix.NodeCount();
	head.matrixHash = HashOfMatrix(matrix);
	head.layoutHash = HashOfLayout(*m_symbolic);
	head.valueCount = values.size() / (isFloat ? sizeof(float) : sizeof(double));
	std::vector<uint8_t> bytes(sizeof(head) + m_symbolic->givenOrder.size() * sizeof(int32_t) + values.size());
	uint8_t* at = bytes.data();
	std::memcpy(at, &head, sizeof(head));
	at += sizeof(head);
	const std::span<const uint8_t> order = BytesOf(m_symbolic->givenOrder);
	std::memcpy(at, order.data(), order.size());
	std::memcpy(at + order.size(), values.data(), values.size());
	return bytes;
}

Result<bool> CholeskySolver::Load(std::span<const uint8_t> bytes,
	const BlockMatrix& matrix,
	const CholeskySettings& settings,
	CholeskyWorkspace& workspace,
	TaskRunner& runner)
{
	const std::optional<FactorHead> head = ReadFactorHead(bytes);
	if (!head)
	{
		return FactorError("is cut off or of an unknown kind");
	}
	if (head->nodeCount != matrix.NodeCount() ||
		(head->wantedFloat != 0) != (settings.precision == FactorPrecision::Float) ||
		head->matrixHash != HashOfMatrix(matrix))
	{
		return false;
	}
	std::vector<int32_t> order(static_cast<size_t>(head->nodeCount));
	std::memcpy(order.data(), bytes.data() + sizeof(FactorHead), order.size() * sizeof(int32_t));
	if (!IsPermutation(order))
	{
		return FactorError("names a node twice or one that is not there");
	}
	// A bad order could fill the factor beyond all memory: what is analysed must be paid for in stored numbers, of
	// which a block takes six at least.
	if (ComputeFactorCost(matrix.Graph(), order).blocks > static_cast<int64_t>(head->valueCount / 6))
	{
		return FactorError("has too few numbers for its order of elimination");
	}
	m_settings = settings;
	m_symbolic = std::make_shared<const SymbolicFactor>(AnalysePattern(matrix, order));
	if (head->layoutHash != HashOfLayout(*m_symbolic))
	{
		return false;
	}
	const std::span<const uint8_t> values = bytes.subspan(sizeof(FactorHead) + order.size() * sizeof(int32_t));
	m_precision = head->storedFloat != 0 ? FactorPrecision::Float : FactorPrecision::Double;
	const bool fits = m_precision == FactorPrecision::Float ? m_float.Load(*m_symbolic, values, settings.path)
															: m_double.Load(*m_symbolic, values, settings.path);
	if (!fits)
	{
		return FactorError("has " + std::to_string(head->valueCount) + " numbers, which is not what its order needs");
	}
	if (!Solves(matrix, workspace, runner))
	{
		return FactorError("does not solve the body's stiffness");
	}
	return true;
}

bool CholeskySolver::Solves(const BlockMatrix& matrix, CholeskyWorkspace& workspace, TaskRunner& runner) const
{
	// Of the error's energy over the solution's. A float factor that was accepted stays far below, and what it is off
	// is corrected; a double one has the last word, and rounding stays below even where stiffnesses differ by 1e18.
	const double mostEnergy = m_precision == FactorPrecision::Float ? 1.0e-2 : 1.0e-14;
	const size_t size = 3 * static_cast<size_t>(matrix.NodeCount());
	std::vector<double> wanted(size);
	for (size_t i = 0; i < size; ++i)
	{
		wanted[i] = (i * 2654435761u >> 7 & 1u) != 0 ? 1.0 : -1.0; // without order, as motions of all kinds are
	}
	std::vector<double> right(size);
	std::vector<double> found(size);
	std::vector<double> product(size);
	Multiply(matrix, wanted, right, runner);
	SolveOnce(right, found, workspace, runner);
	double energy = 0.0;
	for (size_t i = 0; i < size; ++i)
	{
		energy += wanted[i] * right[i];
		found[i] -= wanted[i];
	}
	Multiply(matrix, found, product, runner);
	double error = 0.0;
	for (size_t i = 0; i < size; ++i)
	{
		error += found[i] * product[i];
	}
	return error <= mostEnergy * energy; // false for NaN
}
} // namespace FractureCore
