// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Studio/StudioLibrary.h"
#include "Studio/StudioSession.h"

#include <nlohmann/json.hpp>

// What a page is told, as JSON. Meshes, values and frames are bytes: StudioPackets.h.

namespace FractureToolkit
{
/// Everything about a session but its meshes.
nlohmann::ordered_json DescribeStatus(const StudioStatus& status);

/// Objects, materials with their fields' units and ranges, and the colours of the heat map.
nlohmann::ordered_json DescribeLibrary(const StudioLibrary& library);
} // namespace FractureToolkit
