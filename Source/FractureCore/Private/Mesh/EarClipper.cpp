// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/EarClipper.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
/// Areas below this part of the box's are rounding.
constexpr double kFlatEar = 1.0e-13;
} // namespace

bool EarClipper::Run(std::span<const Vec3> points,
	std::span<const int32_t> vertices,
	std::span<const int32_t> loopEnds,
	const Vec3& normal,
	std::span<ClippedTriangle> triangles)
{
	if (triangles.empty())
	{
		return true;
	}
	m_vertices = vertices;
	Project(points, normal);
	m_nodes.clear();
	m_nextDiagonal = static_cast<int32_t>(points.size());
	m_start = AddRing(0, loopEnds[0]);
	m_left = loopEnds[0];
	BridgeHoles(loopEnds);
	int32_t node = m_start;
	for (int32_t i = 0; i < m_left; ++i)
	{
		MeasureEar(node);
		node = m_nodes[node].next;
	}
	bool isFlat = true;
	for (ClippedTriangle& triangle : triangles)
	{
		int32_t ear = BestEar();
		ear = ear != kNoIndex ? ear : FlatEar();
		ear = ear != kNoIndex ? ear : LargestEar();
		isFlat &= m_nodes[ear].area >= -m_tolerance;
		triangle = Clip(ear);
	}
	return isFlat;
}

void EarClipper::Project(std::span<const Vec3> points, const Vec3& normal)
{
	const Vec3 n = Normalised(normal);
	const double x = std::abs(n.x);
	const double y = std::abs(n.y);
	const double z = std::abs(n.z);
	const Vec3 axis = x <= y && x <= z ? Vec3{1.0, 0.0, 0.0} : (y <= z ? Vec3{0.0, 1.0, 0.0} : Vec3{0.0, 0.0, 1.0});
	const Vec3 u = Normalised(Cross(axis, n));
	const Vec3 v = Cross(n, u);
	m_points.clear();
	double size = 0.0;
	for (const Vec3& p : points)
	{
		const Vec3 d = p - points[0];
		m_points.push_back({Dot(d, u), Dot(d, v)});
		size = std::max({size, std::abs(m_points.back().x), std::abs(m_points.back().y)});
	}
	m_tolerance = kFlatEar * size * size;
}

int32_t EarClipper::AddRing(int32_t begin, int32_t end)
{
	const auto first = static_cast<int32_t>(m_nodes.size());
	const int32_t count = end - begin;
	for (int32_t i = 0; i < count; ++i)
	{
		Node& node = m_nodes.emplace_back();
		node.at = m_points[begin + i];
		node.point = begin + i;
		node.edge = begin + i;
		node.previous = first + (i > 0 ? i : count) - 1;
		node.next = first + (i + 1 < count ? i + 1 : 0);
	}
	return first;
}

/// Rightmost holes first: a hole sees the outer loop or one that is already joined to it.
void EarClipper::BridgeHoles(std::span<const int32_t> loopEnds)
{
	m_holes.clear();
	for (size_t k = 1; k < loopEnds.size(); ++k)
	{
		const int32_t first = AddRing(loopEnds[k - 1], loopEnds[k]);
		int32_t right = first;
		for (int32_t node = m_nodes[first].next; node != first; node = m_nodes[node].next)
		{
			right = m_nodes[node].at.x > m_nodes[right].at.x ? node : right;
		}
		m_holes.push_back(right);
	}
	std::stable_sort(
		m_holes.begin(), m_holes.end(), [&](int32_t a, int32_t b) { return m_nodes[a].at.x > m_nodes[b].at.x; });
	for (const int32_t hole : m_holes)
	{
		Bridge(hole);
	}
}

void EarClipper::Bridge(int32_t hole)
{
	m_byDistance.clear();
	const Point at = m_nodes[hole].at;
	int32_t node = m_start;
	do
	{
		const double dx = m_nodes[node].at.x - at.x;
		const double dy = m_nodes[node].at.y - at.y;
		m_byDistance.emplace_back(dx * dx + dy * dy, node);
		node = m_nodes[node].next;
	} while (node != m_start);
	std::sort(m_byDistance.begin(), m_byDistance.end());
	int32_t to = m_byDistance.front().second;
	for (const auto& [distance, candidate] : m_byDistance)
	{
		if (IsVisible(hole, candidate))
		{
			to = candidate;
			break;
		}
	}
	// ... to | hole ... hole' | to' ...
	const auto twinOfHole = static_cast<int32_t>(m_nodes.size());
	const int32_t twinOfTo = twinOfHole + 1;
	const Node holeCopy = m_nodes[hole];
	const Node toCopy = m_nodes[to];
	m_nodes.push_back(holeCopy);
	m_nodes.push_back(toCopy);
	int32_t ringSize = 0;
	node = hole;
	do
	{
		++ringSize;
		node = m_nodes[node].next;
	} while (node != hole);
	const int32_t lastOfHole = ringSize == 1 ? hole : holeCopy.previous;
	m_nodes[to].next = hole;
	m_nodes[to].edge = m_nextDiagonal;
	m_nodes[hole].previous = to;
	m_nodes[lastOfHole].next = twinOfHole;
	m_nodes[twinOfHole].previous = lastOfHole;
	m_nodes[twinOfHole].next = twinOfTo;
	m_nodes[twinOfHole].edge = m_nextDiagonal++;
	m_nodes[twinOfTo].previous = twinOfHole;
	m_nodes[twinOfTo].next = toCopy.next;
	m_nodes[toCopy.next].previous = twinOfTo;
	m_left += ringSize + 2;
}

bool EarClipper::IsVisible(int32_t from, int32_t to) const
{
	const Point a = m_nodes[from].at;
	const Point b = m_nodes[to].at;
	if (!IsInCone(from, b) || !IsInCone(to, a))
	{
		return false;
	}
	return std::none_of(m_nodes.begin(),
		m_nodes.end(),
		[&](const Node& node)
		{
			const Point c = node.at;
			const Point d = m_nodes[node.next].at;
			if (c == a || c == b || d == a || d == b)
			{
				return false;
			}
			return Turn(a, b, c) * Turn(a, b, d) <= 0.0 && Turn(c, d, a) * Turn(c, d, b) <= 0.0;
		});
}

/// Whether the polygon's inside lies that way. The tip of a slit looks everywhere but along the slit.
bool EarClipper::IsInCone(int32_t node, const Point& target) const
{
	const Point at = m_nodes[node].at;
	const Point a = m_nodes[m_nodes[node].previous].at;
	const Point b = m_nodes[m_nodes[node].next].at;
	const double turn = Turn(a, at, b);
	const bool isSpike = turn == 0.0 && (a.x - at.x) * (b.x - at.x) + (a.y - at.y) * (b.y - at.y) > 0.0;
	if (turn >= 0.0 && !isSpike)
	{
		return Turn(at, target, a) > 0.0 && Turn(target, at, b) > 0.0;
	}
	return !(Turn(at, target, b) >= 0.0 && Turn(target, at, a) >= 0.0);
}

void EarClipper::MeasureEar(int32_t node)
{
	Node& ear = m_nodes[node];
	const Point& a = m_nodes[ear.previous].at;
	const Point& b = ear.at;
	const Point& c = m_nodes[ear.next].at;
	const auto squared = [](const Point& p, const Point& q)
	{ return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y); };
	ear.area = Turn(a, b, c);
	const double edges = squared(a, b) + squared(b, c) + squared(c, a);
	ear.quality = edges > 0.0 ? ear.area / edges : 0.0; // up to a factor
	ear.blocker = kNoIndex;
}

/// The diagonal must leave its ends inside the polygon, and no corner may lie in the ear or on the diagonal.
bool EarClipper::FindBlocker(int32_t node)
{
	Node& ear = m_nodes[node];
	const Point a = m_nodes[ear.previous].at;
	const Point b = ear.at;
	const Point c = m_nodes[ear.next].at;
	if (m_left <= 3)
	{
		return false;
	}
	if (!IsInCone(ear.previous, c) || !IsInCone(ear.next, a))
	{
		ear.blocker = node; // until its neighbours change
		return true;
	}
	for (int32_t other = m_nodes[ear.next].next; other != ear.previous; other = m_nodes[other].next)
	{
		const Point p = m_nodes[other].at;
		if (m_nodes[other].area > m_tolerance || p == a || p == b || p == c)
		{
			continue;
		}
		if (Turn(a, b, p) > m_tolerance && Turn(b, c, p) > m_tolerance && Turn(c, a, p) >= -m_tolerance)
		{
			ear.blocker = other;
			return true;
		}
	}
	return false;
}

/// Whether the ear's diagonal would run from a vertex to itself. The last triangle has none.
bool EarClipper::JoinsOneVertex(int32_t node) const
{
	const int32_t from = m_nodes[m_nodes[node].previous].point;
	const int32_t to = m_nodes[m_nodes[node].next].point;
	return m_left > 3 && m_vertices[from] == m_vertices[to];
}

int32_t EarClipper::BestEar()
{
	while (true)
	{
		int32_t best = kNoIndex;
		int32_t node = m_start;
		for (int32_t i = 0; i < m_left; ++i, node = m_nodes[node].next)
		{
			Node& ear = m_nodes[node];
			if (ear.area <= m_tolerance || (best != kNoIndex && ear.quality <= m_nodes[best].quality) ||
				JoinsOneVertex(node))
			{
				continue;
			}
			const bool isBlocked = ear.blocker == node || (ear.blocker != kNoIndex && !m_nodes[ear.blocker].isClipped);
			best = isBlocked ? best : node;
		}
		if (best == kNoIndex || !FindBlocker(best))
		{
			return best;
		}
	}
}

/// A corner in the middle of a straight edge.
int32_t EarClipper::FlatEar() const
{
	int32_t node = m_start;
	for (int32_t i = 0; i < m_left; ++i, node = m_nodes[node].next)
	{
		const Node& ear = m_nodes[node];
		const Point& a = m_nodes[ear.previous].at;
		const Point& c = m_nodes[ear.next].at;
		const double dot = (a.x - ear.at.x) * (c.x - ear.at.x) + (a.y - ear.at.y) * (c.y - ear.at.y);
		if (std::abs(ear.area) <= m_tolerance && dot <= 0.0 && !JoinsOneVertex(node))
		{
			return node;
		}
	}
	return kNoIndex;
}

int32_t EarClipper::LargestEar() const
{
	int32_t best = kNoIndex;
	int32_t node = m_start;
	for (int32_t i = 0; i < m_left; ++i, node = m_nodes[node].next)
	{
		const bool isBetter = best == kNoIndex || m_nodes[node].area > m_nodes[best].area;
		best = isBetter && !JoinsOneVertex(node) ? node : best;
	}
	return best != kNoIndex ? best : m_start;
}

ClippedTriangle EarClipper::Clip(int32_t node)
{
	Node& ear = m_nodes[node];
	const int32_t previous = ear.previous;
	const int32_t next = ear.next;
	ear.isClipped = true;
	m_nodes[previous].next = next;
	m_nodes[next].previous = previous;
	m_start = next;
	--m_left;
	MeasureEar(previous);
	MeasureEar(next);
	m_nodes[m_nodes[previous].previous].blocker = kNoIndex; // the cone at the end of its diagonal has changed
	m_nodes[m_nodes[next].next].blocker = kNoIndex;
	const int32_t inner = m_nodes[previous].edge;
	// The last triangle has no diagonal left: its third edge is there already.
	const int32_t closing = m_left == 2 ? m_nodes[next].edge : m_nextDiagonal++;
	m_nodes[previous].edge = closing;
	return {{m_nodes[previous].point, ear.point, m_nodes[next].point}, {inner, ear.edge, closing}};
}
} // namespace FractureCore
