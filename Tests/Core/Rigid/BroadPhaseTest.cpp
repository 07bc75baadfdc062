// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/BroadPhase.h"

#include "FractureCore/Hull.h"
#include "FractureCore/Random.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
constexpr double kTime = 1.0 / 60.0;
constexpr double kMargin = 2.0e-3;

/// Boxes of many sizes in a room; every third is awake, some are fixed, some gone.
std::vector<RigidBody> SomeBodies(size_t count)
{
	std::vector<std::shared_ptr<RigidShape>> shapes;
	for (const double size : {0.02, 0.07, 0.2})
	{
		const auto mesh = BoxMesh({size, 0.6 * size, 1.4 * size});
		shapes.push_back(MakeRigidShape(mesh, SolidMassProperties(mesh->positions, mesh->triangles, 1000.0), {}));
	}
	std::vector<RigidBody> bodies(count);
	for (size_t i = 0; i < count; ++i)
	{
		RigidBody& body = bodies[i];
		const auto number = [&](uint64_t k) { return RandomUnit(5, 10 * i + k); };
		body.id = static_cast<BodyId>(i);
		body.shape = shapes[i % shapes.size()];
		body.x = {number(0), number(1), 0.5 * number(2)};
		body.q = RotationFromVector({3.0 * number(3), number(4), 0.0});
		body.Refresh();
		body.kind = i % 11 == 0 ? BodyKind::Static : BodyKind::Dynamic;
		body.isAsleep = i % 3 != 0;
		body.isGone = i % 17 == 5;
		if (body.IsActive())
		{
			body.v = Vec3{number(5) - 0.5, number(6) - 0.5, number(7) - 0.5} * 4.0;
			body.w = {10.0 * number(8), 0.0, 0.0};
		}
	}
	return bodies;
}

std::vector<BodyPair> AllPairs(const std::vector<RigidBody>& bodies)
{
	const auto box = [](const RigidBody& body) { return SweptBox(body, body.IsActive() ? kTime : 0.0, kMargin); };
	std::vector<BodyPair> pairs;
	for (size_t a = 0; a < bodies.size(); ++a)
	{
		for (size_t b = a + 1; b < bodies.size(); ++b)
		{
			const RigidBody& p = bodies[a];
			const RigidBody& q = bodies[b];
			if (!p.isGone && !q.isGone && (p.IsActive() || q.IsActive()) && (p.IsDynamic() || q.IsDynamic()) &&
				DoMeet(box(p), box(q)))
			{
				pairs.push_back({static_cast<int32_t>(a), static_cast<int32_t>(b)});
			}
		}
	}
	return pairs;
}

/// Pairs of `some` with all others, skins included.
std::vector<BodyPair> AllPairsOf(
	const std::vector<int32_t>& some, const std::vector<RigidBody>& bodies, const std::vector<double>& times)
{
	const auto box = [&](int32_t i) { return SweptBox(bodies[i], times[i], bodies[i].shape->skin); };
	std::vector<BodyPair> pairs;
	for (const int32_t a : some)
	{
		for (int32_t b = 0; b < static_cast<int32_t>(bodies.size()); ++b)
		{
			if (a != b && !bodies[b].isGone && (bodies[a].IsDynamic() || bodies[b].IsDynamic()) &&
				DoMeet(box(a), box(b)))
			{
				pairs.push_back({std::min(a, b), std::max(a, b)});
			}
		}
	}
	std::sort(pairs.begin(), pairs.end());
	pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
	return pairs;
}
} // namespace

TEST(BroadPhase, BoxesTouchTheCornersOfHulls)
{
	const ConvexHull hull =
		ComputeConvexHull(std::vector<Vec3>{{0.0, 0.0, 0.0}, {0.1, 0.0, 0.0}, {0.0, 0.1, 0.0}, {0.0, 0.0, 0.1}});
	const auto mesh = std::make_shared<SurfaceMesh>();
	mesh->positions = hull.positions;
	mesh->triangles = hull.triangles;
	RigidBody body;
	body.shape = MakeRigidShape(mesh, SolidMassProperties(mesh->positions, mesh->triangles, 1000.0), {});
	body.x = {0.3, -0.2, 0.1};
	body.q = RotationFromVector({0.5, 1.0, -0.7});
	body.Refresh();
	Vec3 low = body.x;
	Vec3 high = body.x;
	for (const Vec3& position : mesh->positions)
	{
		const Vec3 p = body.ToWorldPoint(position - body.shape->mass.centre);
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	const Box box = SweptBox(body, 0.0, 0.0);
	EXPECT_LT(Length(box.low - low) + Length(box.high - high), 1.0e-5);
}

TEST(BroadPhase, FindsThePairsThatALookAtAllOfThemFinds)
{
	std::vector<RigidBody> bodies = SomeBodies(400);
	BroadPhase broadPhase;
	EXPECT_EQ(broadPhase.FindPairs(bodies, kTime, kMargin, SerialRunner()), AllPairs(bodies));
	EXPECT_GT(AllPairs(bodies).size(), 100u);

	// Few at a time fall asleep or wake, so that the tree stays as it is; bodies come and go in between.
	for (int32_t round = 0; round < 30; ++round)
	{
		for (size_t i = static_cast<size_t>(round); i < bodies.size(); i += 60)
		{
			bodies[i].isAsleep = !bodies[i].isAsleep;
			bodies[i].x += bodies[i].IsActive() ? Vec3{0.0, 0.0, 0.05} : Vec3{};
			bodies[i].v = {};
		}
		broadPhase.NoteChange();
		if (round % 10 == 4)
		{
			std::vector<int32_t> newIndex;
			int32_t kept = 0;
			for (const RigidBody& body : bodies)
			{
				newIndex.push_back(body.isGone ? kNoIndex : kept++);
			}
			std::erase_if(bodies, [](const RigidBody& body) { return body.isGone; });
			broadPhase.Renumber(newIndex);
			bodies[static_cast<size_t>(7 * round)].isGone = true;
			const std::vector<RigidBody> more = SomeBodies(20);
			bodies.insert(bodies.end(), more.begin(), more.end());
		}
		if (round == 20)
		{
			bodies[11].x.z += 0.3; // of a fixed one, or a sleeper
			broadPhase.Invalidate();
		}
		ASSERT_EQ(broadPhase.FindPairs(bodies, kTime, kMargin, SerialRunner()), AllPairs(bodies)) << round;
		for (const int32_t i : broadPhase.Active(bodies))
		{
			ASSERT_TRUE(bodies[i].IsActive());
		}
	}
}

TEST(BroadPhase, FindsThePairsOfSomeBodies)
{
	const std::vector<RigidBody> bodies = SomeBodies(300);
	BroadPhase broadPhase;
	std::vector<int32_t> some;
	std::vector<double> times;
	for (int32_t i = 0; i < 300; ++i)
	{
		times.push_back(bodies[i].IsActive() ? 0.001 * (i % 20) : 0.0);
		if (i % 4 == 0 && !bodies[i].isGone)
		{
			some.push_back(i);
		}
	}
	const std::vector<BodyPair> expected = AllPairsOf(some, bodies, times);
	EXPECT_GT(expected.size(), 50u);
	EXPECT_EQ(broadPhase.FindPairsOf(some, bodies, times, SerialRunner()), expected);
}
