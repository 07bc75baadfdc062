// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"
#include "FractureCore/SurfaceMesh.h"

#include <filesystem>
#include <string>

namespace FractureToolkit
{
/// Wavefront OBJ in metres with normals, the first UV channel and slots as `usemtl`. Numbers have as many digits as it
/// takes (up to 17) to read the same bits back: ReadObj of the result equals `mesh`, apart from UV channels after the
/// first, for which OBJ has no place.
std::string FormatObj(const FractureCore::SurfaceMesh& mesh);

FractureCore::Status WriteObj(const std::filesystem::path& path, const FractureCore::SurfaceMesh& mesh);
} // namespace FractureToolkit
