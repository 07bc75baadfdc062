// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ContactSolver.h"
#include "Rigid/WorldData.h"

namespace FractureCore
{
/// Moves overlapping bodies apart by velocities that are forgotten afterwards. Only in groups that rest on something:
/// nothing presses the others together, and a move would change their angular momentum. `islands` are the groups, 1 a
/// body, `isGrounded` says which of their names rest on something; `kineticBefore` as in ContactEnergy.h.
void PushApart(World::Data& world,
	std::span<const ContactRow> rows,
	std::span<const int32_t> islands,
	std::span<const uint8_t> isGrounded,
	std::span<const double> kineticBefore,
	double step);
} // namespace FractureCore
