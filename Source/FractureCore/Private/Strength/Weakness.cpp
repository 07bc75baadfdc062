// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Weakness.h"

#include "FractureCore/Hooks.h"
#include "FractureCore/Random.h"
#include "Mesh/UnionFind.h"
#include "Strength/SeedGrid.h"
#include "Strength/StrengthCells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

namespace FractureCore
{
namespace
{
/// A box that is a whole number of grains large has that number, whatever the last bit of its size.
constexpr double kNearlyOne = 1.0 - 1.0e-9;

/// m: from a seed to the nearest other one, on average.
double MeanSpacing(const GrainSet& grains)
{
	double sum = 0.0;
	for (size_t i = 0; i < grains.seeds.size(); ++i)
	{
		double nearest = std::numeric_limits<double>::infinity();
		for (size_t j = 0; j < grains.seeds.size(); ++j)
		{
			nearest = i != j ? std::min(nearest, LengthSquared(grains.seeds[i] - grains.seeds[j])) : nearest;
		}
		sum += std::sqrt(nearest);
	}
	return sum / static_cast<double>(grains.seeds.size());
}
} // namespace

GrainSet SeedGrains(const Vec3& low, const Vec3& high, double size, double spread, uint64_t seed)
{
	const Vec3 extent = high - low;
	size = std::max(size, std::max({extent.x, extent.y, extent.z}) / kMostGrainsPerAxis);
	int32_t cubes[3];
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		cubes[axis] = std::max(1, static_cast<int32_t>(std::ceil(kNearlyOne * Component(extent, axis) / size)));
	}
	// The grid is centred on the box, so that rims have grains of no other size.
	const Vec3 corner = 0.5 * (low + high) - (0.5 * size) * Vec3{1.0 * cubes[0], 1.0 * cubes[1], 1.0 * cubes[2]};
	GrainSet grains;
	uint64_t counter = 0;
	for (int32_t z = 0; z < cubes[2]; ++z)
	{
		for (int32_t y = 0; y < cubes[1]; ++y)
		{
			for (int32_t x = 0; x < cubes[0]; ++x)
			{
				const auto place = [&](int32_t cube) { return cube + 0.25 + 0.5 * RandomUnit(seed, counter++); };
				const double alongX = place(x);
				const double alongY = place(y);
				const double alongZ = place(z);
				grains.seeds.push_back(corner + size * Vec3{alongX, alongY, alongZ});
				grains.weights.push_back(1.0 + spread * (2.0 * RandomUnit(seed, counter++) - 1.0));
			}
		}
	}
	grains.loose.assign(grains.seeds.size(), 0);
	return grains;
}

GrainSet SeedGrains(const GrainLayer& layer, const Vec3& low, const Vec3& high)
{
	GrainSet grid = SeedGrains(low, high, layer.size, layer.spread, layer.seed);
	if (layer.seeds.empty())
	{
		return grid;
	}
	GrainSet painted;
	painted.seeds = layer.seeds;
	painted.weights.assign(painted.seeds.size(), 1.0);
	const SeedGrid nearby(painted);
	GrainSet grains;
	for (size_t i = 0; i < grid.seeds.size(); ++i)
	{
		const NearestGrains nearest = nearby.Find(grid.seeds[i]);
		if (Length(grid.seeds[i] - painted.seeds[nearest.first]) >= 0.5 * layer.size)
		{
			grains.seeds.push_back(grid.seeds[i]);
			grains.weights.push_back(grid.weights[i]);
		}
	}
	for (size_t i = 0; i < painted.seeds.size(); ++i)
	{
		// Numbers that the grid, which counts from 0, never comes to.
		const double drawn = RandomUnit(layer.seed, (uint64_t{1} << 63) + i);
		grains.seeds.push_back(painted.seeds[i]);
		grains.weights.push_back(1.0 + layer.spread * (2.0 * drawn - 1.0));
	}
	grains.loose.assign(grains.seeds.size(), 0);
	return grains;
}

WeaknessSurfaces WeaknessOf(const BakedObject& object)
{
	for (const StrengthLayer& layer : object.strengthSetup.layers)
	{
		if (layer.isHidden)
		{
			continue;
		}
		if (const GrainLayer* source = std::get_if<GrainLayer>(&layer.source))
		{
			const StrengthCells cells(object, SerialRunner());
			return {SeedGrains(*source, cells.Low(), cells.High()), source->size};
		}
		if (const SeedLayer* given = std::get_if<SeedLayer>(&layer.source))
		{
			WeaknessSurfaces surfaces;
			surfaces.grains = GrainsOfSeeds(given->seeds);
			surfaces.size = MeanSpacing(surfaces.grains);
			return surfaces;
		}
	}
	return {};
}

std::vector<NearestGrains> FindNearestGrains(const GrainSet& grains, std::span<const Vec3> points, TaskRunner& runner)
{
	FRACTURECORE_ASSERT(!grains.seeds.empty() && grains.weights.size() == grains.seeds.size());
	const SeedGrid grid(grains);
	std::vector<NearestGrains> nearest(points.size());
	ParallelFor(runner,
		static_cast<int64_t>(points.size()),
		1024,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				nearest[i] = grid.Find(points[i]);
			}
		});
	return nearest;
}

double InterfaceField(const GrainSet& grains, int32_t i, int32_t j, const Vec3& point)
{
	return 0.5 *
		(grains.weights[i] * Length(point - grains.seeds[i]) - grains.weights[j] * Length(point - grains.seeds[j]));
}

Vec3 InterfaceNormal(const GrainSet& grains, int32_t i, int32_t j, const Vec3& point)
{
	// grad phi_ij; it points from i, where phi_ij is negative, to j.
	return Normalised(grains.weights[i] * Normalised(point - grains.seeds[i]) -
		grains.weights[j] * Normalised(point - grains.seeds[j]));
}

std::vector<int32_t> NumberGrainParts(const TetMesh& mesh, std::span<const int32_t> nodeLabels)
{
	FRACTURECORE_ASSERT(nodeLabels.size() == mesh.nodes.size());
	UnionFind sets(static_cast<int32_t>(mesh.nodes.size()));
	for (const Tet& tet : mesh.tets)
	{
		for (int32_t a = 0; a < 4; ++a)
		{
			for (int32_t b = a + 1; b < 4; ++b)
			{
				if (nodeLabels[tet.v[a]] == nodeLabels[tet.v[b]])
				{
					sets.Unite(tet.v[a], tet.v[b]);
				}
			}
		}
	}
	std::vector<int32_t> numberOfRoot(mesh.nodes.size(), kNoIndex);
	std::vector<int32_t> parts(mesh.nodes.size());
	int32_t count = 0;
	for (size_t node = 0; node < parts.size(); ++node)
	{
		int32_t& number = numberOfRoot[sets.Find(static_cast<int32_t>(node))];
		number = number == kNoIndex ? count++ : number;
		parts[node] = number;
	}
	return parts;
}
} // namespace FractureCore
