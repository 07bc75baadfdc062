// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Solve/BlockMatrix.h"

namespace FractureCore
{
/// A supernode while the forest is still being shaped. Positions are those of SupernodeForest::order.
struct SupernodeDraft
{
	std::vector<int32_t> columns; // in elimination order
	std::vector<int32_t> rows;    // below the columns, in elimination order
	int32_t parent = kNoIndex;    // owner of the first row
};

struct SupernodeForest
{
	std::vector<int32_t> order;             // position -> node; a postorder of the order it was built from
	std::vector<SupernodeDraft> supernodes; // children before parents
};

/// Floating-point operations to factor a supernode of that many columns and rows below (nodes) and to form its update
/// matrix.
double SupernodeOperations(int32_t columns, int32_t rows);

/// The supernodes of the factor: fundamental ones, merged with their parents where the zeros this stores cost less than
/// the bookkeeping it saves, and split where they are too wide for a cache.
SupernodeForest BuildSupernodeForest(const NodeGraph& graph, std::span<const int32_t> order);
} // namespace FractureCore
