// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/World.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
constexpr double kStep = 1.0 / 60.0;

World MakeWorld(const Vec3& gravity = {0.0, 0.0, -9.81})
{
	WorldSettings settings;
	settings.gravity = gravity;
	return std::move(*World::Create(settings));
}

void StepFor(World& world, double seconds, double step = kStep)
{
	const auto steps = static_cast<int32_t>(std::lround(seconds / step));
	for (int32_t i = 0; i < steps; ++i)
	{
		world.Step(step, SerialRunner());
	}
}

Quat TurnAboutY(double angle)
{
	return RotationFromVector({0.0, angle, 0.0});
}
} // namespace

TEST(World, BoxFallsAsFreeBodiesDo)
{
	World world = MakeWorld();
	const BodyId box = *world.Add(Rigid(BoxMesh({1.0, 1.0, 1.0}), {0.0, 0.0, 10.0}));
	StepFor(world, 1.0);
	EXPECT_NEAR(world.Find(box)->pose.position.z, 10.0 - 0.5 * 9.81, 1e-9);
	EXPECT_NEAR(world.Find(box)->motion.velocity.z, -9.81, 1e-9);
}

TEST(World, BoxComesToRestOnTheFloorAndSleeps)
{
	World world = MakeWorld();
	ASSERT_TRUE(world.Add(Floor()));
	const BodyId box = *world.Add(Rigid(BoxMesh({0.2, 0.2, 0.2}), {0.0, 0.0, 0.5}));
	StepFor(world, 2.0);
	EXPECT_NEAR(world.Find(box)->pose.position.z, 0.1, 1e-3);
	EXPECT_TRUE(world.Find(box)->asleep);
}

// T49: an incline as tilted gravity would be another test; here the block itself is turned.
TEST(World, BlockOnAnInclineSticksOrSlides)
{
	const double mu = 0.5;
	for (const double angle : {0.3, 0.44, 0.49, 0.6})
	{
		World world = MakeWorld();
		BodyDefinition ramp = Rigid(BoxMesh({50.0, 10.0, 1.0}), {0.0, 0.0, 0.0}, mu);
		ramp.kind = BodyKind::Static;
		ramp.pose.orientation = TurnAboutY(angle);
		ASSERT_TRUE(world.Add(ramp));
		BodyDefinition block = Rigid(BoxMesh({0.4, 0.4, 0.2}), {}, mu);
		const Vec3 up = Rotated(ramp.pose.orientation, {0.0, 0.0, 1.0});
		const Vec3 down = Rotated(ramp.pose.orientation, {1.0, 0.0, 0.0});
		block.pose.orientation = ramp.pose.orientation;
		block.pose.position = up * 0.6004 - down * 5.0;
		const BodyId id = *world.Add(block);
		StepFor(world, 0.2);
		const Vec3 start = world.Find(id)->pose.position;
		const double startSpeed = Dot(world.Find(id)->motion.velocity, down);
		StepFor(world, 1.0);
		const double moved = Dot(world.Find(id)->pose.position - start, down);
		const double expected = std::tan(angle) <= mu ? 0.0 : 9.81 * (std::sin(angle) - mu * std::cos(angle));
		const double speed = Dot(world.Find(id)->motion.velocity, down);
		EXPECT_NEAR(speed - startSpeed, expected, 0.01 * expected + 1e-3) << angle;
		EXPECT_NEAR(moved, startSpeed + 0.5 * expected, 0.02 * expected + 1e-3) << angle;
	}
}

// T50
TEST(World, StackOfTenBoxesStands)
{
	WorldSettings settings;
	settings.sleeping = false;
	World world = std::move(*World::Create(settings));
	ASSERT_TRUE(world.Add(Floor()));
	const auto mesh = BoxMesh({0.3, 0.3, 0.3});
	std::vector<BodyId> boxes;
	for (int32_t i = 0; i < 10; ++i)
	{
		boxes.push_back(*world.Add(Rigid(mesh, {0.002 * (i % 2), 0.0, 0.151 + 0.3005 * i})));
	}
	StepFor(world, 2.0);
	std::vector<Vec3> before;
	for (const BodyId box : boxes)
	{
		before.push_back(world.Find(box)->pose.position);
	}
	StepFor(world, 10.0);
	for (size_t i = 0; i < boxes.size(); ++i)
	{
		EXPECT_LT(Length(world.Find(boxes[i])->pose.position - before[i]), 1e-3) << i;
	}
}

TEST(World, HeavyBoxStandsOnALightOne)
{
	WorldSettings settings;
	settings.sleeping = false;
	World world = std::move(*World::Create(settings));
	ASSERT_TRUE(world.Add(Floor()));
	BodyDefinition light = Rigid(BoxMesh({0.3, 0.3, 0.3}), {0.0, 0.0, 0.151});
	light.material.density = 100.0;
	BodyDefinition heavy = Rigid(BoxMesh({0.3, 0.3, 0.3}), {0.0, 0.0, 0.452});
	heavy.material.density = 10'000.0;
	const BodyId below = *world.Add(light);
	const BodyId above = *world.Add(heavy);
	StepFor(world, 5.0);
	EXPECT_NEAR(world.Find(below)->pose.position.z, 0.15, 2e-3);
	EXPECT_NEAR(world.Find(above)->pose.position.z, 0.45, 4e-3);
	EXPECT_LT(Length(world.Find(above)->motion.velocity), 1e-2);
}

// T51
TEST(World, ElasticBallsExchangeTheirVelocities)
{
	World world = MakeWorld({});
	const auto mesh = BallMesh(0.1, 0.03);
	BodyDefinition first = Rigid(mesh, {-1.0, 0.0, 0.0}, 0.0, 1.0);
	first.motion.velocity = {3.0, 0.0, 0.0};
	const BodyId a = *world.Add(first);
	const BodyId b = *world.Add(Rigid(mesh, {0.0, 0.0, 0.0}, 0.0, 1.0));
	StepFor(world, 1.0);
	EXPECT_NEAR(world.Find(a)->motion.velocity.x, 0.0, 1e-6);
	EXPECT_NEAR(world.Find(b)->motion.velocity.x, 3.0, 1e-6);
	// It flew on from where it was hit, in the time that was left.
	EXPECT_NEAR(world.Find(b)->pose.position.x, 3.0 * (1.0 - 0.8 / 3.0), 0.01);
}

// Newton's cradle, with a gap between its balls: the hits of a row follow each other within one step.
TEST(World, ABlowGoesThroughARowOfBalls)
{
	constexpr double kSpeed = 2.0;
	for (const double rate : {30.0, 60.0, 240.0})
	{
		WorldSettings settings;
		settings.gravity = {};
		World world = std::move(*World::Create(settings));
		std::vector<BodyId> balls;
		for (int32_t i = 0; i < 5; ++i)
		{
			BodyDefinition ball = Rigid(BallMesh(0.05, 0.0025), {0.101 * i, 0.0, 0.0}, 0.3, 1.0);
			if (i == 4)
			{
				ball.pose.position.x += 0.2;
				ball.motion.velocity.x = -kSpeed;
			}
			balls.push_back(*world.Add(ball));
		}
		for (double time = 0.0; time < 0.25; time += 1.0 / rate)
		{
			world.Step(1.0 / rate, SerialRunner());
		}
		for (const BodyId ball : balls)
		{
			const Vec3 aim{ball == balls[0] ? -kSpeed : 0.0, 0.0, 0.0};
			EXPECT_LT(Length(world.Find(ball)->motion.velocity - aim), 0.02 * kSpeed) << rate << " Hz, " << ball;
		}
	}
}

// Elastic balls over the ground that meet each other on their way.
TEST(World, ReboundsOfTheRestOfAStepMakeNoEnergy)
{
	for (const double rate : {30.0, 60.0, 120.0})
	{
		World world = std::move(*World::Create({}));
		ASSERT_TRUE(world.Add(Floor(0.0, 1.0)));
		for (int32_t i = 0; i < 4; ++i)
		{
			BodyDefinition ball = Rigid(BallMesh(0.05, 0.005), {0.0, 0.0, 0.3 + 0.11 * i}, 0.0, 1.0);
			ball.motion.velocity.z = i == 3 ? -6.0 : 0.0;
			ASSERT_TRUE(world.Add(ball));
		}
		const double start = world.Energy().kinetic + world.Energy().potential;
		for (int32_t i = 0; i < 2.0 * rate; ++i)
		{
			world.Step(1.0 / rate, SerialRunner());
			EXPECT_LT(world.Energy().kinetic + world.Energy().potential, 1.001 * start) << rate << " Hz, step " << i;
		}
	}
}

// Balls in a row at a wall: each counts on the one before it to fly on, which stops and comes back.
TEST(World, WhoFliesBehindAnotherDoesNotPassItWhereThatBounces)
{
	for (const double rate : {30.0, 60.0, 240.0})
	{
		for (const double speed : {5.0, 20.0, 100.0})
		{
			WorldSettings settings;
			settings.gravity = {};
			World world = std::move(*World::Create(settings));
			BodyDefinition wall = Rigid(BoxMesh({0.01, 0.4, 0.4}), {});
			wall.kind = BodyKind::Static;
			ASSERT_TRUE(world.Add(wall));
			std::vector<BodyId> balls;
			for (int32_t i = 0; i < 4; ++i)
			{
				BodyDefinition ball = Rigid(BallMesh(0.01, 0.02 / 12.0), {-0.3 - 0.03 * i, 0.0, 0.0}, 0.3, 0.3);
				ball.motion.velocity = {speed, 0.0, 0.0};
				balls.push_back(*world.Add(ball));
			}
			double energy = world.Energy().kinetic;
			for (double time = 0.0; time < 0.5 / speed + 2.0 / rate; time += 1.0 / rate)
			{
				world.Step(1.0 / rate, SerialRunner());
				EXPECT_LE(world.Energy().kinetic, energy * (1.0 + 1.0e-12));
				energy = world.Energy().kinetic;
				for (size_t i = 0; i + 1 < balls.size(); ++i)
				{
					const Vec3 apart = world.Find(balls[i])->pose.position - world.Find(balls[i + 1])->pose.position;
					EXPECT_GT(Length(apart), 0.012) << speed << " m/s at " << rate << " Hz: one is in the other";
					EXPECT_GT(apart.x, 0.0) << speed << " m/s at " << rate << " Hz: it passed";
				}
			}
			EXPECT_LT(world.Find(balls[0])->motion.velocity.x, 0.5 * speed) << "it must have been there";
		}
	}
}

// T52
TEST(World, MomentumStaysAndEnergyDoesNotGrow)
{
	World world = MakeWorld({});
	const auto box = BoxMesh({0.2, 0.3, 0.4});
	const auto torus = std::make_shared<SurfaceMesh>(*FractureToolkit::MakeTorus({.diameter = 0.4}));
	for (int32_t i = 0; i < 8; ++i)
	{
		BodyDefinition body = Rigid(i % 2 == 0 ? box : torus,
			{0.45 * ((i & 1) != 0 ? 1 : -1), 0.45 * ((i & 2) != 0 ? 1 : -1), 0.45 * ((i & 4) != 0 ? 1 : -1)},
			0.4,
			0.1 * i);
		body.motion.velocity = body.pose.position * -4.0 + Vec3{0.3 * i, 0.1, -0.2 * i};
		body.motion.angularVelocity = {1.0 * i, -2.0, 0.5 * i};
		ASSERT_TRUE(world.Add(body));
	}
	int32_t collisions = 0;
	WorldMomentum before = world.Momentum();
	double energy = world.Energy().kinetic;
	double scale = 0.0;
	for (const BodyState& body : world.Bodies())
	{
		scale += world.Mass(body.id)->mass * Length(body.motion.velocity);
	}
	for (int32_t i = 0; i < 120; ++i)
	{
		collisions += world.Step(kStep, SerialRunner()).collisions;
		const WorldMomentum now = world.Momentum();
		EXPECT_LT(Length(now.linear - before.linear), 1e-9 * scale) << i;
		EXPECT_LT(Length(now.angular - before.angular), 1e-9 * scale) << i;
		EXPECT_LE(world.Energy().kinetic, energy * (1.0 + 1e-6)) << i;
		before = now;
		energy = world.Energy().kinetic;
	}
	EXPECT_GT(collisions, 5);
}

// T53
TEST(World, CylinderRollsDownAnIncline)
{
	auto cylinder = std::make_shared<SurfaceMesh>();
	constexpr int32_t kSides = 256;
	for (int32_t i = 0; i < kSides; ++i)
	{
		const double angle = 2.0 * kPi * i / kSides;
		cylinder->positions.push_back({0.1 * std::sin(angle), -0.1, 0.1 * std::cos(angle)});
		cylinder->positions.push_back({0.1 * std::sin(angle), 0.1, 0.1 * std::cos(angle)});
	}
	for (int32_t i = 0; i < kSides; ++i)
	{
		const int32_t a = 2 * i;
		const int32_t b = 2 * ((i + 1) % kSides);
		cylinder->triangles.push_back({{a, b, b + 1}});
		cylinder->triangles.push_back({{a, b + 1, a + 1}});
		if (i > 0 && i + 1 < kSides)
		{
			cylinder->triangles.push_back({{0, b, a}});
			cylinder->triangles.push_back({{1, a + 1, b + 1}});
		}
	}
	const double angle = 0.3;
	World world = MakeWorld();
	BodyDefinition ramp = Rigid(BoxMesh({50.0, 10.0, 1.0}), {}, 0.6);
	ramp.kind = BodyKind::Static;
	ramp.pose.orientation = TurnAboutY(angle);
	ASSERT_TRUE(world.Add(ramp));
	const Vec3 up = Rotated(ramp.pose.orientation, {0.0, 0.0, 1.0});
	const Vec3 down = Rotated(ramp.pose.orientation, {1.0, 0.0, 0.0});
	const BodyId id = *world.Add(Rigid(cylinder, up * 0.6005, 0.6));
	ASSERT_GT(world.Mass(id)->mass, 0.0);
	// Contacts look ahead along straight lines, which brakes what rolls by a part in proportion to the step.
	StepFor(world, 0.5, 1.0 / 240.0);
	const double expected = 0.5 * 2.0 / 3.0 * 9.81 * std::sin(angle);
	EXPECT_NEAR(Dot(world.Find(id)->motion.velocity, down), expected, 0.04 * expected);
	EXPECT_NEAR(Length(world.Find(id)->motion.angularVelocity) * 0.1, expected, 0.04 * expected);
}

TEST(World, BallBouncesToTheHeightThatItsRestitutionGives)
{
	for (const double step : {1.0 / 30.0, 1.0 / 60.0, 1.0 / 240.0})
	{
		World world = MakeWorld();
		ASSERT_TRUE(world.Add(Floor()));
		const BodyId ball = *world.Add(Rigid(BallMesh(0.1, 0.02), {0.0, 0.0, 1.1}, 0.3, 0.8));
		double top = 0.0;
		const auto steps = static_cast<int32_t>(std::lround(0.9 / step));
		for (int32_t i = 0; i < steps; ++i)
		{
			world.Step(step, SerialRunner());
			const BodyState& state = *world.Find(ball);
			if (world.Find(ball)->motion.velocity.z <= 0.0 || i * step > 0.55)
			{
				top = i * step > 0.55 ? std::max(top, state.pose.position.z) : 0.0;
			}
		}
		EXPECT_NEAR(top - 0.1, 0.64, 0.02) << step;
	}
}

// Hulls tell that it is far, its own surface where it touches.
TEST(World, HollowBodyFliesUntilItTouches)
{
	const auto bowl = std::make_shared<SurfaceMesh>(*FractureToolkit::MakeBowl({.thickness = 0.01, .edge = 0.02}));
	for (int32_t turn = 0; turn < 12; ++turn)
	{
		WorldSettings settings;
		settings.gravity = {};
		World world = std::move(*World::Create(settings));
		ASSERT_TRUE(world.Add(Floor(0.0, 0.0)));
		BodyDefinition body = Rigid(bowl, {0.0, 0.0, 0.5}, 0.0, 0.0);
		body.pose.orientation = RotationFromVector({0.5 * turn, 0.3 * turn, 0.1});
		body.motion.velocity = {0.3, 0.0, -5.0};
		const BodyId id = *world.Add(body);
		const auto lowest = [&]
		{
			double low = 1.0;
			for (const Vec3& p : bowl->positions)
			{
				low = std::min(low, ToWorld(world.Find(id)->pose, p).z);
			}
			return low;
		};
		double before = lowest();
		for (int32_t i = 0; i < 240 && world.Find(id)->motion.velocity.z < -4.99; ++i)
		{
			before = lowest();
			world.Step(1.0 / 240.0, SerialRunner());
		}
		EXPECT_GT(world.Find(id)->motion.velocity.z, -4.99) << turn;
		EXPECT_LT(before, 5.0 / 240.0 + 1.0e-3) << turn << ": it hit something in the air";
		EXPECT_GT(lowest(), -1.0e-4) << turn;
	}
}
