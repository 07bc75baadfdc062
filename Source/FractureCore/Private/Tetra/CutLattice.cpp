// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/CutLattice.h"

#include "Tetra/LineCrossings.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace FractureCore
{
namespace
{
// Fractions of an edge within which a cut warps its node [Labelle07, table 1]: the pair that bounds all dihedral angles
// of the one-sided mesh by 10.78 and 164.74 degrees.
constexpr double kAlphaLong = 0.24999;
constexpr double kAlphaShort = 0.41189;

// Edge lengths in cells.
constexpr double kLongLength = 1.0;
constexpr double kShortLength = 0.8660254037844386;

// Edges that graze the surface would move their cut far along it.
constexpr double kLargestShift = 0.3; // of an edge

// How far along the edge, in edges, to get `outward` units off the triangle's plane.
double ShiftAlongEdge(const GridSurface& surface, int32_t triangle, const Vec3& edge, double outward)
{
	const double slope = std::abs(Dot(surface.Normal(triangle), edge));
	return std::clamp(outward / std::max(slope, std::abs(outward)), -kLargestShift, kLargestShift);
}

std::vector<Cut> FindCuts(const LatticeLines& lines, const GridSurface& surface, double outward, int32_t direction)
{
	const Vec3 edge = surface.frame.InUnits(kEdgeStep[direction]);
	std::vector<Cut> cuts;
	for (int32_t line = 0; line < lines.LineCount(direction); ++line)
	{
		const std::span<const SurfaceHit> hits = lines.Line(direction, line);
		for (size_t i = 0; i < hits.size();)
		{
			size_t end = i;
			while (end < hits.size() && hits[end].lower == hits[i].lower)
			{
				++end;
			}
			if ((end - i) % 2 == 1)
			{
				const bool lowerInside = i % 2 == 1;
				const SurfaceHit& hit = hits[lowerInside ? i : end - 1];
				double fraction = hit.fraction;
				if (outward != 0.0)
				{
					const double shift = ShiftAlongEdge(surface, hit.triangle, edge, outward);
					fraction = std::clamp(fraction + (lowerInside ? shift : -shift), 0.0, 1.0);
				}
				cuts.push_back({lines.NodeOnLine(direction, line, hit.lower), direction, fraction});
			}
			i = end;
		}
	}
	return cuts;
}

// The cuts of a blunt node are those to its inner neighbours.
void CutAround(CutLattice& lattice, const LatticePoint& point, const std::array<int32_t, kEdgeSlots>& neighbours)
{
	CutLattice::Node& node = lattice.nodes[lattice.nodeTable.Find(PackPoint(point))];
	for (int32_t slot = 0; slot < kEdgeSlots; ++slot)
	{
		CutLattice::Node& neighbour = lattice.nodes[neighbours[slot]];
		int32_t cut = kNoIndex;
		if (neighbour.side == NodeSide::In)
		{
			cut = static_cast<int32_t>(lattice.cuts.size());
			// In the middle neither end is warped.
			lattice.cuts.push_back({slot % 2 == 0 ? point : point + SlotStep(slot), slot / 2, 0.5});
		}
		node.cuts[slot] = cut;
		neighbour.cuts[slot ^ 1] = cut;
	}
}

// A cut stays as far from these nodes as it may come without warping them, so the bounds of the angles hold.
void MoveCutsAway(CutLattice& lattice, std::span<const uint64_t> fixed)
{
	for (const uint64_t key : fixed)
	{
		const int32_t number = lattice.nodeTable.Find(key);
		for (int32_t slot = 0; number != kNoIndex && slot < kEdgeSlots; ++slot)
		{
			if (const int32_t index = lattice.nodes[number].cuts[slot]; index != kNoIndex)
			{
				// A hair more, as 1 - (1 - x) may be less than x.
				const double least = (slot / 2 < kLongDirections ? kAlphaLong : kAlphaShort) + 1.0e-9;
				double& fraction = lattice.cuts[index].fraction;
				fraction = slot % 2 == 0 ? std::max(fraction, least) : std::min(fraction, 1.0 - least);
			}
		}
	}
}

void WarpNodes(CutLattice& lattice)
{
	for (CutLattice::Node& node : lattice.nodes)
	{
		double nearest = std::numeric_limits<double>::infinity();
		for (int32_t slot = 0; slot < kEdgeSlots; ++slot)
		{
			const int32_t cut = node.cuts[slot];
			if (cut == kNoIndex)
			{
				continue;
			}
			const double fromLower = lattice.cuts[cut].fraction;
			const double fraction = slot % 2 == 0 ? fromLower : 1.0 - fromLower;
			const bool isLong = slot / 2 < kLongDirections;
			const double distance = fraction * (isLong ? kLongLength : kShortLength);
			if (fraction < (isLong ? kAlphaLong : kAlphaShort) && distance < nearest)
			{
				nearest = distance;
				node.warpedTo = cut;
			}
		}
		if (node.warpedTo == kNoIndex)
		{
			continue;
		}
		node.side = NodeSide::On;
		for (int32_t slot = 0; slot < kEdgeSlots; ++slot)
		{
			int32_t& cut = node.cuts[slot];
			if (cut != kNoIndex)
			{
				const Cut& removed = lattice.cuts[cut];
				const LatticePoint other = slot % 2 == 0 ? removed.lower + SlotStep(slot) : removed.lower;
				const int32_t neighbour = lattice.nodeTable.Find(PackPoint(other));
				lattice.nodes[neighbour].cuts[slot ^ 1] = kNoIndex;
				cut = kNoIndex;
			}
		}
	}
}
} // namespace

Vec3 CutLattice::CutPosition(int32_t cut) const
{
	const Cut& c = cuts[cut];
	const Vec3 step = frame.InUnits(kEdgeStep[c.direction]);
	return frame.InUnits(c.lower) + step * c.fraction;
}

CutLattice CutAndWarp(const LatticeLines& lines,
	const GridSurface& surface,
	double outward,
	std::span<const uint64_t> fixed,
	std::span<const uint64_t> blunt,
	TaskRunner& runner)
{
	std::array<std::vector<Cut>, kDirectionCount> found;
	ParallelFor(runner,
		kDirectionCount,
		1,
		[&](int64_t direction, int64_t)
		{ found[direction] = FindCuts(lines, surface, outward, static_cast<int32_t>(direction)); });

	CutLattice lattice;
	lattice.frame = surface.frame;
	size_t count = 0;
	for (const std::vector<Cut>& cuts : found)
	{
		count += cuts.size();
	}
	lattice.cuts.reserve(count);
	for (std::vector<Cut>& cuts : found)
	{
		lattice.cuts.insert(lattice.cuts.end(), cuts.begin(), cuts.end());
		std::vector<Cut>().swap(cuts);
	}

	CutLattice::Node unseen;
	unseen.cuts.fill(kNoIndex);
	const auto numberOf = [&](const LatticePoint& point)
	{
		const int32_t number = lattice.nodeTable.Insert(PackPoint(point));
		if (number == static_cast<int32_t>(lattice.nodes.size()))
		{
			lattice.nodes.push_back(unseen);
			lattice.nodes.back().side = lines.IsInside(point) ? NodeSide::In : NodeSide::Out;
		}
		return number;
	};
	for (size_t i = 0; i < lattice.cuts.size(); ++i)
	{
		const Cut& cut = lattice.cuts[i];
		const auto slot = static_cast<size_t>(2 * cut.direction);
		const int32_t lower = numberOf(cut.lower);
		lattice.nodes[lower].cuts[slot] = static_cast<int32_t>(i);
		const int32_t upper = numberOf(cut.lower + kEdgeStep[cut.direction]);
		lattice.nodes[upper].cuts[slot + 1] = static_cast<int32_t>(i);
	}
	for (const uint64_t key : blunt)
	{
		CutLattice::Node& node = lattice.nodes[numberOf(UnpackPoint(key))];
		node.side = NodeSide::Out;
		node.isBlunt = true;
	}
	for (const uint64_t key : blunt)
	{
		const LatticePoint point = UnpackPoint(key);
		std::array<int32_t, kEdgeSlots> neighbours;
		for (int32_t slot = 0; slot < kEdgeSlots; ++slot)
		{
			neighbours[slot] = numberOf(point + SlotStep(slot));
		}
		CutAround(lattice, point, neighbours);
	}
	MoveCutsAway(lattice, fixed);
	WarpNodes(lattice);
	return lattice;
}
} // namespace FractureCore
