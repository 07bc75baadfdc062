// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/World.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
double EnergyNow(const World& world)
{
	return world.Energy().kinetic + world.Energy().potential;
}

struct SlabOnBall
{
	double startEnergy = 0.0; // J
	double mostGained = 0.0;  // J, in one step
	double allGained = 0.0;   // J, in all steps
	double mostEnergy = 0.0;  // J
	double lowestBall = 0.0;  // m: the least height of its centre
	double tilt = 0.0;        // cosine of the slab to the vertical at the end
	double fastestBall = 0.0; // m/s, of any point of it
	double fastestSlab = 0.0; // m/s
};

/// A slab of 100 kg is let go on a ball of 0.1 kg, or above it, for 4 s.
SlabOnBall LetGo(const Vec3& offset, double rate)
{
	World world = std::move(*World::Create({}));
	EXPECT_TRUE(world.Add(Floor(0.5, 0.0)));
	constexpr double kRadius = 0.05;
	BodyDefinition ball = Rigid(BallMesh(kRadius, 0.012), {0.0, 0.0, kRadius}, 0.5, 0.0);
	ball.material.density = 0.1 / (4.0 / 3.0 * 3.14159265 * kRadius * kRadius * kRadius);
	BodyDefinition slab = Rigid(BoxMesh({0.4, 0.4, 0.1}), Vec3{0.0, 0.0, 2.0 * kRadius + 0.05} + offset, 0.5, 0.0);
	slab.material.density = 100.0 / (0.4 * 0.4 * 0.1);
	const BodyId light = *world.Add(ball);
	const BodyId heavy = *world.Add(slab);
	SlabOnBall seen;
	seen.startEnergy = EnergyNow(world);
	seen.lowestBall = kRadius;
	double energy = seen.startEnergy;
	for (int32_t i = 0; i < 4.0 * rate; ++i)
	{
		world.Step(1.0 / rate, SerialRunner());
		seen.allGained += std::max(0.0, EnergyNow(world) - energy);
		seen.mostGained = std::max(seen.mostGained, EnergyNow(world) - energy);
		energy = EnergyNow(world);
		seen.mostEnergy = std::max(seen.mostEnergy, energy);
		const BodyState& now = *world.Find(light);
		seen.lowestBall = std::min(seen.lowestBall, now.pose.position.z);
		seen.fastestBall =
			std::max(seen.fastestBall, Length(now.motion.velocity) + kRadius * Length(now.motion.angularVelocity));
		seen.fastestSlab = std::max(seen.fastestSlab, Length(world.Find(heavy)->motion.velocity));
	}
	seen.tilt = Rotated(world.Find(heavy)->pose.orientation, {0.0, 0.0, 1.0}).z;
	return seen;
}
} // namespace

// Contacts do no work, however badly sweeps converge: 1,000 times the mass on top, at rest, tipping over and falling.
TEST(ContactEnergy, HeavyOnLightGainsNothingAndDoesNotPressItIntoTheGround)
{
	for (const double rate : {60.0, 240.0})
	{
		for (const Vec3& offset :
			{Vec3{}, Vec3{0.03, 0.02, 0.0}, Vec3{0.1, 0.02, 0.0}, Vec3{0.0, 0.0, 0.4}, Vec3{0.15, 0.1, 0.2}})
		{
			const SlabOnBall seen = LetGo(offset, rate);
			EXPECT_LE(seen.mostEnergy, (1.0 + 1.0e-9) * seen.startEnergy) << rate << " Hz, " << offset.x;
			// What sank in a little comes back up.
			EXPECT_LT(seen.mostGained, 0.004 * seen.startEnergy) << rate << " Hz, " << offset.x << ' ' << offset.z;
			EXPECT_LT(seen.allGained, 0.01 * seen.startEnergy) << rate << " Hz, " << offset.x << ' ' << offset.z;
			EXPECT_GT(seen.lowestBall, 0.049) << rate << " Hz, " << offset.x << ' ' << offset.z;
		}
	}
}

// What tips still tips: off its centre, the slab leans on the ground in the end.
TEST(ContactEnergy, HeavyOnLightStillTipsOver)
{
	for (const double rate : {60.0, 240.0})
	{
		const SlabOnBall seen = LetGo({0.1, 0.02, 0.0}, rate);
		EXPECT_LT(seen.tilt, 0.97) << rate;
		EXPECT_GT(seen.fastestSlab, 0.3) << rate;
		EXPECT_LT(seen.fastestBall, 5.0) << rate;
	}
}
