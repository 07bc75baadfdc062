// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace FractureTests
{
/// The scanned meshes; the folder may be absent.
std::filesystem::path ScannedMeshes();
/// Tests/Data.
std::filesystem::path TestData();
/// The plugin's folder Content.
std::filesystem::path Content();
/// The program `fracturesim` of this build.
std::filesystem::path ProgramUnderTest();
} // namespace FractureTests
