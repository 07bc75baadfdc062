// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"

#include <array>
#include <cstdint>

namespace FractureCore
{
/// Philox4x32-10 [Salmon11]: a pure function of key and counter, so any thread can draw number n of stream s without
/// state and every platform draws the same.
FRACTURECORE_API std::array<uint32_t, 4> Philox4x32(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key);

/// 64 random bits: number `counter` of the stream `seed`.
FRACTURECORE_API uint64_t RandomBits(uint64_t seed, uint64_t counter);

/// Uniform in [0, 1), with 53 random bits.
FRACTURECORE_API double RandomUnit(uint64_t seed, uint64_t counter);
} // namespace FractureCore
