// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/CrackSeeds.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
constexpr double kLikeNormals = 0.70710678; // cosine of 45 degrees

/// Until the next solve this never turns true again.
bool IsOpenToSeeds(const CrackPlanner::Data& data, int32_t tet)
{
	return data.states.openCount[tet] == 0 && data.banned[tet] == 0 &&
		data.nearNormals[tet].count <= CrackPlanner::Data::NearNormals::kMost &&
		data.batches[tet] < data.settings.batchesPerPiece;
}

bool HasLikeCrackNear(CrackPlanner::Data& data, int32_t tet)
{
	const CrackPlanner::Data::NearNormals& near = data.nearNormals[tet];
	const Vec3& n1 = data.stress.Principal(tet).direction;
	return std::any_of(near.normal,
		near.normal + near.count,
		[&](const Vec3& normal) { return std::abs(Dot(normal, n1)) > kLikeNormals; });
}
} // namespace

/// Bounds come first: only where one is the largest left is the stress looked at. Relief only lowers stress, so what is
/// left over stays in the queue for the next seed of the same solve.
int32_t FindSeed(CrackPlanner::Data& data)
{
	SeedQueue& queue = data.seedQueue;
	const auto isWorse = [](const SeedBound& a, const SeedBound& b)
	{ return a.ratio != b.ratio ? a.ratio < b.ratio : a.tet > b.tet; };
	const auto boundOf = [&](int32_t tet) {
		return SeedBound{data.stress.LargestBound(tet) / data.latticeStrength[tet], tet};
	};
	const auto offer = [&](const SeedBound& bound)
	{
		queue.heap.push_back(bound);
		std::push_heap(queue.heap.begin(), queue.heap.end(), isWorse);
	};
	if (!queue.isFilled)
	{
		queue.heap.clear();
		queue.turnedDown.clear();
		for (int32_t t = 0; t < data.body.lattice.TetCount(); ++t)
		{
			if (data.stress.LargestBound(t) >= data.latticeStrength[t])
			{
				queue.heap.push_back(boundOf(t));
			}
		}
		std::make_heap(queue.heap.begin(), queue.heap.end(), isWorse);
		queue.isFilled = true;
	}
	// Where the stress has changed since, its direction may have too.
	std::erase_if(queue.turnedDown,
		[&](const SeedBound& before)
		{
			const SeedBound now = boundOf(before.tet);
			if (data.stress.IsFresh(now.tet) && now.ratio == before.ratio)
			{
				return false;
			}
			offer(now);
			return true;
		});
	while (!queue.heap.empty())
	{
		std::pop_heap(queue.heap.begin(), queue.heap.end(), isWorse);
		const SeedBound best = queue.heap.back();
		queue.heap.pop_back();
		if (!IsOpenToSeeds(data, best.tet))
		{
			continue;
		}
		// Its relief first, which may be enough to let others pass.
		const double bound = data.stress.RelievedBound(best.tet) / data.latticeStrength[best.tet];
		if (bound < best.ratio)
		{
			if (bound >= 1.0)
			{
				offer({bound, best.tet});
			}
			continue;
		}
		const double ratio = data.stress.Principal(best.tet).largest / data.latticeStrength[best.tet];
		if (ratio < 1.0)
		{
			continue;
		}
		if (ratio < best.ratio)
		{
			offer({ratio, best.tet});
		}
		else if (HasLikeCrackNear(data, best.tet))
		{
			queue.turnedDown.push_back(best);
		}
		else
		{
			offer(best); // it may come to nothing without being banned
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
		const double strength = data.latticeStrength[t];
		const double crushing = data.material.compressiveFactor * strength;
		// Most tets are far from both limits, which their bounds tell.
		if (data.stress.LargestBound(t) < strength && (isCrushed || data.stress.NormBound(t) < crushing))
		{
			continue;
		}
		const SymmetricExtremes& principal = data.stress.Principal(t);
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
		isCrushed = isCrushed || -principal.smallest >= crushing;
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
