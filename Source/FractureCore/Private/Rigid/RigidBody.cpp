// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/RigidBody.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
double RigidBody::KineticEnergy() const
{
	const Vec3 local = Transposed(rotation) * w;
	return 0.5 * (mass * LengthSquared(v) + Dot(local, inertia * local));
}

Vec3 RigidBody::AngularMomentum() const
{
	return Cross(x, v) * mass + rotation * (inertia * (Transposed(rotation) * w));
}

void RigidBody::Refresh()
{
	rotation = ToMatrix(q);
	if (inverseMass > 0.0)
	{
		inverseInertiaWorld = rotation * (inverseInertia * Transposed(rotation));
	}
}

namespace
{
FreeTurnWay WayOf(const RigidBody& body)
{
	if (body.zone != nullptr)
	{
		const ZoneTurn& zone = *body.zone;
		return {{zone.inverseInertia, zone.spin, 0.5 * Dot(zone.w, zone.spin)}, {{}, zone.w}};
	}
	const Vec3 spin = body.rotation * (body.inertia * (Transposed(body.rotation) * body.w));
	return {{body.inverseInertia, spin, 0.5 * Dot(body.w, spin)}, {body.q, body.w}};
}
} // namespace

TurnWay::TurnWay(const RigidBody& body)
	: m_start{body.q, body.w}, m_isFree(body.IsDynamic()), m_isInZone(body.zone != nullptr), m_way(WayOf(body))
{
}

FreeTurn TurnWay::At(double time)
{
	if (!(LengthSquared(m_start.w) > 0.0) || !(time > 0.0))
	{
		return m_start;
	}
	if (!m_isFree)
	{
		return {Normalised(RotationFromVector(m_start.w * time) * m_start.q), m_start.w};
	}
	const FreeTurn turn = m_way.At(time);
	return m_isInZone ? FreeTurn{Normalised(turn.q * m_start.q), turn.w} : turn;
}

FreeTurn TurnFreely(const RigidBody& body, double time)
{
	return TurnWay(body).At(time);
}

void Fly(RigidBody& body, double time)
{
	body.x += body.v * time;
	const FreeTurn turn = TurnFreely(body, time);
	if (turn.q != body.q)
	{
		body.q = turn.q;
		body.w = turn.w;
		body.Refresh();
	}
}

double TurningBound(const RigidBody& body)
{
	if (!body.IsDynamic())
	{
		return Length(body.w) * body.shape->radius;
	}
	if (body.zone != nullptr)
	{
		return body.zone->most * body.shape->radius;
	}
	const Vec3 local = Transposed(body.rotation) * body.w;
	return std::max(Length(body.w), Length(body.inertia * local) * body.mostInverseInertia) * body.shape->radius;
}

Mat3 InverseSymmetric(const Mat3& a)
{
	const double c00 = a.m[1][1] * a.m[2][2] - a.m[1][2] * a.m[2][1];
	const double c01 = a.m[1][2] * a.m[2][0] - a.m[1][0] * a.m[2][2];
	const double c02 = a.m[1][0] * a.m[2][1] - a.m[1][1] * a.m[2][0];
	const double determinant = a.m[0][0] * c00 + a.m[0][1] * c01 + a.m[0][2] * c02;
	if (!(determinant > 0.0))
	{
		return {};
	}
	const double s = 1.0 / determinant;
	const double c11 = a.m[0][0] * a.m[2][2] - a.m[0][2] * a.m[2][0];
	const double c12 = a.m[0][1] * a.m[2][0] - a.m[0][0] * a.m[2][1];
	const double c22 = a.m[0][0] * a.m[1][1] - a.m[0][1] * a.m[1][0];
	return {{{c00 * s, c01 * s, c02 * s}, {c01 * s, c11 * s, c12 * s}, {c02 * s, c12 * s, c22 * s}}};
}
} // namespace FractureCore
