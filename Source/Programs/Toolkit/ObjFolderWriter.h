// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "ExportedPart.h"
#include "FractureCore/Result.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace FractureToolkit
{
/// A file name, without extension, for each part: its name with "_" for what some system forbids in file names, and a
/// number behind it where an earlier part has that name already, be it in other case.
std::vector<std::string> PartFileNames(std::span<const ExportedPart> parts);

/// Every part as an OBJ file of its own (as FormatObj writes it: in place, in double, in its own axes) and one
/// "materials.mtl" for all of them. The folder is made if it is not there; files of these names in it are replaced,
/// others stay. The error names the file.
FractureCore::Status WriteObjFolder(const std::filesystem::path& folder, std::span<const ExportedPart> parts);
} // namespace FractureToolkit
