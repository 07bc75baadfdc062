// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/LeafTree.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
Cube ParentOf(const Cube& cube)
{
	return {cube.level + 1, {cube.at.x >> 1, cube.at.y >> 1, cube.at.z >> 1}};
}

Cube ChildOf(const Cube& cube, int32_t child)
{
	return {cube.level - 1,
		{2 * cube.at.x + (child & 1), 2 * cube.at.y + (child >> 1 & 1), 2 * cube.at.z + (child >> 2 & 1)}};
}

Cube CubeFromKey(uint64_t key)
{
	constexpr uint64_t kMask = (1u << 19) - 1;
	return {static_cast<int32_t>(key >> 57),
		{static_cast<int32_t>(key >> 38 & kMask),
			static_cast<int32_t>(key >> 19 & kMask),
			static_cast<int32_t>(key & kMask)}};
}

// Spreads 20 bits to every third place.
uint64_t SpreadBits(uint64_t v)
{
	v = (v | v << 32) & 0x001f00000000ffffull;
	v = (v | v << 16) & 0x001f0000ff0000ffull;
	v = (v | v << 8) & 0x100f00f00f00f00full;
	v = (v | v << 4) & 0x10c30c30c30c30c3ull;
	v = (v | v << 2) & 0x1249249249249249ull;
	return v;
}

uint64_t MortonCode(const Cube& cube)
{
	return SpreadBits(static_cast<uint64_t>(cube.at.x) << cube.level) |
		SpreadBits(static_cast<uint64_t>(cube.at.y) << cube.level) << 1 |
		SpreadBits(static_cast<uint64_t>(cube.at.z) << cube.level) << 2;
}

// Calls visit for every finest cube with a tet {two centres, two corners of their face} that holds the node.
template <typename Visit>
void VisitCubesOfNode(const LatticePoint& node, Visit&& visit)
{
	const LatticePoint at{node.x >> 1, node.y >> 1, node.z >> 1};
	if (node.x % 2 != 0)
	{
		visit(at);
		for (int32_t slot = 0; slot < 2 * kLongDirections; ++slot)
		{
			const LatticePoint step = SlotStep(slot);
			visit(at + LatticePoint{step.x / 2, step.y / 2, step.z / 2});
		}
		return;
	}
	for (int32_t corner = 0; corner < 8; ++corner)
	{
		visit(at - LatticePoint{corner & 1, corner >> 1 & 1, corner >> 2 & 1});
	}
}

// The same for tets that hold the edge from `lower` along `direction`.
template <typename Visit>
void VisitCubesOfEdge(const LatticePoint& lower, int32_t direction, Visit&& visit)
{
	const LatticePoint step = kEdgeStep[direction];
	const LatticePoint upper = lower + step;
	const bool lowerIsCentre = lower.x % 2 != 0;
	if (direction >= kLongDirections)
	{
		const LatticePoint centre = lowerIsCentre ? lower : upper;
		const LatticePoint toCorner = lowerIsCentre ? step : step * -1;
		const LatticePoint at{centre.x >> 1, centre.y >> 1, centre.z >> 1};
		visit(at);
		visit(at + LatticePoint{toCorner.x, 0, 0});
		visit(at + LatticePoint{0, toCorner.y, 0});
		visit(at + LatticePoint{0, 0, toCorner.z});
		return;
	}
	const LatticePoint at{lower.x >> 1, lower.y >> 1, lower.z >> 1};
	if (lowerIsCentre)
	{
		visit(at);
		visit({upper.x >> 1, upper.y >> 1, upper.z >> 1});
		return;
	}
	for (int32_t side = 0; side < 4; ++side)
	{
		const int32_t first = side & 1;
		const int32_t second = side >> 1;
		visit(at -
			(direction == 0 ? LatticePoint{0, first, second}
							: (direction == 1 ? LatticePoint{first, 0, second} : LatticePoint{first, second, 0})));
	}
}

// Finest cubes with a tet that is cut or has a warped or blunt node: those tets must be the lattice's own.
KeyTable FindSurfaceCubes(const CutLattice& lattice)
{
	KeyTable cubes;
	cubes.Reserve(2 * lattice.nodes.size());
	const auto insert = [&](const LatticePoint& at) { cubes.Insert(LeafTree::CubeKey({0, at})); };
	for (size_t i = 0; i < lattice.nodes.size(); ++i)
	{
		const CutLattice::Node& node = lattice.nodes[i];
		const LatticePoint point = UnpackPoint(lattice.nodeTable.Keys()[i]);
		if (node.side == NodeSide::On || node.isBlunt)
		{
			VisitCubesOfNode(point, insert);
			continue;
		}
		for (int32_t direction = 0; direction < kDirectionCount; ++direction)
		{
			if (node.cuts[2 * direction] != kNoIndex)
			{
				VisitCubesOfEdge(point, direction, insert);
			}
		}
	}
	return cubes;
}

// Splits every cube of the next level that holds a split cube or an inner neighbour of one: neighbours, over corners
// too, then differ by one level at most. A cube that is not split has all its nodes on one side.
KeyTable SplitParents(const KeyTable& splitCubes, const LatticeLines& lines)
{
	KeyTable parents;
	for (const uint64_t key : splitCubes.Keys())
	{
		const Cube cube = CubeFromKey(key);
		parents.Insert(LeafTree::CubeKey(ParentOf(cube)));
		for (int32_t n = 0; n < 27; ++n)
		{
			const Cube neighbour{cube.level, cube.at + LatticePoint{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1}};
			const uint64_t parent = LeafTree::CubeKey(ParentOf(neighbour));
			if (!parents.Contains(parent) && lines.IsInside(neighbour.Centre()))
			{
				parents.Insert(parent);
			}
		}
	}
	return parents;
}
} // namespace

LeafTree GrowLeafTree(const CutLattice& lattice, const LatticeLines& lines)
{
	const KeyTable surfaceCubes = FindSurfaceCubes(lattice);
	LeafTree tree;
	tree.split.resize(2);
	for (const uint64_t key : surfaceCubes.Keys())
	{
		tree.split[1].Insert(LeafTree::CubeKey(ParentOf(CubeFromKey(key))));
	}
	while (static_cast<int32_t>(tree.split.size()) <= lattice.frame.topLevel)
	{
		tree.split.push_back(SplitParents(tree.split.back(), lines));
	}

	struct SortedLeaf
	{
		uint64_t code;
		Cube cube;
	};
	std::vector<SortedLeaf> sorted;
	sorted.reserve(8 * static_cast<size_t>(tree.split[1].Count()));
	for (size_t level = 1; level < tree.split.size(); ++level)
	{
		for (const uint64_t key : tree.split[level].Keys())
		{
			for (int32_t child = 0; child < 8; ++child)
			{
				const Cube leaf = ChildOf(CubeFromKey(key), child);
				const bool atSurface = leaf.level == 0 && surfaceCubes.Contains(LeafTree::CubeKey(leaf));
				if (!tree.IsSplit(leaf) && (atSurface || lines.IsInside(leaf.Centre())))
				{
					sorted.push_back({MortonCode(leaf), leaf});
				}
			}
		}
	}
	std::sort(sorted.begin(), sorted.end(), [](const SortedLeaf& a, const SortedLeaf& b) { return a.code < b.code; });

	tree.leaves.reserve(sorted.size());
	tree.leafTable.Reserve(sorted.size());
	for (const SortedLeaf& leaf : sorted)
	{
		tree.leaves.push_back(leaf.cube);
		tree.leafTable.Insert(LeafTree::CubeKey(leaf.cube));
	}
	return tree;
}
} // namespace FractureCore
