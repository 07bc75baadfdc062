// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// [Bao07] section 3: corners stop where they would cross, and the body takes the rigid motion that fits them.
#include "Rigid/ShellRetarget.h"
#include "FractureCore/Pose.h"
#include "Rigid/StopLoads.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
RigidBody FreeBox(const Vec3& size, const Vec3& place, double density = 1000.0)
{
	const auto mesh = BoxMesh(size);
	RigidBody body;
	const MassProperties mass = SolidMassProperties(mesh->positions, mesh->triangles, density);
	body.shape = MakeRigidShape(mesh, mass, {});
	body.x = place;
	body.mass = mass.mass;
	body.inverseMass = 1.0 / mass.mass;
	body.inertia = mass.inertia;
	body.inverseInertia = InverseSymmetric(mass.inertia);
	body.Refresh();
	return body;
}

RigidBody FixedBox(const Vec3& size, const Vec3& place)
{
	RigidBody body = FreeBox(size, place);
	body.kind = BodyKind::Static;
	body.inverseMass = 0.0;
	body.inverseInertia = body.inverseInertiaWorld = {};
	return body;
}

/// B above A: what comes down is stopped.
ShellStop StopAt(const Vec3& point, double room, const Vec3& normal = {0.0, 0.0, 1.0})
{
	ShellStop stop;
	stop.a = 0;
	stop.b = 1;
	stop.onA = stop.onB = point;
	stop.normal = normal;
	stop.room = room;
	return stop;
}

double SpeedAt(const std::vector<RigidBody>& bodies, const ShellStop& stop)
{
	const RigidBody& a = bodies[stop.a];
	const RigidBody& b = bodies[stop.b];
	return Dot(stop.normal, b.VelocityAt(stop.Point() - b.x) - a.VelocityAt(stop.Point() - a.x));
}

constexpr double kLeft = 0.01;         // s
const Vec3 kRod = {1.0, 0.002, 0.002}; // m
const Vec3 kGround = {4.0, 4.0, 1.0};
const Vec3 kBelow = {0.0, 0.0, -0.5};
} // namespace

// All corners of a plate have as far to go: it goes there, without a turn.
TEST(ShellRetarget, PlateThatIsStoppedAtAllCornersOnlyShifts)
{
	std::vector<RigidBody> bodies = {FixedBox(kGround, kBelow), FreeBox({0.4, 0.3, 0.001}, {0.0, 0.0, 0.002})};
	bodies[1].v = {3.0, 0.0, -1.0};
	std::vector<ShellStop> stops;
	for (const double x : {-0.2, 0.2})
	{
		for (const double y : {-0.15, 0.15})
		{
			stops.push_back(StopAt({x, y, 0.0015}, 0.001));
		}
	}
	RetargetShells(bodies, stops, std::vector<double>{0.0, kLeft});
	EXPECT_NEAR(bodies[1].v.z, -0.001 / kLeft, 1.0e-3);
	EXPECT_NEAR(bodies[1].v.x, 3.0, 1.0e-12) << "nothing is in the way there";
	EXPECT_LT(Length(bodies[1].w), 5.0e-3);
}

// A rod that turns about its middle, held at both ends: v stays zero, and the turn ends where the ends may go.
TEST(ShellRetarget, RodThatIsStoppedAtBothEndsOnlyTurns)
{
	std::vector<RigidBody> bodies = {FixedBox(kGround, kBelow), FreeBox(kRod, {})};
	const double spin = 0.2;
	bodies[1].w = {0.0, spin, 0.0}; // the end at +x goes down
	std::vector<ShellStop> stops = {
		StopAt({0.5, 0.0, 0.0}, 2.0e-4), StopAt({-0.5, 0.0, 0.0}, 2.0e-4, {0.0, 0.0, -1.0})};
	RetargetShells(bodies, stops, std::vector<double>{0.0, kLeft});
	EXPECT_NEAR(bodies[1].w.y, 2.0e-4 / (0.5 * kLeft), 1.0e-5);
	EXPECT_LT(Length(bodies[1].v), 1.0e-6);
	EXPECT_NEAR(bodies[1].w.x, 0.0, 1.0e-9);
}

// One end of a falling rod stops at once. The nearest motion by its mass that keeps the end is the one that a blow
// there gives: the centre keeps three quarters of its speed and the rod turns with 3/2 v / L.
TEST(ShellRetarget, RodThatIsStoppedAtOneEndSwingsAboutIt)
{
	std::vector<RigidBody> bodies = {FixedBox(kGround, kBelow), FreeBox(kRod, {})};
	bodies[1].v = {0.0, 0.0, -2.0};
	std::vector<ShellStop> stops = {StopAt({0.5, 0.0, 0.0}, 0.0)};
	RetargetShells(bodies, stops, std::vector<double>{0.0, kLeft});
	EXPECT_NEAR(bodies[1].v.z, -1.5, 1.0e-4);
	EXPECT_NEAR(bodies[1].w.y, -3.0, 1.0e-4);
	EXPECT_NEAR(SpeedAt(bodies, stops[0]), 0.0, 1.0e-9);
	EXPECT_NEAR(stops[0].impulse, 0.5 * bodies[1].mass, 1.0e-4 * bodies[1].mass);
	EXPECT_NEAR(stops[0].closing, 2.0, 1.0e-12);
}

// That the motion is the nearest by mass that keeps all stops is known by its multipliers: they push only, only where
// a stop is reached, and no stop is passed. Two free bodies: momentum stays to the last digits, energy does not grow.
TEST(ShellRetarget, IsTheNearestMotionThatKeepsAllStops)
{
	uint64_t state = 5;
	const auto next = [&]
	{
		state = state * 6364136223846793005ull + 1442695040888963407ull;
		return static_cast<double>(state >> 33) / 1073741824.0 - 1.0;
	};
	int32_t pushed = 0;
	for (int32_t trial = 0; trial < 200; ++trial)
	{
		std::vector<RigidBody> bodies = {
			FreeBox({0.3, 0.2, 0.1}, {0.0, 0.0, -0.06}, 500.0), FreeBox({0.2, 0.3, 0.1}, {0.02, 0.01, 0.06}, 2000.0)};
		for (RigidBody& body : bodies)
		{
			body.v = Vec3{next(), next(), next()} * 3.0;
			body.w = Vec3{next(), next(), next()} * 3.0;
		}
		std::vector<ShellStop> stops;
		for (int32_t i = 0; i < 6; ++i)
		{
			stops.push_back(StopAt({0.1 * next(), 0.1 * next(), 0.0},
				0.002 * (1.0 + next()),
				Normalised(Vec3{0.3 * next(), 0.3 * next(), 1.0})));
		}
		std::vector<double> before;
		for (const ShellStop& stop : stops)
		{
			before.push_back(SpeedAt(bodies, stop));
		}
		const std::vector<RigidBody> old = bodies;
		const double left = 1.0e-5; // so short that turns are straight ways
		for (ShellStop& stop : stops)
		{
			stop.room *= left / kLeft;
		}
		RetargetShells(bodies, stops, std::vector<double>{left, left});
		double energy = 0.0;
		double energyBefore = 0.0;
		Vec3 momentum;
		Vec3 spin;
		for (size_t i = 0; i < 2; ++i)
		{
			energy += bodies[i].KineticEnergy();
			energyBefore += old[i].KineticEnergy();
			momentum += (bodies[i].v - old[i].v) * old[i].mass;
			spin += bodies[i].AngularMomentum() - old[i].AngularMomentum();
		}
		EXPECT_LE(energy, energyBefore * (1.0 + 1.0e-12)) << trial;
		EXPECT_LT(Length(momentum), 1.0e-12 * 100.0) << trial;
		EXPECT_LT(Length(spin), 1.0e-12 * 100.0) << trial;
		for (size_t i = 0; i < stops.size(); ++i)
		{
			const double speed = SpeedAt(bodies, stops[i]);
			const double least = std::min(-stops[i].room / left, 0.0);
			EXPECT_GE(stops[i].impulse, 0.0);
			EXPECT_GT(speed, least - 0.01) << trial;
			if (stops[i].impulse > 0.0)
			{
				EXPECT_NEAR(speed, least, 0.01) << trial << ": it pushes where nothing is reached";
				++pushed;
			}
		}
	}
	EXPECT_GT(pushed, 100);
}

// What a body takes while it is kept from crossing is a load: the next step finds out what it breaks.
TEST(ShellRetarget, WhatStopsABodyLoadsIt)
{
	const std::shared_ptr<const Breakable> plate = MakeBreakable(*BoxMesh({0.3, 0.3, 0.01}), "glass", 500);
	ASSERT_NE(plate, nullptr);
	for (const double speed : {0.01, 10.0})
	{
		World::Data world;
		world.bodies = {FixedBox(kGround, kBelow), FreeBox({0.3, 0.3, 0.01}, {0.0, 0.0, 0.006}, 2500.0)};
		world.bodies[0].id = 0;
		world.bodies[1].id = 1;
		for (RigidBody& body : world.bodies)
		{
			body.youngModulus = 70.0e9;
			body.poissonRatio = 0.2;
		}
		world.bodies[1].breakable = plate;
		world.bodies[1].v = {0.0, 0.0, -speed};
		world.broadPhase.NoteChange();
		const VelocitySnapshot before(world);
		std::vector<ShellStop> stops = {StopAt({0.1, 0.1, 0.001}, 0.0)};
		RetargetShells(world.bodies, stops, std::vector<double>{0.0, kLeft});
		world.bodies[1].x += Vec3{0.0, 0.5, 0.0}; // it flies on
		KeepStopLoads(world, stops, before, kLeft);
		ASSERT_EQ(world.openEvents.size(), speed > 1.0 ? 1u : 0u) << "slow ones are harmless";
		if (speed > 1.0)
		{
			const OpenEvent& open = world.openEvents.front();
			EXPECT_EQ(open.body, 1);
			ASSERT_EQ(open.impact.loads.size(), 1u);
			EXPECT_NEAR(open.impact.loads[0].impulse.z, stops[0].impulse, 1.0e-12);
			EXPECT_LT(Length(open.impact.loads[0].point - Vec3{0.1, 0.1, -0.005}), 1.0e-12) << "where it was hit";
			EXPECT_NEAR(open.impact.closingSpeed, speed, 1.0e-9);
			EXPECT_NEAR(open.motion.velocity.z, -speed, 1.0e-12);
			EXPECT_GT(open.impact.peakForce, 0.0);
			ASSERT_EQ(open.parts.size(), 1u);
			EXPECT_EQ(open.parts[0].other, 0);
		}
	}
}
