// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/WorldData.h"

#include <vector>

namespace FractureCore
{
// Of the skin: who has flown to a hit is no farther from it than that, and than gravity may mislead a straight flight.
inline constexpr double kAtHit = 2.0;

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

/// What collides at once.
struct CollidingRows
{
	std::vector<ContactRow> rows; // of everything that hits or is in touch with what is hit; empty: nothing hits
	bool hasLater = false;        // other contacts still close in the step, now that this is solved
};

/// Collisions with restitution, solved from the velocities as they are: the first hits of the bodies. What a body would
/// meet behind them has to wait: they may stop it before. Kinetic energy does not grow in any group of touching bodies.
CollidingRows SolveCollisions(World::Data& world, double step);
} // namespace FractureCore
