// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"
#include "FractureCore/Result.h"

#include <span>
#include <string>
#include <string_view>

namespace FractureCore
{
/// A brittle, isotropic solid. SI units; the defaults are soda-lime glass.
struct Material
{
	std::string name = "glass";
	double density = 2500.0;           // kg/m^3, > 0
	double youngModulus = 70.0e9;      // Pa, > 0
	double poissonRatio = 0.22;        // [0, 0.45]; closer to 0.5 locks linear tetrahedra
	double tensileStrength = 50.0e6;   // Pa, > 0
	double compressiveFactor = 8.0;    // compressive over tensile strength, >= 1
	double fractureToughness = 0.75e6; // K_Ic, Pa m^(1/2), > 0

	friend bool operator==(const Material&, const Material&) = default;
};

/// Checks every range above; the error names the first bad field and its value.
FRACTURECORE_API Status ValidateMaterial(const Material& material);

/// The built-in presets, by name in ascending order.
FRACTURECORE_API std::span<const Material> MaterialPresets();

/// The preset of that name; the error lists the names there are.
FRACTURECORE_API Result<Material> FindMaterialPreset(std::string_view name);
} // namespace FractureCore
