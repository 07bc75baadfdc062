// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"

namespace FractureCore
{
/// A surface fit for the overlay: every position in use.
struct CutSurface
{
	SurfaceMesh mesh;
	int32_t artistTriangles = 0; // the first so many are the artist's own
};

/// The artist's surface, with caps over open borders. An error if repair cannot make a solid of it.
Result<CutSurface> ArtistSurface(const BakedObject& object, TaskRunner& runner);

/// The boundary of the object's tets, with UVs, normals and slots of the artist's triangles next to it.
CutSurface TetSurface(const BakedObject& object, TaskRunner& runner);
} // namespace FractureCore
