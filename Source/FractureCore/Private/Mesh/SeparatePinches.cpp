// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/SeparatePinches.h"

#include "Mesh/EdgeTable.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace FractureCore
{
namespace SeparatePinchesDetail
{
namespace
{
/// Two do for anything that is meant. Heaps of random triangles keep crowded edges, as they have no inside to keep
/// apart.
constexpr int32_t kMostSplitRounds = 8;

/// A triangle at an edge, seen against the edge, which runs from its lower vertex to its higher one.
struct Blade
{
	double turn = 0.0; // grows with the angle, from -2 to 2
	int32_t halfEdge = kNoIndex;
	bool entersSolid = false; // when it is passed counter-clockwise
};

/// Grows with the angle of (x, y) as atan2 does, by arithmetic that is the same on every machine.
double TurnOf(double x, double y)
{
	const double size = std::abs(x) + std::abs(y);
	const double sine = size > 0.0 ? y / size : 0.0;
	return x >= 0.0 ? sine : (y >= 0.0 ? 2.0 - sine : -2.0 - sine);
}

/// The half-edge that each half-edge is joined with. Around a crowded edge these are the two sides of one wedge of the
/// solid, so that two wedges no longer hang together.
class TwinFinder
{
public:
	TwinFinder(std::span<const Vec3> positions, std::span<const Triangle> triangles)
		: m_positions(positions), m_triangles(triangles), m_edges(triangles, static_cast<int32_t>(positions.size())),
		  m_twin(3 * triangles.size(), kNoIndex)
	{
		for (int32_t edge = 0; edge < m_edges.EdgeCount(); ++edge)
		{
			const std::span<const int32_t> around = m_edges.HalfEdges(edge);
			if (around.size() == 2)
			{
				Join(around[0], around[1]);
			}
			else
			{
				JoinWedges(around);
				++m_crowded;
			}
		}
	}

	int64_t CrowdedEdges() const { return m_crowded; }
	const EdgeTable& Edges() const { return m_edges; }
	const std::vector<int32_t>& Twins() const { return m_twin; }

private:
	void Join(int32_t a, int32_t b)
	{
		m_twin[a] = b;
		m_twin[b] = a;
	}

	void JoinWedges(std::span<const int32_t> around)
	{
		m_blades.clear();
		const auto [low, high] =
			std::minmax({HalfEdgeFrom(m_triangles, around[0]), HalfEdgeTo(m_triangles, around[0])});
		const Vec3 axis = Normalised(m_positions[high] - m_positions[low]);
		const Vec3 least = std::abs(axis.x) <= std::abs(axis.y) && std::abs(axis.x) <= std::abs(axis.z)
			? Vec3{1.0, 0.0, 0.0}
			: (std::abs(axis.y) <= std::abs(axis.z) ? Vec3{0.0, 1.0, 0.0} : Vec3{0.0, 0.0, 1.0});
		const Vec3 u = Normalised(Cross(least, axis));
		const Vec3 v = Cross(axis, u);
		for (const int32_t h : around)
		{
			const Vec3 apex = m_positions[HalfEdgeApex(m_triangles, h)] - m_positions[low];
			m_blades.push_back({TurnOf(Dot(apex, u), Dot(apex, v)), h, HalfEdgeFrom(m_triangles, h) == high});
		}
		// Blades at one angle have no solid between them: the solid ends before it begins again.
		std::sort(m_blades.begin(),
			m_blades.end(),
			[](const Blade& a, const Blade& b)
			{
				return a.turn != b.turn ? a.turn < b.turn
										: (a.entersSolid != b.entersSolid ? !a.entersSolid : a.halfEdge < b.halfEdge);
			});
		// Like brackets: as many open as close, but the first may close what the last have opened.
		m_open.clear();
		for (size_t i = 0; i < 2 * m_blades.size(); ++i)
		{
			const Blade& blade = m_blades[i % m_blades.size()];
			if (m_twin[blade.halfEdge] != kNoIndex)
			{
				continue;
			}
			if (blade.entersSolid && i < m_blades.size())
			{
				m_open.push_back(blade.halfEdge);
			}
			else if (!blade.entersSolid && !m_open.empty())
			{
				Join(m_open.back(), blade.halfEdge);
				m_open.pop_back();
			}
		}
	}

	std::span<const Vec3> m_positions;
	std::span<const Triangle> m_triangles;
	EdgeTable m_edges;
	std::vector<int32_t> m_twin;
	int64_t m_crowded = 0;
	std::vector<Blade> m_blades;
	std::vector<int32_t> m_open;
};
/// Gives every fan of triangles around a vertex a vertex of its own. The first fan keeps it, every other gets a copy.
/// Returns how many vertices had more than one fan.
int64_t SeparateFans(std::span<const int32_t> twins, std::vector<Vec3>& positions, std::vector<Triangle>& triangles)
{
	enum : uint8_t
	{
		Unseen,
		Seen,
		Pinched,
	};
	std::vector<uint8_t> state(positions.size(), Unseen);
	std::vector<uint8_t> walked(3 * triangles.size(), 0);
	for (size_t first = 0; first < walked.size(); ++first)
	{
		if (walked[first] != 0)
		{
			continue;
		}
		const int32_t vertex = triangles[first / 3].v[first % 3];
		int32_t renamed = vertex;
		if (state[vertex] != Unseen)
		{
			state[vertex] = Pinched;
			renamed = static_cast<int32_t>(positions.size());
			positions.push_back(Vec3(positions[vertex]));
		}
		else
		{
			state[vertex] = Seen;
		}
		// The half-edge that leaves the vertex, then the one before it in its triangle, whose twin leaves it again.
		int32_t corner = static_cast<int32_t>(first);
		do
		{
			walked[corner] = 1;
			triangles[corner / 3].v[corner % 3] = renamed;
			corner = twins[3 * (corner / 3) + (corner % 3 + 2) % 3];
		} while (corner != static_cast<int32_t>(first));
	}
	return std::count(state.begin(), state.end(), static_cast<uint8_t>(Pinched));
}

/// Splits all but one of the joints along each crowded edge. A triangle is split once at most: true if more is to do.
bool SplitCrowdedEdges(std::vector<Vec3>& positions, std::vector<Triangle>& triangles, std::vector<int32_t>& splitFrom)
{
	const TwinFinder finder(positions, triangles);
	if (finder.CrowdedEdges() == 0)
	{
		return false;
	}
	const std::vector<int32_t>& twins = finder.Twins();
	const size_t count = triangles.size();
	std::vector<uint8_t> isSplit(count, 0);
	const auto split = [&](int32_t halfEdge, int32_t middle)
	{
		const int32_t t = halfEdge / 3;
		Triangle second = triangles[t];
		triangles[t].v[NextCorner(halfEdge % 3)] = middle;
		second.v[halfEdge % 3] = middle;
		triangles.push_back(second);
		splitFrom.push_back(t);
		isSplit[t] = 1;
	};
	for (int32_t edge = 0; edge < finder.Edges().EdgeCount(); ++edge)
	{
		const std::span<const int32_t> around = finder.Edges().HalfEdges(edge);
		for (size_t i = 1; around.size() > 2 && i < around.size(); ++i)
		{
			const int32_t h = around[i];
			const int32_t twin = twins[h];
			// Two triangles back to back would stay so however often they are split; there is nothing between them.
			const bool isFlap = HalfEdgeApex(triangles, h) == HalfEdgeApex(triangles, twin);
			if (h > twin || twin == around[0] || isFlap || isSplit[h / 3] != 0 || isSplit[twin / 3] != 0)
			{
				continue;
			}
			const int32_t middle = static_cast<int32_t>(positions.size());
			positions.push_back(0.5 * (positions[HalfEdgeFrom(triangles, h)] + positions[HalfEdgeTo(triangles, h)]));
			split(h, middle);
			split(twin, middle);
		}
	}
	return triangles.size() > count;
}
} // namespace
} // namespace SeparatePinchesDetail

SeparatedPinches SeparatePinches(std::vector<Vec3>& positions, std::vector<Triangle>& triangles)
{
	using namespace SeparatePinchesDetail;
	SeparatedPinches pinches;
	const size_t count = triangles.size();
	{
		const TwinFinder finder(positions, triangles);
		pinches.edges = finder.CrowdedEdges();
		pinches.vertices = SeparateFans(finder.Twins(), positions, triangles);
	}
	for (int32_t round = 0; round < kMostSplitRounds && pinches.edges > 0; ++round)
	{
		if (!SplitCrowdedEdges(positions, triangles, pinches.splitFrom))
		{
			break;
		}
	}
	if (!pinches.splitFrom.empty())
	{
		SeparateFans(
			TwinFinder(positions, triangles).Twins(), positions, triangles); // that hung together by edges now split
	}
	for (int32_t& from : pinches.splitFrom)
	{
		while (from >= static_cast<int32_t>(count))
		{
			from = pinches.splitFrom[static_cast<size_t>(from) - count];
		}
	}
	return pinches;
}
} // namespace FractureCore
