// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Run/Recording.h"

#include <nlohmann/json.hpp>

namespace FractureToolkit
{
/// A run in numbers: `frames` (bodies, fragments, triangles, milliseconds by stage, energy, momentum, breaks), `bodies`
/// (life, mass, volume, parent), `totals` and the `hash` of everything but times. Docs/Scenes.md explains each field.
nlohmann::ordered_json MakeRunReport(const Recording& recording);

/// The part without frames and bodies.
nlohmann::ordered_json MakeRunTotals(const Recording& recording);
} // namespace FractureToolkit
