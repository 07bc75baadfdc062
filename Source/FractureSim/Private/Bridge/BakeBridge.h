// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"
#include "FractureSimBakeSettings.h"

class UFractureSimAsset;

// Between how an asset is to be baked and what the core takes.

namespace FractureSim::Private
{
/// Lengths in cm of the mesh become metres of the real object. Hidden layers and anchors are left out, so that to hide
/// one is the same as to remove it; or, where messages count them, kept and hidden.
FRACTURESIM_API FractureCore::StrengthSetup ToCoreStrength(const TArray<FFractureSimStrengthLayer>& Layers,
	const FFractureSimBakeSettings& Settings,
	bool bWithHidden = false);

/// The error says which preset there is not. All else the core checks when it bakes.
FRACTURESIM_API FractureCore::Result<FractureCore::BakeSettings> ToCoreBakeSettings(const UFractureSimAsset& Asset);
} // namespace FractureSim::Private
