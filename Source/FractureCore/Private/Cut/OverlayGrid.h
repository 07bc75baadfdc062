// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Base/KeyTable.h"
#include "Cut/OverlayChunks.h"
#include "Cut/OverlayPieces.h"

#include <vector>

namespace FractureCore
{
/// The part of the lattice that matters, as cubes of the grid in ascending order of their keys. Cube c stands for its
/// lowest corner, a node; its edges have the slots 7 c + axes - 1, its faces 12 c + number, its tets 6 c + order.
struct OverlayGrid
{
	std::vector<uint64_t> cubes;
	KeyTable numbers;
	std::vector<std::array<int32_t, 8>> ahead; // 1 a cube: the cube a step along some axes ahead, or kNoIndex
	std::vector<uint8_t> inside;               // 1 a node: within the solid

	int32_t Count() const { return static_cast<int32_t>(cubes.size()); }
	bool IsInside(int32_t node) const { return node != kNoIndex && inside[node] != 0; }

	static int32_t EdgeSlot(int32_t cube, int32_t axes) { return kGridEdges * cube + axes - 1; }
	int32_t EdgeSlotOf(uint64_t edgeKey) const { return EdgeSlot(numbers.Find(edgeKey >> 3), EdgeAxesOf(edgeKey)); }
	int32_t FaceSlotOf(uint64_t faceKey) const { return kGridFaces * numbers.Find(faceKey >> 4) + FaceKindOf(faceKey); }
	int32_t TetSlotOf(uint64_t tetKey) const { return kGridTets * numbers.Find(tetKey >> 3) + TetOrderOf(tetKey); }

	/// The cubes at the nodes of a tet, in the order of kTetOrder's steps.
	std::array<int32_t, 4> TetNodes(int32_t cube, int32_t order) const;
};

/// Holds every node, edge, face and tet that the surface meets or that lies within. An error if some node is inside the
/// surface more than once or inside out: parts of it overlap.
Result<OverlayGrid> GatherGrid(
	const LatticeCrossings& crossings, const std::vector<TrianglePiece>& pieces, TaskRunner& runner);
} // namespace FractureCore
