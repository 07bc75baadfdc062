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

/// Where a body that tumbles has turned after `time` s without contact. Angular momentum and energy stay, to rounding;
/// where it has got to is exact up to some ten radians.
FRACTURECORE_API FreeTurn TurnFreely(const FreeSpin& body, const FreeTurn& from, double time);
} // namespace FractureCore
