// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Fragments.h"
#include "Rigid/RigidShape.h"

#include <memory>
#include <span>

namespace FractureCore
{
/// What a piece of a broken body collides as, by size and count [Bao07] section 7.
struct PieceShapeChoice
{
	double wholeVolume = 0.0; // m^3, of the body that the host added
	double spacing = 0.0;     // m, of the level set of the body that broke
	int32_t levelSets = 0;    // that there are already
};

/// Whether a piece is worth a level set: its hulls would fill much that is hollow, it is large, its walls are thick
/// enough for the cells, and not too many pieces have one. Others are hulls, which cost nothing to make and settle
/// sooner.
bool WantsLevelSet(const Fragment& piece, std::span<const ConvexHull> hulls, const PieceShapeChoice& choice);
} // namespace FractureCore
