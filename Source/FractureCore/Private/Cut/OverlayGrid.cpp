// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/OverlayGrid.h"

#include <algorithm>
#include <iterator>

namespace FractureCore
{
namespace GridDetail
{
namespace
{
struct RowTurn
{
	uint64_t cube; // of the lattice edge; rows run along axis 0, the lowest bits
	int32_t turn;
};

constexpr uint64_t RowOf(uint64_t cube)
{
	return cube >> kGridBits;
}

/// Nodes with winding number 1, ascending. The winding number changes along a row only where an edge of it pierces the
/// surface, so it is counted in whole numbers; that rows agree with all other lines follows from the surface being
/// closed.
Result<std::vector<uint64_t>> FindInsideNodes(const LatticeCrossings& crossings)
{
	std::vector<RowTurn> turns;
	for (const LatticeCrossing& crossing : crossings.all)
	{
		if (EdgeAxesOf(crossing.edge) == 1)
		{
			turns.push_back({crossing.edge >> 3, crossing.turn});
		}
	}
	std::sort(turns.begin(), turns.end(), [](const RowTurn& a, const RowTurn& b) { return a.cube < b.cube; });
	std::vector<uint64_t> inside;
	int64_t wrongNodes = 0;
	int32_t winding = 0;
	for (size_t i = 0; i < turns.size(); ++i)
	{
		winding += turns[i].turn;
		const bool rowEnds = i + 1 == turns.size() || RowOf(turns[i + 1].cube) != RowOf(turns[i].cube);
		if (rowEnds)
		{
			wrongNodes += winding != 0 ? 1 : 0;
			winding = 0;
		}
		else if (winding == 1)
		{
			for (uint64_t node = turns[i].cube + 1; node <= turns[i + 1].cube; ++node)
			{
				inside.push_back(node);
			}
		}
		else if (winding != 0)
		{
			wrongNodes += static_cast<int64_t>(turns[i + 1].cube - turns[i].cube);
		}
	}
	if (wrongNodes > 0)
	{
		return Error{ErrorCode::InvalidMesh,
			"the surface overlaps itself: " + std::to_string(wrongNodes) +
				" lattice nodes are inside it more than once or inside out"};
	}
	return inside;
}

std::vector<uint64_t> Merged(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b)
{
	std::vector<uint64_t> merged;
	merged.reserve(a.size() + b.size());
	std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(merged));
	return merged;
}

std::vector<uint64_t> SortedCubes(const std::vector<TrianglePiece>& pieces)
{
	std::vector<uint64_t> cubes;
	cubes.reserve(pieces.size());
	for (const TrianglePiece& piece : pieces)
	{
		// Neighbours mostly lie in the same cube.
		if (cubes.empty() || cubes.back() != piece.tet >> 3)
		{
			cubes.push_back(piece.tet >> 3);
		}
	}
	std::sort(cubes.begin(), cubes.end());
	cubes.erase(std::unique(cubes.begin(), cubes.end()), cubes.end());
	return cubes;
}

/// Steps keep the order of keys, so one sweep finds what lies ahead of every cube.
void FindAhead(OverlayGrid& grid, int32_t axes)
{
	size_t next = 0;
	for (size_t i = 0; i < grid.cubes.size(); ++i)
	{
		const uint64_t target = grid.cubes[i] + GridStep(axes);
		while (next < grid.cubes.size() && grid.cubes[next] < target)
		{
			++next;
		}
		const bool found = next < grid.cubes.size() && grid.cubes[next] == target;
		grid.ahead[i][axes] = found ? static_cast<int32_t>(next) : kNoIndex;
	}
}
} // namespace
} // namespace GridDetail

std::array<int32_t, 4> OverlayGrid::TetNodes(int32_t cube, int32_t order) const
{
	const int32_t first = 1 << kTetOrder[order][0];
	const int32_t second = first | 1 << kTetOrder[order][1];
	const std::array<int32_t, 8>& reached = ahead[cube];
	return {cube, reached[first], reached[second], reached[7]};
}

Result<OverlayGrid> GatherGrid(
	const LatticeCrossings& crossings, const std::vector<TrianglePiece>& pieces, TaskRunner& runner)
{
	using namespace GridDetail;
	const Result<std::vector<uint64_t>> inside = FindInsideNodes(crossings);
	if (!inside)
	{
		return inside.GetError();
	}
	OverlayGrid grid;
	grid.cubes = Merged(SortedCubes(pieces), *inside);
	// With all that their tets reach: a step along any set of axes.
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		std::vector<uint64_t> stepped = grid.cubes;
		for (uint64_t& cube : stepped)
		{
			cube += GridStep(1 << axis);
		}
		grid.cubes = Merged(grid.cubes, stepped);
	}
	grid.numbers.Reserve(grid.cubes.size());
	for (const uint64_t cube : grid.cubes)
	{
		grid.numbers.Insert(cube);
	}
	grid.ahead.resize(grid.cubes.size());
	ParallelFor(runner, 8, 1, [&](int64_t axes, int64_t) { FindAhead(grid, static_cast<int32_t>(axes)); });
	grid.inside.assign(grid.cubes.size(), 0);
	for (const uint64_t node : *inside)
	{
		grid.inside[grid.numbers.Find(node)] = 1;
	}
	return grid;
}
} // namespace FractureCore
