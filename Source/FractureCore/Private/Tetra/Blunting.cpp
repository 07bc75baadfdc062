// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/Blunting.h"

#include "Base/KeyTable.h"
#include "Tetra/WayAround.h"

#include <algorithm>
#include <array>
#include <utility>

namespace FractureCore
{
namespace
{
constexpr int64_t kBluntSpotsPerTask = 16;

/// An edge between two inner nodes with a gap of the solid on it.
struct GapSpot
{
	LineStretch stretch;
	LatticePoint lower;
	LatticePoint upper;
	bool isNearLower = false; // nearer to that node than to the other
	bool isOpen = true;       // has a width
};

std::vector<GapSpot> FindGapSpots(const LatticeLines& lines, const GridSurface& surface, int32_t direction)
{
	const Vec3 edge = surface.frame.InUnits(kEdgeStep[direction]);
	std::vector<GapSpot> gaps;
	for (int32_t line = 0; line < lines.LineCount(direction); ++line)
	{
		const std::span<const SurfaceHit> hits = lines.Line(direction, line);
		for (size_t i = 1; i + 1 < hits.size(); i += 2)
		{
			const SurfaceHit& enter = hits[i]; // the gap
			const SurfaceHit& leave = hits[i + 1];
			const bool isAlone =
				hits[i - 1].lower != enter.lower && (i + 2 == hits.size() || hits[i + 2].lower != enter.lower);
			if (enter.lower != leave.lower || !isAlone)
			{
				continue;
			}
			const LatticePoint lower = lines.NodeOnLine(direction, line, enter.lower);
			const Vec3 from = surface.frame.InUnits(lower);
			gaps.push_back(
				{{from + edge * enter.fraction, from + edge * leave.fraction, enter.triangle, leave.triangle},
					lower,
					lower + kEdgeStep[direction],
					enter.fraction<1.0 - leave.fraction, leave.fraction> enter.fraction});
		}
	}
	return gaps;
}

// Calls test(i, way) -> bool for every i < count and gives the answers.
template <typename Test>
std::vector<uint8_t> TestAll(size_t count, const LatticeLines& lines, TaskRunner& runner, Test&& test)
{
	std::vector<uint8_t> answers(count);
	ParallelFor(runner,
		static_cast<int64_t>(count),
		kBluntSpotsPerTask,
		[&](int64_t begin, int64_t end)
		{
			WayAround way(lines);
			for (int64_t i = begin; i < end; ++i)
			{
				answers[i] = test(static_cast<size_t>(i), way) ? 1 : 0;
			}
		});
	return answers;
}
} // namespace

BluntNodes FindBluntNodes(
	const LatticeLines& lines, const GridSurface& surface, double thinnerThan, WedgeFinder& wedges, TaskRunner& runner)
{
	wedges.Prepare();
	const double thickest = thinnerThan * 2.0 * surface.frame.HalfCell();
	std::vector<ThinSpot> spots = FindThinSpots(lines, surface, runner).spots;
	std::erase_if(spots, [&](const ThinSpot& spot) { return !spot.hasInner || spot.thickness > thickest; });
	const std::vector<uint8_t> isBlunt = TestAll(spots.size(),
		lines,
		runner,
		[&](size_t i, WayAround& way)
		{
			const ThinSpot& spot = spots[i];
			const auto wedge = wedges.Find(spot.stretch, surface, false);
			return wedge && (wedge->isNarrow || !way.Connects(spot.from, spot.to));
		});

	std::array<std::vector<GapSpot>, kDirectionCount> found;
	ParallelFor(runner,
		kDirectionCount,
		1,
		[&](int64_t direction, int64_t)
		{ found[direction] = FindGapSpots(lines, surface, static_cast<int32_t>(direction)); });
	std::vector<GapSpot> gaps;
	for (const std::vector<GapSpot>& some : found)
	{
		gaps.insert(gaps.end(), some.begin(), some.end());
	}
	const std::vector<uint8_t> isBridged = TestAll(gaps.size(),
		lines,
		runner,
		[&](size_t i, WayAround& way)
		{
			const GapSpot& gap = gaps[i];
			return !way.Connects(gap.lower, gap.upper) && (!gap.isOpen || wedges.Find(gap.stretch, surface, true));
		});

	std::vector<uint64_t> nodes;
	for (size_t i = 0; i < spots.size(); ++i)
	{
		if (isBlunt[i] != 0)
		{
			nodes.push_back(PackPoint(spots[i].inner));
		}
	}
	std::sort(nodes.begin(), nodes.end());
	nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
	// One end of each bridge does, the one of which less is lost.
	KeyTable ends;
	for (const uint64_t node : nodes)
	{
		ends.Insert(node);
	}
	bool hasBridges = false;
	for (size_t i = 0; i < gaps.size(); ++i)
	{
		hasBridges |= isBridged[i] != 0;
		const uint64_t lower = PackPoint(gaps[i].lower);
		const uint64_t upper = PackPoint(gaps[i].upper);
		if (isBridged[i] != 0 && !ends.Contains(lower) && !ends.Contains(upper))
		{
			nodes.push_back(gaps[i].isNearLower ? lower : upper);
			ends.Insert(nodes.back());
		}
	}
	std::sort(nodes.begin(), nodes.end());
	return {std::move(nodes), hasBridges};
}
} // namespace FractureCore
