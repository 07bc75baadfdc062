// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Strength.h"

#include <nlohmann/json.hpp>

namespace FractureToolkit
{
inline nlohmann::ordered_json Numbers(const FractureCore::Vec3& v)
{
	return {v.x, v.y, v.z};
}

/// Layers and anchors as ReadStrength takes them. Without paint, the painted values, the bulk of it, are left out: for
/// lists that a page shows.
nlohmann::ordered_json StrengthToJson(const FractureCore::StrengthSetup& setup, bool withPaint);
} // namespace FractureToolkit
