// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Bake/CleanSurface.h"
#include "FractureCore/Parallel.h"

namespace FractureCore
{
/// A mesh whose border edges have been split where vertices of other borders lie on them.
struct StitchedMesh
{
	SurfaceMesh mesh;
	std::vector<int32_t> sourceTriangle; // 1 a triangle: its number in the unsplit mesh
	int64_t junctions = 0;               // vertices that edges were split at; 0: the rest is empty
};

/// Finds the T-junctions of a surface, where one long edge lies along several short ones, so that it closes in space
/// but not edge by edge, and splits the long edges. What triangles carry is interpolated. `clean` is the cleaned
/// `mesh`; `tolerance` (m) is how far off an edge a vertex may lie.
StitchedMesh StitchJunctions(const SurfaceMesh& mesh, const CleanSurface& clean, double tolerance, TaskRunner& runner);
} // namespace FractureCore
