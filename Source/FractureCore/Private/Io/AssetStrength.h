// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"

#include <cstdint>
#include <span>
#include <vector>

namespace FractureCore
{
/// The content of section SLAY.
std::vector<uint8_t> ToBytes(const StrengthSetup& setup);

/// Takes it apart again; answers the byte at which it is no longer a setup, or its size if it is one.
size_t FromBytes(std::span<const uint8_t> bytes, StrengthSetup& setup);

/// The content of section SLAX, names and all else that came later; nothing if there is nothing to say. Read after
/// SLAY.
std::vector<uint8_t> ExtrasToBytes(const StrengthSetup& setup);
size_t ExtrasFromBytes(std::span<const uint8_t> bytes, StrengthSetup& setup);

/// Layers, strengths and anchors of a loaded object: ranges, and array sizes that fit. The error names the section.
Status CheckAssetStrength(const BakedObject& object);
} // namespace FractureCore
