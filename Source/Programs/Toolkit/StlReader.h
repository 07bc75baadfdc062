// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "ImportedModel.h"

#include <filesystem>
#include <string_view>

namespace FractureToolkit
{
/// Reads STL, ASCII in double and binary; all solids of a file become one surface. Corners at equal positions become
/// one vertex, as STL repeats it for every triangle. A facet's normal is that of its corners, unless it is zero, as
/// many writers leave it.
FractureCore::Result<ImportedSurface> ParseStl(std::string_view file, double metresPerUnit = 1.0);

FractureCore::Result<ImportedSurface> ReadStl(const std::filesystem::path& path, double metresPerUnit = 1.0);
} // namespace FractureToolkit
