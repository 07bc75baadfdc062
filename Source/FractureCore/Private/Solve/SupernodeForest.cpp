// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/SupernodeForest.h"

#include "Solve/EliminationTree.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
// Wider supernodes become a chain: panels then stay in the second-level cache and buffers have a fixed size.
constexpr int32_t kWidestSupernode = 64;
// Nodes in a row tile of the panels, for both scalar types: links of a chain are multiples of it.
constexpr int32_t kChainLinkStep = 8;

/// Nanoseconds for a supernode: a fixed part, clearing and storing the panel, moving the update matrix, arithmetic. The
/// first two are not what factoring alone would choose: stored zeros cost memory and are read by every solve. With 200
/// and 2 instead of 1000 and 1 a scanned body of 10 thousand tets has 4 % fewer bytes and is factored and solved no
/// slower. Factors of two change the factor's time by less than 5 %.
double EstimateSupernodeTime(int32_t columns, int32_t rows)
{
	const double w = 3.0 * columns;
	const double m = 3.0 * rows;
	return 200.0 + 2.0 * (w + m) * w + 0.6 * m * m + 0.045 * SupernodeOperations(columns, rows);
}

/// Runs of columns in which each column's rows are the next one's plus the next one itself.
std::vector<SupernodeDraft> FindFundamentalSupernodes(const NodeGraph& graph, std::span<const int32_t> order)
{
	const int32_t count = graph.NodeCount();
	const std::vector<int32_t> position = InvertOrder(order);
	const std::vector<int32_t> parent = ComputeEliminationTree(graph, order, position);
	const std::vector<int32_t> counts = ComputeColumnCounts(graph, order, position, parent);
	std::vector<SupernodeDraft> forest;
	std::vector<int32_t> owner(count);
	for (int32_t column = 0; column < count; ++column)
	{
		const bool joins = column > 0 && parent[column - 1] == column && counts[column - 1] == counts[column] + 1;
		if (!joins)
		{
			forest.emplace_back();
		}
		forest.back().columns.push_back(column);
		owner[column] = static_cast<int32_t>(forest.size()) - 1;
	}
	// Rows of a supernode: those of the matrix in its columns and those its children hand up.
	std::vector<int32_t> seenBy(count, kNoIndex);
	std::vector<std::vector<int32_t>> children(forest.size());
	for (int32_t self = 0; self < static_cast<int32_t>(forest.size()); ++self)
	{
		SupernodeDraft& supernode = forest[self];
		const int32_t last = supernode.columns.back();
		supernode.rows.reserve(counts[last] - 1);
		auto addRow = [&](int32_t row)
		{
			if (row > last && seenBy[row] != self)
			{
				seenBy[row] = self;
				supernode.rows.push_back(row);
			}
		};
		for (const int32_t column : supernode.columns)
		{
			for (const int32_t neighbour : graph.Row(order[column]))
			{
				addRow(position[neighbour]);
			}
		}
		for (const int32_t child : children[self])
		{
			std::for_each(forest[child].rows.begin(), forest[child].rows.end(), addRow);
		}
		std::sort(supernode.rows.begin(), supernode.rows.end());
		if (!supernode.rows.empty())
		{
			supernode.parent = owner[supernode.rows.front()];
			children[supernode.parent].push_back(self);
		}
	}
	return forest;
}

/// Merges children into parents, bottom up, the most profitable child first. A merged child's columns go before its
/// parent's; the rows stay the parent's, since a child's rows lie within its parent's columns and rows.
void MergeSupernodes(std::vector<SupernodeDraft>& forest)
{
	const int32_t count = static_cast<int32_t>(forest.size());
	std::vector<std::vector<int32_t>> children(count);
	std::vector<int32_t> width(count);
	for (int32_t p = 0; p < count; ++p)
	{
		SupernodeDraft& parent = forest[p];
		const int32_t rows = static_cast<int32_t>(parent.rows.size());
		width[p] = static_cast<int32_t>(parent.columns.size());
		for (;;)
		{
			double bestGain = 0.0;
			size_t best = 0;
			for (size_t k = 0; k < children[p].size(); ++k)
			{
				const int32_t c = children[p][k];
				const double apart = EstimateSupernodeTime(width[c], static_cast<int32_t>(forest[c].rows.size())) +
					EstimateSupernodeTime(width[p], rows);
				const double gain = apart - EstimateSupernodeTime(width[c] + width[p], rows);
				if (gain > bestGain)
				{
					bestGain = gain;
					best = k;
				}
			}
			if (bestGain <= 0.0)
			{
				break;
			}
			const int32_t c = children[p][best];
			SupernodeDraft& child = forest[c];
			child.columns.insert(child.columns.end(), parent.columns.begin(), parent.columns.end());
			parent.columns = std::move(child.columns);
			child.columns.clear();
			width[p] += width[c];
			children[p].erase(children[p].begin() + static_cast<ptrdiff_t>(best));
			children[p].insert(children[p].end(), children[c].begin(), children[c].end());
		}
		if (parent.parent != kNoIndex)
		{
			children[parent.parent].push_back(p);
		}
	}
}

/// Drops the merged ones, turns each wide one into a chain, and links every supernode to the owner of its first row.
std::vector<SupernodeDraft> SplitWideSupernodes(const std::vector<SupernodeDraft>& forest, int32_t nodeCount)
{
	std::vector<SupernodeDraft> result;
	std::vector<int32_t> owner(nodeCount);
	for (const SupernodeDraft& whole : forest)
	{
		const std::vector<int32_t>& columns = whole.columns;
		const int32_t width = static_cast<int32_t>(columns.size());
		const int32_t links = (width + kWidestSupernode - 1) / kWidestSupernode;
		const int32_t even = (width + links - 1) / std::max(links, 1);
		const int32_t step = links > 1 ? (even + kChainLinkStep - 1) / kChainLinkStep * kChainLinkStep : width;
		for (int32_t begin = 0; begin < width; begin += step)
		{
			const int32_t end = std::min(begin + step, width);
			SupernodeDraft link;
			link.columns.assign(columns.begin() + begin, columns.begin() + end);
			link.rows.assign(columns.begin() + end, columns.end());
			link.rows.insert(link.rows.end(), whole.rows.begin(), whole.rows.end());
			for (const int32_t column : link.columns)
			{
				owner[column] = static_cast<int32_t>(result.size());
			}
			result.push_back(std::move(link));
		}
	}
	for (SupernodeDraft& supernode : result)
	{
		supernode.parent = supernode.rows.empty() ? kNoIndex : owner[supernode.rows.front()];
	}
	return result;
}
} // namespace

double SupernodeOperations(int32_t columns, int32_t rows)
{
	const double w = 3.0 * columns;
	const double m = 3.0 * rows;
	return w * w * w / 3.0 + w * w * m + w * m * m;
}

SupernodeForest BuildSupernodeForest(const NodeGraph& graph, std::span<const int32_t> order)
{
	SupernodeForest forest;
	const std::vector<int32_t> position = InvertOrder(order);
	const std::vector<int32_t> parent = ComputeEliminationTree(graph, order, position);
	forest.order.reserve(order.size());
	for (const int32_t k : ComputePostorder(parent))
	{
		forest.order.push_back(order[k]);
	}
	forest.supernodes = FindFundamentalSupernodes(graph, forest.order);
	MergeSupernodes(forest.supernodes);
	forest.supernodes = SplitWideSupernodes(forest.supernodes, graph.NodeCount());
	return forest;
}
} // namespace FractureCore
