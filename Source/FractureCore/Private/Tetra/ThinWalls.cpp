// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/ThinWalls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace FractureCore
{
namespace
{
// Around a rim, an edge or a bump of scan noise there is a way of at most that many lattice edges.
constexpr int32_t kWayAround = 8;

// Thinner parts, in edges, are two surfaces on top of each other, not a wall: such as the top of a room's inside that
// is flush with that of its outside.
constexpr double kNoThickness = 1.0e-6;

// A badly perforated shell spots everywhere: a sample tells as much as all of it.
constexpr size_t kSampledSpots = 128;

// A wall that takes kWayAround edges to get around has dozens.
constexpr int64_t kFewestSpots = 8;

struct ThinSpot
{
	LatticePoint from; // the outer nodes on both sides
	LatticePoint to;
	double thickness = 0.0; // across the wall, units
};

struct LineSpots
{
	std::vector<ThinSpot> spots;
	int64_t contacts = 0; // stretches without length, inside or outside
};

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

LineSpots FindThinSpots(const LatticeLines& lines, const GridSurface& surface, int32_t direction)
{
	const LatticePoint step = kEdgeStep[direction];
	const Vec3 edge = surface.frame.InUnits(step);
	const int32_t along = direction < kLongDirections ? 2 : 1;
	LineSpots found;
	for (int32_t line = 0; line < lines.LineCount(direction); ++line)
	{
		const std::span<const SurfaceHit> hits = lines.Line(direction, line);
		for (size_t i = 0; i + 1 < hits.size(); ++i)
		{
			found.contacts +=
				hits[i].lower == hits[i + 1].lower && hits[i + 1].fraction - hits[i].fraction < kNoThickness ? 1 : 0;
		}
		for (size_t i = 0; i + 1 < hits.size(); i += 2)
		{
			const SurfaceHit& enter = hits[i];
			const SurfaceHit& leave = hits[i + 1];
			const int32_t innerNodes = (leave.lower - enter.lower) / along;
			const double length = innerNodes + leave.fraction - enter.fraction; // in edges
			if (innerNodes > 1 || length < kNoThickness || !EndsOutside(hits, i))
			{
				continue;
			}
			const Vec3 stretch = edge * length;
			const double across = 0.5 *
				(std::abs(Dot(stretch, surface.Normal(enter.triangle))) +
					std::abs(Dot(stretch, surface.Normal(leave.triangle))));
			if (across < kThinnestWall * 2.0 * surface.frame.HalfCell())
			{
				found.spots.push_back({lines.NodeOnLine(direction, line, enter.lower),
					lines.NodeOnLine(direction, line, leave.lower + along),
					across});
			}
		}
	}
	return found;
}

// Of an edge between outer nodes: no part of it with any length is inside.
bool IsOutside(std::span<const SurfaceHit> hits)
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

// Breadth-first search from node to node over edges that are outside.
class OuterSearch
{
public:
	explicit OuterSearch(const LatticeLines& lines) : m_lines(lines), m_seen(kSide * kSide * kSide) {}

	/// Is there a way from one node to the other of at most kWayAround edges?
	bool Connects(const LatticePoint& from, const LatticePoint& to)
	{
		std::fill(m_seen.begin(), m_seen.end(), uint8_t{0});
		m_current.assign(1, from);
		MarkSeen(from - from);
		for (int32_t way = 0; way < kWayAround; ++way)
		{
			m_next.clear();
			for (const LatticePoint& node : m_current)
			{
				for (int32_t slot = 0; slot < kEdgeSlots; ++slot)
				{
					const LatticePoint neighbour = node + SlotStep(slot);
					if (IsSeen(neighbour - from) ||
						!IsOutside(m_lines.OnEdge(slot / 2, slot % 2 == 0 ? node : neighbour)))
					{
						continue;
					}
					if (neighbour == to)
					{
						return true;
					}
					MarkSeen(neighbour - from);
					m_next.push_back(neighbour);
				}
			}
			m_current.swap(m_next);
		}
		return false;
	}

private:
	// Long edges take two half cells.
	static constexpr int32_t kReach = 2 * kWayAround;
	static constexpr int32_t kSide = 2 * kReach + 1;

	static size_t Index(const LatticePoint& offset)
	{
		return static_cast<size_t>(((offset.x + kReach) * kSide + offset.y + kReach) * kSide + offset.z + kReach);
	}
	bool IsSeen(const LatticePoint& offset) const { return m_seen[Index(offset)] != 0; }
	void MarkSeen(const LatticePoint& offset) { m_seen[Index(offset)] = 1; }

	const LatticeLines& m_lines;
	std::vector<uint8_t> m_seen;
	std::vector<LatticePoint> m_current;
	std::vector<LatticePoint> m_next;
};

// Thicknesses of the spots in walls among every `stride`-th of the spots, in their order.
std::vector<double> ThicknessOfWalls(
	const LatticeLines& lines, const std::vector<ThinSpot>& spots, size_t stride, TaskRunner& runner)
{
	constexpr int64_t kSpotsPerTask = 16;
	const auto count = static_cast<int64_t>((spots.size() + stride - 1) / stride);
	std::vector<uint8_t> inWall(static_cast<size_t>(count));
	ParallelFor(runner,
		count,
		kSpotsPerTask,
		[&](int64_t begin, int64_t end)
		{
			OuterSearch search(lines);
			for (int64_t i = begin; i < end; ++i)
			{
				const ThinSpot& spot = spots[static_cast<size_t>(i) * stride];
				inWall[i] = !search.Connects(spot.from, spot.to);
			}
		});
	std::vector<double> thicknesses;
	for (size_t i = 0; i < inWall.size(); ++i)
	{
		if (inWall[i] != 0)
		{
			thicknesses.push_back(spots[i * stride].thickness);
		}
	}
	return thicknesses;
}
} // namespace

ThinWalls FindThinWalls(const LatticeLines& lines, const GridSurface& surface, TaskRunner& runner)
{
	std::array<LineSpots, kDirectionCount> found;
	ParallelFor(runner,
		kDirectionCount,
		1,
		[&](int64_t direction, int64_t)
		{ found[direction] = FindThinSpots(lines, surface, static_cast<int32_t>(direction)); });
	std::vector<ThinSpot> spots;
	int64_t contacts = 0;
	for (const LineSpots& some : found)
	{
		spots.insert(spots.end(), some.spots.begin(), some.spots.end());
		contacts += some.contacts;
	}

	size_t stride = spots.size() / kSampledSpots + 1;
	std::vector<double> thicknesses = ThicknessOfWalls(lines, spots, stride, runner);
	if (thicknesses.empty() && stride > 1)
	{
		stride = 1;
		thicknesses = ThicknessOfWalls(lines, spots, 1, runner);
	}
	ThinWalls walls;
	walls.hasContact = contacts >= kFewestSpots; // a line may graze an edge
	walls.thinSpots = static_cast<int64_t>(spots.size());
	walls.wallSpots = static_cast<int64_t>(thicknesses.size() * stride);
	if (walls.wallSpots < kFewestSpots)
	{
		walls.wallSpots = 0;
	}
	else
	{
		std::sort(thicknesses.begin(), thicknesses.end());
		walls.thickness = thicknesses[thicknesses.size() / 16] * surface.frame.unit;
	}
	return walls;
}
} // namespace FractureCore
