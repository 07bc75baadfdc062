// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace FractureToolkit
{
/// Which axis of a mesh points up. Shapes and assets made here have z; what comes from glTF has y.
enum class UpAxis : uint8_t
{
	Y,
	Z,
};
} // namespace FractureToolkit
