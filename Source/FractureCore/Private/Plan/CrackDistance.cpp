// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/CrackDistance.h"

#include <limits>

namespace FractureCore
{
void MeasureCrackDistance(const PlanLattice& lattice, const CrackState& crack, double limit, CrackDistance& result)
{
	constexpr double kFar = std::numeric_limits<double>::infinity();
	for (const int32_t tet : result.reached)
	{
		result.square[tet] = kFar;
		result.facet[tet] = kNoIndex;
	}
	result.square.resize(lattice.tets.size(), kFar);
	result.facet.resize(lattice.tets.size(), kNoIndex);
	for (size_t i = 0; i < crack.openTets.size(); ++i)
	{
		const int32_t tet = crack.openTets[i];
		result.facet[tet] = static_cast<int32_t>(i);
		result.square[tet] = LengthSquared(lattice.centroid[tet] - crack.facets[i].middle);
	}
	result.reached = crack.openTets;
	std::vector<int32_t>& queue = result.queue; // grows while it is read; a tet may come again with a nearer facet
	queue = crack.openTets;
	for (size_t at = 0; at < queue.size(); ++at)
	{
		const int32_t tet = queue[at];
		const int32_t facet = result.facet[tet];
		const Vec3 middle = crack.facets[facet].middle;
		for (int32_t k = 0; k < 4; ++k)
		{
			const int32_t next = lattice.neighbour[4 * tet + k];
			if (next == kNoIndex)
			{
				continue;
			}
			const double square = LengthSquared(lattice.centroid[next] - middle);
			if (square <= limit * limit && square < result.square[next])
			{
				if (result.facet[next] == kNoIndex)
				{
					result.reached.push_back(next);
				}
				result.square[next] = square;
				result.facet[next] = facet;
				queue.push_back(next);
			}
		}
	}
}
} // namespace FractureCore
