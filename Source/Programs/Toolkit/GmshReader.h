// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "ImportedModel.h"

#include <string_view>

namespace FractureToolkit
{
/// Reads the tetrahedra of gmsh's ASCII files, versions 2.x and 4.1. Curved ones keep their four corners, with a
/// warning; points, lines and triangles are passed over; other volume elements are left out with a warning.
FractureCore::Result<ImportedTets> ParseGmsh(std::string_view text, double metresPerUnit = 1.0);
} // namespace FractureToolkit
