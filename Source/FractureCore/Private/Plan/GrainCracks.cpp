// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/GrainCracks.h"

#include "FractureCore/Weakness.h"

#include <algorithm>
#include <limits>

namespace FractureCore
{
namespace
{
constexpr double kGrainWeightSpread = 0.1;
constexpr double kLeastGrainCells = 2.0; // smaller grains than so many cells would be ragged
constexpr double kGrainReach = 2.0;      // grain sizes

/// Mean of a field over each grain's nodes; 0 for a grain without any.
std::vector<double> MeanOverGrains(const PlanGrains& grains, std::span<const double> field)
{
	std::vector<double> sum(grains.grains.seeds.size(), 0.0);
	for (size_t node = 0; node < field.size(); ++node)
	{
		sum[grains.ofNode[node]] += field[node]; // only the sign counts
	}
	return sum;
}
} // namespace

double MedianThickness(const PlanLattice& lattice)
{
	std::vector<double> values = lattice.thickness;
	const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
	std::nth_element(values.begin(), middle, values.end());
	return *middle;
}

PlanGrains MakePlanGrains(const PlanLattice& lattice, double size, uint64_t seed, TaskRunner& runner)
{
	Vec3 low = lattice.nodes.front();
	Vec3 high = low;
	for (const Vec3& x : lattice.nodes)
	{
		low = {(std::min)(low.x, x.x), (std::min)(low.y, x.y), (std::min)(low.z, x.z)};
		high = {(std::max)(high.x, x.x), (std::max)(high.y, x.y), (std::max)(high.z, x.z)};
	}
	const double grainSize = (std::max)(size > 0.0 ? size : MedianThickness(lattice), kLeastGrainCells * lattice.cell);
	return MakePlanGrains(lattice, {SeedGrains(low, high, grainSize, kGrainWeightSpread, seed), grainSize}, runner);
}

PlanGrains MakePlanGrains(const PlanLattice& lattice, const WeaknessSurfaces& weakness, TaskRunner& runner)
{
	PlanGrains made;
	made.grains = weakness.grains;
	made.size = weakness.size;
	for (const NearestGrains& nearest : FindNearestGrains(made.grains, lattice.nodes, runner))
	{
		made.ofNode.push_back(nearest.first);
	}
	return made;
}

void BendToGrains(const PlanLattice& lattice, const PlanGrains& grains, double bias, std::span<double> field)
{
	const std::vector<double> side = MeanOverGrains(grains, field);
	const GrainSet& set = grains.grains;
	for (int32_t node = 0; node < lattice.NodeCount(); ++node)
	{
		if (std::abs(field[node]) > kGrainReach * grains.size)
		{
			continue;
		}
		constexpr double kNone = std::numeric_limits<double>::infinity();
		double energy[2] = {kNone, kNone}; // least of the grains on the negative and on the positive side
		for (size_t g = 0; g < set.seeds.size(); ++g)
		{
			if (side[g] != 0.0)
			{
				double& least = energy[side[g] > 0.0 ? 1 : 0];
				least = (std::min)(least, set.weights[g] * Length(lattice.nodes[node] - set.seeds[g]));
			}
		}
		if (energy[0] < kNone && energy[1] < kNone)
		{
			field[node] += bias * (0.5 * (energy[0] - energy[1]) - field[node]);
		}
	}
}
} // namespace FractureCore
