// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Bake/OrientTriangles.h"
#include "Bake/StitchJunctions.h"

namespace FractureCore
{
/// Triangles that span what a surface lacks.
struct Caps
{
	std::vector<Triangle> triangles;
	int64_t holes = 0;
	int64_t bridgedBorders = 0;
};

/// A surface whose triangles, turned where its patches say so, and caps have no border together.
struct ClosedSurface
{
	CleanSurface clean;
	StitchedMesh stitched;
	SurfacePatches patches;
	Caps caps;
};

/// Cleans a mesh, splits edges at T-junctions, turns its patches outward and spans its borders. Seams are sewn
/// (SewBorders.h) where that leaves them a mess: strips across a gap keep every position where it is, so they come
/// first. Needs a valid mesh; `weldTolerance` is a share of its diagonal.
ClosedSurface CloseSurface(const SurfaceMesh& mesh, double weldTolerance, TaskRunner& runner);
} // namespace FractureCore
