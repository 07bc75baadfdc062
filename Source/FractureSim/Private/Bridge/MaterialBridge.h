// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "FractureCore/Material.h"

class UFractureSimMaterial;

namespace FractureSim::Private
{
/// The asset's numbers in SI; what it does not have stays as in `Base`.
FRACTURESIM_API FractureCore::Material ToCoreMaterial(
	const UFractureSimMaterial& Material, const FractureCore::Material& Base);

void FromCoreMaterial(const FractureCore::Material& Source, UFractureSimMaterial& Material);
} // namespace FractureSim::Private
