// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Strength.h"

namespace FractureToolkit
{
/// The same layers and anchors for an object that is `factor` (> 0) times as large about its origin: every length with
/// it, every share as it was.
void ScaleStrength(FractureCore::StrengthSetup& setup, double factor);
} // namespace FractureToolkit
