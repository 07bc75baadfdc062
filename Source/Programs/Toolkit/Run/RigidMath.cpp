// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/RigidMath.h"

namespace FractureToolkit
{
using FractureCore::MassProperties;
using FractureCore::Mat3;
using FractureCore::Pose;
using FractureCore::Vec3;

WorldInertia::WorldInertia(const MassProperties& mass, const Pose& pose, bool isFixed)
	: m_inverseMass(isFixed ? 0.0 : 1.0 / mass.mass), m_centre(ToWorld(pose, mass.centre)), m_isFixed(isFixed)
{
	const FractureCore::PrincipalInertia principal = FractureCore::ComputePrincipalInertia(mass.inertia);
	m_axes = ToMatrix(pose.orientation) * principal.axes;
	m_moments = principal.moments;
}

Vec3 WorldInertia::SolveSpin(const Vec3& spin) const
{
	if (m_isFixed)
	{
		return {};
	}
	const Vec3 local = Transposed(m_axes) * spin;
	return m_axes * Vec3{local.x / m_moments.x, local.y / m_moments.y, local.z / m_moments.z};
}

Vec3 WorldInertia::Spin(const Vec3& angularVelocity) const
{
	const Vec3 local = Transposed(m_axes) * angularVelocity;
	return m_axes * Vec3{local.x * m_moments.x, local.y * m_moments.y, local.z * m_moments.z};
}

void WorldInertia::Apply(const Vec3& point, const Vec3& impulse, RigidState& state) const
{
	state.velocity += impulse * m_inverseMass;
	state.angularVelocity += SolveSpin(Cross(point - m_centre, impulse));
}

double WorldInertia::InverseMassAlong(const Vec3& point, const Vec3& n) const
{
	const Vec3 arm = point - m_centre;
	return m_inverseMass + Dot(n, Cross(SolveSpin(Cross(arm, n)), arm));
}

Vec3 VelocityAt(const RigidState& state, const MassProperties& mass, const Vec3& point)
{
	return state.velocity + Cross(state.angularVelocity, point - ToWorld(state.pose, mass.centre));
}

void AddToBalance(const MassProperties& mass, const RigidState& state, const Vec3& gravity, RunBalance& balance)
{
	const WorldInertia inertia(mass, state.pose, false);
	const Vec3 spin = inertia.Spin(state.angularVelocity);
	balance.kinetic += 0.5 * mass.mass * LengthSquared(state.velocity) + 0.5 * Dot(state.angularVelocity, spin);
	balance.potential -= mass.mass * Dot(gravity, inertia.Centre());
	balance.momentum += state.velocity * mass.mass;
	balance.spin += spin + Cross(inertia.Centre(), state.velocity) * mass.mass;
}
} // namespace FractureToolkit
