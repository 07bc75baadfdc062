// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/BodyImpact.h"
#include "Rigid/WorldData.h"

#include <span>
#include <vector>

namespace FractureCore
{
struct BlowSize
{
	double closingSpeed = 0.0;  // m/s
	double effectiveMass = 0.0; // kg
	double restitution = 0.0;
};

/// How long a blow between two bodies lasts [Hertz]; `normal` goes from A to B.
ContactPulse PulseOfBlow(const RigidBody& a, const RigidBody& b, const Vec3& normal, const BlowSize& blow);

/// Whether a piece is hit by its like, or by what made it, while the blow that did so lasts: it has broken what there
/// is to break, and what is left of it only pushes.
bool IsSameBlow(const RigidBody& piece, const RigidBody& other, double time, double step);

/// Held pieces that nothing breaks any more, or not while the blow that made them lasts, and that are hit much harder
/// than a piece of their thickness surely bears: they give way where they are held. In ascending order.
std::vector<int32_t> FindTornOff(std::span<const ContactRow> rows, const World::Data& world, double step);

/// What the collision rows do to each breakable body that they hit, most violent first.
std::vector<BodyImpact> GatherImpacts(std::span<const ContactRow> rows, const World::Data& world, double step);
} // namespace FractureCore
