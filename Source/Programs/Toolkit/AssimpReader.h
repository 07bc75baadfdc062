// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "ImportedModel.h"

#include <filesystem>

namespace FractureToolkit
{
/// Reads .stl and .fbx: all meshes of the scene, with their nodes' transforms, as one surface. Slots are
/// materials by name; normals and up to eight UV channels are kept for each corner; skinned meshes stand in their bind
/// pose; points and lines are left out with a warning. All these formats split vertices for their attributes; they are
/// joined again where their positions are equal to the last bit.
/// `metresPerUnit` 0: the file's own unit (FBX) or metres. A build without assimp answers UnsupportedFile.
FractureCore::Result<ImportedSurface> ReadThroughAssimp(const std::filesystem::path& path, double metresPerUnit);
} // namespace FractureToolkit
