// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/SymbolicFactor.h"

#include "Solve/EliminationTree.h"
#include "Solve/SupernodeForest.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
// Enough to feed four threads and to even out two. More would raise the share of the top, which threads share less
// well.
constexpr int32_t kMaxParts = 4;
// Below this many operations (about a tenth of a millisecond) tasks cost more than they save.
constexpr double kLeastThreadedOperations = 1.0e6;
// An operation in the top, where threads share tiles, against one in a part that a thread has to itself.
constexpr double kTopWeight = 0.6;

/// For every supernode its part, or kMaxParts for the top.
struct PartPlan
{
	std::vector<int32_t> partOf;
	double cost = 0.0;
};

/// Deals whole subtrees to the parts, the heaviest first, each to the lightest part so far.
PartPlan DealSubtrees(const std::vector<SupernodeDraft>& forest,
	std::span<const double> subtreeOperations,
	std::vector<int32_t> roots,
	double topOperations)
{
	std::sort(roots.begin(),
		roots.end(),
		[&](int32_t a, int32_t b)
		{ return subtreeOperations[a] != subtreeOperations[b] ? subtreeOperations[a] > subtreeOperations[b] : a < b; });
	PartPlan plan;
	plan.partOf.assign(forest.size(), kMaxParts);
	double load[kMaxParts] = {};
	for (const int32_t root : roots)
	{
		const auto lightest = std::min_element(load, load + kMaxParts);
		*lightest += subtreeOperations[root];
		plan.partOf[root] = static_cast<int32_t>(lightest - load);
	}
	plan.cost = *std::max_element(load, load + kMaxParts) + kTopWeight * topOperations;
	// Parents come after children, so a sweep from the back hands each part down its subtrees.
	for (int32_t s = static_cast<int32_t>(forest.size()) - 1; s >= 0; --s)
	{
		if (forest[s].parent != kNoIndex && plan.partOf[forest[s].parent] != kMaxParts)
		{
			plan.partOf[s] = plan.partOf[forest[s].parent];
		}
	}
	return plan;
}

/// Splits the heaviest subtree again and again and keeps the plan that two or more threads finish first.
std::vector<int32_t> PlanParts(const std::vector<SupernodeDraft>& forest)
{
	const int32_t count = static_cast<int32_t>(forest.size());
	std::vector<double> subtreeOperations(count);
	std::vector<int32_t> roots;
	double total = 0.0;
	for (int32_t s = 0; s < count; ++s)
	{
		const double own = SupernodeOperations(
			static_cast<int32_t>(forest[s].columns.size()), static_cast<int32_t>(forest[s].rows.size()));
		total += own;
		subtreeOperations[s] += own;
		if (forest[s].parent == kNoIndex)
		{
			roots.push_back(s);
		}
		else
		{
			subtreeOperations[forest[s].parent] += subtreeOperations[s];
		}
	}
	if (total < kLeastThreadedOperations)
	{
		return std::vector<int32_t>(count, 0);
	}
	constexpr int32_t kMaxSplits = 24;
	PartPlan best = DealSubtrees(forest, subtreeOperations, roots, 0.0);
	double topOperations = 0.0;
	for (int32_t split = 0; split < kMaxSplits && !roots.empty(); ++split)
	{
		const auto heaviest = std::max_element(roots.begin(),
			roots.end(),
			[&](int32_t a, int32_t b) { return subtreeOperations[a] < subtreeOperations[b]; });
		const int32_t gone = *heaviest;
		roots.erase(heaviest);
		topOperations += subtreeOperations[gone];
		for (int32_t s = 0; s < gone; ++s)
		{
			if (forest[s].parent == gone)
			{
				roots.push_back(s);
				topOperations -= subtreeOperations[s];
			}
		}
		PartPlan plan = DealSubtrees(forest, subtreeOperations, roots, topOperations);
		if (plan.cost < best.cost)
		{
			best = std::move(plan);
		}
	}
	return best.partOf;
}

/// Supernodes part after part, then the top; children before parents throughout.
void PlaceSupernodes(const SupernodeForest& forest, SymbolicFactor& factor)
{
	const std::vector<SupernodeDraft>& drafts = forest.supernodes;
	const std::vector<int32_t> partOf = PlanParts(drafts);
	std::vector<int32_t> parents(drafts.size());
	std::transform(drafts.begin(), drafts.end(), parents.begin(), [](const SupernodeDraft& s) { return s.parent; });
	const std::vector<int32_t> postorder = ComputePostorder(parents);
	const int32_t partCount = *std::max_element(partOf.begin(), partOf.end()) == 0 ? 1 : kMaxParts;
	std::vector<int32_t> sequence;
	factor.partBegin.clear();
	for (int32_t part = 0; part <= kMaxParts; ++part)
	{
		if (part <= partCount)
		{
			factor.partBegin.push_back(static_cast<int32_t>(sequence.size()));
		}
		std::copy_if(postorder.begin(),
			postorder.end(),
			std::back_inserter(sequence),
			[&](int32_t s) { return partOf[s] == part; });
	}

	std::vector<int32_t> newIndex = InvertOrder(sequence);
	std::vector<int32_t> newPosition(forest.order.size());
	for (const int32_t old : sequence)
	{
		Supernode supernode;
		supernode.first = static_cast<int32_t>(factor.order.size());
		supernode.width = static_cast<int32_t>(drafts[old].columns.size());
		supernode.parent = drafts[old].parent == kNoIndex ? kNoIndex : newIndex[drafts[old].parent];
		for (const int32_t column : drafts[old].columns)
		{
			newPosition[column] = static_cast<int32_t>(factor.order.size());
			factor.order.push_back(forest.order[column]);
		}
		factor.supernodes.push_back(supernode);
	}
	const bool hasTop = factor.TopBegin() < static_cast<int32_t>(factor.supernodes.size());
	factor.topNode = hasTop ? factor.supernodes[factor.TopBegin()].first : factor.NodeCount();
	for (size_t s = 0; s < sequence.size(); ++s)
	{
		Supernode& supernode = factor.supernodes[s];
		supernode.rowBegin = static_cast<int32_t>(factor.rows.size());
		for (const int32_t row : drafts[sequence[s]].rows)
		{
			factor.rows.push_back(newPosition[row]);
		}
		supernode.rowCount = static_cast<int32_t>(factor.rows.size()) - supernode.rowBegin;
		const std::span<const int32_t> rows = factor.Rows(supernode);
		supernode.rowsInPart =
			static_cast<int32_t>(std::lower_bound(rows.begin(), rows.end(), factor.topNode) - rows.begin());
	}
}

void LinkChildren(SymbolicFactor& factor)
{
	std::vector<Supernode>& supernodes = factor.supernodes;
	for (const Supernode& s : supernodes)
	{
		if (s.parent != kNoIndex)
		{
			++supernodes[s.parent].childEnd;
		}
	}
	int32_t begin = 0;
	for (Supernode& s : supernodes)
	{
		s.childBegin = begin;
		begin += s.childEnd;
		s.childEnd = s.childBegin;
	}
	factor.children.resize(begin);
	for (int32_t s = 0; s < static_cast<int32_t>(supernodes.size()); ++s)
	{
		if (supernodes[s].parent != kNoIndex)
		{
			factor.children[supernodes[supernodes[s].parent].childEnd++] = s;
		}
	}
	for (int32_t s = static_cast<int32_t>(supernodes.size()) - 1; s >= 0; --s)
	{
		supernodes[s].depth = supernodes[s].parent == kNoIndex ? 0 : supernodes[supernodes[s].parent].depth + 1;
	}
}

void FindRuns(SymbolicFactor& factor)
{
	for (Supernode& s : factor.supernodes)
	{
		s.runBegin = static_cast<int32_t>(factor.runs.size());
		if (s.parent != kNoIndex)
		{
			const Supernode& parent = factor.supernodes[s.parent];
			const std::span<const int32_t> parentRows = factor.Rows(parent);
			const std::span<const int32_t> rows = factor.Rows(s);
			size_t inRows = 0;
			for (int32_t k = 0; k < s.rowCount; ++k)
			{
				int32_t target = rows[k] - parent.first;
				if (target >= parent.width)
				{
					while (parentRows[inRows] != rows[k])
					{
						++inRows;
					}
					target = parent.width + static_cast<int32_t>(inRows);
				}
				FrontRun* last = static_cast<int32_t>(factor.runs.size()) > s.runBegin ? &factor.runs.back() : nullptr;
				if (last != nullptr && last->parent + last->length == target && target != parent.width)
				{
					++last->length;
				}
				else
				{
					factor.runs.push_back({k, target, 1});
				}
			}
		}
		s.runEnd = static_cast<int32_t>(factor.runs.size());
	}
}

void FindTargets(const BlockMatrix& matrix, SymbolicFactor& factor)
{
	const std::vector<int32_t> position = InvertOrder(factor.order);
	factor.targets.reserve((matrix.columns.size() + position.size()) / 2);
	std::vector<int32_t> inFront(position.size());
	for (Supernode& s : factor.supernodes)
	{
		const std::span<const int32_t> rows = factor.Rows(s);
		for (int32_t k = 0; k < s.rowCount; ++k)
		{
			inFront[rows[k]] = s.width + k;
		}
		s.targetBegin = static_cast<int32_t>(factor.targets.size());
		for (int32_t column = 0; column < s.width; ++column)
		{
			// The matrix is symmetric: its row, read as a column, is transposed by the reader.
			const int32_t node = factor.order[s.first + column];
			for (int32_t k = matrix.rowStart[node]; k < matrix.rowStart[node + 1]; ++k)
			{
				const int32_t at = position[matrix.columns[k]];
				if (at >= s.first + column)
				{
					factor.targets.push_back({k, at < s.first + s.width ? at - s.first : inFront[at], column});
				}
			}
		}
		s.targetEnd = static_cast<int32_t>(factor.targets.size());
	}
}
} // namespace

SymbolicFactor AnalysePattern(const BlockMatrix& matrix, std::span<const int32_t> order)
{
	SymbolicFactor factor;
	if (order.empty())
	{
		return factor;
	}
	factor.givenOrder.assign(order.begin(), order.end());
	PlaceSupernodes(BuildSupernodeForest(matrix.Graph(), order), factor);
	LinkChildren(factor);
	FindRuns(factor);
	FindTargets(matrix, factor);
	for (size_t s = 0; s < factor.supernodes.size(); ++s)
	{
		const int64_t width = factor.supernodes[s].width;
		const int64_t rows = factor.supernodes[s].rowCount;
		const double operations = SupernodeOperations(factor.supernodes[s].width, factor.supernodes[s].rowCount);
		factor.storedBlocks += width * (width + 1) / 2 + width * rows;
		factor.operations += operations;
		factor.partOperations += static_cast<int32_t>(s) < factor.TopBegin() ? operations : 0.0;
	}
	return factor;
}
} // namespace FractureCore
