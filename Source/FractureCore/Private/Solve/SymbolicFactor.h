// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Solve/BlockMatrix.h"

namespace FractureCore
{
/// Consecutive nodes of a child's update matrix that land on consecutive nodes of its parent's front.
struct FrontRun
{
	int32_t child = 0;  // first node in the child's rows
	int32_t parent = 0; // first node in the parent's front: columns, then rows
	int32_t length = 0; // never crosses from the parent's columns to its rows
};

/// Where a block of the matrix goes in its supernode's panel.
struct BlockTarget
{
	int32_t block = 0;
	int32_t row = 0; // node in the front
	int32_t column = 0;
};

/// Columns of the factor that share their rows and are stored and eliminated together. All in nodes.
struct Supernode
{
	int32_t first = 0; // elimination position of the first column
	int32_t width = 0;
	int32_t rowBegin = 0; // into SymbolicFactor::rows
	int32_t rowCount = 0;
	int32_t rowsInPart = 0; // rows before SymbolicFactor::topNode; the others belong to the top
	int32_t parent = kNoIndex;
	int32_t depth = 0;      // steps to the root
	int32_t childBegin = 0; // into SymbolicFactor::children
	int32_t childEnd = 0;
	int32_t runBegin = 0; // into SymbolicFactor::runs: this supernode's rows in its parent
	int32_t runEnd = 0;
	int32_t targetBegin = 0; // into SymbolicFactor::targets
	int32_t targetEnd = 0;
};

/// Everything about a Cholesky factor that does not depend on values: made once for a pattern, shared by every factor.
///
/// The supernodes form a forest. Its lower subtrees are dealt to a fixed number of parts that are independent of each
/// other; what remains is the top. Parts are the units of threading, and because they do not depend on the number of
/// threads, neither do the sums.
struct SymbolicFactor
{
	std::vector<int32_t> order;      // elimination position -> node
	std::vector<int32_t> givenOrder; // what AnalysePattern was given
	std::vector<Supernode> supernodes;
	std::vector<int32_t> rows;     // elimination positions, ascending within a supernode
	std::vector<int32_t> children; // supernodes, ascending within a parent
	std::vector<FrontRun> runs;
	std::vector<BlockTarget> targets;
	std::vector<int32_t> partBegin{0}; // supernodes of part p: [partBegin[p], partBegin[p + 1]); the top is the rest
	int32_t topNode = 0;               // first elimination position of the top

	int64_t storedBlocks = 0;    // 3 by 3 blocks of L, with the zeros that merged supernodes store
	double operations = 0.0;     // floating-point operations of one factorisation
	double partOperations = 0.0; // those outside the top

	int32_t NodeCount() const { return static_cast<int32_t>(order.size()); }
	int32_t PartCount() const { return static_cast<int32_t>(partBegin.size()) - 1; }
	int32_t TopBegin() const { return partBegin.back(); }
	std::span<const int32_t> Rows(const Supernode& s) const
	{
		return std::span(rows).subspan(static_cast<size_t>(s.rowBegin), static_cast<size_t>(s.rowCount));
	}
	std::span<const int32_t> Children(const Supernode& s) const
	{
		return std::span(children).subspan(
			static_cast<size_t>(s.childBegin), static_cast<size_t>(s.childEnd - s.childBegin));
	}
	std::span<const FrontRun> Runs(const Supernode& s) const
	{
		return std::span(runs).subspan(static_cast<size_t>(s.runBegin), static_cast<size_t>(s.runEnd - s.runBegin));
	}
	std::span<const BlockTarget> Targets(const Supernode& s) const
	{
		return std::span(targets).subspan(
			static_cast<size_t>(s.targetBegin), static_cast<size_t>(s.targetEnd - s.targetBegin));
	}
};

/// `order` must be a permutation of the matrix's nodes, as OrderNodes gives it. The matrix must have passed
/// ValidateBlockMatrix; only its pattern is read.
SymbolicFactor AnalysePattern(const BlockMatrix& matrix, std::span<const int32_t> order);
} // namespace FractureCore
