// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"
#include "FractureCore/TetMesh.h"

namespace FractureCore
{
struct TetOverlaps
{
	int64_t tets = 0; // at the boundary, that reach into others
	int32_t first = kNoIndex;
	int32_t other = kNoIndex; // that the first reaches into
};

/// Looks for tets that take up the same space, in a mesh that ValidateTetMesh accepts: its tets meet face to face, so
/// where they overlap, the boundary runs through them. Looks at its nodes, at the middles of its faces and of their
/// tets.
TetOverlaps FindTetOverlaps(const TetMesh& mesh, TaskRunner& runner);
} // namespace FractureCore
