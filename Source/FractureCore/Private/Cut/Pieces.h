// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/CutTree.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Leaf cells that hang together over tet faces and closed caps.
struct Pieces
{
	int32_t count = 0;
	int32_t merged = 0;                // pieces that were too small
	std::vector<int32_t> pieceOf;      // 1 a cell; kNoIndex if it is no leaf
	std::vector<int32_t> lowestTet;    // 1 a piece
	std::vector<uint8_t> isClosedFace; // 1 a face that a cut made: a cap that does not separate

	/// Whether a leaf face is part of a piece's surface.
	bool IsSurface(const CutTree& tree, int32_t face) const
	{
		const CutFaceKind kind = tree.Face(face).kind;
		return kind == CutFaceKind::Outer ||
			(kind == CutFaceKind::Cap && isClosedFace[face - tree.BaseFaceCount()] == 0);
	}
};

/// How many pieces there may be, and how small. Volumes are parts of the whole's.
struct PieceLimits
{
	double smallestVolume = 0.0; // pieces below it join the neighbour that they share most cap area with
	int32_t maxPieces = 0;       // 0: any number; else the smallest join neighbours until no more are left
	double countedVolume = 0.0;  // pieces below it do not count as one of them
};

/// `labels` is 1 a cell, its grain, or empty: a cap between grains is closed where both sides have the same one.
Pieces FindPieces(const CutTree& tree, std::span<const int32_t> labels, const PieceLimits& limits);
} // namespace FractureCore
