// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Strength.h"
#include "FractureCore/Weakness.h"

#include <cstdint>
#include <span>
#include <vector>

namespace FractureCore
{
/// All seeds of a layer over the box: those of its grid that no painted one replaces, then the painted ones.
GrainSet SeedGrains(const GrainLayer& layer, const Vec3& low, const Vec3& high);

/// Seeds sorted into cubes, so that a point looks at those around it only. Keeps a reference to the grains.
class SeedGrid
{
public:
	explicit SeedGrid(const GrainSet& grains);

	NearestGrains Find(const Vec3& point) const;

private:
	int32_t CellOf(double coordinate, int32_t axis) const;
	void Visit(const Vec3& point, int32_t x, int32_t y, int32_t z, NearestGrains& nearest, double (&energy)[2]) const;

	const GrainSet& m_grains;
	double m_low[3] = {0.0, 0.0, 0.0}; // m
	double m_cellSize = 1.0;           // m
	int32_t m_size[3] = {1, 1, 1};
	double m_leastWeight = 1.0;
	std::vector<int32_t> m_start; // 1 a cell and the end
	std::vector<int32_t> m_seeds; // cell after cell, ascending in each
};

/// The grains of given seeds, none of them loose.
GrainSet GrainsOfSeeds(std::span<const GrainSeed> seeds);
} // namespace FractureCore
