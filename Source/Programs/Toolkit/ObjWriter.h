// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"
#include "FractureCore/SurfaceMesh.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace FractureToolkit
{
/// Wavefront OBJ in metres with normals, the first UV channel and slots as `usemtl`. Numbers have as many digits as it
/// takes (up to 17) to read the same bits back: ReadObj of the result equals `mesh`, apart from UV channels after the
/// first, for which OBJ has no place. `materialFile`: the .mtl beside it that describes the slots, if any.
std::string FormatObj(const FractureCore::SurfaceMesh& mesh, std::string_view materialFile = {});

/// The name of a slot as it stands behind `usemtl` and `newmtl`: on one line.
std::string ObjName(std::string name);

FractureCore::Status WriteObj(const std::filesystem::path& path, const FractureCore::SurfaceMesh& mesh);
} // namespace FractureToolkit
