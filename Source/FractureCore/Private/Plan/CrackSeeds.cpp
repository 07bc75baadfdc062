// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/CrackSeeds.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
constexpr double kLikeNormals = 0.70710678; // cosine of 45 degrees

bool MayStartAt(CrackPlanner::Data& data, int32_t tet)
{
	const CrackPlanner::Data::NearNormals& near = data.nearNormals[tet];
	if (data.states.openCount[tet] != 0 || data.banned[tet] != 0 || near.count > near.kMost ||
		data.batches[tet] >= data.settings.batchesPerPiece)
	{
		return false;
	}
	const Vec3& n1 = data.stress.Principal(tet).direction;
	return std::none_of(near.normal,
		near.normal + near.count,
		[&](const Vec3& normal) { return std::abs(Dot(normal, n1)) > kLikeNormals; });
}
} // namespace

/// Bounds come first: only where one is the largest left is the stress looked at.
int32_t FindSeed(CrackPlanner::Data& data)
{
	struct Bound
	{
		double ratio;
		int32_t tet;
	};
	const auto isWorse = [](const Bound& a, const Bound& b)
	{ return a.ratio != b.ratio ? a.ratio < b.ratio : a.tet > b.tet; };
	std::vector<Bound> heap;
	for (int32_t t = 0; t < data.body.lattice.TetCount(); ++t)
	{
		if (data.stress.LargestBound(t) >= data.latticeStrength[t])
		{
			heap.push_back({data.stress.LargestBound(t) / data.latticeStrength[t], t});
		}
	}
	std::make_heap(heap.begin(), heap.end(), isWorse);
	while (!heap.empty())
	{
		std::pop_heap(heap.begin(), heap.end(), isWorse);
		const Bound best = heap.back();
		heap.pop_back();
		const double ratio = data.stress.Principal(best.tet).largest / data.latticeStrength[best.tet];
		if (ratio < 1.0)
		{
			continue;
		}
		if (ratio < best.ratio)
		{
			heap.push_back({ratio, best.tet});
			std::push_heap(heap.begin(), heap.end(), isWorse);
		}
		else if (MayStartAt(data, best.tet))
		{
			return best.tet;
		}
	}
	return kNoIndex;
}

GrowthEnd WhyNoSeed(CrackPlanner::Data& data)
{
	bool isOverloaded = false;
	bool isCrushed = false;
	for (int32_t t = 0; t < data.body.lattice.TetCount(); ++t)
	{
		const SymmetricExtremes& principal = data.stress.Principal(t);
		const double strength = data.latticeStrength[t];
		// What cracked tets bear is the solver's way to open them.
		const bool isOpen =
			data.states.openCount[t] != 0 && (data.openSides.empty() || data.openSides[data.body.stressTet[t]] != 0);
		if (principal.largest >= strength && !isOpen)
		{
			if (data.banned[t] == 0 && data.batches[t] >= data.settings.batchesPerPiece)
			{
				return GrowthEnd::Batches;
			}
			isOverloaded = true;
		}
		isCrushed = isCrushed || -principal.smallest >= data.material.compressiveFactor * strength;
	}
	return isOverloaded ? GrowthEnd::Crowded : isCrushed ? GrowthEnd::Crushed : GrowthEnd::Relieved;
}

void BanSeeds(CrackPlanner::Data& data, int32_t tet)
{
	const PlanLattice& lattice = data.body.lattice;
	data.banned[tet] = 1;
	for (int32_t k = 0; k < 4; ++k)
	{
		const int32_t next = lattice.neighbour[4 * tet + k];
		if (next != kNoIndex)
		{
			data.banned[next] = 1;
		}
	}
}
} // namespace FractureCore
