// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/OverlayLoops.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace FractureCore
{
bool PolygonLinker::Link(std::vector<LoopSide>& sides, std::span<const CutVertex> vertices, const Vec3& normal)
{
	if (!LinkLoops(sides))
	{
		return false;
	}
	if (m_loops.size() > 1)
	{
		NestLoops(vertices, normal);
	}
	return true;
}

bool PolygonLinker::LinkLoops(std::vector<LoopSide>& sides)
{
	std::sort(sides.begin(),
		sides.end(),
		[](const LoopSide& a, const LoopSide& b) { return std::tie(a.from, a.edge) < std::tie(b.from, b.edge); });
	m_used.assign(sides.size(), 0);
	m_linked.clear();
	m_loops.clear();
	for (size_t start = 0; start < sides.size(); ++start)
	{
		if (m_used[start] != 0)
		{
			continue;
		}
		const auto begin = static_cast<int32_t>(m_linked.size());
		size_t at = start;
		while (true)
		{
			m_used[at] = 1;
			m_linked.push_back(sides[at]);
			if (sides[at].to == sides[start].from)
			{
				break;
			}
			const auto next = std::lower_bound(sides.begin(),
				sides.end(),
				sides[at].to,
				[](const LoopSide& side, int32_t vertex) { return side.from < vertex; });
			size_t i = static_cast<size_t>(next - sides.begin());
			while (i < sides.size() && m_used[i] != 0)
			{
				++i;
			}
			if (i == sides.size() || sides[i].from != sides[at].to)
			{
				return false;
			}
			at = i;
		}
		m_loops.push_back({begin, static_cast<int32_t>(m_linked.size()), true});
	}
	return true;
}

double PolygonLinker::AreaOf(const Loop& loop, std::span<const CutVertex> vertices, const Vec3& normal) const
{
	const Vec3 origin = vertices[m_linked[loop.begin].from].position;
	Vec3 area;
	for (int32_t i = loop.begin; i < loop.end; ++i)
	{
		area += Cross(vertices[m_linked[i].from].position - origin, vertices[m_linked[i].to].position - origin);
	}
	return 0.5 * Dot(area, normal);
}

/// By the parity of crossings with a ray, seen along the normal's largest component.
bool PolygonLinker::Contains(
	const Loop& loop, const Vec3& point, std::span<const CutVertex> vertices, const Vec3& normal) const
{
	const double size[3] = {std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)};
	const int32_t drop = size[0] >= size[1] && size[0] >= size[2] ? 0 : (size[1] >= size[2] ? 1 : 2);
	const int32_t ax = (drop + 1) % 3;
	const int32_t ay = (drop + 2) % 3;
	const double x = Component(point, ax);
	const double y = Component(point, ay);
	bool inside = false;
	for (int32_t i = loop.begin; i < loop.end; ++i)
	{
		const Vec3& p = vertices[m_linked[i].from].position;
		const Vec3& q = vertices[m_linked[i].to].position;
		const double py = Component(p, ay);
		const double qy = Component(q, ay);
		if ((py > y) != (qy > y))
		{
			const double px = Component(p, ax);
			inside ^= x < px + (Component(q, ax) - px) * (y - py) / (qy - py);
		}
	}
	return inside;
}

/// Holes go to the smallest polygon around them. One that has none, which only rounding can bring about, stays a
/// polygon of its own: closed all the same.
void PolygonLinker::NestLoops(std::span<const CutVertex> vertices, const Vec3& normal)
{
	struct Nested
	{
		Loop loop;
		double area = 0.0;
		int32_t owner = 0; // index of the outer loop
	};
	std::vector<Nested> nested(m_loops.size());
	for (size_t i = 0; i < nested.size(); ++i)
	{
		nested[i] = {m_loops[i], AreaOf(m_loops[i], vertices, normal), static_cast<int32_t>(i)};
	}
	for (Nested& hole : nested)
	{
		if (hole.area > 0.0)
		{
			continue;
		}
		const Vec3& point = vertices[m_linked[hole.loop.begin].from].position;
		double smallest = 0.0;
		for (size_t i = 0; i < nested.size(); ++i)
		{
			const Nested& outer = nested[i];
			const bool better = smallest == 0.0 || outer.area < smallest;
			if (outer.area > -hole.area && better && Contains(outer.loop, point, vertices, normal))
			{
				smallest = outer.area;
				hole.owner = static_cast<int32_t>(i);
				hole.loop.startsPolygon = false;
			}
		}
	}
	std::stable_sort(nested.begin(),
		nested.end(),
		[](const Nested& a, const Nested& b)
		{ return std::tuple(a.owner, !a.loop.startsPolygon) < std::tuple(b.owner, !b.loop.startsPolygon); });
	for (size_t i = 0; i < nested.size(); ++i)
	{
		m_loops[i] = nested[i].loop;
	}
}
} // namespace FractureCore
