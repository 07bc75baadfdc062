// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Solve/BlockMatrix.h"

namespace FractureCore
{
/// Exact minimum degree for a handful of nodes whose surroundings are eliminated later. The surroundings (the halo)
/// count in the degrees: a leaf of a dissection ordered without them fills towards its separators.
class LeafOrdering
{
public:
	explicit LeafOrdering(const NodeGraph& graph);

	/// Puts `nodes` into elimination order. Every neighbour outside `nodes` must be one that is eliminated later.
	void Order(std::span<int32_t> nodes);

private:
	void GatherHalo(std::span<const int32_t> nodes);

	NodeGraph m_graph;
	std::vector<int32_t> m_local;     // of each node: its bit in the leaf and halo, or kNoIndex
	std::vector<int32_t> m_touched;   // nodes whose m_local is set
	std::vector<uint64_t> m_bits;     // one row of the elimination graph a leaf node
	std::vector<int32_t> m_remaining; // leaf nodes, by bit
	std::vector<int32_t> m_sequence;
};
} // namespace FractureCore
