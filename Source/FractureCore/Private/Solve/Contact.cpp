// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Contact.h"

#include "FractureCore/Hooks.h"
#include "FractureCore/Types.h"
#include "Math/Roots.h"

#include <cmath>
#include <string>

namespace FractureCore
{
ContactPulse GivenPulse(double duration, PulseShape shape)
{
	FRACTURECORE_ASSERT(duration > 0.0);
	return {duration, (shape == PulseShape::HalfSine ? kPi / 2.0 : 1.0) / duration, 0.0};
}

ContactPulse RestingPulse(double step)
{
	return GivenPulse(step, PulseShape::Constant);
}

Result<ContactPulse> EstimateCollisionPulse(const Collision& c)
{
	auto outOfRange = [](const char* field, double value)
	{
		return Error{ErrorCode::InvalidSettings,
			std::string("collision: ") + field + " is out of range: " + std::to_string(value)};
	};
	auto isPositive = [](double value) { return std::isfinite(value) && value > 0.0; };
	if (!isPositive(c.closingSpeed))
	{
		return outOfRange("closingSpeed", c.closingSpeed);
	}
	if (!isPositive(c.effectiveMass))
	{
		return outOfRange("effectiveMass", c.effectiveMass);
	}
	if (!(c.restitution >= 0.0 && c.restitution <= 1.0))
	{
		return outOfRange("restitution", c.restitution);
	}
	double compliance = 0.0;
	double curvature = 0.0;
	for (int32_t i = 0; i < 2; ++i)
	{
		if (!isPositive(c.youngModulus[i]))
		{
			return outOfRange("youngModulus", c.youngModulus[i]);
		}
		if (!(c.poissonRatio[i] > -1.0 && c.poissonRatio[i] <= 0.5))
		{
			return outOfRange("poissonRatio", c.poissonRatio[i]);
		}
		if (!(c.radius[i] > 0.0)) // infinity is a flat side
		{
			return outOfRange("radius", c.radius[i]);
		}
		compliance += (1.0 - c.poissonRatio[i] * c.poissonRatio[i]) / c.youngModulus[i];
		curvature += 1.0 / c.radius[i];
	}
	if (!(curvature > 0.0))
	{
		return outOfRange("radius of both bodies", c.radius[0]);
	}
	const double modulus = 1.0 / compliance;
	const double radius = 1.0 / curvature;
	const double m = c.effectiveMass;
	const double w = c.closingSpeed;
	const double k = 4.0 / 3.0 * modulus * std::sqrt(radius);
	// Largest approach d from 1/2 m w^2 = 2/5 k d^(5/2); then F = k d^(3/2) and T = 2.9432 d / w, where the number is
	// the integral of 2 / sqrt(1 - x^(5/2)) over [0, 1].
	const double energyRatio = 1.25 * m * w * w / k;
	const double rootOfApproach = NthRoot(energyRatio, 5); // d = (energyRatio^(1/5))^2
	const double approach = rootOfApproach * rootOfApproach;
	const double force = k * rootOfApproach * approach;
	ContactPulse pulse;
	pulse.duration = 2.943275 * approach / w;
	pulse.peakRate = force / ((1.0 + c.restitution) * m * w);
	pulse.patchRadius = NthRoot(0.75 * force * radius / modulus, 3);
	return pulse;
}
} // namespace FractureCore
