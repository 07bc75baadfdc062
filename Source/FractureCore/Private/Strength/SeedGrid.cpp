// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Strength/SeedGrid.h"

#include "Math/Roots.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace FractureCore
{
SeedGrid::SeedGrid(const GrainSet& grains) : m_grains(grains)
{
	const std::vector<Vec3>& seeds = grains.seeds;
	double high[3];
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		m_low[axis] = high[axis] = Component(seeds.front(), axis);
		for (const Vec3& seed : seeds)
		{
			m_low[axis] = std::min(m_low[axis], Component(seed, axis));
			high[axis] = std::max(high[axis], Component(seed, axis));
		}
	}
	m_leastWeight = *std::min_element(grains.weights.begin(), grains.weights.end());

	// About one seed a cell if they fill their box, fewer if it is flat.
	const double extent[3] = {high[0] - m_low[0], high[1] - m_low[1], high[2] - m_low[2]};
	const double largest = std::max({extent[0], extent[1], extent[2]});
	m_cellSize = largest > 0.0 ? largest / std::ceil(NthRoot(static_cast<double>(seeds.size()), 3)) : 1.0;
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		m_size[axis] = 1 + static_cast<int32_t>(extent[axis] / m_cellSize);
	}

	const auto cellOfSeed = [&](const Vec3& seed)
	{ return (CellOf(seed.z, 2) * m_size[1] + CellOf(seed.y, 1)) * m_size[0] + CellOf(seed.x, 0); };
	m_start.assign(static_cast<size_t>(m_size[0]) * m_size[1] * m_size[2] + 1, 0);
	for (const Vec3& seed : seeds)
	{
		++m_start[cellOfSeed(seed) + 1];
	}
	for (size_t cell = 1; cell < m_start.size(); ++cell)
	{
		m_start[cell] += m_start[cell - 1];
	}
	m_seeds.resize(seeds.size());
	std::vector<int32_t> next(m_start.begin(), m_start.end() - 1);
	for (size_t i = 0; i < seeds.size(); ++i)
	{
		m_seeds[next[cellOfSeed(seeds[i])]++] = static_cast<int32_t>(i);
	}
}

int32_t SeedGrid::CellOf(double coordinate, int32_t axis) const
{
	const double cell = std::floor((coordinate - m_low[axis]) / m_cellSize);
	return static_cast<int32_t>(std::clamp(cell, 0.0, static_cast<double>(m_size[axis] - 1)));
}

void SeedGrid::Visit(
	const Vec3& point, int32_t x, int32_t y, int32_t z, NearestGrains& nearest, double (&energy)[2]) const
{
	const int32_t cell = (z * m_size[1] + y) * m_size[0] + x;
	for (int32_t k = m_start[cell]; k < m_start[cell + 1]; ++k)
	{
		const int32_t seed = m_seeds[k];
		const double e = m_grains.weights[seed] * Length(point - m_grains.seeds[seed]);
		const auto isBefore = [&](double other, int32_t otherSeed)
		{ return e < other || (e == other && (otherSeed == kNoIndex || seed < otherSeed)); };
		if (isBefore(energy[0], nearest.first))
		{
			nearest.second = nearest.first;
			energy[1] = energy[0];
			nearest.first = seed;
			energy[0] = e;
		}
		else if (isBefore(energy[1], nearest.second))
		{
			nearest.second = seed;
			energy[1] = e;
		}
	}
}

NearestGrains SeedGrid::Find(const Vec3& point) const
{
	NearestGrains nearest;
	double energy[2] = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
	const int32_t home[3] = {CellOf(point.x, 0), CellOf(point.y, 1), CellOf(point.z, 2)};
	const int32_t rings = std::max({m_size[0], m_size[1], m_size[2]});
	// Shells of cells around the point's own, until none further out can have less energy. A point outside the grid
	// counts from the border, which is nearer to every seed: cautious, not wrong.
	for (int32_t ring = 0; ring < rings; ++ring)
	{
		if (m_leastWeight * (ring - 1) * m_cellSize > energy[1])
		{
			break;
		}
		int32_t from[3];
		int32_t to[3];
		for (int32_t axis = 0; axis < 3; ++axis)
		{
			from[axis] = std::max(home[axis] - ring, 0);
			to[axis] = std::min(home[axis] + ring, m_size[axis] - 1);
		}
		for (int32_t z = from[2]; z <= to[2]; ++z)
		{
			for (int32_t y = from[1]; y <= to[1]; ++y)
			{
				for (int32_t x = from[0]; x <= to[0]; ++x)
				{
					const int32_t distance =
						std::max({std::abs(x - home[0]), std::abs(y - home[1]), std::abs(z - home[2])});
					if (distance == ring)
					{
						Visit(point, x, y, z, nearest, energy);
					}
				}
			}
		}
	}
	nearest.phi = nearest.second == kNoIndex ? 0.0 : 0.5 * (energy[0] - energy[1]);
	return nearest;
}

GrainSet GrainsOfSeeds(std::span<const GrainSeed> seeds)
{
	GrainSet grains;
	for (const GrainSeed& seed : seeds)
	{
		grains.seeds.push_back(seed.point);
		grains.weights.push_back(seed.weight);
	}
	grains.loose.assign(seeds.size(), 0);
	return grains;
}
} // namespace FractureCore
