// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Break/LoadingLoop.h"

#include "FractureCore/Break.h"
#include "FractureCore/ImpactLoading.h"
#include "Shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace FractureCore;

namespace
{
constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// A plan whose cracks took these loads, of which the one at `separation` parted the body.
CrackPlan MakePlan(const std::vector<double>& loads, int32_t separation, double area)
{
	CrackPlan plan;
	plan.firstFailureLoad = loads.front();
	plan.separationLoad = kInfinite;
	plan.separationStep = separation;
	for (const double load : loads)
	{
		plan.growth.push_back({static_cast<int32_t>(plan.growth.size()), 0, load, area, 1});
	}
	return plan;
}

/// Two blocks of glass, 20 x 5 x 5 cm together, which a weak layer holds to each other: the two masses of the closed
/// form. The layer is 3 cm thick, its middle at x = -2 cm.
struct WeakBar
{
	static constexpr double kLength = 0.2;
	static constexpr double kWidth = 0.05;
	static constexpr double kWeak = 5.0e6; // Pa
	static constexpr double kLayerEnd = -0.005;

	Breakable body;
};

const WeakBar& Bar()
{
	static const WeakBar bar = []
	{
		const FractureToolkit::PlankShape shape{
			.length = WeakBar::kLength, .width = WeakBar::kWidth, .thickness = WeakBar::kWidth, .edge = 0.01};
		BakeSettings settings;
		settings.tets.targetTets = 4000;
		Result<BakedObject> object = BakeObject(*MakePlank(shape), settings, SerialRunner());
		std::vector<double> strength;
		for (const Tet& tet : object->tets.tets)
		{
			double x = 0.0;
			for (const int32_t node : tet.v)
			{
				x += 0.25 * object->tets.nodes[node].x;
			}
			strength.push_back(x > -0.035 && x < WeakBar::kLayerEnd ? WeakBar::kWeak : 1.0e9);
		}
		return WeakBar{std::move(*Breakable::Create(std::move(*object), strength, {}, {}, SerialRunner()))};
	}();
	return bar;
}

/// Pulls at one end face along the bar, evenly.
std::vector<ContactImpulse> PullAtTheEnd(double impulse)
{
	std::vector<ContactImpulse> pull;
	for (int32_t i = 0; i < 16; ++i)
	{
		const double y = ((i % 4) - 1.5) / 4.0 * WeakBar::kWidth;
		const double z = ((i / 4) + 0.5) / 4.0 * WeakBar::kWidth;
		pull.push_back(
			{{0.5 * WeakBar::kLength, y, z}, {impulse / 16.0, 0.0, 0.0}, GivenPulse(1.0e-4, PulseShape::HalfSine)});
	}
	return pull;
}

Result<BreakResult> PullBar(double impulse, double closingEnergy = 0.0)
{
	const std::vector<ContactImpulse> pull = PullAtTheEnd(impulse);
	Impact impact;
	impact.loads.collision = pull;
	impact.restitution = 0.3;
	impact.closingEnergy = closingEnergy;
	impact.motion.velocity = {0.5, 0.2, 0.0};
	return BreakBody(Bar().body, impact, {}, SerialRunner());
}
} // namespace

TEST(LoadingLoop, LoadsUntilTheCrackThatPartsTheBodyAndNoFurther)
{
	const Material glass;
	const double restitution = 0.25;
	const CrackPlan plan = MakePlan({0.3, 0.5, 0.4, 0.9}, 2, 1.0e-3);
	// The third crack runs under the load of the second; the fourth comes too late.
	const LoadingOutcome outcome = LoadUntilSeparation(plan, glass, restitution, 0.0);
	EXPECT_NEAR(outcome.fraction, TransmittedImpulse(0.5, restitution), 1.0e-15);
	EXPECT_NEAR(outcome.crackEnergy, 3.0e-3 * CrackEnergy(glass), 1.0e-15);
	// Chips only: all cracks run.
	EXPECT_NEAR(LoadUntilSeparation(MakePlan({0.3, 0.9}, kNoIndex, 0.0), glass, 0.0, 0.0).fraction,
		TransmittedImpulse(0.9, 0.0),
		1.0e-15);
}

TEST(LoadingLoop, CracksArePaidFromTheCollision)
{
	const Material glass;
	const double energy = 2.0; // J
	const double area = 0.3 * energy / CrackEnergy(glass);
	const CrackPlan plan = MakePlan({0.8, 0.9}, 1, area);
	// W = s^2 E at the first crack; it takes 0.3 E; then back to 0.9^2 E: closing energy left is E (1 - 0.81 - 0.3) <
	// 0, so that the collision ends before: all of the compression is spent.
	EXPECT_NEAR(LoadUntilSeparation(plan, glass, 0.0, energy).fraction, 1.0, 1.0e-12);
	// With a tenth of the area: left is E (1 - 0.81 - 0.03), and q = 1 - the root of what is left.
	const CrackPlan thrifty = MakePlan({0.8, 0.9}, 1, 0.1 * area);
	EXPECT_NEAR(LoadUntilSeparation(thrifty, glass, 0.0, energy).fraction, 1.0 - std::sqrt(0.16), 1.0e-12);
	EXPECT_NEAR(LoadUntilSeparation(thrifty, glass, 0.0, 0.0).fraction, 1.0 - std::sqrt(0.19), 1.0e-12);
}

TEST(LoadingLoop, ABarWithAWeakLayerPartsAsTwoBondedMassesDo)
{
	constexpr double kImpulse = 40.0;
	const Result<BreakResult> result = PullBar(kImpulse);
	ASSERT_TRUE(result.HasValue());
	ASSERT_TRUE(result->separated);
	ASSERT_EQ(result->fragments.size(), 2u);
	// Force in a section F m2 / (m1 + m2), m2 behind it; the layer fails first at its end nearest to the pull.
	const double peak = kImpulse * GivenPulse(1.0e-4, PulseShape::HalfSine).peakRate;
	const double behind = 0.5 + WeakBar::kLayerEnd / WeakBar::kLength;
	const double load = WeakBar::kWeak * WeakBar::kWidth * WeakBar::kWidth / (peak * behind);
	ASSERT_LT(load, 0.5);
	EXPECT_NEAR(result->plan.firstFailureLoad, load, 0.1 * load);
	EXPECT_NEAR(result->plan.separationLoad, load, 0.1 * load);
	const double q = TransmittedImpulse(result->plan.separationLoad, 0.3);
	EXPECT_NEAR(result->impulseFraction, q, 1.0e-12);
	EXPECT_NEAR(result->impulseLeft.x, (1.0 - q) * kImpulse, 1.0e-12 * kImpulse);
	// At that moment both masses move alike; what happens to the struck one then is a matter of the contacts.
	const double mass = Bar().body.Object().mass.mass;
	for (const BodyMotion& motion : result->motions)
	{
		EXPECT_NEAR(motion.velocity.x, 0.5 + q * kImpulse / mass, 1.0e-9);
	}
	EXPECT_LT(result->momentumError, 1.0e-12);
	EXPECT_LT(result->energyError, 1.0e-12);
}

TEST(LoadingLoop, TheImpulseTakenFallsAsTheBlowGrowsAndIsContinuous)
{
	// The load that parts the bar is a force, the same for every blow: the harder one reaches it sooner.
	double before = 1.0;
	for (const double impulse : {20.0, 22.0, 24.2, 40.0, 80.0, 160.0})
	{
		const Result<BreakResult> result = PullBar(impulse);
		ASSERT_TRUE(result.HasValue() && result->separated) << impulse;
		EXPECT_NEAR(result->plan.firstFailureLoad * impulse, PullBar(20.0)->plan.firstFailureLoad * 20.0, 1.0e-6);
		EXPECT_LT(result->impulseFraction, before);
		before = result->impulseFraction;
	}
	EXPECT_FALSE(PullBar(40.0, -1.0).HasValue());
}
