// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"
#include "FractureCore/Result.h"
#include "FractureCore/Types.h"

#include <cstdint>
#include <span>
#include <vector>

namespace FractureCore
{
/// Which nodes touch which, as compressed rows with ascending columns. Symmetric; every node lists itself.
struct NodeGraph
{
	std::span<const int32_t> rowStart; // one more than there are nodes
	std::span<const int32_t> columns;

	int32_t NodeCount() const { return static_cast<int32_t>(rowStart.size()) - 1; }
	std::span<const int32_t> Row(int32_t node) const
	{
		const size_t begin = static_cast<size_t>(rowStart[node]);
		const size_t end = static_cast<size_t>(rowStart[node + 1]);
		return columns.subspan(begin, end - begin);
	}
};

/// Symmetric matrix of 3 by 3 node blocks, compressed by rows. Both triangles are stored: a product then reads each row
/// once, in parallel and in one order. Vectors are node after node, x y z each.
struct BlockMatrix
{
	std::vector<int32_t> rowStart{0};
	std::vector<int32_t> columns; // ascending in each row, the diagonal always present
	std::vector<Mat3> blocks;

	int32_t NodeCount() const { return static_cast<int32_t>(rowStart.size()) - 1; }
	NodeGraph Graph() const { return {rowStart, columns}; }

	/// Where the block of that row and column is stored, kNoIndex if the pattern has none.
	int32_t Find(int32_t row, int32_t column) const;
};

/// Ascending columns in range, a diagonal in every row, a symmetric pattern, finite values. The error names the first
/// bad row. Symmetry of the values is the assembler's promise.
Status ValidateBlockMatrix(const BlockMatrix& matrix);

/// y = A x. Bit-identical for any number of threads.
void Multiply(const BlockMatrix& matrix, std::span<const double> x, std::span<double> y, TaskRunner& runner);

/// Holds component `axis` of a node at zero: its row and column become those of the unit matrix, scaled like the
/// diagonal entry they replace. The caller zeroes that entry of the right-hand side.
void PinComponent(BlockMatrix& matrix, int32_t node, int32_t axis);
} // namespace FractureCore
