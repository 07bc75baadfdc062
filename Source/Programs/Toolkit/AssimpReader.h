// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "ImportedModel.h"

#include <filesystem>

namespace FractureToolkit
{
/// Reads .fbx: all meshes of the scene, with their nodes' transforms, as one surface. Slots are materials by name;
/// normals and up to eight UV channels are kept for each corner; skinned meshes stand in their bind pose; points and
/// lines are left out with a warning. Vertices that are split for their attributes are joined again where their
/// positions are equal to the last bit. Positions and transforms have passed through float.
/// `metresPerUnit` 0: the file's own unit. A build without assimp answers UnsupportedFile.
FractureCore::Result<ImportedSurface> ReadThroughAssimp(const std::filesystem::path& path, double metresPerUnit);
} // namespace FractureToolkit
