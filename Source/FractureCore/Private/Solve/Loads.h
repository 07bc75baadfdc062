// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Stress.h"
#include "Solve/RigidModes.h"
#include "Solve/SurfaceLoads.h"

#include <span>

namespace FractureCore
{
// What solids and sheets do alike with loads, before they are solved.

/// Adds impulses as peak forces (N) or as they are (N s). The error names the first bad impulse.
Status AddImpulses(const SurfaceLoads& loads,
	std::span<const ContactImpulse> impulses,
	StressQuantity quantity,
	std::span<Vec3> nodeForces);

/// Right length and finite; the error names the first bad node.
Status ValidateLoads(std::span<const Vec3> forces, int32_t nodeCount);

/// An error if a free motion would run away under the forces.
Status RequireBalance(
	const RigidModes& modes, std::span<const Vec3> nodes, std::span<const Vec3> forces, RigidScratch& scratch);

/// Zero where supports hold (`heldAxes` empty: nowhere) or pins do.
void ZeroHeld(std::span<const uint8_t> heldAxes, std::span<Vec3> forces);
void ZeroPins(const RigidModes& modes, std::span<Vec3> forces);
} // namespace FractureCore
