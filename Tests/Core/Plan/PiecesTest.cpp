// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/Pieces.h"

#include "FractureCore/Random.h"
#include "PlanTestBodies.h"

#include <gtest/gtest.h>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
/// Spreads the lowest number over whatever holds together, pair by pair, until nothing changes.
std::vector<int32_t> SpreadLowest(const PlanLattice& lattice, const CrackStates& states)
{
	std::vector<int32_t> lowest(lattice.nodes.size());
	for (size_t i = 0; i < lowest.size(); ++i)
	{
		lowest[i] = static_cast<int32_t>(i);
	}
	for (bool changed = true; changed;)
	{
		changed = false;
		for (int32_t t = 0; t < lattice.TetCount(); ++t)
		{
			for (const int32_t a : lattice.tets[t].v)
			{
				for (const int32_t b : lattice.tets[t].v)
				{
					bool isHeld = true;
					for (int32_t k = 0; k < states.openCount[t]; ++k)
					{
						isHeld = isHeld && !states.Separates(states.openIds[t][k], t, a, b);
					}
					if (isHeld && lowest[b] < lowest[a])
					{
						lowest[a] = lowest[b];
						changed = true;
					}
				}
			}
		}
	}
	return lowest;
}
} // namespace

TEST(Pieces, AreWhatSpreadingFromNodeToNodeFinds)
{
	const PlanBody body = MakeGridBody(10, 8, 2, {1.0, 0.8, 0.2});
	const PlanLattice& lattice = body.GetData().lattice;
	int32_t most = 1;
	for (uint64_t seed = 0; seed < 12; ++seed)
	{
		CrackStates states(lattice.TetCount());
		for (uint64_t crack = 0; crack < 4; ++crack)
		{
			const auto draw = [&](uint64_t i) { return RandomUnit(seed, 10 * crack + i); };
			const Vec3 normal = Normalised(Vec3{draw(0) - 0.5, draw(1) - 0.5, 0.3 * (draw(2) - 0.5)});
			const Vec3 through = {draw(3), 0.8 * draw(4), 0.1};
			const double reach = 0.3 + draw(5); // some stop inside the body
			OpenPlane(lattice,
				states,
				normal,
				Dot(normal, through) + 1.0e-4,
				[&](const Vec3& x) { return Length(x - through) < reach; });
		}
		const LatticePieces pieces = FindPieces(lattice, states);
		const std::vector<int32_t> lowest = SpreadLowest(lattice, states);
		int32_t count = 0;
		for (size_t node = 0; node < lowest.size(); ++node)
		{
			count += lowest[node] == static_cast<int32_t>(node) ? 1 : 0;
			EXPECT_EQ(pieces.ofNode[node], pieces.ofNode[lowest[node]]) << seed;
		}
		EXPECT_EQ(pieces.count, count) << seed;
		most = std::max(most, pieces.count);
	}
	EXPECT_GE(most, 3);
}

TEST(Pieces, AreTheSameCountedAnewOnlyWhereCracksGrew)
{
	const PlanBody body = MakeGridBody(12, 8, 2, {1.2, 0.8, 0.2});
	const PlanLattice& lattice = body.GetData().lattice;
	int32_t most = 1;
	for (uint64_t seed = 0; seed < 12; ++seed)
	{
		CrackStates states(lattice.TetCount());
		LatticePieces last = FindPieces(lattice, states);
		std::vector<int32_t> grown;
		for (uint64_t crack = 0; crack < kMaxCracksPerTet; ++crack)
		{
			const auto draw = [&](uint64_t i) { return RandomUnit(seed, 10 * crack + i); };
			const Vec3 normal = Normalised(Vec3{draw(0) - 0.5, draw(1) - 0.5, 0.3 * (draw(2) - 0.5)});
			const Vec3 through = {1.2 * draw(3), 0.8 * draw(4), 0.1};
			const double reach = 0.3 + draw(5);
			OpenPlane(lattice,
				states,
				normal,
				Dot(normal, through) + 1.0e-4,
				[&](const Vec3& x) { return Length(x - through) < reach; });
			grown.push_back(static_cast<int32_t>(crack));
			if (crack > 0) // it ends at the one before: beyond that it parts nothing
			{
				states.cracks[crack].met.push_back({static_cast<int32_t>(crack) - 1, draw(6) > 0.5});
			}
			if (crack % 2 == 0) // some grow unseen until the next
			{
				const LatticePieces again = FindPiecesAgain(lattice, states, last, grown);
				const LatticePieces all = FindPieces(lattice, states);
				EXPECT_EQ(again.count, all.count) << seed;
				EXPECT_EQ(again.ofNode, all.ofNode) << seed;
				last = all;
				grown.clear();
			}
		}
		most = std::max(most, last.count);
	}
	EXPECT_GE(most, 5);
}

TEST(LatticeClusters, HoldEveryTetOnceAndLinkTheirNodes)
{
	const PlanBody body = MakeGridBody(12, 6, 2, {1.2, 0.6, 0.2});
	const PlanLattice& lattice = body.GetData().lattice;
	const LatticeClusters& clusters = lattice.clusters;
	ASSERT_GT(clusters.Count(), 8);
	ASSERT_LT(clusters.Count(), lattice.TetCount() / 3);
	std::vector<int32_t> seen(lattice.tets.size(), 0);
	for (int32_t c = 0; c < clusters.Count(); ++c)
	{
		std::vector<int32_t> nodes;
		for (int32_t at = clusters.tetStart[c]; at < clusters.tetStart[c + 1]; ++at)
		{
			const int32_t tet = clusters.tets[at];
			++seen[tet];
			EXPECT_EQ(lattice.fitGrid.tetOctant[tet], lattice.fitGrid.tetOctant[clusters.tets[clusters.tetStart[c]]]);
			nodes.insert(nodes.end(), lattice.tets[tet].v, lattice.tets[tet].v + 4);
		}
		std::sort(nodes.begin(), nodes.end());
		nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
		// A tree over the nodes: one link fewer than nodes, all from the first.
		ASSERT_EQ(static_cast<size_t>(clusters.linkStart[c + 1] - clusters.linkStart[c]) + 1, nodes.size());
		for (size_t i = 1; i < nodes.size(); ++i)
		{
			EXPECT_EQ(clusters.links[clusters.linkStart[c] + i - 1], std::pair(nodes[0], nodes[i]));
		}
	}
	EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), lattice.TetCount());
}
