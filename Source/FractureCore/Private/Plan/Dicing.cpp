// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/Dicing.h"

#include "FractureCore/Random.h"
#include "FractureCore/Weakness.h"
#include "Plan/GrainCracks.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace FractureCore
{
namespace
{
// Share of the stored energy that becomes crack faces. A tenth gives glass of 90 MPa pieces of 8 mm, those that EN
// 12150-1 counts, and leaves heat-strengthened glass (24 MPa) in large ones, as it breaks.
constexpr double kDicingShare = 0.1;

constexpr double kDiceCells = 2.0; // least size over lattice cell: smaller grains would be ragged
constexpr int32_t kEvenTurns = 3;

/// Centroids in random order, each kept that is `size` away from those before it. Stops behind `most`.
std::vector<Vec3> ScatterDice(const PlanLattice& lattice, std::span<const int32_t> order, double size, int32_t most)
{
	std::vector<Vec3> seeds;
	for (const int32_t t : order)
	{
		const Vec3& x = lattice.centroid[t];
		const bool isFree = std::none_of(
			seeds.begin(), seeds.end(), [&](const Vec3& seed) { return LengthSquared(seed - x) < size * size; });
		if (isFree)
		{
			seeds.push_back(x);
			if (static_cast<int32_t>(seeds.size()) > most)
			{
				break;
			}
		}
	}
	return seeds;
}

/// Moves every seed to the middle of its grain (Lloyd): grains become alike, and in a plate their sides upright.
void EvenDice(const PlanLattice& lattice, GrainSet& grains, TaskRunner& runner)
{
	const std::vector<NearestGrains> nearest = FindNearestGrains(grains, lattice.centroid, runner);
	std::vector<Vec3> sum(grains.seeds.size());
	std::vector<double> volume(grains.seeds.size(), 0.0);
	for (size_t t = 0; t < nearest.size(); ++t)
	{
		sum[nearest[t].first] += lattice.centroid[t] * lattice.volume[t];
		volume[nearest[t].first] += lattice.volume[t];
	}
	for (size_t i = 0; i < sum.size(); ++i)
	{
		grains.seeds[i] = volume[i] > 0.0 ? sum[i] / volume[i] : grains.seeds[i];
	}
}
} // namespace

double DiceSize(const Material& material)
{
	// Prior stress is a parabola over the thickness t, pressing at the faces and pulling within, alike in both
	// directions: it stores t (1 - nu) p^2 / (5 E) a face area. Square columns of side a have cracks of 2 t / a.
	const double p = material.surfaceCompression;
	const double stored = (1.0 - material.poissonRatio) * p * p / (5.0 * material.youngModulus);
	return stored > 0.0 ? (std::max)(2.0 * CrackEnergy(material) / (kDicingShare * stored), material.grainSize)
						: std::numeric_limits<double>::infinity();
}

GrainSet DiceBody(
	const PlanLattice& lattice, const Material& material, int32_t maxGrains, uint64_t seed, TaskRunner& runner)
{
	double size = (std::max)({DiceSize(material), MedianThickness(lattice), kDiceCells * lattice.cell});
	if (!std::isfinite(size) || maxGrains < 2)
	{
		return {};
	}
	std::vector<int32_t> order(lattice.tets.size());
	std::iota(order.begin(), order.end(), 0);
	std::sort(order.begin(),
		order.end(),
		[&](int32_t a, int32_t b)
		{
			const uint64_t first = RandomBits(seed, static_cast<uint64_t>(a));
			const uint64_t second = RandomBits(seed, static_cast<uint64_t>(b));
			return first != second ? first < second : a < b;
		});
	GrainSet grains;
	grains.seeds = ScatterDice(lattice, order, size, maxGrains);
	while (static_cast<int32_t>(grains.seeds.size()) > maxGrains)
	{
		size *= 1.1;
		grains.seeds = ScatterDice(lattice, order, size, maxGrains);
	}
	if (grains.seeds.size() < 2)
	{
		return {};
	}
	grains.weights.assign(grains.seeds.size(), 1.0);
	for (int32_t turn = 0; turn < kEvenTurns; ++turn)
	{
		EvenDice(lattice, grains, runner);
	}
	grains.loose.assign(grains.seeds.size(), 1);
	return grains;
}
} // namespace FractureCore
