// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/CrushedZone.h"

#include "FractureCore/Random.h"

#include <algorithm>
#include <limits>

namespace FractureCore
{
namespace
{
constexpr double kCrushRatio = 2.5;
constexpr double kCrushReach = 1.5;     // thicknesses
constexpr double kGrainThickness = 0.9; // grain size over thickness
constexpr double kGrainCells = 2.0;     // least grain size over lattice cell: smaller ones would be ragged

double ThicknessAt(const PlanLattice& lattice, const Vec3& point)
{
	double nearest = std::numeric_limits<double>::infinity();
	double thickness = 0.0;
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		const double square = LengthSquared(lattice.centroid[t] - point);
		if (square < nearest)
		{
			nearest = square;
			thickness = lattice.thickness[t];
		}
	}
	return thickness;
}

/// One seed at random in each cube of a grid round the impact, if the body is there.
GrainSet ScatterGrains(const PlanLattice& lattice, const Vec3& impact, double radius, double size, uint64_t seed)
{
	const double reach = 1.2 * radius + 1.5 * size;
	const int32_t cubes = static_cast<int32_t>(std::ceil(reach / size));
	// Centroids near the impact, by the cube that they are in: those within half a cube are in it or beside it.
	const int32_t across = 2 * (cubes + 2) + 1;
	std::vector<std::vector<Vec3>> bins(static_cast<size_t>(across) * across * across);
	const auto binOf = [&](int32_t i, int32_t j, int32_t k) -> std::vector<Vec3>&
	{
		const int32_t m = cubes + 2;
		return bins[static_cast<size_t>((i + m) + across * ((j + m) + across * (k + m)))];
	};
	for (const Vec3& x : lattice.centroid)
	{
		const Vec3 at = (x - impact) / size;
		const int32_t i = static_cast<int32_t>(std::floor((std::clamp)(at.x, -1.0e6, 1.0e6) + 0.5));
		const int32_t j = static_cast<int32_t>(std::floor((std::clamp)(at.y, -1.0e6, 1.0e6) + 0.5));
		const int32_t k = static_cast<int32_t>(std::floor((std::clamp)(at.z, -1.0e6, 1.0e6) + 0.5));
		if ((std::max)({std::abs(i), std::abs(j), std::abs(k)}) <= cubes + 2)
		{
			binOf(i, j, k).push_back(x);
		}
	}
	const auto isInBody = [&](int32_t i, int32_t j, int32_t k, const Vec3& point)
	{
		for (int32_t bin = 0; bin < 27; ++bin)
		{
			const std::vector<Vec3>& near = binOf(i + bin % 3 - 1, j + bin / 3 % 3 - 1, k + bin / 9 - 1);
			if (std::any_of(near.begin(),
					near.end(),
					[&](const Vec3& c) { return LengthSquared(c - point) < 0.25 * size * size; }))
			{
				return true;
			}
		}
		return false;
	};
	GrainSet grains;
	uint64_t draw = 0;
	for (int32_t k = -cubes; k <= cubes; ++k)
	{
		for (int32_t j = -cubes; j <= cubes; ++j)
		{
			for (int32_t i = -cubes; i <= cubes; ++i)
			{
				const auto jitter = [&] { return 0.8 * (RandomUnit(seed, draw++) - 0.5); };
				const double x = i + jitter();
				const double y = j + jitter();
				const double z = k + jitter();
				const double edge = 0.8 + 0.4 * RandomUnit(seed, draw++);
				const Vec3 point = impact + Vec3{x, y, z} * size;
				const double distance = Length(point - impact);
				if (distance < reach && isInBody(i, j, k, point))
				{
					grains.seeds.push_back(point);
					grains.weights.push_back(1.0);
					grains.loose.push_back(distance < edge * radius ? 1 : 0);
				}
			}
		}
	}
	return grains;
}
} // namespace

double CrushedRadius(const PlanLattice& lattice, std::span<const double> ratio, const Vec3& impact)
{
	const double limit = kCrushReach * ThicknessAt(lattice, impact);
	double radius = 0.0;
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		const double distance = Length(lattice.centroid[t] - impact);
		if (ratio[t] > kCrushRatio && distance <= limit)
		{
			radius = (std::max)(radius, distance);
		}
	}
	return radius;
}

GrainSet MakeCrushedGrains(
	const PlanLattice& lattice, const Vec3& impact, double radius, int32_t maxGrains, uint64_t seed)
{
	double size = (std::max)(kGrainThickness * ThicknessAt(lattice, impact), kGrainCells * lattice.cell);
	while (size < 4.0 * radius)
	{
		GrainSet grains = ScatterGrains(lattice, impact, radius, size, seed);
		if (static_cast<int32_t>(grains.seeds.size()) <= maxGrains)
		{
			const bool crushed =
				std::any_of(grains.loose.begin(), grains.loose.end(), [](uint8_t loose) { return loose != 0; });
			return crushed ? grains : GrainSet{};
		}
		size *= 1.25;
	}
	return {};
}
} // namespace FractureCore
