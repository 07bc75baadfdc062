// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/SetupEdit.h"

namespace FractureCore
{
/// A layer with that source and look.
StrengthLayer WithLook(StrengthSource source, const LayerLook& look);

/// ValidateStrength of one layer or anchor; the error names it by its place, counted from 1.
Status CheckItem(const StrengthLayer& layer, int32_t index);
Status CheckItem(const Anchor& anchor, int32_t index);

/// FindPaint, to be changed.
PaintedValues* FindPaintToChange(StrengthSetup& setup, const PaintTarget& target);
/// Painted seeds of a grain layer; null if it is none.
std::vector<Vec3>* FindSeeds(StrengthSetup& setup, int32_t layer);

/// The same bits: unlike ==, which holds 0 and -0 for equal.
bool IsSameFloat(float a, float b);
} // namespace FractureCore
