// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/SurfaceBand.h"

#include "Mesh/ClosestOnTriangle.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace FractureCore
{
namespace
{
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
		grid.first[axis] = static_cast<int32_t>(std::floor(low / spacing)) - SurfaceBand::kPadCells;
		grid.count[axis] =
			static_cast<int32_t>(std::ceil(high / spacing)) + SurfaceBand::kPadCells + 1 - grid.first[axis];
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

SurfaceBand::SurfaceBand(const LevelGrid& grid)
	: m_grid(grid), m_distance(grid.Size(), HUGE_VALF), m_nearest(grid.Size(), kNoIndex)
{
}

SurfaceBand::SurfaceBand(const SurfaceMesh& surface, double spacing) : SurfaceBand(GridAround(surface, spacing))
{
	Measure(surface, surface.triangles.size(), {}, {});
}

SurfaceBand SurfaceBand::Begin(const SurfaceMesh& surface, double spacing)
{
	return SurfaceBand(GridAround(surface, spacing));
}

bool SurfaceBand::MeasureNext(const SurfaceMesh& surface, size_t triangles)
{
	Measure(surface, std::min(m_measured + triangles, surface.triangles.size()), {}, {});
	return m_measured == surface.triangles.size();
}

SurfaceBand::SurfaceBand(const SurfaceBand& whole, const SurfaceMesh& wholeSurface, const PieceSurface& piece)
	: SurfaceBand(GridAround(*piece.surface, whole.m_grid.spacing))
{
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
	int32_t low[3]; // of the nodes that both have, in the piece's grid
	int32_t high[3];
	int32_t shift[3];
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		shift[axis] = m_grid.first[axis] - whole.m_grid.first[axis];
		low[axis] = std::max(-shift[axis], 0);
		high[axis] = std::min(m_grid.count[axis], whole.m_grid.count[axis] - shift[axis]);
	}
	for (int32_t z = low[2]; z < high[2]; ++z)
	{
		for (int32_t y = low[1]; y < high[1]; ++y)
		{
			const size_t row = m_grid.IndexOf(0, y, z);
			const size_t wholeRow = whole.m_grid.IndexOf(0, y + shift[1], z + shift[2]);
			for (int32_t x = low[0]; x < high[0]; ++x)
			{
				const size_t from = wholeRow + static_cast<size_t>(x + shift[0]);
				if (whole.m_nearest[from] == kNoIndex)
				{
					continue; // far from all that the whole had
				}
				const size_t node = row + static_cast<size_t>(x);
				const int32_t triangle = kept[whole.m_nearest[from]];
				if (triangle == kNoIndex)
				{
					isOpen[node] = 1;
					continue;
				}
				m_distance[node] = whole.m_distance[from];
				m_nearest[node] = triangle;
			}
		}
	}
	Measure(*piece.surface, piece.surface->triangles.size(), isKnown, isOpen);
}

/// Exact distances of the nodes near the triangles that are not measured yet, up to one. Those that are known already
/// count only for open nodes.
void SurfaceBand::Measure(
	const SurfaceMesh& surface, size_t end, std::span<const uint8_t> isKnown, std::span<const uint8_t> isOpen)
{
	const double reach = kExactCells * m_grid.spacing;
	const std::vector<Vec3>& p = surface.positions;
	for (size_t t = std::exchange(m_measured, end); t < end; ++t)
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
} // namespace FractureCore
