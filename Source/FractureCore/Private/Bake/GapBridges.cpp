// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Any set of triangles may be added to what closes a surface, as long as the border of both together is closed
// afterwards: so each edge of a border gets a triangle to a corner of the border next to it, the one that makes the
// least perimeter, and what that leaves open, such as the corner where three strips meet, is for ordinary caps.
#include "Bake/GapBridges.h"

#include "Mesh/UnionFind.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

namespace FractureCore
{
namespace GapBridgesDetail
{
namespace
{
/// The widest gap: a share of the surface's size, and of that of the border.
constexpr double kWidestOfSize = 0.03;
constexpr double kWidestOfBorder = 0.1;
/// Share of a border's length that must run along others. Rims of two vessels that stand side by side do not.
constexpr double kLeastShare = 0.9;
/// Borders of more edges are those of heaps of loose triangles.
constexpr size_t kMostEdges = 500'000;
/// Edges to look at, for all others together, from which on thousands of them meet in a point or run side by side: a
/// second, for strips that would be chance.
constexpr double kMostLooks = 1.0e8;
/// Edges that tell how many those are.
constexpr size_t kEdgesForLooks = 512;
/// The widest gap between two edges of one patch, as a share of the shorter one: a seam that is sewn in places, not a
/// hole.
constexpr double kWidestOfEdge = 0.25;
/// A triangle that takes up one before it may be this much longer around.
constexpr double kNeighbourBonus = 0.05;

struct BorderEdge
{
	int32_t loop = kNoIndex;
	int32_t from = kNoIndex;
	int32_t to = kNoIndex;
	int32_t partner = kNoIndex; // the nearest one across a gap
};

struct BorderLoop
{
	int32_t patch = kNoIndex;
	int32_t begin = 0; // of its edges
	int32_t end = 0;
	double widest = 0.0; // m
	bool isBridged = false;
};

using EdgeKey = std::pair<int32_t, int32_t>;

class GapBridger
{
public:
	GapBridger(std::span<const Vec3> positions, double size, TaskRunner& runner)
		: m_positions(positions), m_runner(runner), m_widest(kWidestOfSize * size)
	{
	}

	GapBridges Run(std::vector<DirectedEdge>& missing)
	{
		GapBridges bridges;
		FindLoops(missing);
		FillGrid();
		if (LooksForPartners() > kMostLooks)
		{
			return bridges;
		}
		FindPartners();
		MarkLoops(false);
		MarkLoops(true);
		bridges.borders =
			std::count_if(m_loops.begin(), m_loops.end(), [](const BorderLoop& loop) { return loop.isBridged; });
		if (bridges.borders > 0)
		{
			LayStrips(missing, bridges.triangles);
		}
		return bridges;
	}

private:
	void FindLoops(const std::vector<DirectedEdge>& missing)
	{
		LoopFinder(static_cast<int32_t>(m_positions.size()))
			.ForEachLoop(missing,
				[&](int32_t patch, std::span<const int32_t> vertices)
				{
					if (patch == kNoIndex)
					{
						return;
					}
					const int32_t number = static_cast<int32_t>(m_loops.size());
					BorderLoop& loop = m_loops.emplace_back();
					loop.patch = patch;
					loop.begin = static_cast<int32_t>(m_edges.size());
					Vec3 low = m_positions[vertices[0]];
					Vec3 high = low;
					for (size_t i = 0; i < vertices.size(); ++i)
					{
						const Vec3& p = m_positions[vertices[i]];
						low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
						high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
						m_edges.push_back({number, vertices[i], vertices[(i + 1) % vertices.size()], kNoIndex});
					}
					loop.end = static_cast<int32_t>(m_edges.size());
					loop.widest = std::min(m_widest, kWidestOfBorder * Length(high - low));
				});
	}

	uint64_t CellOf(const Vec3& p, int32_t dx, int32_t dy, int32_t dz) const
	{
		// 21 bits each: the box spans 1 / kWidestOfSize cells.
		const auto along = [this](double x, double low, int32_t step)
		{ return static_cast<uint64_t>(std::floor((x - low) / m_cell) + step + 2.0); };
		return along(p.x, m_low.x, dx) << 42 | along(p.y, m_low.y, dy) << 21 | along(p.z, m_low.z, dz);
	}

	/// Each edge is known in the cells of points on it, half a cell apart at most.
	void FillGrid()
	{
		// What lies within the widest gap of a point has such a point in a cell next to its own. Heaps of small patches
		// have small gaps only.
		constexpr double kFinestCell = 1.0e-3;
		double widest = kFinestCell * m_widest;
		for (const BorderLoop& loop : m_loops)
		{
			widest = std::max(widest, loop.widest);
		}
		m_cell = 1.3 * widest;
		m_low = m_edges.empty() ? Vec3{} : m_positions[m_edges[0].from];
		for (const BorderEdge& edge : m_edges)
		{
			const Vec3& p = m_positions[edge.from];
			m_low = {std::min(m_low.x, p.x), std::min(m_low.y, p.y), std::min(m_low.z, p.z)};
		}
		for (size_t i = 0; i < m_edges.size(); ++i)
		{
			const Vec3& from = m_positions[m_edges[i].from];
			const Vec3 along = m_positions[m_edges[i].to] - from;
			const int32_t steps = 1 + static_cast<int32_t>(2.0 * Length(along) / m_cell);
			for (int32_t k = 0; k <= steps; ++k)
			{
				m_grid.emplace_back(CellOf(from + along * (k / static_cast<double>(steps)), 0, 0, 0), i);
			}
		}
		std::sort(m_grid.begin(), m_grid.end());
		m_grid.erase(std::unique(m_grid.begin(), m_grid.end()), m_grid.end());
	}

	double DistanceTo(const BorderEdge& edge, const Vec3& p) const
	{
		const Vec3& from = m_positions[edge.from];
		const Vec3 along = m_positions[edge.to] - from;
		const double squared = LengthSquared(along);
		const double t = squared > 0.0 ? std::clamp(Dot(p - from, along) / squared, 0.0, 1.0) : 0.0;
		return Length(from + along * t - p);
	}

	double LengthOf(const BorderEdge& edge) const { return Length(m_positions[edge.to] - m_positions[edge.from]); }

	/// Of another patch, or of the same one but so near that there is a seam between them.
	bool MayBePartners(const BorderEdge& a, const BorderEdge& b, double distance) const
	{
		const bool touch = a.from == b.from || a.from == b.to || a.to == b.from || a.to == b.to;
		return m_loops[a.loop].patch != m_loops[b.loop].patch ||
			(!touch && distance < kWidestOfEdge * std::min(LengthOf(a), LengthOf(b)));
	}

	void FindPartners()
	{
		constexpr int64_t kEdgesPerTask = 64;
		ParallelFor(m_runner,
			static_cast<int64_t>(m_edges.size()),
			kEdgesPerTask,
			[&](int64_t begin, int64_t end)
			{
				for (int64_t i = begin; i < end; ++i)
				{
					m_edges[i].partner = PartnerOf(m_edges[i]);
				}
			});
	}

	/// Estimated.
	double LooksForPartners() const
	{
		const size_t count = std::min(m_edges.size(), kEdgesForLooks);
		int64_t looks = 0;
		for (size_t i = 0; i < count; ++i)
		{
			ForEachNear(m_edges[m_edges.size() * i / count], [&](int32_t) { ++looks; });
		}
		const double each = static_cast<double>(looks) / static_cast<double>(std::max(count, size_t{1}));
		return each * static_cast<double>(m_edges.size());
	}

	Vec3 MiddleOf(const BorderEdge& edge) const { return (m_positions[edge.from] + m_positions[edge.to]) / 2.0; }

	/// The numbers of all edges within the widest gap of the middle of one, and of others, some of them twice.
	template <typename Use>
	void ForEachNear(const BorderEdge& edge, Use&& use) const
	{
		const Vec3 middle = MiddleOf(edge);
		// The points by which an edge is known are half a cell apart at most.
		const double reach = m_loops[edge.loop].widest + 0.25 * m_cell;
		const uint64_t own = CellOf(middle, 0, 0, 0);
		for (int32_t i = 0; i < 27; ++i)
		{
			const int32_t x = i % 3 - 1;
			const int32_t y = i / 3 % 3 - 1;
			const int32_t z = i / 9 - 1;
			const Vec3 side{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
			const uint64_t cell = CellOf(middle, x, y, z);
			if (cell != own && !IsWithinReach(middle, side, reach))
			{
				continue;
			}
			for (auto at = std::lower_bound(m_grid.begin(), m_grid.end(), std::pair<uint64_t, size_t>(cell, 0));
				 at != m_grid.end() && at->first == cell;
				 ++at)
			{
				use(static_cast<int32_t>(at->second));
			}
		}
	}

	/// The nearest edge across a gap that runs the other way, as the far side does.
	int32_t PartnerOf(const BorderEdge& edge) const
	{
		const Vec3 along = m_positions[edge.to] - m_positions[edge.from];
		const Vec3 middle = MiddleOf(edge);
		double nearest = m_loops[edge.loop].widest;
		int32_t partner = kNoIndex;
		ForEachNear(edge,
			[&](int32_t number)
			{
				const BorderEdge& other = m_edges[number];
				const double distance = DistanceTo(other, middle);
				const bool isNearer =
					distance < nearest || (distance == nearest && partner != kNoIndex && number < partner);
				if (isNearer && MayBePartners(edge, other, distance) &&
					Dot(along, m_positions[other.to] - m_positions[other.from]) < 0.0)
				{
					nearest = distance;
					partner = number;
				}
			});
		return partner;
	}

	/// Of the cell next to a point's own on that side.
	bool IsWithinReach(const Vec3& p, const Vec3& side, double reach) const
	{
		const auto within = [&](double x, double low, double step)
		{
			const double place = (x - low) / m_cell;
			const double toSide = step > 0.0 ? std::floor(place) + 1.0 - place : place - std::floor(place);
			return step == 0.0 || toSide * m_cell <= reach;
		};
		return within(p.x, m_low.x, side.x) && within(p.y, m_low.y, side.y) && within(p.z, m_low.z, side.z);
	}

	/// Loops that run along others; the second time, along others that do so too.
	void MarkLoops(bool amongMarked)
	{
		std::vector<uint8_t> marks(m_loops.size(), 0);
		for (size_t i = 0; i < m_loops.size(); ++i)
		{
			double length = 0.0;
			double accompanied = 0.0;
			for (int32_t e = m_loops[i].begin; e < m_loops[i].end; ++e)
			{
				const BorderEdge& edge = m_edges[e];
				const double own = Length(m_positions[edge.to] - m_positions[edge.from]);
				length += own;
				const bool counts =
					edge.partner != kNoIndex && (!amongMarked || m_loops[m_edges[edge.partner].loop].isBridged);
				accompanied += counts ? own : 0.0;
			}
			marks[i] = accompanied > 0.0 && accompanied >= kLeastShare * length ? 1 : 0;
		}
		for (size_t i = 0; i < m_loops.size(); ++i)
		{
			m_loops[i].isBridged = marks[i] != 0 && (!amongMarked || m_loops[i].isBridged);
		}
	}

	/// Asks for one edge more or less; two opposite ones cancel.
	void Require(int32_t from, int32_t to)
	{
		if (const auto opposite = m_open.find({to, from}); opposite != m_open.end())
		{
			opposite->second > 1 ? void(--opposite->second) : void(m_open.erase(opposite));
			return;
		}
		++m_open[{from, to}];
	}

	void LayStrips(std::vector<DirectedEdge>& missing, std::vector<Triangle>& triangles)
	{
		UnionFind patches(1 + std::max_element(missing.begin(), missing.end())->group);
		for (const DirectedEdge& edge : missing)
		{
			++m_open[{edge.from, edge.to}];
			m_patchAt[{edge.from, edge.to}] = edge.group;
		}
		for (const BorderLoop& loop : m_loops)
		{
			for (int32_t e = loop.begin; e < loop.end && loop.isBridged; ++e)
			{
				const BorderEdge& edge = m_edges[e];
				if (edge.partner == kNoIndex || !m_loops[m_edges[edge.partner].loop].isBridged ||
					!m_open.contains({edge.from, edge.to}))
				{
					continue;
				}
				const int32_t apex = ChooseApex(edge);
				if (apex == edge.from || apex == edge.to)
				{
					continue; // patches that share a vertex
				}
				triangles.push_back({{edge.from, edge.to, apex}});
				Require(edge.to, edge.from);
				Require(apex, edge.to);
				Require(edge.from, apex);
				patches.Unite(loop.patch, m_loops[m_edges[edge.partner].loop].patch);
			}
		}
		missing.clear();
		int32_t lastPatch = 0;
		for (const auto& [key, count] : m_open)
		{
			const auto known = m_patchAt.find(key);
			const auto [from, to] = key;
			// A strip's edge belongs to the patches that it connects: those of any border edge at its start.
			const auto atStart = m_patchAt.lower_bound({from, std::numeric_limits<int32_t>::min()});
			lastPatch = known != m_patchAt.end()                             ? known->second
				: atStart != m_patchAt.end() && atStart->first.first == from ? atStart->second
																			 : lastPatch;
			missing.insert(missing.end(), static_cast<size_t>(count), {patches.Find(lastPatch), from, to});
		}
	}

	int32_t ChooseApex(const BorderEdge& edge) const
	{
		const BorderEdge& partner = m_edges[edge.partner];
		double least = std::numeric_limits<double>::infinity();
		int32_t best = kNoIndex;
		for (const int32_t apex : {partner.from, partner.to})
		{
			const Vec3& p = m_positions[apex];
			const int32_t neighbours =
				(m_open.contains({edge.to, apex}) ? 1 : 0) + (m_open.contains({apex, edge.from}) ? 1 : 0);
			const double around = (Length(p - m_positions[edge.from]) + Length(p - m_positions[edge.to]) +
									  Length(m_positions[edge.to] - m_positions[edge.from])) *
				(1.0 - kNeighbourBonus * neighbours);
			if (around < least)
			{
				least = around;
				best = apex;
			}
		}
		return best;
	}

	std::span<const Vec3> m_positions;
	TaskRunner& m_runner;
	double m_widest; // m
	double m_cell = 0.0;
	Vec3 m_low;
	std::vector<BorderLoop> m_loops;
	std::vector<BorderEdge> m_edges;                 // loop after loop
	std::vector<std::pair<uint64_t, size_t>> m_grid; // cell and edge, ascending
	std::map<EdgeKey, int32_t> m_open;               // what is still missing, and how often
	std::map<EdgeKey, int32_t> m_patchAt;            // of the borders' edges
};
} // namespace
} // namespace GapBridgesDetail

GapBridges BridgeGaps(
	std::span<const Vec3> positions, double size, std::vector<DirectedEdge>& missing, TaskRunner& runner)
{
	using namespace GapBridgesDetail;
	if (missing.empty() || missing.size() > kMostEdges || !(size > 0.0))
	{
		return {};
	}
	return GapBridger(positions, size, runner).Run(missing);
}
} // namespace FractureCore
