// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/PieceShape.h"

namespace FractureCore
{
namespace
{
// Of the piece's volume: hulls that add less follow it well enough.
constexpr double kMostFill = 0.3;

// Of the whole body's volume.
constexpr double kLeastShare = 0.05;

// Cells across a wall, as for the shells among whole bodies.
constexpr double kLeastCells = 4.0;

// A megabyte each at most.
constexpr int32_t kMostLevelSets = 64;
} // namespace

bool WantsLevelSet(const Fragment& piece, std::span<const ConvexHull> hulls, const PieceShapeChoice& choice)
{
	const double volume = piece.mass.volume;
	double filled = 0.0;
	for (const ConvexHull& hull : hulls)
	{
		filled += hull.volume;
	}
	return choice.levelSets < kMostLevelSets && filled > (1.0 + kMostFill) * volume &&
		volume >= kLeastShare * choice.wholeVolume &&
		WallThickness(piece.surface, volume) >= kLeastCells * choice.spacing;
}
} // namespace FractureCore
