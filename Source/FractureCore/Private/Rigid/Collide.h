// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/WorldData.h"

#include <vector>

namespace FractureCore
{
/// Velocities of the bodies that a collision may change, to go back to; 0 of the others.
struct VelocitySnapshot
{
	std::vector<Vec3> v; // 1 a body
	std::vector<Vec3> w;

	explicit VelocitySnapshot(World::Data& world);
	void Restore(std::span<RigidBody> bodies) const;

private:
	std::vector<int32_t> m_who;
};

/// Collisions with restitution: the rows of everything that hits or is in touch with what is hit, solved from the
/// velocities as they are. Kinetic energy does not grow in any group of touching bodies. Empty: nothing hits.
std::vector<ContactRow> SolveCollisions(World::Data& world, double step);
} // namespace FractureCore
