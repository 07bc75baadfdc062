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

/// Pieces of the touched ones of `before`, 1 a piece; the others are as they were.
LatticePieces FindPiecesIn(const PlanLattice& lattice,
	const CrackStates& states,
	const LatticePieces& before,
	const std::vector<uint8_t>& isTouched)
{
	const auto isTouchedAt = [&](int32_t node) { return isTouched[before.ofNode[node]] != 0; };
	const LatticeClusters& clusters = lattice.clusters;
	UnionFind sets(lattice.NodeCount());
	std::vector<int32_t> openTets; // last: most of what they hold together is together by then
	for (int32_t c = 0; c < clusters.Count(); ++c)
	{
		const auto begin = clusters.tets.begin() + clusters.tetStart[c];
		const auto end = clusters.tets.begin() + clusters.tetStart[c + 1];
		if (std::all_of(begin, end, [&](int32_t tet) { return states.openCount[tet] == 0; }))
		{
			const bool isOld = !isTouchedAt(lattice.tets[*begin].v[0]); // all of it is of one piece
			for (int32_t at = clusters.linkStart[c]; at < clusters.linkStart[c + 1] && !isOld; ++at)
			{
				sets.Unite(clusters.links[at].first, clusters.links[at].second);
			}
			continue;
		}
		for (auto tet = begin; tet != end; ++tet)
		{
			const Tet& nodes = lattice.tets[*tet];
			if (states.openCount[*tet] != 0)
			{
				if (std::any_of(nodes.v, nodes.v + 4, isTouchedAt))
				{
					openTets.push_back(*tet);
				}
			}
			else if (isTouchedAt(nodes.v[0]))
			{
				sets.Unite(nodes.v[0], nodes.v[1]);
				sets.Unite(nodes.v[0], nodes.v[2]);
				sets.Unite(nodes.v[0], nodes.v[3]);
			}
		}
	}
	for (const int32_t tet : openTets)
	{
		UniteHeldNodes(lattice.tets[tet], states, tet, sets);
	}
	LatticePieces pieces;
	pieces.ofNode.assign(lattice.nodes.size(), kNoIndex);
	std::vector<int32_t> numberOfOld(isTouched.size(), kNoIndex);
	for (int32_t node = 0; node < lattice.NodeCount(); ++node)
	{
		// The lowest node of a piece comes first and numbers it.
		const int32_t root = sets.Find(node);
		const bool isNew = isTouchedAt(node);
		int32_t& number = isNew ? pieces.ofNode[root] : numberOfOld[before.ofNode[node]];
		number = number == kNoIndex ? pieces.count++ : number;
		pieces.ofNode[node] = number;
	}
	return pieces;
}
} // namespace

LatticePieces FindPieces(const PlanLattice& lattice, const CrackStates& states)
{
	const LatticePieces whole{std::vector<int32_t>(lattice.nodes.size(), 0), 1};
	return FindPiecesIn(lattice, states, whole, {1});
}

LatticePieces FindPiecesAgain(const PlanLattice& lattice,
	const CrackStates& states,
	const LatticePieces& before,
	std::span<const int32_t> grownCracks)
{
	// A crack changes only what tets hold in which it is open, to whose nodes its field is pinned from then on.
	std::vector<uint8_t> isTouched(static_cast<size_t>(before.count), 0);
	for (const int32_t crack : grownCracks)
	{
		for (const int32_t tet : states.cracks[crack].openTets)
		{
			for (const int32_t node : lattice.tets[tet].v)
			{
				isTouched[before.ofNode[node]] = 1;
			}
		}
	}
	return FindPiecesIn(lattice, states, before, isTouched);
}
} // namespace FractureCore
