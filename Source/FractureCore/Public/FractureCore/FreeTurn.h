// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"
#include "FractureCore/Pose.h"
#include "FractureCore/Types.h"

namespace FractureCore
{
/// How a body lies and turns.
struct FreeTurn
{
	Quat q;
	Vec3 w; // rad/s, world axes
};

/// What stays while nothing touches a body.
struct FreeSpin
{
	const Mat3& inverseInertia; // 1/(kg m^2), about the centre of mass, in the body's own axes
	Vec3 spin;                  // kg m^2/s, angular momentum about the centre of mass, world axes
	double energy = 0.0;        // J, of turning
};

/// The way of a body that tumbles: the same, bit for bit, however often one looks. Angular momentum and energy stay, to
/// rounding; where it has got to is off by some hundredths of a radian in ten, by tenths if it is as long as a
/// splinter, and anywhere beyond 5,000 rad/s. One thread at a time.
class FRACTURECORE_API FreeTurnWay
{
public:
	FreeTurnWay(const FreeSpin& body, const FreeTurn& from);

	/// After `time` s without contact, not less than the last time.
	FreeTurn At(double time);

private:
	Mat3 m_inverseInertia;
	Vec3 m_spin;
	double m_energy = 0.0;
	FreeTurn m_turn; // at the end of the last whole part
	double m_part;   // s
	int64_t m_parts = 0;
};

/// Where a body that tumbles has turned after `time` s without contact: the end of that way.
FRACTURECORE_API FreeTurn TurnFreely(const FreeSpin& body, const FreeTurn& from, double time);
} // namespace FractureCore
