// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Hooks.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/SurfaceMesh.h"
#include "FractureCore/TetMesh.h"

namespace FractureCore
{
/// Raises the smallest dihedral angles, and lowers the largest ones, by exchanging tets and moving nodes [Freitag97];
/// neither the mesh's smallest nor its largest angle gets worse. Only the neighbourhood of bad tets changes. The nodes
/// keep their numbers, the boundary its triangles and, within a few hundredths of a cell, its place. `cellSize` (m) is
/// that of the lattice at the surface. False if cancelled; the mesh is then valid, too.
bool OptimiseMesh(
	TetMesh& mesh, const SolidSurface& solid, double cellSize, TaskRunner& runner, const ProgressSink& progress);
} // namespace FractureCore
