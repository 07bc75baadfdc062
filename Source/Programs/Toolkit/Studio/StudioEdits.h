// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Studio/StudioSession.h"

#include <nlohmann/json.hpp>

namespace FractureToolkit
{
/// A change of layers or anchors: {"do": "add-layer", "layer": {...}}. What may be done:
/// add-layer (layer; at), remove-layer (index), move-layer (from, to), set-layer (index; name, hidden, blend, weight),
/// set-source (index, layer), add-paint (depth; at), add-anchor (anchor), add-anchor-paint (depth), remove-anchor
/// (index), set-anchor (index; name, hidden), set-depth (channel, index, depth), undo, redo. Layers and anchors are as
/// Docs/Strength.md describes them.
FractureCore::Result<StudioSession::Job> EditJob(const nlohmann::json& request);

/// A part of a stroke: {"do": "begin", "channel", "index", "mode", "radius", ...}, {"do": "go", "points": [x, y, z,
/// ...]}, {"do": "end"} or {"do": "cancel"}.
FractureCore::Result<StudioSession::Job> StrokeJob(const nlohmann::json& request);
} // namespace FractureToolkit
