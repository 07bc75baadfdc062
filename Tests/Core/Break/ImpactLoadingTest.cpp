// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/ImpactLoading.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace FractureCore;

namespace
{
/// A striker hits a mass that pulls a second one along by a bond. One contact with impulse j = 1 N s, so q is in N s.
struct BondedMasses
{
	double striker = 1.0;     // kg
	double struck = 1.0;      // kg
	double trailing = 1.0;    // kg
	double speed = 1.0;       // m/s
	double stiffness = 1.0e4; // N/m
	double bond = 40.0;       // N

	double ForceThatBreaks() const { return bond * (struck + trailing) / trailing; }
};

struct Velocities
{
	double striker = 0.0;
	double struck = 0.0;
	double trailing = 0.0;
	bool broken = false;
	double energyLost = 0.0; // J
};

Velocities Collide(const BondedMasses& masses, double restitution, double crackEnergy = 0.0)
{
	const double both = masses.struck + masses.trailing;
	Velocities v{masses.speed, 0.0, 0.0, false, 0.0};
	ImpactLoading loading({masses.speed, 1.0 / masses.striker + 1.0 / both, masses.stiffness});
	const auto apply = [&](double impulse, double struckMass)
	{
		v.striker -= impulse / masses.striker;
		v.struck += impulse / struckMass;
	};
	if (loading.LoadTo(masses.ForceThatBreaks()))
	{
		v.broken = true;
		v.energyLost += loading.PayForCrack(crackEnergy);
		apply(loading.Spent(), both);
		v.trailing = v.struck;
		loading.Separate({v.striker - v.struck, 1.0 / masses.striker + 1.0 / masses.struck, masses.stiffness});
	}
	loading.Finish(restitution);
	apply(loading.Spent(), v.broken ? masses.struck : both);
	if (!v.broken)
	{
		v.trailing = v.struck;
	}
	return v;
}

double KineticEnergy(const BondedMasses& m, const Velocities& v)
{
	return 0.5 *
		(m.striker * v.striker * v.striker + m.struck * v.struck * v.struck + m.trailing * v.trailing * v.trailing);
}
} // namespace

TEST(ImpactLoading, BreaksTheBondOfTwoMassesAsInClosedForm)
{
	struct Case
	{
		double bond;
		bool broken;
		double striker, struck, trailing;
	};
	for (const Case& c : {Case{40.0, true, -0.207790, 0.941123, 0.266667},
			 Case{10.0, true, -0.010053, 0.999898, 0.010155},
			 Case{60.0, false, -1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0}})
	{
		BondedMasses masses;
		masses.bond = c.bond;
		const Velocities v = Collide(masses, 1.0);
		EXPECT_EQ(v.broken, c.broken);
		EXPECT_NEAR(v.striker, c.striker, 1.0e-6);
		EXPECT_NEAR(v.struck, c.struck, 1.0e-6);
		EXPECT_NEAR(v.trailing, c.trailing, 1.0e-6);
	}
}

TEST(ImpactLoading, KeepsMomentumAndElasticEnergy)
{
	for (double bond = 1.0; bond < 60.0; bond *= 1.3)
	{
		const BondedMasses masses{1.3, 0.7, 2.1, 1.7, 1.0e4, bond};
		const Velocities v = Collide(masses, 1.0);
		const double before = masses.striker * masses.speed;
		EXPECT_NEAR(
			masses.striker * v.striker + masses.struck * v.struck + masses.trailing * v.trailing, before, 1e-12);
		EXPECT_NEAR(KineticEnergy(masses, v), 0.5 * before * masses.speed, 1.0e-12);
	}
}

TEST(ImpactLoading, CrackEnergyIsMissingInTheEndAndNoMore)
{
	const BondedMasses masses;
	const Velocities v = Collide(masses, 1.0, 0.05);
	EXPECT_TRUE(v.broken);
	EXPECT_DOUBLE_EQ(v.energyLost, 0.05);
	EXPECT_NEAR(KineticEnergy(masses, v) + 0.05, 0.5, 1.0e-12);
	// More than is stored cannot be paid.
	EXPECT_LT(Collide(masses, 1.0, 10.0).energyLost, 0.5);
}

TEST(ImpactLoading, RestitutionOfAnUnbrokenBodyIsNewtons)
{
	BondedMasses masses;
	masses.bond = 1.0e9;
	for (const double e : {0.0, 0.3, 1.0})
	{
		const Velocities v = Collide(masses, e);
		EXPECT_NEAR(v.struck - v.striker, e * masses.speed, 1.0e-12);
	}
}

TEST(ImpactLoading, AWeakBodyTakesLessThanItsShareOfTheForce)
{
	// Closed forms of a half-sine pulse: m w (1 - sqrt(1 - s^2)) of 2 m w with full restitution.
	EXPECT_NEAR(TransmittedImpulse(0.245, 1.0), 0.0203 / (2.0 * 2.0 / 3.0), 0.5e-4);
	EXPECT_DOUBLE_EQ(TransmittedImpulse(1.0, 0.0), 1.0);
	EXPECT_DOUBLE_EQ(TransmittedImpulse(1.0, 1.0), 0.5);
	EXPECT_DOUBLE_EQ(TransmittedImpulse(1.01, 0.5), 1.0);
	EXPECT_DOUBLE_EQ(TransmittedImpulse(0.0, 0.5), 0.0);
	// The integral of sin from 0 to asin(s), by the midpoint rule.
	const double s = 0.7;
	double impulse = 0.0;
	constexpr int32_t kSteps = 20'000;
	const double end = std::asin(s);
	for (int32_t i = 0; i < kSteps; ++i)
	{
		impulse += std::sin((i + 0.5) * end / kSteps) * end / kSteps;
	}
	EXPECT_NEAR(TransmittedImpulse(s, 0.0), impulse, 1.0e-9);
}

TEST(ImpactLoading, ACrackThatRunsOnTakesNoMoreImpulse)
{
	ImpactLoading loading({1.0, 1.5, 1.0e4});
	ASSERT_TRUE(loading.LoadTo(0.5 * loading.PeakRate()));
	const double spent = loading.Spent();
	ASSERT_TRUE(loading.LoadTo(0.3 * loading.PeakRate()));
	EXPECT_EQ(loading.Spent(), spent);
	EXPECT_FALSE(loading.LoadTo(1.001 * loading.PeakRate()));
	EXPECT_EQ(loading.Spent(), spent);
}

TEST(ImpactLoading, BodiesThatPartAlreadyOnlyGetTheStoredEnergy)
{
	// Two unit masses that part at 1 m/s with energy W in the spring between them: then at sqrt(1 + 2 b W), b = 2.
	ImpactLoading loading({1.0, 2.0, 1.0e4});
	ASSERT_TRUE(loading.LoadTo(loading.PeakRate()));
	const double stored = loading.Stored();
	EXPECT_NEAR(stored, 0.25, 1.0e-12);
	loading.Separate({-1.0, 2.0, 1.0e4});
	loading.Finish(1.0);
	EXPECT_NEAR(loading.Spent(), (std::sqrt(1.0 + 2.0 * 2.0 * stored) - 1.0) / 2.0, 1.0e-12);
}
