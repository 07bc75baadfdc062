// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/SurfaceMesh.h"

namespace FractureToolkit
{
/// Whether every directed edge has its opposite, once, and every vertex one fan of triangles. Edges alone do not tell:
/// two fans may touch at a vertex while all edges match.
bool IsClosedManifold(const FractureCore::SurfaceMesh& mesh);
} // namespace FractureToolkit
