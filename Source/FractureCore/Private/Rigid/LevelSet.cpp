// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/LevelSet.h"

#include "Mesh/ClosestOnTriangle.h"
#include "Mesh/TriangleTree.h"
#include "Rigid/SpreadNearest.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Of the spacing: where the surface goes through an edge of the grid, the distances of its ends add up to no more.
constexpr double kMoreThanRounding = 1.0 + 1.0e-5;
} // namespace

LevelSet::LevelSet(const SurfaceMesh& surface, SurfaceBand band, std::span<const int8_t> signs)
	: m_grid(band.Grid()), m_distance(band.TakeDistances()), m_looks(band.Looks())
{
	Fill(surface, band.Nearest());
	for (size_t i = 0; i < signs.size(); ++i)
	{
		m_distance[i] = signs[i] < 0 ? -m_distance[i] : m_distance[i];
	}
}

LevelSet::LevelSet(const SurfaceMesh& surface, double spacing) : LevelSet(surface, SurfaceBand(surface, spacing)) {}

LevelSet::LevelSet(const SurfaceMesh& surface, SurfaceBand band)
{
	const std::vector<int8_t> signs = FindSigns(surface, band);
	*this = LevelSet(surface, std::move(band), signs);
}

/// The surface cannot come between two neighbours whose distances add up to more than what is between them: so far the
/// flood goes. Each pool has one sign, by the winding number at its deepest node: normals of slivers, of which crack
/// faces have some, would mislead.
std::vector<int8_t> LevelSet::FindSigns(const SurfaceMesh& surface, const SurfaceBand& band)
{
	const LevelGrid& grid = band.Grid();
	const std::span<const float> distance = band.Distances();
	const TriangleTree tree(surface.positions, surface.triangles, SerialRunner());
	const auto reach = static_cast<float>(SurfaceBand::kExactCells * grid.spacing);
	const auto between = static_cast<float>(grid.spacing * kMoreThanRounding);
	const int64_t stride[3] = {1, grid.count[0], static_cast<int64_t>(grid.count[0]) * grid.count[1]};
	const auto least = [&](int64_t node) { return std::min(distance[node], reach); };
	std::vector<int8_t> signs(grid.Size(), 0);
	std::vector<int64_t> pool;
	for (int64_t seed = 0; seed < static_cast<int64_t>(signs.size()); ++seed)
	{
		if (signs[seed] != 0)
		{
			continue;
		}
		pool.assign(1, seed);
		signs[seed] = 1;
		int64_t deepest = seed;
		for (size_t i = 0; i < pool.size(); ++i)
		{
			const int64_t node = pool[i];
			deepest = distance[node] > distance[deepest] ? node : deepest;
			const int64_t place[3] = {node % stride[1], node / stride[1] % grid.count[1], node / stride[2]};
			for (int32_t axis = 0; axis < 3; ++axis)
			{
				for (const int32_t side : {-1, 1})
				{
					const int64_t next = node + side * stride[axis];
					const int64_t at = place[axis] + side;
					if (at >= 0 && at < grid.count[axis] && signs[next] == 0 && least(node) + least(next) > between)
					{
						signs[next] = 1;
						pool.push_back(next);
					}
				}
			}
		}
		// The first pool has the corner of the grid, which is outside.
		const auto x = static_cast<int32_t>(deepest % stride[1]);
		const auto y = static_cast<int32_t>(deepest / stride[1] % grid.count[1]);
		const auto z = static_cast<int32_t>(deepest / stride[2]);
		if (seed != 0 && tree.WindingNumber(grid.NodeAt(x, y, z)) > 0.5)
		{
			for (const int64_t node : pool)
			{
				signs[node] = -1;
			}
		}
	}
	return signs;
}

/// Distances of the nodes that are not near the surface: to the nearest of the points that those near it found.
void LevelSet::Fill(const SurfaceMesh& surface, std::span<const int32_t> nearest)
{
	NearestOffsets offsets(m_grid.Size());
	const std::vector<Vec3>& p = surface.positions;
	for (int32_t z = 0; z < m_grid.count[2]; ++z)
	{
		for (int32_t y = 0; y < m_grid.count[1]; ++y)
		{
			for (int32_t x = 0; x < m_grid.count[0]; ++x)
			{
				const size_t node = m_grid.IndexOf(x, y, z);
				if (nearest[node] != kNoIndex)
				{
					const int32_t* v = surface.triangles[nearest[node]].v;
					const Vec3 place = m_grid.NodeAt(x, y, z);
					const Vec3 to = (ClosestOnTriangle(place, p[v[0]], p[v[1]], p[v[2]]) - place) / m_grid.spacing;
					offsets.Set(node, static_cast<float>(to.x), static_cast<float>(to.y), static_cast<float>(to.z));
				}
			}
		}
	}
	SpreadNearest(offsets, m_grid.count);
	for (size_t i = 0; i < m_distance.size(); ++i)
	{
		if (nearest[i] == kNoIndex)
		{
			m_distance[i] = static_cast<float>(std::sqrt(static_cast<double>(offsets.squared[i])) * m_grid.spacing);
		}
	}
}

FieldSample LevelSet::Sample(const Vec3& point, double maxDistance) const
{
	const Vec3 origin = m_grid.NodeAt(0, 0, 0);
	int32_t at[3];
	double share[3];
	Vec3 off;
	double* const offs[3] = {&off.x, &off.y, &off.z};
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		const double from = (Component(point, axis) - Component(origin, axis)) / m_grid.spacing;
		const double inside = std::clamp(from, 0.0, m_grid.count[axis] - 1.0);
		*offs[axis] = (from - inside) * m_grid.spacing;
		at[axis] = std::min(static_cast<int32_t>(inside), m_grid.count[axis] - 2);
		share[axis] = inside - at[axis];
	}
	const size_t base = m_grid.IndexOf(at[0], at[1], at[2]);
	const size_t row = static_cast<size_t>(m_grid.count[0]);
	const size_t sheet = row * m_grid.count[1];
	const float* d = m_distance.data() + base;
	// Along x, then y, then z; differences of the same numbers are the gradient.
	const auto mix = [](double a, double b, double t) { return a + (b - a) * t; };
	const double x00 = mix(d[0], d[1], share[0]);
	const double x10 = mix(d[row], d[row + 1], share[0]);
	const double x01 = mix(d[sheet], d[sheet + 1], share[0]);
	const double x11 = mix(d[sheet + row], d[sheet + row + 1], share[0]);
	const double y0 = mix(x00, x10, share[1]);
	const double y1 = mix(x01, x11, share[1]);
	const double distance = mix(y0, y1, share[2]);
	FieldSample sample;
	const double outside = Length(off);
	if (outside > 0.0)
	{
		// The surface is within the grid, and no nearer than its end.
		sample.distance = std::max(outside + SurfaceBand::kPadCells * m_grid.spacing, distance - outside);
		sample.isNear = sample.distance <= maxDistance;
		sample.normal = off / outside;
		return sample;
	}
	sample.distance = distance;
	sample.isNear = std::abs(distance) <= maxDistance;
	const Vec3 gradient = {mix(mix(d[1] - d[0], d[row + 1] - d[row], share[1]),
							   mix(d[sheet + 1] - d[sheet], d[sheet + row + 1] - d[sheet + row], share[1]),
							   share[2]),
		mix(x10 - x00, x11 - x01, share[2]),
		y1 - y0};
	const double length = Length(gradient);
	sample.normal = length > 0.0 ? gradient / length : Vec3{0.0, 0.0, 1.0};
	return sample;
}
} // namespace FractureCore
