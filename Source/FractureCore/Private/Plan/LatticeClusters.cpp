// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/LatticeClusters.h"

#include "Plan/PlanBody.h"

#include <algorithm>

namespace FractureCore
{
LatticeClusters MakeLatticeClusters(const PlanLattice& lattice)
{
	const std::vector<int32_t>& octant = lattice.fitGrid.tetOctant;
	LatticeClusters clusters;
	std::vector<uint8_t> isTaken(lattice.tets.size(), 0);
	std::vector<int32_t> nodes;
	for (int32_t first = 0; first < lattice.TetCount(); ++first)
	{
		if (isTaken[first] != 0)
		{
			continue;
		}
		const size_t begin = clusters.tets.size();
		isTaken[first] = 1;
		clusters.tets.push_back(first);
		nodes.clear();
		for (size_t at = begin; at < clusters.tets.size(); ++at)
		{
			const int32_t tet = clusters.tets[at];
			nodes.insert(nodes.end(), lattice.tets[tet].v, lattice.tets[tet].v + 4);
			for (int32_t k = 0; k < 4; ++k)
			{
				const int32_t next = lattice.neighbour[4 * tet + k];
				if (next != kNoIndex && isTaken[next] == 0 && octant[next] == octant[first])
				{
					isTaken[next] = 1;
					clusters.tets.push_back(next);
				}
			}
		}
		std::sort(clusters.tets.begin() + static_cast<std::ptrdiff_t>(begin), clusters.tets.end());
		clusters.tetStart.push_back(static_cast<int32_t>(clusters.tets.size()));
		std::sort(nodes.begin(), nodes.end());
		nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
		for (size_t i = 1; i < nodes.size(); ++i)
		{
			clusters.links.emplace_back(nodes[0], nodes[i]);
		}
		clusters.linkStart.push_back(static_cast<int32_t>(clusters.links.size()));
	}
	return clusters;
}
} // namespace FractureCore
