// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Studio/Workbench.h"

#include <cmath>
#include <limits>

namespace FractureToolkit
{
using namespace FractureCore;

Result<ContactImpulse> ImpulseOfHit(const StudioHit& hit, const Material& material, double bodyMass)
{
	constexpr double kSteelDensity = 7850.0;
	const auto fail = [](const char* text) { return Error{ErrorCode::InvalidSettings, text}; };
	if (!(hit.mass >= 1.0e-6 && hit.mass <= 1.0e5))
	{
		return fail("the mass must lie between 0.000001 and 100000 kg");
	}
	if (!(hit.speed >= 1.0e-3 && hit.speed <= 1.0e4))
	{
		return fail("the speed must lie between 0.001 and 10000 m/s");
	}
	if (!IsFinite(hit.point) || !IsFinite(hit.direction) || !(Length(hit.direction) > 0.0))
	{
		return fail("a hit needs a point and a direction that is not zero");
	}
	const double effective = bodyMass > 0.0 ? 1.0 / (1.0 / hit.mass + 1.0 / bodyMass) : hit.mass;
	const Result<ContactPulse> hertz = EstimateCollisionPulse({.closingSpeed = hit.speed,
		.effectiveMass = effective,
		.restitution = kStudioRestitution,
		.youngModulus = {210.0e9, material.youngModulus},
		.poissonRatio = {0.3, material.poissonRatio},
		.radius = {std::cbrt(3.0 * hit.mass / (4.0 * kPi * kSteelDensity)), std::numeric_limits<double>::infinity()}});
	if (!hertz)
	{
		return hertz.GetError();
	}
	ContactImpulse contact;
	contact.point = hit.point;
	contact.impulse = Normalised(hit.direction) * ((1.0 + kStudioRestitution) * effective * hit.speed);
	// A recording keeps duration and radius, and supposes a half-sine.
	contact.pulse = GivenPulse(hertz->duration, PulseShape::HalfSine);
	contact.pulse.patchRadius = hertz->patchRadius;
	return contact;
}
} // namespace FractureToolkit
