// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"
#include "Run/Recording.h"

#include <filesystem>

namespace FractureToolkit
{
/// Writes scene.glb, report.json and viewer.html into `folder`, which is made if it is absent. Each file is there as a
/// whole or not at all. The error names the file.
FractureCore::Status WriteRunFiles(const std::filesystem::path& folder, const Recording& recording);
} // namespace FractureToolkit
