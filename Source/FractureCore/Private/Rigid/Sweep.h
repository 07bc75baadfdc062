// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ContactPair.h"

#include <algorithm>

namespace FractureCore
{
/// A body that flies on for `limit` s, at a velocity that may differ from its own, and then stays.
struct FlightPath
{
	const RigidBody* body = nullptr;
	Vec3 v;
	double limit = 0.0;

	Vec3 CentreAt(double time) const { return body->x + v * std::min(time, limit); }
};

/// Goes along a path. A body that spins fast takes many small turns to get somewhere, so each look starts where the one
/// before it was; it sees the body exactly where it will fly.
class FlightCursor
{
public:
	explicit FlightCursor(const FlightPath& path) : m_path(path), m_turn(*path.body), m_spin(path.body->w) {}

	/// Where the body is after `time` s on its path, not less than the last time.
	PlacedShape At(double time);

	const FlightPath& Path() const { return m_path; }

	/// rad/s, there.
	const Vec3& Spin() const { return m_spin; }

private:
	FlightPath m_path;
	TurnWay m_turn;
	Vec3 m_spin;
};

/// When two flying bodies come within `target` m of each other, in [0, time] s, or a negative number: not in that
/// time. Conservative advancement [Mirtich96b]: steps of what the distance certainly allows, so nothing is thin enough
/// to be missed.
double TimeOfImpact(const FlightPath& a, const FlightPath& b, double time, double target, Vec3& axis);

/// When two bodies in contact would overlap: contacts hold them, unless they turn or slide beyond what these see, or
/// one of the two is stopped by something else and the other counts on it to go on. Looks at moments between which
/// nothing moves farther than half of the thinner body, or than the two are apart. Negative: not in that time. What
/// overlaps to begin with goes on so far, or, if it `mayOverlap`, all the way.
double TimeOfOverlap(const FlightPath& a, const FlightPath& b, double time);

/// How far any point of the two may come closer in `time` s, at most.
double ClosingBound(const RigidBody& a, const RigidBody& b, double time);

/// As above, of points that are near the other body. How fast two such points close is how fast either body passes the
/// other at one of them: what turns or moves along with the other does not close, however fast it is.
double ClosingBoundNear(const RigidBody& a, const RigidBody& b, double time);
} // namespace FractureCore
