// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Fragility.h"
#include "Solve/SurfaceLoads.h"

#include <span>

namespace FractureCore
{
// What fragility maps of solids and sheets share.

/// The stress of a force that is a sum of unit forces along the axes.
Sym3 Combine(const Sym3 parts[3], const Vec3& weights);

/// How far a stress, and its opposite, go towards the strength: tension counts fully, on the plane that bears it least,
/// compression by the material's factor less.
struct LoadRatios
{
	double positive = 0.0;
	double negative = 0.0;
};

/// Raises `most` to the ratios of a stress. The worst plane of a material with an axis takes long to find, so it is
/// looked for only where the worst that it can be would count.
void RaiseRatios(const Sym3& stress, double strength, const Material& material, LoadRatios& most);

/// Strengths for every cell or for none, all above zero, and a pulse with a duration; `cell` is what one is called.
Status CheckFragilityInput(
	std::span<const double> strength, size_t cellCount, const char* cell, const ContactPulse& pulse);

/// An upper bound of what the impulses do together, by the ratios of their sites' corners; infinite where the map
/// cannot tell.
Result<double> BoundByMap(const SurfaceLoads& loads, const FragilityMap& map, std::span<const ContactImpulse> impulses);
} // namespace FractureCore
