// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/Sweep.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
constexpr int32_t kMostAdvances = 48;
} // namespace

PlacedShape FlightCursor::At(double time)
{
	const RigidBody& body = *m_path.body;
	const double flown = std::min(time, m_path.limit);
	PlacedShape place = body.Place();
	place.x += m_path.v * flown;
	if (!(LengthSquared(body.w) > 0.0))
	{
		return place;
	}
	if (Length(body.w) * flown <= kMostTurn)
	{
		place.rotation = ToMatrix(TurnFreely(body, flown).q); // at once
		return place;
	}
	if (flown > m_flown)
	{
		m_turn = TurnFurther(body, m_turn, flown - m_flown);
		m_flown = flown;
	}
	place.rotation = ToMatrix(m_turn.q);
	return place;
}

double ClosingBound(const RigidBody& a, const RigidBody& b, double time)
{
	return time * (Length(b.v - a.v) + TurningBound(a) + TurningBound(b));
}

double TimeOfImpact(const FlightPath& a, const FlightPath& b, double time, double target, Vec3& axis)
{
	const double turningA = TurningBound(*a.body);
	const double turningB = TurningBound(*b.body);
	FlightCursor cursorA(a);
	FlightCursor cursorB(b);
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
		const PairDistance distance = BoundDistance(cursorA.At(now), cursorB.At(now), range, axis);
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
	}
	return now;
}
} // namespace FractureCore
