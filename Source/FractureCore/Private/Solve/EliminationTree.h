// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Solve/BlockMatrix.h"

namespace FractureCore
{
/// The inverse of a permutation: position[order[k]] = k.
std::vector<int32_t> InvertOrder(std::span<const int32_t> order);

/// parent[k] of the k-th eliminated node is the first later one whose column its elimination touches; kNoIndex at roots
/// [Liu90].
std::vector<int32_t> ComputeEliminationTree(
	const NodeGraph& graph, std::span<const int32_t> order, std::span<const int32_t> position);

/// Every node after its children, each subtree in one piece; children in ascending order.
std::vector<int32_t> ComputePostorder(std::span<const int32_t> parent);

/// Blocks in each column of the factor, diagonal included.
std::vector<int32_t> ComputeColumnCounts(const NodeGraph& graph,
	std::span<const int32_t> order,
	std::span<const int32_t> position,
	std::span<const int32_t> parent);
} // namespace FractureCore
