// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "ImportedModel.h"

#include <filesystem>
#include <string_view>

namespace FractureToolkit
{
/// Reads TetGen's pair of files: nodes numbered from 0 or 1, attributes and markers passed over, ten-node tets reduced
/// to their corners with a warning. Errors say in which of the two files they are.
FractureCore::Result<ImportedTets> ParseTetGen(
	std::string_view nodeText, std::string_view eleText, double metresPerUnit = 1.0);

/// `path` is either file of the pair; the other one has the same name and lies beside it.
FractureCore::Result<ImportedTets> ReadTetGen(const std::filesystem::path& path, double metresPerUnit = 1.0);
} // namespace FractureToolkit
