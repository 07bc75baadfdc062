// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ContactSolver.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Energy of bodies over the contacts of a step, J.
struct EnergyBalance
{
	double before = 0.0; // kinetic, without the gravity of the step
	double after = 0.0;  // kinetic
	double fallen = 0.0; // what flying on to the end of the step takes from the height

	/// The most that the bodies can be lifted by, were they slowed down for it.
	double Most() const;
	/// By how much to slow them down, at most 1, so that they end with no more than they began with after being lifted.
	double Scale(double lifted) const;
};

/// 1 a body, J, of those that yield. Their velocities have the gravity of the rest of the step in them.
std::vector<double> KineticBeforeGravity(std::span<const RigidBody> bodies, const Vec3& gravity, double step);

/// Slows movers that contacts press on each other and on what stands still, where contacts have done work on them.
/// `rows` are the contacts as they were solved, `kineticBefore` is from before that.
void TakeBackContactEnergy(std::span<const ContactRow> rows,
	std::span<const RigidBody> bodies,
	std::span<const double> kineticBefore,
	const Vec3& gravity,
	double step,
	std::span<SolverBody> movers);
} // namespace FractureCore
