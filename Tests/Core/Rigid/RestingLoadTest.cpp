// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What lies on a body, what it yields to, and what it is known to bear.
#include "FractureCore/Dent.h"
#include "FractureCore/Random.h"
#include "FractureCore/World.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
constexpr double kStep = 1.0 / 120.0;
constexpr double kGravity = 9.81;

// A shelf of plaster, held at both ends.
constexpr double kLength = 0.5; // m
constexpr double kWidth = 0.1;
constexpr double kThickness = 0.05;
constexpr double kHeldEnd = 0.02;

std::shared_ptr<const Breakable> Shelf()
{
	static const std::shared_ptr<const Breakable> shelf = []() -> std::shared_ptr<const Breakable>
	{
		BakeSettings settings;
		settings.material = *FindMaterialPreset("plaster");
		settings.tets.targetTets = 20'000;
		Result<BakedObject> baked = BakeObject(*BoxMesh({kLength, kWidth, kThickness}), settings, SerialRunner());
		if (!baked)
		{
			return nullptr;
		}
		std::vector<uint8_t> held;
		for (const Vec3& node : baked->tets.nodes)
		{
			held.push_back(std::abs(node.x) > 0.5 * kLength - kHeldEnd ? 7 : 0);
		}
		baked->heldAxes = held;
		Result<Breakable> made = Breakable::Create(std::move(*baked), {}, std::move(held), {}, SerialRunner());
		return made ? std::make_shared<const Breakable>(std::move(*made)) : nullptr;
	}();
	return shelf;
}

/// Puts blocks of `mass` kg onto the middle of the shelf, one on the other. Answers the weight under which it breaks,
/// N; 0: it bears all.
double LoadShelf(double mass, int32_t blocks, double step)
{
	WorldSettings settings;
	settings.breaking.plan = OneSolvePlan();
	settings.sleeping = false;
	World world = std::move(*World::Create(settings));
	BodyDefinition shelf;
	shelf.kind = BodyKind::Static;
	shelf.breakable = Shelf();
	EXPECT_NE(shelf.breakable, nullptr);
	const BodyId id = *world.Add(shelf);
	const double height = 0.05;
	for (int32_t i = 0; i < blocks; ++i)
	{
		// So close that they do not hit.
		BodyDefinition block =
			Rigid(BoxMesh({0.1, 0.1, height}), {0.0, 0.0, 0.5 * kThickness + (height + 5.0e-4) * (i + 0.5)}, 0.5, 0.0);
		block.material.density = mass / (0.1 * 0.1 * height);
		EXPECT_TRUE(world.Add(block));
		for (int32_t k = 0; k < static_cast<int32_t>(0.25 / step); ++k)
		{
			const StepReport& report = world.Step(step, SerialRunner());
			EXPECT_EQ(report.firstError, "");
			for (const FractureReport& fracture : report.fractures)
			{
				EXPECT_EQ(fracture.parent, id);
				if (fracture.separated)
				{
					EXPECT_EQ(fracture.impulseFraction, 0.0) << "the weight has been borne already";
					return mass * (i + 1) * kGravity;
				}
			}
		}
	}
	return 0.0;
}

std::shared_ptr<const Breakable> SmallPane()
{
	static const std::shared_ptr<const Breakable> pane = MakeBreakable(*BoxMesh({0.2, 0.2, 0.03}), "glass", 600);
	return pane;
}

std::shared_ptr<const Breakable> Sheet()
{
	static const std::shared_ptr<const Breakable> sheet =
		MakeBreakable(*BoxMesh({0.3, 0.3, 0.01}), "sheet-metal", 4'000);
	return sheet;
}
} // namespace

// A beam held at both ends, with a load in its middle: sigma = 6 M / (w t^2), and the moment there and at the ends is
// F L / 8.
TEST(RestingLoad, AShelfBreaksUnderAGrowingPile)
{
	const double span = kLength - 2.0 * kHeldEnd;
	const double strength = FindMaterialPreset("plaster")->tensileStrength;
	const double theory = strength * kWidth * kThickness * kThickness / 6.0 * 8.0 / span;
	const double one = theory / 8.0 / kGravity;
	const double weight = LoadShelf(one, 16, kStep);
	EXPECT_GT(weight, 0.8 * theory);
	EXPECT_LT(weight, 1.8 * theory);
	EXPECT_EQ(LoadShelf(one, 3, kStep), 0.0);
	// Not by waiting, nor by the step.
	EXPECT_NEAR(LoadShelf(one, 16, 0.5 * kStep), weight, 1.01 * one * kGravity);
}

TEST(FragilityBound, SkipsNothingThatWouldBreak)
{
	const Breakable& pane = *SmallPane();
	const ContactPulse pulse = GivenPulse(1.0e-4, PulseShape::HalfSine);
	Result<FragilityMap> computed = ComputeFragility(pane.Stress(), pane.Object().material, {}, pulse, SerialRunner());
	ASSERT_TRUE(computed.HasValue());
	const auto map = std::make_shared<const FragilityMap>(std::move(*computed));
	int32_t skipped = 0;
	int32_t broken = 0;
	for (uint64_t trial = 0; trial < 80; ++trial)
	{
		const auto random = [&](uint64_t k) { return RandomUnit(7, 10 * trial + k); };
		const Vec3 point = {0.19 * (random(0) - 0.5), 0.19 * (random(1) - 0.5), 0.015};
		const Vec3 direction = Normalised({random(2) - 0.5, random(3) - 0.5, -0.2 - random(4)});
		const Vec3 impulse = direction * (0.1 * std::pow(1'000.0, random(5)));
		int32_t solves[2] = {};
		size_t fractures[2] = {};
		for (int32_t k = 0; k < 2; ++k)
		{
			WorldSettings settings;
			settings.gravity = {};
			settings.breaking.plan = OneSolvePlan();
			World world = std::move(*World::Create(settings));
			BodyDefinition body;
			body.breakable = SmallPane();
			body.fragility = k == 0 ? map : nullptr;
			ASSERT_TRUE(world.Add(body));
			ASSERT_TRUE(world.ApplyImpulse(0, point, impulse, pulse));
			const StepReport& report = world.Step(kStep, SerialRunner());
			EXPECT_EQ(report.firstError, "");
			solves[k] = report.stressEvents;
			fractures[k] = report.fractures.size();
		}
		EXPECT_EQ(solves[1], 1);
		EXPECT_EQ(fractures[0], fractures[1]) << "trial " << trial << " with " << Length(impulse) << " N s";
		skipped += solves[0] == 0 ? 1 : 0;
		broken += fractures[1] > 0 ? 1 : 0;
	}
	// It is good for something, and was put to the test.
	EXPECT_GT(skipped, 15);
	EXPECT_GT(broken, 15);
}

TEST(DentedBody, AHitThatItStandsLeavesADentAndNoMomentum)
{
	WorldSettings settings;
	settings.gravity = {};
	World world = std::move(*World::Create(settings));
	BodyDefinition sheet;
	sheet.breakable = Sheet();
	ASSERT_NE(sheet.breakable, nullptr);
	const BodyId id = *world.Add(sheet);
	const std::shared_ptr<const SurfaceMesh> flat = world.Surface(id);
	const double mass = world.Mass(id)->mass;
	BodyDefinition ball = Rigid(BallMesh(0.02, 0.006), {0.01, 0.02, 0.06}, 0.3, 0.1);
	ball.material = *FindMaterialPreset("sheet-metal");
	ball.motion.velocity = {0.0, 0.0, -6.0};
	ASSERT_TRUE(world.Add(ball));
	const WorldMomentum start = world.Momentum();
	double dent = 0.0;
	for (int32_t i = 0; i < 20; ++i)
	{
		const StepReport& report = world.Step(kStep, SerialRunner());
		EXPECT_TRUE(report.fractures.empty());
		for (const DentedReport& dented : report.dents)
		{
			EXPECT_EQ(dented.body, id);
			dent = std::max(dent, dented.largest);
		}
	}
	EXPECT_GT(dent, 1.0e-4);
	EXPECT_NE(world.Surface(id), flat);
	EXPECT_NEAR(world.Mass(id)->mass, mass, 1.0e-12 * mass);
	const double scale = Length(start.linear);
	EXPECT_LT(Length(world.Momentum().linear - start.linear), 1.0e-9 * scale);
	EXPECT_LT(Length(world.Momentum().angular - start.angular), 1.0e-9 * scale);
}
