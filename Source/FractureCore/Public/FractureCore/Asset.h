// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"
#include "FractureCore/Export.h"
#include "FractureCore/Result.h"

#include <cstdint>
#include <span>
#include <vector>

namespace FractureCore
{
/// Newest version of the .frac format that this build writes; it reads all from 1 on. Docs/FileFormat.md.
inline constexpr uint32_t kAssetVersion = 1;

/// The asset's bytes: the same object gives the same bytes.
FRACTURECORE_API std::vector<uint8_t> SaveAsset(const BakedObject& object);

/// Reads any bytes: truncated, flipped or hostile ones give an error that names the byte or section, never a crash, and
/// never an allocation beyond a small multiple of the input.
FRACTURECORE_API Result<BakedObject> LoadAsset(std::span<const uint8_t> bytes);
} // namespace FractureCore
