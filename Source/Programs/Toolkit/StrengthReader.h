// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Strength.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace FractureToolkit
{
/// Strength layers and anchors as Docs/Strength.md describes them, checked with ValidateStrength. The error is one line
/// that names layer or anchor, counted from 1, and field.
FractureCore::Result<FractureCore::StrengthSetup> ParseStrength(std::string_view text);

/// The same from a part of a larger file; `place` stands before every message.
FractureCore::Result<FractureCore::StrengthSetup> ReadStrength(const nlohmann::json& object, const std::string& place);

FractureCore::Result<FractureCore::StrengthSetup> ReadStrengthFile(const std::filesystem::path& path);
} // namespace FractureToolkit
