// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// How WallKeeper compares the parts of a mesh with those of the surface.
#include "Tetra/WallKeeper.h"

#include "Tetra/WallNumbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace FractureCore
{
namespace
{
// Parts that enclose less than this share of the solid, which is that of a ball of 6 % of its size, and fewer cells
// than kCellsOfPart may come and go: nobody refines for them, but they are told.
constexpr double kMeantPart = 2.0e-4;

// Cells of a part that a lattice may meet, and in gaps of two parts that it may keep apart.
constexpr double kFewestCells = 0.7;
constexpr double kNarrowestGap = 0.4;

// In cells: of a limb that a lattice may meet all along.
constexpr double kThinnestLimb = 0.8;

double LeastVolume(double cellSize, double solidVolume)
{
	return std::min(kCellsOfPart * cellSize * cellSize * cellSize, kMeantPart * solidVolume);
}

bool HasTopology(const SurfaceTopology& boundary, const SurfaceTopology& expected)
{
	return boundary.manifold && boundary.components == expected.components &&
		boundary.eulerCharacteristic == expected.eulerCharacteristic;
}
} // namespace

void WallKeeper::MatchParts(Candidate& candidate)
{
	const SurfaceTopology& solid = m_maker.Parts().Topology();
	CleanupReport& report = candidate.report;
	bool isSame = HasTopology(report.boundary, solid);
	candidate.match = {};
	candidate.gap = {};
	if (solid.components > 1 && report.boundary.manifold)
	{
		const double cell = candidate.attempt.cellSize;
		candidate.match = m_maker.Parts().Match(report.boundaryTriangles,
			candidate.attempt.mesh.nodes,
			report.boundaryParts,
			LeastVolume(cell, m_volume),
			cell);
		isSame = !candidate.match.hasStrangers;
		for (int32_t p = 0; p < solid.components; ++p)
		{
			isSame &= candidate.match.parts[p].fate == PartFate::Kept || !Counts(p, cell);
		}
	}
	report.boundaryTriangles = {};
	report.boundaryParts = {};
	candidate.sameTopology = !candidate.knowsTopology || isSame;
}

bool WallKeeper::Counts(int32_t part, double cellSize) const
{
	return std::abs(m_maker.Parts().Parts()[part].volume) >= LeastVolume(cellSize, m_volume);
}

// Parts that are lost as a whole are told as such.
void WallKeeper::FindLimbs(Candidate& candidate)
{
	std::vector<LimbSpot>& spots = candidate.walls.spots;
	m_maker.AddVertices(spots);
	if (!candidate.match.parts.empty())
	{
		std::erase_if(spots,
			[&](const LimbSpot& s)
			{ return candidate.match.parts[m_maker.Parts().PartOf(s.triangle)].fate == PartFate::Lost; });
	}
	candidate.limbs = m_maker.FindLimbs(candidate.attempt, spots);
	spots = {};
}

double WallKeeper::LargestCellFor(Candidate& coarse) const
{
	double largest =
		coarse.LacksLimbs() ? coarse.limbs.thickness / kThinnestLimb : std::numeric_limits<double>::infinity();
	bool areJoined = false;
	for (int32_t p = 0; p < static_cast<int32_t>(coarse.match.parts.size()); ++p)
	{
		const PartFate fate = coarse.match.parts[p].fate;
		const double volume = m_maker.Parts().Parts()[p].volume;
		if (fate == PartFate::Lost && Counts(p, coarse.attempt.cellSize))
		{
			largest = std::min(largest, std::cbrt(std::abs(volume) / kFewestCells));
		}
		areJoined |= fate == PartFate::Joined && volume > 0.0 && Counts(p, coarse.attempt.cellSize);
	}
	return areJoined && !IsHinged(coarse) ? std::min(largest, SmallestGap(coarse) / kNarrowestGap) : largest;
}

double WallKeeper::SmallestGap(Candidate& candidate) const
{
	constexpr int32_t kMostGaps = 8;
	if (!candidate.gap)
	{
		candidate.gap = std::numeric_limits<double>::infinity();
		int32_t gaps = 0;
		for (int32_t p = 0; p < static_cast<int32_t>(candidate.match.parts.size()) && gaps < kMostGaps; ++p)
		{
			const PartMatch::Part& part = candidate.match.parts[p];
			if (part.fate == PartFate::Joined && m_maker.Parts().Parts()[p].volume > 0.0)
			{
				candidate.gap = std::min(*candidate.gap, m_maker.Parts().Gap(p, part.other));
				++gaps;
			}
		}
	}
	return *candidate.gap;
}

bool WallKeeper::IsHinged(Candidate& candidate) const
{
	constexpr double kTouch = 1.0e-4; // in cells
	if (!candidate.HasHinges())
	{
		return false;
	}
	// Without a match, or if all are apart, nobody knows better.
	const double gap = SmallestGap(candidate);
	const bool isLost = std::any_of(candidate.match.parts.begin(),
		candidate.match.parts.end(),
		[](const PartMatch::Part& p) { return p.fate == PartFate::Lost; });
	return std::isinf(gap) ? !isLost : gap < kTouch * candidate.attempt.cellSize;
}

} // namespace FractureCore
