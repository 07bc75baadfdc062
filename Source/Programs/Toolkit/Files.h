// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace FractureToolkit
{
/// Names travel as UTF-8 inside the programs on every system; Windows' own wide names exist only in the path type.
std::filesystem::path PathFromUtf8(std::string_view text);
std::string Utf8FromPath(const std::filesystem::path& path);

/// ".obj" for "Bowl.OBJ"; empty for none.
std::string LowerExtension(const std::filesystem::path& path);

/// Why a regular file cannot be read, if it cannot. Messages of these functions do not repeat the path: whoever prints
/// them does.
FractureCore::Status CheckReadable(const std::filesystem::path& path);

/// The whole of a regular file.
FractureCore::Result<std::vector<uint8_t>> ReadFileBytes(const std::filesystem::path& path);

/// Makes the folder that a file is to be written to, if it is not there.
FractureCore::Status MakeFolderFor(const std::filesystem::path& path);

/// All or nothing, in a folder that is made if it is not there: writes beside the target and renames, so that neither a
/// full disk nor a killed program leaves half a file under the target's name. A device such as /dev/null is written to,
/// never replaced.
FractureCore::Status WriteFileAtomically(const std::filesystem::path& path, std::span<const uint8_t> bytes);
FractureCore::Status WriteFileAtomically(const std::filesystem::path& path, std::string_view text);
} // namespace FractureToolkit
