// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "ImportedModel.h"

#include <filesystem>
#include <string_view>

namespace FractureToolkit
{
/// Reads PLY, ASCII and binary, by own means: assimp 5.2 never comes back from a truncated file, and narrows to float.
/// Normals (nx ny nz) and UVs (s t, u v or texture_u texture_v) of vertices are read, and UVs of faces (texcoord).
/// Sizes in the header only say when to stop; memory grows with what is there.
FractureCore::Result<ImportedSurface> ParsePly(std::string_view file, double metresPerUnit = 1.0);

FractureCore::Result<ImportedSurface> ReadPly(const std::filesystem::path& path, double metresPerUnit = 1.0);
} // namespace FractureToolkit
