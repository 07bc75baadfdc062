// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/EliminationTree.h"

namespace FractureCore
{
std::vector<int32_t> InvertOrder(std::span<const int32_t> order)
{
	std::vector<int32_t> position(order.size());
	for (int32_t k = 0; k < static_cast<int32_t>(order.size()); ++k)
	{
		position[order[k]] = k;
	}
	return position;
}

std::vector<int32_t> ComputeEliminationTree(
	const NodeGraph& graph, std::span<const int32_t> order, std::span<const int32_t> position)
{
	const int32_t count = graph.NodeCount();
	std::vector<int32_t> parent(count, kNoIndex);
	std::vector<int32_t> ancestor(count, kNoIndex); // a shortcut towards the root, compressed as it is walked
	for (int32_t k = 0; k < count; ++k)
	{
		for (const int32_t neighbour : graph.Row(order[k]))
		{
			for (int32_t i = position[neighbour]; i < k;)
			{
				const int32_t next = ancestor[i];
				ancestor[i] = k;
				if (next == kNoIndex)
				{
					parent[i] = k;
					break;
				}
				i = next;
			}
		}
	}
	return parent;
}

std::vector<int32_t> ComputePostorder(std::span<const int32_t> parent)
{
	const int32_t count = static_cast<int32_t>(parent.size());
	std::vector<int32_t> firstChild(count, kNoIndex);
	std::vector<int32_t> sibling(count, kNoIndex);
	for (int32_t k = count - 1; k >= 0; --k)
	{
		if (parent[k] != kNoIndex)
		{
			sibling[k] = firstChild[parent[k]];
			firstChild[parent[k]] = k;
		}
	}
	std::vector<int32_t> postorder;
	postorder.reserve(count);
	std::vector<int32_t> path;
	for (int32_t root = 0; root < count; ++root)
	{
		if (parent[root] != kNoIndex)
		{
			continue;
		}
		path.push_back(root);
		while (!path.empty())
		{
			const int32_t top = path.back();
			if (firstChild[top] != kNoIndex)
			{
				path.push_back(firstChild[top]);
				firstChild[top] = sibling[path.back()];
			}
			else
			{
				postorder.push_back(top);
				path.pop_back();
			}
		}
	}
	return postorder;
}

std::vector<int32_t> ComputeColumnCounts(const NodeGraph& graph,
	std::span<const int32_t> order,
	std::span<const int32_t> position,
	std::span<const int32_t> parent)
{
	// Row k of L holds exactly the columns on the tree's paths from the entries of row k of A up to k.
	const int32_t count = graph.NodeCount();
	std::vector<int32_t> counts(count, 1);
	std::vector<int32_t> visitedBy(count, kNoIndex);
	for (int32_t k = 0; k < count; ++k)
	{
		visitedBy[k] = k;
		for (const int32_t neighbour : graph.Row(order[k]))
		{
			for (int32_t i = position[neighbour]; i < k && visitedBy[i] != k; i = parent[i])
			{
				visitedBy[i] = k;
				++counts[i];
			}
		}
	}
	return counts;
}
} // namespace FractureCore
