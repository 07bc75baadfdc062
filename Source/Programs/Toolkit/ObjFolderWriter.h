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
/// "materials.mtl" for all of them. The folder is made if it is not there. What an earlier call wrote in it goes away;
/// all else stays, and a file of a part's name that is none of ours is an error. The error names the file.
FractureCore::Status WriteObjFolder(const std::filesystem::path& folder, std::span<const ExportedPart> parts);
} // namespace FractureToolkit
