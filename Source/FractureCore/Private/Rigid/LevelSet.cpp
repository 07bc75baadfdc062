// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/LevelSet.h"

#include "Mesh/ClosestOnTriangle.h"
#include "Mesh/TriangleTree.h"
#include "Rigid/FastMarch.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Cells: nodes as near as that to the surface have exact distances. More than the diagonal of a cell, so that all
// corners of the cells that the surface goes through do.
constexpr double kExactCells = 1.75;

// Cells between the surface and the end of the grid: the outermost nodes are outside and marched.
constexpr int32_t kPadCells = 2;

// Of the spacing: where the surface goes through an edge of the grid, the distances of its ends add up to no more.
constexpr double kMoreThanRounding = 1.0 + 1.0e-5;

// Of the area: a triangle of a piece that differs by less is whole.
constexpr double kWholeArea = 1.0e-9;

double DoubleArea(const SurfaceMesh& surface, size_t triangle)
{
	const int32_t* v = surface.triangles[triangle].v;
	const std::vector<Vec3>& p = surface.positions;
	return Length(Cross(p[v[1]] - p[v[0]], p[v[2]] - p[v[0]]));
}

LevelGrid GridAround(const SurfaceMesh& surface, double spacing)
{
	LevelGrid grid;
	grid.spacing = spacing;
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		double low = HUGE_VAL;
		double high = -HUGE_VAL;
		for (const Vec3& p : surface.positions)
		{
			low = std::min(low, Component(p, axis));
			high = std::max(high, Component(p, axis));
		}
		grid.first[axis] = static_cast<int32_t>(std::floor(low / spacing)) - kPadCells;
		grid.count[axis] = static_cast<int32_t>(std::ceil(high / spacing)) + kPadCells + 1 - grid.first[axis];
	}
	return grid;
}

/// The nodes of a grid that are within `reach` m of a triangle's box along each axis.
struct NodeRange
{
	int32_t low[3];
	int32_t high[3]; // one behind the last
};

NodeRange RangeAround(const LevelGrid& grid, const Vec3& a, const Vec3& b, const Vec3& c, double reach)
{
	NodeRange range;
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		const double low = std::min({Component(a, axis), Component(b, axis), Component(c, axis)}) - reach;
		const double high = std::max({Component(a, axis), Component(b, axis), Component(c, axis)}) + reach;
		range.low[axis] = std::max(static_cast<int32_t>(std::ceil(low / grid.spacing)) - grid.first[axis], 0);
		range.high[axis] =
			std::min(static_cast<int32_t>(std::floor(high / grid.spacing)) - grid.first[axis] + 1, grid.count[axis]);
	}
	return range;
}

/// Of the triangles of a piece that the whole has too: 1 a triangle of the whole, or kNoIndex.
std::vector<int32_t> WholeTriangles(const SurfaceMesh& whole, const PieceSurface& piece)
{
	std::vector<int32_t> kept(whole.triangles.size(), kNoIndex);
	for (size_t i = 0; i < piece.sourceTriangle.size(); ++i)
	{
		const int32_t source = piece.sourceTriangle[i];
		const double area = DoubleArea(whole, static_cast<size_t>(source));
		if (std::abs(DoubleArea(*piece.surface, i) - area) <= kWholeArea * area)
		{
			kept[source] = static_cast<int32_t>(i);
		}
	}
	return kept;
}
} // namespace

LevelSet::LevelSet(const SurfaceMesh& surface, double spacing) : m_grid(GridAround(surface, spacing))
{
	m_distance.assign(m_grid.Size(), HUGE_VALF);
	m_nearest.assign(m_grid.Size(), kNoIndex);
	Measure(surface, {}, {});
	Sign(surface);
}

LevelSet::LevelSet(const LevelSet& whole, const SurfaceMesh& wholeSurface, const PieceSurface& piece)
	: m_grid(GridAround(*piece.surface, whole.m_grid.spacing))
{
	m_distance.assign(m_grid.Size(), HUGE_VALF);
	m_nearest.assign(m_grid.Size(), kNoIndex);
	const std::vector<int32_t> kept = WholeTriangles(wholeSurface, piece);
	std::vector<uint8_t> isKnown(piece.surface->triangles.size(), 0);
	for (const int32_t triangle : kept)
	{
		if (triangle != kNoIndex)
		{
			isKnown[triangle] = 1;
		}
	}
	// Nodes that were nearest to what is no longer there are open to all triangles of the piece.
	std::vector<uint8_t> isOpen(m_grid.Size(), 0);
	for (int32_t z = 0; z < m_grid.count[2]; ++z)
	{
		for (int32_t y = 0; y < m_grid.count[1]; ++y)
		{
			for (int32_t x = 0; x < m_grid.count[0]; ++x)
			{
				const int32_t at[3] = {x + m_grid.first[0] - whole.m_grid.first[0],
					y + m_grid.first[1] - whole.m_grid.first[1],
					z + m_grid.first[2] - whole.m_grid.first[2]};
				const bool isOn = at[0] >= 0 && at[1] >= 0 && at[2] >= 0 && at[0] < whole.m_grid.count[0] &&
					at[1] < whole.m_grid.count[1] && at[2] < whole.m_grid.count[2];
				const size_t from = isOn ? whole.m_grid.IndexOf(at[0], at[1], at[2]) : 0;
				if (!isOn || whole.m_nearest[from] == kNoIndex)
				{
					continue; // far from all that the whole had
				}
				const size_t node = m_grid.IndexOf(x, y, z);
				const int32_t triangle = kept[whole.m_nearest[from]];
				if (triangle == kNoIndex)
				{
					isOpen[node] = 1;
					continue;
				}
				m_distance[node] = std::abs(whole.m_distance[from]);
				m_nearest[node] = triangle;
			}
		}
	}
	Measure(*piece.surface, isKnown, isOpen);
	Sign(*piece.surface);
}

/// Exact distances of the nodes near the triangles. Those that are known already count only for open nodes.
void LevelSet::Measure(const SurfaceMesh& surface, std::span<const uint8_t> isKnown, std::span<const uint8_t> isOpen)
{
	const double reach = kExactCells * m_grid.spacing;
	const std::vector<Vec3>& p = surface.positions;
	for (size_t t = 0; t < surface.triangles.size(); ++t)
	{
		const bool isOld = !isKnown.empty() && isKnown[t] != 0;
		const int32_t* v = surface.triangles[t].v;
		const Vec3& a = p[v[0]];
		const Vec3& b = p[v[1]];
		const Vec3& c = p[v[2]];
		const Vec3 normal = Normalised(Cross(b - a, c - a));
		const NodeRange range = RangeAround(m_grid, a, b, c, reach);
		for (int32_t z = range.low[2]; z < range.high[2]; ++z)
		{
			for (int32_t y = range.low[1]; y < range.high[1]; ++y)
			{
				for (int32_t x = range.low[0]; x < range.high[0]; ++x)
				{
					const size_t node = m_grid.IndexOf(x, y, z);
					if (isOld && isOpen[node] == 0)
					{
						continue;
					}
					const Vec3 place = m_grid.NodeAt(x, y, z);
					const double most = std::min(reach, static_cast<double>(m_distance[node]));
					if (std::abs(Dot(normal, place - a)) > most)
					{
						continue;
					}
					++m_looks;
					const auto distance = static_cast<float>(Length(place - ClosestOnTriangle(place, a, b, c)));
					const bool isFirst = distance == m_distance[node] && static_cast<int32_t>(t) < m_nearest[node];
					if (distance <= reach && (distance < m_distance[node] || isFirst))
					{
						m_distance[node] = distance;
						m_nearest[node] = static_cast<int32_t>(t);
					}
				}
			}
		}
	}
}

/// The surface cannot come between two neighbours whose distances add up to more than what is between them: so far the
/// flood goes. Each pool has one sign, by the winding number at its deepest node: normals of slivers, of which crack
/// faces have some, would mislead.
void LevelSet::Sign(const SurfaceMesh& surface)
{
	const TriangleTree tree(surface.positions, surface.triangles, SerialRunner());
	const auto reach = static_cast<float>(kExactCells * m_grid.spacing);
	const auto between = static_cast<float>(m_grid.spacing * kMoreThanRounding);
	const int64_t stride[3] = {1, m_grid.count[0], static_cast<int64_t>(m_grid.count[0]) * m_grid.count[1]};
	const auto least = [&](int64_t node) { return std::min(m_distance[node], reach); };
	std::vector<int8_t> signs(m_grid.Size(), 0);
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
			deepest = m_distance[node] > m_distance[deepest] ? node : deepest;
			const int64_t place[3] = {node % stride[1], node / stride[1] % m_grid.count[1], node / stride[2]};
			for (int32_t axis = 0; axis < 3; ++axis)
			{
				for (const int32_t side : {-1, 1})
				{
					const int64_t next = node + side * stride[axis];
					const int64_t at = place[axis] + side;
					if (at >= 0 && at < m_grid.count[axis] && signs[next] == 0 && least(node) + least(next) > between)
					{
						signs[next] = 1;
						pool.push_back(next);
					}
				}
			}
		}
		// The first pool has the corner of the grid, which is outside.
		const auto x = static_cast<int32_t>(deepest % stride[1]);
		const auto y = static_cast<int32_t>(deepest / stride[1] % m_grid.count[1]);
		const auto z = static_cast<int32_t>(deepest / stride[2]);
		if (seed != 0 && tree.WindingNumber(m_grid.NodeAt(x, y, z)) > 0.5)
		{
			for (const int64_t node : pool)
			{
				signs[node] = -1;
			}
		}
	}
	FastMarch(m_distance, m_grid.count, m_grid.spacing);
	for (size_t i = 0; i < signs.size(); ++i)
	{
		m_distance[i] = signs[i] < 0 ? -m_distance[i] : m_distance[i];
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
		sample.distance = std::max(outside + kPadCells * m_grid.spacing, distance - outside);
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
