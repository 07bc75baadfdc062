// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/NodeOrdering.h"

#include "Math/EigenConfig.h"
#include "Solve/EliminationTree.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
// Minimum degree takes 1 to 2 ms up to here and fills no more than dissection.
constexpr int32_t kMinimumDegreeNodes = 1500;
} // namespace

FactorCost ComputeFactorCost(const NodeGraph& graph, std::span<const int32_t> order)
{
	const std::vector<int32_t> position = InvertOrder(order);
	const std::vector<int32_t> parent = ComputeEliminationTree(graph, order, position);
	FactorCost cost;
	for (const int32_t count : ComputeColumnCounts(graph, order, position, parent))
	{
		cost.blocks += count;
		cost.operations += 0.5 * static_cast<double>(count) * static_cast<double>(count + 1);
	}
	return cost;
}

std::vector<int32_t> OrderByMinimumDegree(const NodeGraph& graph)
{
	const int32_t count = graph.NodeCount();
	using Pattern = Eigen::SparseMatrix<int8_t, Eigen::ColMajor, int32_t>;
	Pattern pattern(count, count);
	pattern.resizeNonZeros(static_cast<Eigen::Index>(graph.columns.size()));
	std::copy(graph.rowStart.begin(), graph.rowStart.end(), pattern.outerIndexPtr());
	std::copy(graph.columns.begin(), graph.columns.end(), pattern.innerIndexPtr());
	std::fill_n(pattern.valuePtr(), pattern.nonZeros(), int8_t{1});
	Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int32_t> permutation(count);
	Eigen::internal::minimum_degree_ordering(pattern, permutation);
	return {permutation.indices().data(), permutation.indices().data() + count};
}

std::vector<int32_t> OrderNodes(const NodeGraph& graph, std::span<const Vec3> positions, OrderingQuality quality)
{
	const bool small = graph.NodeCount() <= kMinimumDegreeNodes;
	if (positions.empty() || (small && quality == OrderingQuality::RunTime))
	{
		return OrderByMinimumDegree(graph);
	}
	std::vector<int32_t> dissected = OrderByDissection(graph, positions, quality);
	if (quality == OrderingQuality::Bake && graph.NodeCount() <= 2 * kMinimumDegreeNodes)
	{
		std::vector<int32_t> byDegree = OrderByMinimumDegree(graph);
		if (ComputeFactorCost(graph, byDegree).operations < ComputeFactorCost(graph, dissected).operations)
		{
			return byDegree;
		}
	}
	return dissected;
}
} // namespace FractureCore
