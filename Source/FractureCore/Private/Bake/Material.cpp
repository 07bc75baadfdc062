// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Material.h"

#include "Base/Text.h"

#include <cmath>
#include <limits>

namespace FractureCore
{
namespace
{
constexpr double kNoLimit = std::numeric_limits<double>::infinity();

constexpr MaterialField kMaterialFields[] = {
	{"density", &Material::density, 0.0, kNoLimit, true, "kg/m^3"},
	{"youngModulus", &Material::youngModulus, 0.0, kNoLimit, true, "Pa"},
	{"poissonRatio", &Material::poissonRatio, 0.0, 0.45, false, ""},
	{"tensileStrength", &Material::tensileStrength, 0.0, kNoLimit, true, "Pa"},
	{"compressiveFactor", &Material::compressiveFactor, 1.0, kNoLimit, false, ""},
	{"fractureToughness", &Material::fractureToughness, 0.0, kNoLimit, true, "Pa m^(1/2)"},
	{"growthFactor", &Material::growthFactor, 0.0, 1.0, true, ""},
	{"grainSize", &Material::grainSize, 0.0, kNoLimit, false, "m"},
	{"dentFactor", &Material::dentFactor, 0.0, 1.0e4, false, ""},
	{"yieldStrength", &Material::yieldStrength, 0.0, kNoLimit, false, "Pa"},
	{"axisFactor", &Material::axisFactor, 1.0e-3, 1.0e3, false, ""},
	{"surfaceCompression", &Material::surfaceCompression, 0.0, kNoLimit, false, "Pa"},
	{"dampingPhi", &Material::dampingPhi, 0.0, kNoLimit, false, "Pa s"},
	{"dampingPsi", &Material::dampingPsi, 0.0, kNoLimit, false, "Pa s"},
};

/// "a finite number of Pa above 0", "from 0 to 0.45".
std::string RangeText(const MaterialField& field)
{
	const std::string unit = field.unit;
	if (std::isfinite(field.high))
	{
		return (field.isLowExcluded ? "above " : "from ") + FormatNumber(field.low) +
			(field.isLowExcluded ? " and at most " : " to ") + FormatNumber(field.high);
	}
	return "a finite number " + (unit.empty() ? "of " : "of " + unit + (field.isLowExcluded ? " " : ", ")) +
		(field.isLowExcluded ? "above " : "at least ") + FormatNumber(field.low);
}

bool IsInRange(const MaterialField& field, double value)
{
	return std::isfinite(value) && value <= field.high &&
		(field.isLowExcluded ? value > field.low : value >= field.low);
}

/// Formulas take squares and products of these; beyond, the range of numbers ends on the way.
constexpr double kLeastValue = 1.0e-100;
constexpr double kMostValue = 1.0e100;

Error MaterialError(const Material& material, const std::string& problem)
{
	return {ErrorCode::InvalidMaterial, "material \"" + material.name + "\": " + problem};
}

/// Numbers that users type, such as 0.6 and 0.8, make a unit vector only to rounding.
bool IsUnitOrZero(const Vec3& axis)
{
	const double length = Length(axis);
	return length == 0.0 || std::abs(length - 1.0) <= 1.0e-6;
}
} // namespace

std::span<const MaterialField> MaterialFields()
{
	return kMaterialFields;
}

Status ValidateMaterial(const Material& material)
{
	if (material.name.size() > static_cast<size_t>(kMaxTextBytes) || !IsValidUtf8(material.name))
	{
		return Error{ErrorCode::InvalidMaterial,
			"the material's name must be UTF-8 text of at most " + std::to_string(kMaxTextBytes) + " bytes"};
	}
	for (const MaterialField& field : kMaterialFields)
	{
		const double value = material.*field.value;
		if (!IsInRange(field, value))
		{
			return MaterialError(
				material, std::string(field.name) + " is " + FormatNumber(value) + " but must be " + RangeText(field));
		}
		if (value > kMostValue || (value > 0.0 && value < kLeastValue))
		{
			return MaterialError(material,
				std::string(field.name) + " is " + FormatNumber(value) + ", too " +
					(value > kMostValue ? "large" : "small") + " to reckon with: " + FormatNumber(kLeastValue) +
					" to " + FormatNumber(kMostValue));
		}
	}
	if (!IsFinite(material.strengthAxis) || !IsUnitOrZero(material.strengthAxis))
	{
		return MaterialError(material, "strengthAxis must have length 1, or 0 for none");
	}
	if (material.dentFactor > 0.0 && material.yieldStrength == 0.0)
	{
		return MaterialError(material, "it has a dentFactor but no yieldStrength above which it dents");
	}
	return Ok{};
}

double DirectionFactor(const Material& material, const Vec3& direction)
{
	if (material.strengthAxis == Vec3{})
	{
		return 1.0;
	}
	const double along = Dot(material.strengthAxis, direction);
	const double cosSquared = along * along < 1.0 ? along * along : 1.0;
	return material.axisFactor / (material.axisFactor * (1.0 - cosSquared) + cosSquared);
}

double CrackEnergy(const Material& material)
{
	const double k = material.fractureToughness;
	return k * k * (1.0 - material.poissonRatio * material.poissonRatio) / material.youngModulus;
}
} // namespace FractureCore
