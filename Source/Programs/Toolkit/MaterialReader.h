// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Material.h"

#include <string_view>

namespace FractureToolkit
{
/// A material as Docs/Materials.md describes it. The error names the field and its range.
FractureCore::Result<FractureCore::Material> ParseMaterial(std::string_view text);

/// A preset by its name, or the material in a file whose name ends in .json. The error begins with the file's name.
FractureCore::Result<FractureCore::Material> FindMaterial(std::string_view nameOrPath);
} // namespace FractureToolkit
