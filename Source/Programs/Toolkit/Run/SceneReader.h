// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"
#include "Run/Scene.h"

#include <filesystem>
#include <string_view>

namespace FractureToolkit
{
/// A scene as Docs/Scenes.md describes it. Names of files in it are relative to `folder`. The error is one line that
/// names object, field and value.
FractureCore::Result<Scene> ParseScene(std::string_view text, const std::filesystem::path& folder);

FractureCore::Result<Scene> ReadSceneFile(const std::filesystem::path& path);
} // namespace FractureToolkit
