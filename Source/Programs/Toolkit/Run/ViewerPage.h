// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Run/Recording.h"

#include <cstdint>
#include <span>
#include <string>

namespace FractureToolkit
{
/// One HTML page that plays the run: three.js, the page's own script and `glb` (FormatRecordingGlb) are all inside, so
/// it works offline and from a file. Its sources are in Source/Programs/Viewer.
std::string FormatViewerPage(const Recording& recording, std::span<const uint8_t> glb);
} // namespace FractureToolkit
