// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Contact.h"

#include "FractureCore/Types.h"
#include "Math/Roots.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace FractureCore;

namespace
{
constexpr double kFlat = std::numeric_limits<double>::infinity();

/// A 0.9 kg steel ball of 3 cm radius that meets a glass block at 3 m/s.
Collision MakeSteelOnGlass()
{
	return {.closingSpeed = 3.0,
		.effectiveMass = 0.9,
		.restitution = 0.5,
		.youngModulus = {210.0e9, 70.0e9},
		.poissonRatio = {0.3, 0.22},
		.radius = {0.03, kFlat}};
}
} // namespace

TEST(Contact, HertzMatchesAnIntegrationOfTheMotion)
{
	const Collision c = MakeSteelOnGlass();
	const Result<ContactPulse> pulse = EstimateCollisionPulse(c);
	ASSERT_TRUE(pulse);

	// m d'' = -k d^(3/2), by leapfrog with small steps, until the bodies part.
	const double modulus = 1.0 / ((1 - 0.09) / 210.0e9 + (1 - 0.22 * 0.22) / 70.0e9);
	const double k = 4.0 / 3.0 * modulus * std::sqrt(0.03);
	const double dt = 1.0e-9;
	double d = 0.0;
	double v = c.closingSpeed;
	double time = 0.0;
	double peak = 0.0;
	double impulse = 0.0;
	for (d += v * dt; d > 0.0; d += v * dt, time += dt)
	{
		const double force = k * d * std::sqrt(d);
		peak = std::max(peak, force);
		impulse += force * dt;
		v -= force / c.effectiveMass * dt;
	}
	EXPECT_NEAR(impulse, 2.0 * c.effectiveMass * c.closingSpeed, 1e-4 * impulse);
	EXPECT_NEAR(pulse->duration, time, 1e-4 * time);
	// The elastic pulse has the impulse 2 m w; this one only (1 + e) m w.
	EXPECT_NEAR(pulse->peakRate, peak / (1.5 * c.effectiveMass * c.closingSpeed), 1e-4 * pulse->peakRate);
	EXPECT_NEAR(pulse->patchRadius, std::cbrt(3.0 * peak * 0.03 / (4.0 * modulus)), 1e-4 * pulse->patchRadius);
	// The textbook magnitudes: 0.22 ms, 44 kN, 2.6 mm.
	EXPECT_NEAR(pulse->duration, 0.22e-3, 0.02e-3);
	EXPECT_NEAR(peak, 44.0e3, 4.0e3);
	EXPECT_NEAR(pulse->patchRadius, 2.6e-3, 0.2e-3);
}

TEST(Contact, PulsesOfKnownDurationKeepTheirImpulse)
{
	// Half a sine of peak F over T has the impulse 2 F T / pi.
	const ContactPulse sine = GivenPulse(0.002, PulseShape::HalfSine);
	EXPECT_NEAR(sine.peakRate * 2.0 * 0.002 / kPi, 1.0, 1e-15);
	EXPECT_NEAR(RestingPulse(1.0 / 60.0).peakRate, 60.0, 1e-12);
}

TEST(Contact, FieldsOutOfRangeAreNamed)
{
	Collision c = MakeSteelOnGlass();
	c.radius[0] = kFlat;
	ASSERT_FALSE(EstimateCollisionPulse(c));
	EXPECT_NE(EstimateCollisionPulse(c).GetError().message.find("radius"), std::string::npos);
	c = MakeSteelOnGlass();
	c.closingSpeed = std::numeric_limits<double>::quiet_NaN();
	ASSERT_FALSE(EstimateCollisionPulse(c));
	EXPECT_NE(EstimateCollisionPulse(c).GetError().message.find("closingSpeed"), std::string::npos);
}

TEST(Roots, AgreeWithTheLibraryToRounding)
{
	for (int32_t n = 2; n <= 7; ++n)
	{
		for (double x = 1.0e-30; x < 1.0e30; x *= 3.7)
		{
			EXPECT_NEAR(NthRoot(x, n), std::pow(x, 1.0 / n), 1.0e-14 * std::pow(x, 1.0 / n));
		}
		EXPECT_EQ(NthRoot(0.0, n), 0.0);
		EXPECT_EQ(NthRoot(1.0, n), 1.0);
	}
}
