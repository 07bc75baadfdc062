// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"
#include "FractureCore/Result.h"
#include "FractureCore/Types.h"

#include <span>
#include <string>
#include <string_view>

namespace FractureCore
{
/// A solid with isotropic elasticity. SI units; the defaults are soda-lime glass. Docs/Materials.md explains each
/// field.
struct Material
{
	std::string name = "glass";
	double density = 2500.0;           // kg/m^3, > 0
	double youngModulus = 70.0e9;      // Pa, > 0
	double poissonRatio = 0.22;        // [0, 0.45]; closer to 0.5 locks linear tetrahedra
	double tensileStrength = 50.0e6;   // Pa, > 0; across strengthAxis
	double compressiveFactor = 8.0;    // compressive over tensile strength, >= 1
	double fractureToughness = 0.75e6; // K_Ic, Pa m^(1/2), > 0

	double growthFactor = 0.3;       // strength beside an open crack over full strength, (0, 1]
	double grainSize = 0.0;          // m, >= 0: what crushed zones and grainy cracks break into; 0: no grains
	double dentFactor = 0.0;         // [0, 1e4]: lasting over elastic displacement where it yields; 0: does not dent
	double yieldStrength = 0.0;      // Pa, von Mises, >= 0; 0: never yields
	double axisFactor = 1.0;         // [0.001, 1000]: strength along strengthAxis over tensileStrength
	double surfaceCompression = 0.0; // Pa, >= 0: prior stress of tempered glass; tensileStrength has it in already
	double dampingPhi = 0.0;         // Pa s, >= 0: viscous Lame constants of [OBrien99] equation (6)
	double dampingPsi = 0.0;
	Vec3 strengthAxis = {}; // unit vector, along fibres (axisFactor > 1) or across layers (< 1); zero: none

	friend bool operator==(const Material&, const Material&) = default;
};

/// A number of Material by name: what is checked, read, written and hashed field by field.
struct MaterialField
{
	const char* name;
	double Material::*value;
	double low;
	double high;        // infinity: any finite number
	bool isLowExcluded; // the range starts above `low`
	const char* unit;   // may be empty
};

/// All numbers in the order of their declaration; strengthAxis is not among them.
FRACTURECORE_API std::span<const MaterialField> MaterialFields();

/// Checks every range above; the error names the first bad field and its value.
FRACTURECORE_API Status ValidateMaterial(const Material& material);

/// Strength against being pulled apart along `direction` (unit length) over tensileStrength, by Hankinson's formula:
/// 1 across the axis, axisFactor along it.
FRACTURECORE_API double DirectionFactor(const Material& material, const Vec3& direction);

/// What a crack takes for each m^2 of it, J/m^2 [Griffith21]: K_Ic^2 (1 - nu^2) / E.
FRACTURECORE_API double CrackEnergy(const Material& material);

/// The plane on which a stress comes nearest to pulling a material apart.
struct CriticalPlane
{
	double tension = 0.0; // Pa: normal stress over DirectionFactor. It breaks where this beats the tensile strength.
	Vec3 normal{1.0, 0.0, 0.0};
};

/// The largest normal stress over DirectionFactor of all planes: the largest principal stress and its direction for a
/// material without an axis, else often another plane, such as between fibres. Negative where all is compressed; then
/// only the sign counts.
FRACTURECORE_API CriticalPlane FindCriticalPlane(const Sym3& stress, const Material& material);

/// The built-in presets, by name in ascending order; the same as the files in Content/Materials.
FRACTURECORE_API std::span<const Material> MaterialPresets();

/// The preset of that name; the error lists the names there are.
FRACTURECORE_API Result<Material> FindMaterialPreset(std::string_view name);
} // namespace FractureCore
