// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/MassProperties.h"
#include "Run/Recording.h"
#include "Run/RigidHost.h"

namespace FractureToolkit
{
/// A body's inertia at a place in the world. A fixed one has an inverse of zero.
class WorldInertia
{
public:
	WorldInertia(const FractureCore::MassProperties& mass, const FractureCore::Pose& pose, bool isFixed);

	/// What an impulse (N s) at a point (m, world) changes.
	void Apply(const FractureCore::Vec3& point, const FractureCore::Vec3& impulse, RigidState& state) const;

	/// n . K n at a point: 1 over the mass (kg) that an impulse along the unit vector n meets there.
	double InverseMassAlong(const FractureCore::Vec3& point, const FractureCore::Vec3& n) const;

	FractureCore::Vec3 Spin(const FractureCore::Vec3& angularVelocity) const; // kg m^2/s, about the centre
	const FractureCore::Vec3& Centre() const { return m_centre; }             // m, world

private:
	FractureCore::Vec3 SolveSpin(const FractureCore::Vec3& spin) const;

	double m_inverseMass = 0.0;
	FractureCore::Vec3 m_centre;
	FractureCore::Mat3 m_axes;    // columns: principal axes in the world
	FractureCore::Vec3 m_moments; // kg m^2
	bool m_isFixed = false;
};

/// Of a point (m, world) that the body carries along.
FractureCore::Vec3 VelocityAt(
	const RigidState& state, const FractureCore::MassProperties& mass, const FractureCore::Vec3& point);

/// Adds a body's share.
void AddToBalance(const FractureCore::MassProperties& mass,
	const RigidState& state,
	const FractureCore::Vec3& gravity,
	RunBalance& balance);
} // namespace FractureToolkit
