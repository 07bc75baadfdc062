// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Material.h"

#include "Base/Text.h"

#include <array>
#include <cmath>

namespace FractureCore
{
namespace
{
Material MakePreset(const char* name,
	double density,
	double youngModulus,
	double poissonRatio,
	double tensileStrength,
	double fractureToughness)
{
	Material material;
	material.name = name;
	material.density = density;
	material.youngModulus = youngModulus;
	material.poissonRatio = poissonRatio;
	material.tensileStrength = tensileStrength;
	material.fractureToughness = fractureToughness;
	// One ratio for all: the crushing limit of [Smith01] section 3.3.
	material.compressiveFactor = 8.0;
	return material;
}

Error MaterialError(const Material& material, const char* field, double value, const char* range)
{
	return {ErrorCode::InvalidMaterial,
		"material \"" + material.name + "\": " + field + " is " + FormatNumber(value) + " but must be " + range};
}
} // namespace

Status ValidateMaterial(const Material& material)
{
	if (material.name.size() > static_cast<size_t>(kMaxTextBytes) || !IsValidUtf8(material.name))
	{
		return Error{ErrorCode::InvalidMaterial,
			"the material's name must be UTF-8 text of at most " + std::to_string(kMaxTextBytes) + " bytes"};
	}
	const auto isPositive = [](double value) { return std::isfinite(value) && value > 0.0; };
	if (!isPositive(material.density))
	{
		return MaterialError(material, "density", material.density, "a finite number of kg/m^3 above 0");
	}
	if (!isPositive(material.youngModulus))
	{
		return MaterialError(material, "youngModulus", material.youngModulus, "a finite number of Pa above 0");
	}
	if (!(material.poissonRatio >= 0.0 && material.poissonRatio <= 0.45))
	{
		return MaterialError(material, "poissonRatio", material.poissonRatio, "from 0 to 0.45");
	}
	if (!isPositive(material.tensileStrength))
	{
		return MaterialError(material, "tensileStrength", material.tensileStrength, "a finite number of Pa above 0");
	}
	if (!std::isfinite(material.compressiveFactor) || material.compressiveFactor < 1.0)
	{
		return MaterialError(
			material, "compressiveFactor", material.compressiveFactor, "a finite number of at least 1");
	}
	if (!isPositive(material.fractureToughness))
	{
		return MaterialError(
			material, "fractureToughness", material.fractureToughness, "a finite number of Pa m^(1/2) above 0");
	}
	return Ok{};
}

std::span<const Material> MaterialPresets()
{
	// Typical handbook values, rounded: kg/m^3, Pa, -, Pa, Pa m^(1/2). Real specimens of one material scatter by a
	// factor of two in strength. Ceramic is a vitrified stoneware, stone a granite.
	static const std::array<Material, 7> presets = {
		MakePreset("adobe", 1900.0, 1.0e9, 0.20, 0.3e6, 0.10e6),
		MakePreset("ceramic", 2400.0, 70.0e9, 0.22, 40.0e6, 1.20e6),
		MakePreset("concrete", 2400.0, 30.0e9, 0.20, 3.0e6, 1.00e6),
		MakePreset("glass", 2500.0, 70.0e9, 0.22, 50.0e6, 0.75e6),
		MakePreset("ice", 917.0, 9.0e9, 0.33, 1.2e6, 0.12e6),
		MakePreset("plaster", 1200.0, 5.0e9, 0.20, 2.0e6, 0.15e6),
		MakePreset("stone", 2700.0, 50.0e9, 0.25, 10.0e6, 1.50e6),
	};
	return presets;
}

Result<Material> FindMaterialPreset(std::string_view name)
{
	std::string known;
	for (const Material& preset : MaterialPresets())
	{
		if (preset.name == name)
		{
			return preset;
		}
		known += (known.empty() ? "" : ", ") + preset.name;
	}
	return Error{
		ErrorCode::InvalidMaterial, "there is no material \"" + ToValidUtf8(name) + "\"; the presets are " + known};
}
} // namespace FractureCore
