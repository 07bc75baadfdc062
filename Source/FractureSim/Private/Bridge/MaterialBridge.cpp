// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bridge/MaterialBridge.h"

#include "Bridge/UnitBridge.h"
#include "FractureSimMaterial.h"

namespace FractureSim::Private
{
FractureCore::Material ToCoreMaterial(const UFractureSimMaterial& Material, const FractureCore::Material& Base)
{
	FractureCore::Material Result = Base;
	Result.name = TCHAR_TO_UTF8(*Material.GetName());
	Result.density = Material.Density;
	Result.youngModulus = PascalsFromGigapascals(Material.YoungModulusGPa);
	Result.poissonRatio = Material.PoissonRatio;
	Result.tensileStrength = PascalsFromMegapascals(Material.TensileStrengthMPa);
	Result.compressiveFactor = Material.CompressiveFactor;
	Result.fractureToughness = PascalsFromMegapascals(Material.FractureToughness);
	Result.growthFactor = Material.GrowthFactor;
	Result.grainSize = Material.GrainSize / CentimetresPerMetre;
	return Result;
}

void FromCoreMaterial(const FractureCore::Material& Source, UFractureSimMaterial& Material)
{
	Material.Density = Source.density;
	Material.YoungModulusGPa = Source.youngModulus / 1.0e9;
	Material.PoissonRatio = Source.poissonRatio;
	Material.TensileStrengthMPa = Source.tensileStrength / 1.0e6;
	Material.CompressiveFactor = Source.compressiveFactor;
	Material.FractureToughness = Source.fractureToughness / 1.0e6;
	Material.GrowthFactor = Source.growthFactor;
	Material.GrainSize = Source.grainSize * CentimetresPerMetre;
}
} // namespace FractureSim::Private
