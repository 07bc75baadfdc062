// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/Pieces.h"

#include "Mesh/UnionFind.h"

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
} // namespace

LatticePieces FindPieces(const PlanLattice& lattice, const CrackStates& states)
{
	UnionFind sets(lattice.NodeCount());
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		const Tet& tet = lattice.tets[t];
		if (states.openCount[t] == 0)
		{
			sets.Unite(tet.v[0], tet.v[1]);
			sets.Unite(tet.v[0], tet.v[2]);
			sets.Unite(tet.v[0], tet.v[3]);
			continue;
		}
		for (int32_t i = 0; i < 4; ++i)
		{
			for (int32_t j = i + 1; j < 4; ++j)
			{
				if (!IsSeparated(states, t, tet.v[i], tet.v[j]))
				{
					sets.Unite(tet.v[i], tet.v[j]);
				}
			}
		}
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
