// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Material.h"
#include "FractureCore/Plan.h"

namespace FractureCore
{
/// How far a collision has got when the body comes apart.
struct LoadingOutcome
{
	double fraction = 0.0;    // of the impulses, restitution included
	double crackEnergy = 0.0; // J, that the cracks until then took
};

/// Loads a body, step by step of its plan, until it has come apart: the load rises to what the next crack takes, the
/// crack runs and takes its energy, and where that crack parts the body the rest of the impulse is no longer its
/// business. `closingEnergy` as in Impact. The plan must have at least one crack or grain.
LoadingOutcome LoadUntilSeparation(
	const CrackPlan& plan, const Material& material, double restitution, double closingEnergy);
} // namespace FractureCore
