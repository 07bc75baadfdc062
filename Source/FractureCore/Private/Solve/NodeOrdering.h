// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Solve/BlockMatrix.h"

namespace FractureCore
{
enum class OrderingQuality : uint8_t
{
	RunTime, // one cutting plane a level: a fragment needs its factor within a frame
	Bake,    // twelve planes a level and every method that may win
};

/// What a Cholesky factor costs in a given order, with no zeros stored.
struct FactorCost
{
	int64_t blocks = 0;      // 3 by 3 blocks of L, diagonal included
	double operations = 0.0; // multiply-adds, in units of one 3 by 3 block product
};

FactorCost ComputeFactorCost(const NodeGraph& graph, std::span<const int32_t> order);

/// An elimination order with little fill: order[k] is the k-th node to go. Small bodies by approximate minimum degree,
/// large ones by nested dissection with planes. `positions` has one point a node, or is empty: then minimum degree
/// serves every size. A pure function; ties go to the smaller node.
std::vector<int32_t> OrderNodes(const NodeGraph& graph, std::span<const Vec3> positions, OrderingQuality quality);

/// The two methods by themselves.
std::vector<int32_t> OrderByMinimumDegree(const NodeGraph& graph);
std::vector<int32_t> OrderByDissection(
	const NodeGraph& graph, std::span<const Vec3> positions, OrderingQuality quality);
} // namespace FractureCore
