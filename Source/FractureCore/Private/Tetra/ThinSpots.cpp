// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/ThinSpots.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace FractureCore
{
namespace
{
// Thinner parts, in edges, are two surfaces on top of each other, not a wall: such as the top of a room's inside that
// is flush with that of its outside.
constexpr double kNoThickness = 1.0e-6;

// Are the nodes before and after the stretch from hit `enter` to the next one outside? Others may lie on their edges.
bool EndsOutside(std::span<const SurfaceHit> hits, size_t enter)
{
	size_t first = enter;
	while (first > 0 && hits[first - 1].lower == hits[enter].lower)
	{
		--first;
	}
	size_t end = enter + 1;
	while (end < hits.size() && hits[end].lower == hits[enter + 1].lower)
	{
		++end;
	}
	return first % 2 == 0 && end % 2 == 0;
}

Vec3 CornerOnGrid(const GridSurface& surface, int32_t triangle, int32_t k)
{
	const GridVertex& vertex = surface.vertices[surface.triangles[triangle].v[k]];
	return {static_cast<double>(vertex.x), static_cast<double>(vertex.y), static_cast<double>(vertex.z)};
}

// Not at the triangle's border, by a small share of its height.
bool IsWithinTriangle(const GridSurface& surface, int32_t triangle, const Vec3& point)
{
	constexpr double kBorder = 1.0e-5;
	const Vec3 a = CornerOnGrid(surface, triangle, 0);
	const Vec3 b = CornerOnGrid(surface, triangle, 1);
	const Vec3 c = CornerOnGrid(surface, triangle, 2);
	const Vec3 normal = Cross(b - a, c - a);
	const double least = kBorder * Dot(normal, normal);
	return Dot(Cross(b - a, point - a), normal) > least && Dot(Cross(c - b, point - b), normal) > least &&
		Dot(Cross(a - c, point - c), normal) > least;
}

class LineWalker
{
public:
	LineWalker(const LatticeLines& lines, const GridSurface& surface, int32_t direction)
		: m_lines(lines), m_surface(surface), m_direction(direction),
		  m_edge(surface.frame.InUnits(kEdgeStep[direction])), m_along(direction < kLongDirections ? 2 : 1)
	{
	}

	ThinSpots Walk() const
	{
		ThinSpots found;
		for (int32_t line = 0; line < m_lines.LineCount(m_direction); ++line)
		{
			const std::span<const SurfaceHit> hits = m_lines.Line(m_direction, line);
			for (size_t i = 0; i + 1 < hits.size(); ++i)
			{
				found.contacts += IsContact(line, hits[i], hits[i + 1]) ? 1 : 0;
			}
			for (size_t i = 0; i + 1 < hits.size(); i += 2)
			{
				AddSpot(line, hits, i, found.spots);
			}
		}
		return found;
	}

private:
	Vec3 PositionOf(int32_t line, const SurfaceHit& hit) const
	{
		return m_surface.frame.InUnits(m_lines.NodeOnLine(m_direction, line, hit.lower)) + m_edge * hit.fraction;
	}

	// Faces on each other, and not only edges.
	bool IsContact(int32_t line, const SurfaceHit& a, const SurfaceHit& b) const
	{
		if (a.lower != b.lower || b.fraction - a.fraction >= kNoThickness)
		{
			return false;
		}
		constexpr double kParallel = 1.0 - 1.0e-6;
		if (std::abs(Dot(m_surface.Normal(a.triangle), m_surface.Normal(b.triangle))) < kParallel)
		{
			return false;
		}
		const Vec3 at = PositionOf(line, a);
		return IsWithinTriangle(m_surface, a.triangle, at) && IsWithinTriangle(m_surface, b.triangle, at);
	}

	void AddSpot(int32_t line, std::span<const SurfaceHit> hits, size_t i, std::vector<ThinSpot>& spots) const
	{
		const SurfaceHit& enter = hits[i];
		const SurfaceHit& leave = hits[i + 1];
		const int32_t innerNodes = (leave.lower - enter.lower) / m_along;
		const double length = innerNodes + leave.fraction - enter.fraction; // in edges
		if (innerNodes > 1 || length < kNoThickness || !EndsOutside(hits, i))
		{
			return;
		}
		const Vec3 stretch = m_edge * length;
		const double across = 0.5 *
			(std::abs(Dot(stretch, m_surface.Normal(enter.triangle))) +
				std::abs(Dot(stretch, m_surface.Normal(leave.triangle))));
		if (across >= kThinnestWall * 2.0 * m_surface.frame.HalfCell())
		{
			return;
		}
		ThinSpot spot;
		spot.stretch = {PositionOf(line, enter), PositionOf(line, leave), enter.triangle, leave.triangle};
		spot.from = m_lines.NodeOnLine(m_direction, line, enter.lower);
		spot.to = m_lines.NodeOnLine(m_direction, line, leave.lower + m_along);
		spot.inner = m_lines.NodeOnLine(m_direction, line, leave.lower);
		spot.hasInner = innerNodes == 1;
		spot.thickness = across;
		spots.push_back(spot);
	}

	const LatticeLines& m_lines;
	const GridSurface& m_surface;
	int32_t m_direction;
	Vec3 m_edge;     // units
	int32_t m_along; // half cells from node to node, as SurfaceHit::lower counts
};
} // namespace

ThinSpots FindThinSpots(const LatticeLines& lines, const GridSurface& surface, TaskRunner& runner)
{
	std::array<ThinSpots, kDirectionCount> found;
	ParallelFor(runner,
		kDirectionCount,
		1,
		[&](int64_t direction, int64_t)
		{ found[direction] = LineWalker(lines, surface, static_cast<int32_t>(direction)).Walk(); });
	ThinSpots all;
	for (const ThinSpots& some : found)
	{
		all.spots.insert(all.spots.end(), some.spots.begin(), some.spots.end());
		all.contacts += some.contacts;
	}
	return all;
}

bool StaysOnItsSide(std::span<const SurfaceHit> hits)
{
	for (size_t i = 0; i + 1 < hits.size(); i += 2)
	{
		if (hits[i + 1].fraction - hits[i].fraction >= kNoThickness)
		{
			return false;
		}
	}
	return hits.size() % 2 == 0;
}
} // namespace FractureCore
