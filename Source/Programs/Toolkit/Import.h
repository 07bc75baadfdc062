// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "ImportedModel.h"

#include <filesystem>
#include <string_view>

namespace FractureToolkit
{
/// "m", "cm", "mm" or "in" in metres.
FractureCore::Result<double> MetresPerUnit(std::string_view unit);

/// Whether ImportModel reads files with this name's extension: .obj .stl .ply .gltf .glb .fbx .msh .node .ele in any
/// case. True also for those that a build without assimp turns down, so that the user hears why.
bool IsModelFile(const std::filesystem::path& path);

/// Which axis of the model points up if nobody says otherwise: what the file says, else z.
UpAxis UsualUpAxis(const ImportedModel& model);

/// Turns a model with y up about the x axis, so that z points up as in everything made here.
void TurnZUp(ImportedModel& model, UpAxis up);

/// Reads a mesh by its extension. `metresPerUnit` 0 means the file's own unit where the format has one (glTF: metres;
/// FBX: stored in the file) and metres elsewhere; any other value overrides. Messages do not repeat the path.
FractureCore::Result<ImportedModel> ImportModel(const std::filesystem::path& path, double metresPerUnit = 0.0);
} // namespace FractureToolkit
