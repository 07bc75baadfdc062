// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/Sweep.h"

#include "FractureCore/Random.h"
#include "Rigid/PieceSpawn.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
constexpr double kTime = 1.0 / 480.0; // in which nothing here turns so far that its flight is taken in parts

RigidBody Flake(const Vec3& size, const Vec3& at, const Vec3& v, const Vec3& w)
{
	const auto mesh = BoxMesh(size);
	RigidBody body;
	body.shape = MakeRigidShape(mesh, SolidMassProperties(mesh->positions, mesh->triangles, 2500.0), {});
	GiveMass(body, body.shape->mass);
	body.x = at;
	body.v = v;
	body.w = w;
	body.Refresh();
	return body;
}

double DistanceAt(const FlightPath& a, const FlightPath& b, double time)
{
	Vec3 axis;
	return BoundDistance(FlightCursor(a).At(time), FlightCursor(b).At(time), 1.0, axis).distance;
}
} // namespace

// Spinning flakes on all kinds of courses, looked at many times: none is nearer than the target before the time
// that the sweep tells, and where it tells one they are about that near.
TEST(Sweep, TellsNoHitTooLate)
{
	constexpr double kTarget = 1.0e-4;
	int32_t hits = 0;
	for (uint64_t i = 0; i < 300; ++i)
	{
		const auto number = [i](uint64_t k) { return 2.0 * RandomUnit(3, 20 * i + k) - 1.0; };
		const auto vector = [&](uint64_t k) { return Vec3{number(k), number(k + 1), number(k + 2)}; };
		const Vec3 w = vector(0) * 60.0;
		const Vec3 apart = vector(3) * 0.02 + Vec3{0.012, 0.0, 0.0};
		// A third of them fly as one body would, all but a little.
		const bool isTogether = i % 3 == 0;
		const RigidBody a = Flake({0.02, 0.015, 0.002}, {}, vector(6) * 5.0, w);
		const RigidBody b = Flake({0.018, 0.02, 0.002},
			apart,
			isTogether ? a.v + Cross(w, apart) + vector(9) * 0.5 : vector(9) * 8.0,
			isTogether ? w + vector(12) * 5.0 : vector(12) * 60.0);
		const FlightPath pathA = {&a, a.v, i % 5 == 0 ? 0.4 * kTime : kTime};
		const FlightPath pathB = {&b, b.v, kTime};
		if (DistanceAt(pathA, pathB, 0.0) <= 1.05 * kTarget)
		{
			continue;
		}
		Vec3 axis;
		const double hit = TimeOfImpact(pathA, pathB, kTime, kTarget, axis);
		const double end = hit >= 0.0 ? hit : kTime;
		for (int32_t k = 0; k <= 200; ++k)
		{
			ASSERT_GT(DistanceAt(pathA, pathB, end * k / 200.0), 0.999 * kTarget) << i << " at " << k;
		}
		if (hit >= 0.0)
		{
			++hits;
			EXPECT_LT(DistanceAt(pathA, pathB, hit), 1.06 * kTarget) << i;
		}
	}
	EXPECT_GT(hits, 20);
	EXPECT_LT(hits, 250);
}

// Two halves of a spinning body, a hair apart: what they do together brings them no closer.
TEST(Sweep, OfWhatSpinsTogetherEndsAtOnce)
{
	const Vec3 w = {20.0, -35.0, 60.0};
	const RigidBody a = Flake({0.02, 0.02, 0.002}, {}, {1.0, -2.0, 0.5}, w);
	const Vec3 apart = {0.0201, 0.0, 0.0};
	const RigidBody b = Flake({0.02, 0.02, 0.002}, apart, a.v + Cross(w, apart) + Vec3{0.5, 0.0, 0.0}, w);
	const FlightPath pathA = {&a, a.v, kTime};
	const FlightPath pathB = {&b, b.v, kTime};
	Vec3 axis;
	EXPECT_LT(TimeOfImpact(pathA, pathB, 1.0e-3, 1.0e-5, axis), 0.0);
}

// The end of a flight is where the sweep saw it. The skin of a flake is thinner than any error of a turn that is taken
// in other parts, and what a flight leaves in each other is not looked at again.
TEST(Sweep, SeesBodiesWhereTheyFly)
{
	for (uint64_t i = 0; i < 50; ++i)
	{
		const auto number = [i](uint64_t k) { return 2.0 * RandomUnit(5, 20 * i + k) - 1.0; };
		RigidBody flake = Flake({0.03, 0.02, 0.001},
			{},
			{number(0), number(1), number(2)},
			Vec3{number(3), number(4), number(5)} * (i % 2 == 0 ? 300.0 : 5'000.0));
		const double time = (0.2 + RandomUnit(5, 20 * i + 6)) / 60.0;
		const FlightPath path = {&flake, flake.v, time};
		FlightCursor cursor(path);
		for (int32_t k = 1; k < 9; ++k)
		{
			cursor.At(time * k / 9.0);
		}
		const PlacedShape seen = cursor.At(time);
		Fly(flake, time);
		ASSERT_EQ(seen.x, flake.x) << i;
		for (const Vec3& axis : {Vec3{1.0, 0.0, 0.0}, Vec3{0.0, 1.0, 0.0}, Vec3{0.0, 0.0, 1.0}})
		{
			ASSERT_EQ(seen.rotation * axis, flake.rotation * axis) << i;
		}
	}
}
