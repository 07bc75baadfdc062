// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/BlockMatrix.h"

#include "FractureCore/Hooks.h"

#include <algorithm>
#include <string>

namespace FractureCore
{
namespace
{
constexpr int64_t kProductRowsPerTask = 512;

Error BadMatrixRow(int32_t row, const char* what)
{
	return {ErrorCode::InvalidMesh, "Row " + std::to_string(row) + " of the stiffness matrix " + what + ".", row};
}

bool IsFiniteBlock(const Mat3& block)
{
	for (const auto& row : block.m)
	{
		for (const double value : row)
		{
			if (!std::isfinite(value))
			{
				return false;
			}
		}
	}
	return true;
}
} // namespace

int32_t BlockMatrix::Find(int32_t row, int32_t column) const
{
	const auto begin = columns.begin() + rowStart[row];
	const auto end = columns.begin() + rowStart[row + 1];
	const auto found = std::lower_bound(begin, end, column);
	return found != end && *found == column ? static_cast<int32_t>(found - columns.begin()) : kNoIndex;
}

Status ValidateBlockMatrix(const BlockMatrix& matrix)
{
	const int32_t nodeCount = matrix.NodeCount();
	if (nodeCount < 0 || matrix.rowStart.front() != 0 ||
		matrix.rowStart.back() != static_cast<int32_t>(matrix.columns.size()) ||
		matrix.columns.size() != matrix.blocks.size())
	{
		return Error{ErrorCode::InvalidMesh, "The stiffness matrix has row starts that do not fit its blocks."};
	}
	for (int32_t row = 0; row < nodeCount; ++row)
	{
		if (matrix.rowStart[row] > matrix.rowStart[row + 1])
		{
			return BadMatrixRow(row, "ends before it starts");
		}
	}
	for (int32_t row = 0; row < nodeCount; ++row)
	{
		int32_t last = kNoIndex;
		for (const int32_t column : matrix.Graph().Row(row))
		{
			if (column <= last || column >= nodeCount)
			{
				return BadMatrixRow(row, "has a column out of range or out of order");
			}
			last = column;
		}
	}
	for (int32_t row = 0; row < nodeCount; ++row)
	{
		if (matrix.Find(row, row) == kNoIndex)
		{
			return BadMatrixRow(row, "has no diagonal block");
		}
		for (int32_t k = matrix.rowStart[row]; k < matrix.rowStart[row + 1]; ++k)
		{
			if (matrix.Find(matrix.columns[k], row) == kNoIndex)
			{
				return BadMatrixRow(row, "has a block without its mirror image");
			}
			if (!IsFiniteBlock(matrix.blocks[k]))
			{
				return BadMatrixRow(row, "has an entry that is not a finite number");
			}
		}
	}
	return Ok{};
}

void Multiply(const BlockMatrix& matrix, std::span<const double> x, std::span<double> y, TaskRunner& runner)
{
	FRACTURECORE_ASSERT(x.size() == y.size() && x.size() == 3 * static_cast<size_t>(matrix.NodeCount()));
	auto multiplyRows = [&](int64_t begin, int64_t end)
	{
		const int32_t* start = matrix.rowStart.data();
		const int32_t* columns = matrix.columns.data();
		const Mat3* blocks = matrix.blocks.data();
		for (int64_t row = begin; row < end; ++row)
		{
			double sum[3] = {0.0, 0.0, 0.0};
			for (int32_t k = start[row]; k < start[row + 1]; ++k)
			{
				const double* v = x.data() + 3 * static_cast<ptrdiff_t>(columns[k]);
				const auto& m = blocks[k].m;
				sum[0] += m[0][0] * v[0] + m[0][1] * v[1] + m[0][2] * v[2];
				sum[1] += m[1][0] * v[0] + m[1][1] * v[1] + m[1][2] * v[2];
				sum[2] += m[2][0] * v[0] + m[2][1] * v[1] + m[2][2] * v[2];
			}
			std::copy(sum, sum + 3, y.data() + 3 * row);
		}
	};
	ParallelFor(runner, matrix.NodeCount(), kProductRowsPerTask, multiplyRows);
}

void PinComponent(BlockMatrix& matrix, int32_t node, int32_t axis)
{
	for (int32_t k = matrix.rowStart[node]; k < matrix.rowStart[node + 1]; ++k)
	{
		const int32_t other = matrix.columns[k];
		Mat3& block = matrix.blocks[k];
		Mat3& mirror = matrix.blocks[static_cast<size_t>(matrix.Find(other, node))];
		const double diagonal = block.m[axis][axis];
		for (int32_t i = 0; i < 3; ++i)
		{
			block.m[axis][i] = 0.0;
			mirror.m[i][axis] = 0.0;
		}
		if (other == node)
		{
			block.m[axis][axis] = diagonal;
		}
	}
}
} // namespace FractureCore
