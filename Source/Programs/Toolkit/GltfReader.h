// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "ImportedModel.h"

#include <filesystem>

namespace FractureToolkit
{
/// Reads glTF 2.0, .gltf and .glb, by own means: assimp 5.2 crashes on legal files (a skin without inverse bind
/// matrices) and is not there on Windows. All meshes of the default scene with their nodes' transforms become one
/// surface; slots are materials by name; every UV channel up to eight is kept, turned to the origin of ImportedSurface;
/// skinned meshes stand where their joints put them; points and lines are left out with a warning. Vertices that glTF
/// splits for their attributes are joined again where their positions are equal to the last bit.
FractureCore::Result<ImportedSurface> ReadGltf(const std::filesystem::path& path, double metresPerUnit = 1.0);
} // namespace FractureToolkit
