// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/CutData.h"

#include <memory>

namespace FractureCore
{
/// The overlay of tets with their own boundary: every tet is one cell, and nothing needs clipping. `surface` has the
/// tets' nodes as positions and their boundary faces, in any order, as triangles.
Result<std::unique_ptr<CutBody::Data>> OverlayOfTets(const TetMesh& mesh, SurfaceMesh surface);
} // namespace FractureCore
