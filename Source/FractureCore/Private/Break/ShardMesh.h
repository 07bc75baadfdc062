// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"
#include "FractureCore/Fragments.h"
#include "FractureCore/Piece.h"
#include "FractureCore/Result.h"

#include <vector>

namespace FractureCore
{
/// The sheet in the middle of one layer of prisms.
struct PrismSheet
{
	std::vector<Vec3> positions; // between nodes v and v + half of their number
	std::vector<Triangle> triangles;
};

/// Takes back the sheet from tets that are laid out as ShellSolid's. The error names the first tet that is not.
Result<PrismSheet> SheetOfPrisms(const TetMesh& tets);

/// Prisms for the stress of a shard of `parent`, whose tets are prisms too. Its own triangles, clipped by cracks, would
/// be slivers; so the parent's sheet is taken as far as the shard has about half of a triangle, and its new rim is
/// moved onto the shard's cracks where that leaves good triangles.
Result<TetMesh> MeshShard(
	const BakedObject& parent, const Fragment& shard, const PieceSettings& settings, TaskRunner& runner);
} // namespace FractureCore
