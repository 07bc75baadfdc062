// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"
#include "FractureCore/Material.h"
#include "FractureCore/Result.h"

namespace FractureCore
{
/// How an impulse was spread over time and over the surface. A rigid body solver knows only the impulse J; the stress
/// in the body follows the force, whose peak is peakRate times J.
struct ContactPulse
{
	double duration = 0.0;    // s
	double peakRate = 0.0;    // 1/s: peak force over whole impulse
	double patchRadius = 0.0; // m, of the area that carries the force at its peak; 0: not known
};

enum class PulseShape : uint8_t
{
	HalfSine, // an elastic collision: peak = pi / 2 times the mean
	Constant, // the plain time average of [Bao07]
};

/// A pulse of known duration (s, > 0).
FRACTURECORE_API ContactPulse GivenPulse(double duration, PulseShape shape);

/// A contact at rest presses all through the step (s, > 0): impulse over step is its true static force.
FRACTURECORE_API ContactPulse RestingPulse(double step);

/// Two bodies about to touch. A flat side has an infinite radius.
struct Collision
{
	double closingSpeed = 0.0;  // m/s along the normal, > 0
	double effectiveMass = 0.0; // kg: 1 / (n . K n) of both bodies at the point; for centric hits m1 m2 / (m1 + m2)
	double restitution = 0.0;   // [0, 1]: the impulse is (1 + restitution) times that of compression alone
	double youngModulus[2] = {0.0, 0.0}; // Pa
	double poissonRatio[2] = {0.0, 0.0};
	double radius[2] = {0.0, 0.0}; // m, of curvature at the point; at least one finite
};

/// Hertz's elastic impact [Johnson85, ch. 11.4]:
///     k = 4/3 E* sqrt(R*),  F_peak = k^(2/5) (5/4 m w^2)^(3/5),  T = 2.868 (m^2 / (R* E*^2 w))^(1/5),
///     a = (3 F R* / (4 E*))^(1/3)
/// and peakRate = F_peak / ((1 + restitution) m w). The error names the first field out of range.
FRACTURECORE_API Result<ContactPulse> EstimateCollisionPulse(const Collision& collision);
} // namespace FractureCore
