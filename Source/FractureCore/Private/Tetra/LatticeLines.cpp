// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/LatticeLines.h"

#include "Tetra/LineCrossings.h"

#include <algorithm>
#include <tuple>

namespace FractureCore
{
namespace
{
using DirectionCrossings = std::array<std::vector<LineCrossing>, kDirectionCount>;

constexpr int64_t kTrianglesPerTask = 2'048;

std::vector<DirectionCrossings> FindAllCrossings(const GridSurface& surface, TaskRunner& runner)
{
	const auto count = static_cast<int64_t>(surface.triangles.size());
	std::vector<DirectionCrossings> tasks(static_cast<size_t>((count + kTrianglesPerTask - 1) / kTrianglesPerTask));
	ParallelFor(runner,
		count,
		kTrianglesPerTask,
		[&](int64_t begin, int64_t end)
		{
			DirectionCrossings& crossings = tasks[begin / kTrianglesPerTask];
			for (int64_t i = begin; i < end; ++i)
			{
				FindCrossings(surface, static_cast<int32_t>(i), crossings);
			}
		});
	return tasks;
}

bool ComesBefore(const LineCrossing& a, const LineCrossing& b)
{
	// Into the solid before out of it: two solids that share a wall are one.
	const int32_t outA = -a.turn;
	const int32_t outB = -b.turn;
	return std::tie(a.line, a.lower, a.fraction, outA, a.triangle) <
		std::tie(b.line, b.lower, b.fraction, outB, b.triangle);
}
} // namespace

Result<LatticeLines> LatticeLines::Build(const GridSurface& surface, TaskRunner& runner)
{
	std::vector<DirectionCrossings> tasks = FindAllCrossings(surface, runner);
	LatticeLines lattice;
	std::array<int32_t, kDirectionCount> openTriangle;
	openTriangle.fill(kNoIndex);
	struct LengthInside
	{
		double once = 0.0; // winding number 1
		double other = 0.0;
	};
	std::array<LengthInside, kDirectionCount> inside;
	ParallelFor(runner,
		kDirectionCount,
		1,
		[&](int64_t direction, int64_t)
		{
			const auto d = static_cast<size_t>(direction);
			size_t count = 0;
			for (const DirectionCrossings& task : tasks)
			{
				count += task[d].size();
			}
			std::vector<LineCrossing> crossings;
			crossings.reserve(count);
			for (DirectionCrossings& task : tasks)
			{
				crossings.insert(crossings.end(), task[d].begin(), task[d].end());
				std::vector<LineCrossing>().swap(task[d]);
			}
			std::sort(crossings.begin(), crossings.end(), ComesBefore);

			const double perEdge = direction < kLongDirections ? 2.0 : 1.0;
			LineFamily& family = lattice.m_families[d];
			for (size_t i = 0; i < crossings.size();)
			{
				const uint64_t line = crossings[i].line;
				const size_t firstHit = family.hits.size();
				int32_t winding = 0;
				for (; i < crossings.size() && crossings[i].line == line; ++i)
				{
					const LineCrossing& crossing = crossings[i];
					const bool wasInside = winding >= 1;
					if (winding != 0)
					{
						const LineCrossing& last = crossings[i - 1];
						(winding == 1 ? inside[d].once : inside[d].other) +=
							(crossing.lower - last.lower) / perEdge + crossing.fraction - last.fraction;
					}
					winding += crossing.turn;
					if (wasInside != (winding >= 1))
					{
						family.hits.push_back({crossing.fraction, crossing.lower, crossing.triangle});
					}
				}
				if (winding != 0)
				{
					openTriangle[d] = crossings[i - 1].triangle;
					return;
				}
				if (family.hits.size() > firstHit)
				{
					family.lines.Insert(line);
					family.first.push_back(static_cast<int32_t>(family.hits.size()));
				}
			}
		});
	for (const int32_t triangle : openTriangle)
	{
		if (triangle != kNoIndex)
		{
			return Error{ErrorCode::InvalidMesh,
				"the surface is not closed near triangle " + std::to_string(triangle),
				triangle};
		}
	}
	LengthInside all;
	for (const LengthInside& lengths : inside)
	{
		all.once += lengths.once;
		all.other += lengths.other;
	}
	lattice.m_overlapShare = all.other > 0.0 ? all.other / (all.once + all.other) : 0.0;
	return lattice;
}

double LatticeLines::VolumeByLines(const LatticeFrame& frame) const
{
	double halfCells = 0.0;
	for (int32_t direction = 0; direction < kLongDirections; ++direction)
	{
		for (int32_t line = 0; line < LineCount(direction); ++line)
		{
			const std::span<const SurfaceHit> hits = Line(direction, line);
			for (size_t i = 0; i + 1 < hits.size(); i += 2)
			{
				halfCells += hits[i + 1].lower - hits[i].lower + 2.0 * (hits[i + 1].fraction - hits[i].fraction);
			}
		}
	}
	// Each line of a direction stands for half a cell's face, as there are those of corners and those of centres.
	const double cell = 2.0 * frame.HalfCell();
	return halfCells * frame.HalfCell() * (0.5 * cell * cell) / kLongDirections;
}

bool LatticeLines::IsInside(const LatticePoint& node) const
{
	const LineFamily& family = m_families[0];
	const int32_t line = family.lines.Find(LineKey(0, node));
	if (line == kNoIndex)
	{
		return false;
	}
	const std::span<const SurfaceHit> hits = family.Hits(line);
	const auto next = std::lower_bound(
		hits.begin(), hits.end(), node.x, [](const SurfaceHit& hit, int32_t x) { return hit.lower < x; });
	return (next - hits.begin()) % 2 == 1;
}

std::span<const SurfaceHit> LatticeLines::OnEdge(int32_t direction, const LatticePoint& lower) const
{
	const LineFamily& family = Family(direction);
	const int32_t line = family.lines.Find(LineKey(direction, lower));
	if (line == kNoIndex)
	{
		return {};
	}
	const std::span<const SurfaceHit> hits = family.Hits(line);
	const int32_t along = AlongLine(direction, lower);
	const auto first = std::lower_bound(
		hits.begin(), hits.end(), along, [](const SurfaceHit& hit, int32_t s) { return hit.lower < s; });
	auto last = first;
	while (last != hits.end() && last->lower == along)
	{
		++last;
	}
	return {first, last};
}

LatticePoint LatticeLines::NodeOnLine(int32_t direction, int32_t line, int32_t along) const
{
	return FractureCore::NodeOnLine(direction, Family(direction).lines.Keys()[line], along);
}
} // namespace FractureCore
