// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/FitGrid.h"

#include "Plan/PlanBody.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
constexpr double kCubeThickness = 0.75; // side of a cube over the median thickness: cracks turn within about that
constexpr double kCubeCells = 2.0;      // least side over the lattice's cell
constexpr double kMostCubes = 24.0;     // along an axis, so that a long thin body costs no more than another

struct GridFrame
{
	Vec3 origin;
	double spacing = 0.0;
	int64_t count[3] = {1, 1, 1}; // cubes

	int64_t CubeOf(const Vec3& x, Vec3& place) const
	{
		int64_t at[3];
		double share[3];
		const double scaled[3] = {(x.x - origin.x) / spacing, (x.y - origin.y) / spacing, (x.z - origin.z) / spacing};
		for (int32_t axis = 0; axis < 3; ++axis)
		{
			at[axis] = std::clamp<int64_t>(static_cast<int64_t>(std::floor(scaled[axis])), 0, count[axis] - 1);
			share[axis] = scaled[axis] - static_cast<double>(at[axis]);
		}
		place = {share[0], share[1], share[2]};
		return at[0] + count[0] * (at[1] + count[1] * at[2]);
	}

	int64_t CornerOf(int64_t cube, int32_t corner) const
	{
		const int64_t x = cube % count[0] + (corner & 1);
		const int64_t y = cube / count[0] % count[1] + (corner >> 1 & 1);
		const int64_t z = cube / (count[0] * count[1]) + (corner >> 2);
		return x + (count[0] + 1) * (y + (count[1] + 1) * z);
	}
};

GridFrame MakeFrame(const PlanLattice& lattice)
{
	Vec3 low = lattice.nodes.front();
	Vec3 high = low;
	for (const Vec3& x : lattice.nodes)
	{
		low = {(std::min)(low.x, x.x), (std::min)(low.y, x.y), (std::min)(low.z, x.z)};
		high = {(std::max)(high.x, x.x), (std::max)(high.y, x.y), (std::max)(high.z, x.z)};
	}
	std::vector<double> thickness = lattice.thickness;
	const auto middle = thickness.begin() + static_cast<std::ptrdiff_t>(thickness.size() / 2);
	std::nth_element(thickness.begin(), middle, thickness.end());
	const Vec3 size = high - low;
	GridFrame frame;
	frame.spacing = (std::max)(
		{kCubeThickness * *middle, kCubeCells * lattice.cell, (std::max)({size.x, size.y, size.z}) / kMostCubes});
	const double sizes[3] = {size.x, size.y, size.z};
	double pad[3];
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		frame.count[axis] = (std::max<int64_t>)(1, static_cast<int64_t>(std::ceil(sizes[axis] / frame.spacing)));
		pad[axis] = 0.5 * (static_cast<double>(frame.count[axis]) * frame.spacing - sizes[axis]);
	}
	frame.origin = low - Vec3{pad[0], pad[1], pad[2]};
	return frame;
}

void LayOutGridMatrix(FitGrid& grid)
{
	std::vector<std::vector<int32_t>> rows(static_cast<size_t>(grid.cornerCount));
	for (const std::array<int32_t, 8>& cube : grid.cubes)
	{
		for (const int32_t row : cube)
		{
			rows[row].insert(rows[row].end(), cube.begin(), cube.end());
		}
	}
	grid.rowStart.assign(1, 0);
	for (std::vector<int32_t>& row : rows)
	{
		std::sort(row.begin(), row.end());
		row.erase(std::unique(row.begin(), row.end()), row.end());
		grid.columns.insert(grid.columns.end(), row.begin(), row.end());
		grid.rowStart.push_back(static_cast<int32_t>(grid.columns.size()));
	}
	for (const std::array<int32_t, 8>& cube : grid.cubes)
	{
		std::array<int32_t, 64>& slots = grid.slots.emplace_back();
		for (int32_t i = 0; i < 8; ++i)
		{
			const std::vector<int32_t>& row = rows[cube[i]];
			for (int32_t j = 0; j < 8; ++j)
			{
				const auto found = std::lower_bound(row.begin(), row.end(), cube[j]);
				slots[8 * i + j] = grid.rowStart[cube[i]] + static_cast<int32_t>(found - row.begin());
			}
		}
	}
}
} // namespace

const std::array<std::array<Vec3, 8>, 8>& FitGrid::OctantGradients()
{
	static const std::array<std::array<Vec3, 8>, 8> gradients = []
	{
		std::array<std::array<Vec3, 8>, 8> made;
		for (int32_t octant = 0; octant < 8; ++octant)
		{
			for (int32_t corner = 0; corner < 8; ++corner)
			{
				double share[3];
				double slope[3];
				for (int32_t axis = 0; axis < 3; ++axis)
				{
					const bool isHigh = (corner >> axis & 1) != 0;
					share[axis] = isHigh == ((octant >> axis & 1) != 0) ? 0.75 : 0.25;
					slope[axis] = isHigh ? 1.0 : -1.0;
				}
				made[octant][corner] = {
					slope[0] * share[1] * share[2], share[0] * slope[1] * share[2], share[0] * share[1] * slope[2]};
			}
		}
		return made;
	}();
	return gradients;
}

std::array<double, 8> FitGrid::WeightsAt(int32_t node) const
{
	const Vec3& p = nodePlace[node];
	const double x[2] = {1.0 - p.x, p.x};
	const double y[2] = {1.0 - p.y, p.y};
	const double z[2] = {1.0 - p.z, p.z};
	std::array<double, 8> weights;
	for (int32_t corner = 0; corner < 8; ++corner)
	{
		weights[corner] = x[corner & 1] * y[corner >> 1 & 1] * z[corner >> 2];
	}
	return weights;
}

double FitGrid::ValueAt(int32_t node, std::span<const double> corners) const
{
	const std::array<double, 8> weights = WeightsAt(node);
	const std::array<int32_t, 8>& cube = cubes[nodeCube[node]];
	double sum = 0.0;
	for (int32_t corner = 0; corner < 8; ++corner)
	{
		sum += weights[corner] * corners[cube[corner]];
	}
	return sum;
}

FitGrid MakeFitGrid(const PlanLattice& lattice)
{
	const GridFrame frame = MakeFrame(lattice);
	FitGrid grid;
	grid.spacing = frame.spacing;
	std::vector<int32_t> cubeNumber(static_cast<size_t>(frame.count[0] * frame.count[1] * frame.count[2]), kNoIndex);
	std::vector<int32_t> cornerNumber(
		static_cast<size_t>((frame.count[0] + 1) * (frame.count[1] + 1) * (frame.count[2] + 1)), kNoIndex);
	const auto numberCube = [&](int64_t cube)
	{
		int32_t& number = cubeNumber[static_cast<size_t>(cube)];
		if (number == kNoIndex)
		{
			number = static_cast<int32_t>(grid.cubes.size());
			std::array<int32_t, 8>& corners = grid.cubes.emplace_back();
			for (int32_t k = 0; k < 8; ++k)
			{
				int32_t& corner = cornerNumber[static_cast<size_t>(frame.CornerOf(cube, k))];
				corner = corner == kNoIndex ? grid.cornerCount++ : corner;
				corners[k] = corner;
			}
		}
		return number;
	};
	Vec3 place;
	for (const Vec3& x : lattice.nodes)
	{
		grid.nodeCube.push_back(numberCube(frame.CubeOf(x, place)));
		grid.nodePlace.push_back(place);
	}
	std::vector<int32_t>& octants = grid.tetOctant;
	std::vector<double> distance; // squared, in sides of a cube
	for (const Vec3& x : lattice.centroid)
	{
		const int32_t cube = numberCube(frame.CubeOf(x, place));
		octants.push_back(8 * cube + (place.x >= 0.5 ? 1 : 0) + (place.y >= 0.5 ? 2 : 0) + (place.z >= 0.5 ? 4 : 0));
		const Vec3 middle = {place.x >= 0.5 ? 0.75 : 0.25, place.y >= 0.5 ? 0.75 : 0.25, place.z >= 0.5 ? 0.75 : 0.25};
		distance.push_back(LengthSquared(place - middle));
	}
	// Equally near ones by their place, so that the order of tets does not matter.
	const auto isNearer = [&](int32_t a, int32_t b)
	{
		constexpr double kSame = 1.0e-9;
		if (std::abs(distance[a] - distance[b]) > kSame)
		{
			return distance[a] < distance[b];
		}
		const Vec3 apart = (lattice.centroid[a] - lattice.centroid[b]) / frame.spacing;
		return std::abs(apart.x) > kSame ? apart.x < 0.0 : std::abs(apart.y) > kSame ? apart.y < 0.0 : apart.z < 0.0;
	};
	grid.octantVolume.assign(8 * grid.cubes.size(), 0.0);
	std::vector<int32_t> octantTet(8 * grid.cubes.size(), kNoIndex);
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		grid.octantVolume[octants[t]] += lattice.volume[t];
		int32_t& best = octantTet[octants[t]];
		best = best == kNoIndex || isNearer(t, best) ? t : best;
	}
	for (size_t octant = 0; octant < octantTet.size(); ++octant)
	{
		const int32_t t = octantTet[octant];
		if (t != kNoIndex)
		{
			grid.samples.push_back({static_cast<int32_t>(octant),
				t,
				lattice.tets[t],
				lattice.gradient[t],
				lattice.centroid[t],
				lattice.thickness[t]});
		}
	}
	LayOutGridMatrix(grid);
	return grid;
}
} // namespace FractureCore
