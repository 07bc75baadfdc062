// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/NodeOrdering.h"
#include "Solve/EliminationTree.h"
#include "Solve/Separator.h"
#include "Solve/SymbolicFactor.h"
#include "SolveTestBodies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace FractureCore;

namespace
{
void ExpectPermutation(std::vector<int32_t> order, int32_t count)
{
	std::sort(order.begin(), order.end());
	ASSERT_EQ(static_cast<int32_t>(order.size()), count);
	for (int32_t i = 0; i < count; ++i)
	{
		ASSERT_EQ(order[i], i);
	}
}

/// Blocks of L by eliminating on a graph of sets.
int64_t CountFillByHand(const NodeGraph& graph, std::span<const int32_t> order)
{
	std::vector<std::set<int32_t>> later(graph.NodeCount());
	const std::vector<int32_t> position = InvertOrder(order);
	int64_t blocks = 0;
	for (int32_t node = 0; node < graph.NodeCount(); ++node)
	{
		for (const int32_t neighbour : graph.Row(node))
		{
			if (position[neighbour] > position[node])
			{
				later[position[node]].insert(position[neighbour]);
			}
		}
	}
	for (int32_t k = 0; k < graph.NodeCount(); ++k)
	{
		blocks += 1 + static_cast<int64_t>(later[k].size());
		if (!later[k].empty())
		{
			const int32_t parent = *later[k].begin();
			later[parent].insert(std::next(later[k].begin()), later[k].end());
		}
	}
	return blocks;
}
} // namespace

TEST(NodeOrdering, EveryMethodGivesAPermutationOfAnyGraph)
{
	for (const TetMesh& mesh : {MakeBoxBody(1, 1, 1), MakeBoxBody(9, 9, 9), MakeBoxBody(40, 3, 1)})
	{
		const BlockMatrix matrix = AssembleBody(mesh);
		for (const OrderingQuality quality : {OrderingQuality::RunTime, OrderingQuality::Bake})
		{
			ExpectPermutation(OrderByDissection(matrix.Graph(), mesh.nodes, quality), matrix.NodeCount());
			ExpectPermutation(OrderNodes(matrix.Graph(), mesh.nodes, quality), matrix.NodeCount());
			ExpectPermutation(OrderNodes(matrix.Graph(), {}, quality), matrix.NodeCount());
			// Positions that say nothing still give a valid order.
			const std::vector<Vec3> onePoint(mesh.nodes.size(), Vec3{1.0, 2.0, 3.0});
			ExpectPermutation(OrderByDissection(matrix.Graph(), onePoint, quality), matrix.NodeCount());
		}
	}
}

TEST(NodeOrdering, CostCountsTheFillOfAnElimination)
{
	const TetMesh mesh = MakeBoxBody(5, 4, 3);
	const BlockMatrix matrix = AssembleBody(mesh);
	const std::vector<int32_t> order = OrderByDissection(matrix.Graph(), mesh.nodes, OrderingQuality::Bake);
	EXPECT_EQ(ComputeFactorCost(matrix.Graph(), order).blocks, CountFillByHand(matrix.Graph(), order));
}

TEST(NodeOrdering, FillStaysNearTheRecordedValues)
{
	struct Recorded
	{
		int32_t nx, ny, nz;
		int64_t runTime, bake;
	};
	// Blocks of L.
	for (const Recorded& body : {Recorded{12, 12, 12, 178'630, 176'324}, Recorded{34, 34, 3, 335'781, 335'781}})
	{
		const TetMesh mesh = MakeBoxBody(body.nx, body.ny, body.nz);
		const BlockMatrix matrix = AssembleBody(mesh);
		const auto fill = [&](OrderingQuality quality)
		{ return ComputeFactorCost(matrix.Graph(), OrderNodes(matrix.Graph(), mesh.nodes, quality)).blocks; };

		EXPECT_NEAR(fill(OrderingQuality::RunTime), body.runTime, 0.1 * body.runTime);
		EXPECT_NEAR(fill(OrderingQuality::Bake), body.bake, 0.1 * body.bake);
	}
}

TEST(Separator, LeavesNoEdgeBetweenTheSides)
{
	TetMesh mesh = MakeBoxBody(10, 8, 6);
	const BlockMatrix matrix = AssembleBody(mesh);
	const NodeGraph graph = matrix.Graph();
	SeparatorFinder finder(graph);
	std::vector<int32_t> nodes;
	for (int32_t node = 0; node < graph.NodeCount(); ++node)
	{
		if (node % 17 != 0) // a set with holes: neighbours outside do not count
		{
			nodes.push_back(node);
		}
	}
	finder.SetNodes(nodes);
	std::sort(nodes.begin(), nodes.end(), [&](int32_t a, int32_t b) { return mesh.nodes[a].y < mesh.nodes[b].y; });
	for (const double fraction : {0.45, 0.5, 0.55})
	{
		const int32_t size = finder.Cut(nodes, static_cast<int32_t>(fraction * nodes.size()));
		int32_t counts[3] = {0, 0, 0};
		for (const int32_t node : nodes)
		{
			++counts[static_cast<int32_t>(finder.Side(node))];
			for (const int32_t neighbour : graph.Row(node))
			{
				const bool inSet = neighbour % 17 != 0;
				const bool apart =
					finder.Side(node) == SeparatorSide::Left && finder.Side(neighbour) == SeparatorSide::Right;
				ASSERT_FALSE(inSet && apart) << node << " touches " << neighbour;
			}
		}
		EXPECT_EQ(counts[2], size);
		EXPECT_EQ(std::max(counts[0], counts[1]), finder.LargerSide());
		EXPECT_LE(size, 7 * 11); // a layer across the box
		EXPECT_LE(finder.LargerSide(), static_cast<int32_t>(0.65 * nodes.size()));
	}
}

TEST(SymbolicFactor, SupernodesHoldTheFactorAndPartsAreIndependent)
{
	TetMesh mesh = MakeBoxBody(12, 12, 12);
	const BlockMatrix matrix = AssembleBody(mesh);
	const std::vector<int32_t> order = OrderNodes(matrix.Graph(), mesh.nodes, OrderingQuality::RunTime);
	const SymbolicFactor factor = AnalysePattern(matrix, order);
	ExpectPermutation(factor.order, matrix.NodeCount());
	EXPECT_EQ(factor.targets.size(), (matrix.columns.size() + matrix.NodeCount()) / 2);
	const int64_t needed = ComputeFactorCost(matrix.Graph(), factor.order).blocks;
	EXPECT_EQ(needed, ComputeFactorCost(matrix.Graph(), order).blocks); // an equivalent order
	EXPECT_GE(factor.storedBlocks, needed);
	EXPECT_LE(factor.storedBlocks, needed + needed / 8);

	std::vector<int32_t> partOfSupernode(factor.supernodes.size(), factor.PartCount());
	for (int32_t part = 0; part < factor.PartCount(); ++part)
	{
		std::fill(partOfSupernode.begin() + factor.partBegin[part],
			partOfSupernode.begin() + factor.partBegin[part + 1],
			part);
	}
	int32_t next = 0;
	for (int32_t index = 0; index < static_cast<int32_t>(factor.supernodes.size()); ++index)
	{
		const Supernode& s = factor.supernodes[index];
		EXPECT_EQ(s.first, next);
		EXPECT_LE(s.width, 64);
		next += s.width;
		const std::span<const int32_t> rows = factor.Rows(s);
		EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
		EXPECT_EQ(rows.empty(), s.parent == kNoIndex);
		if (s.parent != kNoIndex)
		{
			EXPECT_GT(s.parent, index);
			const bool staysInPart = partOfSupernode[s.parent] == partOfSupernode[index];
			EXPECT_TRUE(staysInPart || partOfSupernode[s.parent] == factor.PartCount());
			int32_t covered = 0;
			for (const FrontRun& run : factor.Runs(s))
			{
				EXPECT_EQ(run.child, covered);
				covered += run.length;
				const Supernode& parent = factor.supernodes[s.parent];
				for (int32_t k = 0; k < run.length; ++k)
				{
					const int32_t front = run.parent + k;
					const int32_t at =
						front < parent.width ? parent.first + front : factor.Rows(parent)[front - parent.width];
					ASSERT_EQ(at, rows[run.child + k]);
				}
			}
			EXPECT_EQ(covered, s.rowCount);
		}
	}
	EXPECT_EQ(next, matrix.NodeCount());
}
