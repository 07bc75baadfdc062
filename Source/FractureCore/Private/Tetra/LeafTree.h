// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Tetra/CutLattice.h"
#include "Tetra/LatticeLines.h"

#include <vector>

namespace FractureCore
{
/// The octree's cubes that carry tets: of one cell wherever a tet is cut or has a warped node, larger inside. Leaves
/// that share a face, an edge or a corner differ by one level at most. A leaf that is larger than a cell, and each of
/// its nodes, lies inside; leaves without an inner node are left out.
struct LeafTree
{
	std::vector<Cube> leaves;    // along a Morton curve
	KeyTable leafTable;          // CubeKey -> leaves
	std::vector<KeyTable> split; // by level, from 1: CubeKey of cubes that have children

	static uint64_t CubeKey(const Cube& cube)
	{
		// Coordinates stay below 2^19: see kMaxCellsAcross.
		return static_cast<uint64_t>(cube.level) << 57 | static_cast<uint64_t>(cube.at.x) << 38 |
			static_cast<uint64_t>(cube.at.y) << 19 | static_cast<uint64_t>(cube.at.z);
	}
	int32_t FindLeaf(const Cube& cube) const { return leafTable.Find(CubeKey(cube)); }
	bool IsSplit(const Cube& cube) const { return cube.level > 0 && split[cube.level].Contains(CubeKey(cube)); }
};

LeafTree GrowLeafTree(const CutLattice& lattice, const LatticeLines& lines);
} // namespace FractureCore
