// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "ImportedModel.h"

#include <filesystem>
#include <string_view>

namespace FractureToolkit
{
/// Reads Wavefront OBJ by own means: positions in double, errors that name the line, and no library, so that the
/// Windows cross-build reads it too. Objects and groups become one mesh; `usemtl` becomes slots, in the order in which
/// the file names them; polygons are cut into triangles; lines and points are left out with a warning. A corner
/// without normal or UV, where others have one, gets its triangle's normal or (0, 0).
FractureCore::Result<ImportedSurface> ParseObj(std::string_view text, double metresPerUnit = 1.0);

FractureCore::Result<ImportedSurface> ReadObj(const std::filesystem::path& path, double metresPerUnit = 1.0);
} // namespace FractureToolkit
