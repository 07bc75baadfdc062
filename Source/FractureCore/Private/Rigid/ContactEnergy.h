// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ContactSolver.h"

#include <span>

namespace FractureCore
{
/// Slows movers that contacts press on each other and on what stands still, where contacts have done work on them.
/// `rows` are the contacts as they were solved, `bodies` have the velocities before that, with the gravity of the rest
/// of the step in them.
void TakeBackContactEnergy(std::span<const ContactRow> rows,
	std::span<const RigidBody> bodies,
	const Vec3& gravity,
	double step,
	std::span<SolverBody> movers);
} // namespace FractureCore
