// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/Sweep.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
constexpr int32_t kMostAdvances = 48;

/// The body `time` s later, turning at a constant rate: a collision's time need not know more.
class FlyingShape
{
public:
	explicit FlyingShape(const FlightPath& path) : m_path(path), m_now(path.body->Place()) {}

	void MoveTo(double time)
	{
		const RigidBody& body = *m_path.body;
		m_now.x = body.x + m_path.v * time;
		if (LengthSquared(body.w) > 0.0)
		{
			m_now.rotation = ToMatrix(RotationFromVector(body.w * time) * body.q);
		}
	}
	const PlacedShape& Now() const { return m_now; }

private:
	const FlightPath& m_path;
	PlacedShape m_now;
};
} // namespace

double ClosingBound(const RigidBody& a, const RigidBody& b, double time)
{
	return time * (Length(b.v - a.v) + Length(a.w) * a.shape->radius + Length(b.w) * b.shape->radius);
}

double TimeOfImpact(const FlightPath& a, const FlightPath& b, double time, double target, Vec3& axis)
{
	FlyingShape flyingA(a);
	FlyingShape flyingB(b);
	const double turningA = Length(a.body->w) * a.body->shape->radius;
	const double turningB = Length(b.body->w) * b.body->shape->radius;
	double now = 0.0;
	for (int32_t step = 0; step < kMostAdvances; ++step)
	{
		const bool movesA = now < a.limit;
		const bool movesB = now < b.limit;
		const Vec3 velocityA = movesA ? a.v : Vec3{};
		const Vec3 velocityB = movesB ? b.v : Vec3{};
		const double turns = (movesA ? turningA : 0.0) + (movesB ? turningB : 0.0);
		// Until one of them stops, speeds stay as they are.
		double until = time;
		until = movesA ? std::min(until, a.limit) : until;
		until = movesB ? std::min(until, b.limit) : until;
		const Vec3 relative = velocityB - velocityA;
		const double bound = Length(relative) + turns;
		const double range = bound * (time - now) + target;
		const PairDistance distance = BoundDistance(flyingA.Now(), flyingB.Now(), range, axis);
		const double closing = distance.isDirected ? turns - Dot(relative, distance.axis) : bound;
		const double room = distance.distance - target;
		if (room <= 0.05 * target)
		{
			return now;
		}
		double next = closing > 0.0 ? now + room / closing : until;
		if (next >= until)
		{
			if (until >= time)
			{
				return -1.0;
			}
			next = until;
		}
		now = next;
		flyingA.MoveTo(std::min(now, a.limit));
		flyingB.MoveTo(std::min(now, b.limit));
	}
	return now;
}
} // namespace FractureCore
