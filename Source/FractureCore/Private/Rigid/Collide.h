// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/WorldData.h"

#include <vector>

namespace FractureCore
{
/// Velocities of all bodies, to go back to.
struct VelocitySnapshot
{
	std::vector<Vec3> v;
	std::vector<Vec3> w;

	explicit VelocitySnapshot(std::span<const RigidBody> bodies);
	void Restore(std::span<RigidBody> bodies) const;
};

/// Collisions with restitution: the rows of everything that hits or is in touch with what is hit, solved from the
/// velocities as they are. Kinetic energy does not grow in any group of touching bodies. Empty: nothing hits.
std::vector<ContactRow> SolveCollisions(World::Data& world, double step);
} // namespace FractureCore
