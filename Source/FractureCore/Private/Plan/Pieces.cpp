// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/Pieces.h"

#include "Mesh/UnionFind.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
bool IsSeparated(const CrackStates& states, int32_t tet, int32_t a, int32_t b)
{
	for (int32_t k = 0; k < states.openCount[tet]; ++k)
	{
		if (states.Separates(states.openIds[tet][k], tet, a, b))
		{
			return true;
		}
	}
	return false;
}

void UniteHeldNodes(const Tet& tet, const CrackStates& states, int32_t t, UnionFind& sets)
{
	for (int32_t i = 0; i < 4; ++i)
	{
		for (int32_t j = i + 1; j < 4; ++j)
		{
			const int32_t a = tet.v[i];
			const int32_t b = tet.v[j];
			if (sets.Find(a) != sets.Find(b) && !IsSeparated(states, t, a, b))
			{
				sets.Unite(a, b);
			}
		}
	}
}
} // namespace

LatticePieces FindPieces(const PlanLattice& lattice, const CrackStates& states)
{
	const LatticeClusters& clusters = lattice.clusters;
	UnionFind sets(lattice.NodeCount());
	std::vector<int32_t> openTets; // last: most of what they hold together is together by then
	for (int32_t c = 0; c < clusters.Count(); ++c)
	{
		const auto begin = clusters.tets.begin() + clusters.tetStart[c];
		const auto end = clusters.tets.begin() + clusters.tetStart[c + 1];
		if (std::all_of(begin, end, [&](int32_t tet) { return states.openCount[tet] == 0; }))
		{
			for (int32_t at = clusters.linkStart[c]; at < clusters.linkStart[c + 1]; ++at)
			{
				sets.Unite(clusters.links[at].first, clusters.links[at].second);
			}
			continue;
		}
		for (auto tet = begin; tet != end; ++tet)
		{
			if (states.openCount[*tet] != 0)
			{
				openTets.push_back(*tet);
				continue;
			}
			const Tet& nodes = lattice.tets[*tet];
			sets.Unite(nodes.v[0], nodes.v[1]);
			sets.Unite(nodes.v[0], nodes.v[2]);
			sets.Unite(nodes.v[0], nodes.v[3]);
		}
	}
	for (const int32_t tet : openTets)
	{
		UniteHeldNodes(lattice.tets[tet], states, tet, sets);
	}
	LatticePieces pieces;
	pieces.ofNode.assign(lattice.nodes.size(), kNoIndex);
	for (int32_t node = 0; node < lattice.NodeCount(); ++node)
	{
		const int32_t root = sets.Find(node); // the lowest of its set, so it has its number already
		pieces.ofNode[node] = root == node ? pieces.count++ : pieces.ofNode[root];
	}
	return pieces;
}
} // namespace FractureCore
