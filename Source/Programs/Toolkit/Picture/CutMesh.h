// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Picture/Picture.h"

namespace FractureToolkit
{
/// Removes what lies before the plane, where normal . x > offset. Triangles across it are cut; the new rims are drawn
/// as edges. A closed mesh becomes one with a section.
void CutMesh(const PicturePlane& plane, PictureMesh& mesh);
} // namespace FractureToolkit
