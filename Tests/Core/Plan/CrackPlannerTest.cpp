// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Plan.h"

#include "PlanTestBodies.h"
#include "ThreadTaskRunner.h"

using namespace FractureCore;
using namespace FractureTests;

namespace
{
/// A bar of 1 x 0.1 x 0.1 m, struck across one end: the largest moment is at a third of its length.
PlanScene MakeGridBar()
{
	return MakeScene(MakeTetGrid(36, 4, 4, {1.0, 0.1, 0.1}), {0.0, 0.05, 0.1}, {0, 0, -1});
}

void ExpectSame(const CrackPlan& a, const CrackPlan& b)
{
	EXPECT_EQ(a.solves, b.solves);
	EXPECT_EQ(a.firstFailureLoad, b.firstFailureLoad);
	EXPECT_EQ(a.openArea, b.openArea);
	ASSERT_EQ(a.cracks.cracks.size(), b.cracks.cracks.size());
	for (size_t i = 0; i < a.cracks.cracks.size(); ++i)
	{
		EXPECT_EQ(a.cracks.cracks[i].field, b.cracks.cracks[i].field);
		EXPECT_EQ(a.cracks.cracks[i].openTets, b.cracks.cracks[i].openTets);
	}
	EXPECT_EQ(a.cracks.grains.seeds, b.cracks.grains.seeds);
	EXPECT_EQ(a.cracks.grains.loose, b.cracks.grains.loose);
}
} // namespace

TEST(CrackPlanner, BelowTheFirstFailureNothingOpens)
{
	const PlanScene bar = MakeGridBar();
	const CrackPlan plan = bar.Plan(0.999);
	EXPECT_NEAR(plan.firstFailureLoad, 1.0 / 0.999, 1.0e-9);
	EXPECT_TRUE(plan.cracks.cracks.empty());
	EXPECT_TRUE(plan.cracks.grains.seeds.empty());
	EXPECT_EQ(plan.solves, 1);
}

TEST(CrackPlanner, TheFirstFailureIsWhereStressOverStrengthIsLargest)
{
	const PlanScene bar = MakeGridBar();
	StressWorkspace workspace;
	StressField field;
	ASSERT_TRUE(SolveImpact(bar.model, {&bar.blow, 1}, {}, workspace, field, SerialRunner()));
	double largest = 0.0;
	size_t at = 0;
	for (size_t t = 0; t < field.principal.size(); ++t)
	{
		const double ratio = std::max(field.principal[t].largest, -field.principal[t].smallest / 8.0) / 50.0e6;
		if (ratio > largest)
		{
			largest = ratio;
			at = t;
		}
	}
	EXPECT_NEAR(largest, 1.0, 1.0e-9);
	const CrackPlan plan = bar.Plan(1.01);
	EXPECT_EQ(plan.firstFailureTet, static_cast<int32_t>(at));
	ASSERT_EQ(plan.origins.size(), 1u);
	EXPECT_NEAR(plan.origins[0].point.x, 1.0 / 3.0, 0.05);
	EXPECT_GT(std::abs(plan.origins[0].normal.x), 0.98);
	EXPECT_NEAR(plan.origins[0].ratio, 1.01, 1.0e-6);
}

TEST(CrackPlanner, AWeakSpotBreaksFirst)
{
	PlanScene bar = MakeGridBar();
	const PlanLattice& lattice = bar.body.GetData().lattice;
	for (const Vec3& x : lattice.centroid)
	{
		bar.strength.push_back(std::abs(x.x - 0.6) < 0.03 ? 15.0e6 : 50.0e6);
	}
	const CrackPlan plan = bar.Plan(1.0);
	ASSERT_GE(plan.origins.size(), 1u);
	EXPECT_NEAR(plan.origins[0].point.x, 0.6, 0.03);
}

TEST(CrackPlanner, ARestingLoadLowersTheFirstFailure)
{
	const PlanScene bar = MakeGridBar();
	const ContactImpulse half = {bar.blow.point, bar.blow.impulse * 0.5, bar.blow.pulse};
	const Result<CrackPlan> plan =
		PlanCracks(bar.body, bar.model, bar.material, {}, {{&bar.blow, 1}, {&half, 1}}, PlanSettings{}, SerialRunner());
	ASSERT_TRUE(plan);
	EXPECT_NEAR(plan->firstFailureLoad, 0.5, 1.0e-9);
	EXPECT_FALSE(plan->cracks.cracks.empty()); // 1.5 times what it bears
}

TEST(CrackPlanner, PausedAndResumedGivesTheSameBytes)
{
	const PlanScene plate = MakePlateScene(1500);
	const CrackPlan whole = plate.Plan(3.0);
	ContactImpulse blow = plate.blow;
	blow.impulse *= 3.0;
	const PlanLoads loads = {{&blow, 1}, {}};
	Result<CrackPlanner> first = CrackPlanner::Create(plate.body, plate.model, plate.material, {}, loads, {});
	Result<CrackPlanner> second = CrackPlanner::Create(plate.body, plate.model, plate.material, {}, loads, {});
	ASSERT_TRUE(first && second);
	// Two at once, out of step: neither knows of the other.
	bool firstDone = false;
	bool secondDone = false;
	for (int32_t step = 0; !firstDone || !secondDone; ++step)
	{
		if (!firstDone)
		{
			firstDone = *first->Step(SerialRunner());
		}
		if (!secondDone && step % 3 == 0)
		{
			secondDone = *second->Step(SerialRunner());
		}
	}
	EXPECT_GT(whole.cracks.cracks.size(), 3u);
	ExpectSame(first->Plan(), whole);
	ExpectSame(second->Plan(), whole);
	EXPECT_TRUE(*first->Step(SerialRunner())); // done stays done
}

TEST(CrackPlanner, IsTheSameForAnyNumberOfThreads)
{
	const PlanScene plate = MakePlateScene(1500);
	const CrackPlan serial = plate.Plan(3.0);
	for (const int32_t threads : {2, 8})
	{
		FractureToolkit::ThreadTaskRunner runner(threads);
		const Result<PlanBody> body = PlanBody::Create(plate.mesh, plate.mesh, {}, runner);
		ASSERT_TRUE(body);
		EXPECT_EQ(body->GetData().lattice.thickness, plate.body.GetData().lattice.thickness);
		EXPECT_EQ(body->GetData().stressTet, plate.body.GetData().stressTet);
		ExpectSame(plate.Plan(3.0, {}, runner), serial);
	}
}

TEST(CrackPlanner, KeepsToItsLimits)
{
	const PlanScene plate = MakePlateScene(1500);
	PlanSettings settings;
	settings.maxSolves = 2;
	settings.cracksPerSolve = 3;
	settings.maxCracks = 4;
	settings.maxGrains = 0;
	const CrackPlan plan = plate.Plan(8.0, settings);
	EXPECT_EQ(plan.solves, 2);
	EXPECT_EQ(plan.cracks.cracks.size(), 4u);
	EXPECT_TRUE(plan.cracks.grains.seeds.empty());
	EXPECT_EQ(plate.Plan(8.0, OneSolvePlan()).solves, 1);
}

TEST(CrackPlanner, EveryOpenTetIsCrossedAndNoCrackGoesThroughANode)
{
	const PlanScene bowl = MakeBowlScene(2000);
	const PlanLattice& lattice = bowl.body.GetData().lattice;
	const CrackPlan plan = bowl.Plan(3.0);
	ASSERT_FALSE(plan.cracks.cracks.empty());
	for (const Crack& crack : plan.cracks.cracks)
	{
		ASSERT_EQ(crack.field.size(), lattice.nodes.size());
		EXPECT_GE(crack.openTets.size(), 3u);
		EXPECT_TRUE(std::is_sorted(crack.openTets.begin(), crack.openTets.end()));
		EXPECT_EQ(std::adjacent_find(crack.openTets.begin(), crack.openTets.end()), crack.openTets.end());
		for (const int32_t tet : crack.openTets)
		{
			EXPECT_TRUE(IsCrossed(lattice, crack.field, tet));
		}
		for (const double value : crack.field)
		{
			EXPECT_GE(std::abs(value), kNodeClearance * lattice.cell * 0.999);
		}
	}
}

TEST(CrackPlanner, NamesWhatIsWrong)
{
	const PlanScene bar = MakeGridBar();
	const PlanLoads loads = {{&bar.blow, 1}, {}};
	auto message = [&](const PlanSettings& settings, std::span<const double> strength = {}, Material material = {})
	{
		const Result<CrackPlanner> planner =
			CrackPlanner::Create(bar.body, bar.model, material, strength, loads, settings);
		return planner ? std::string() : planner.GetError().message;
	};
	EXPECT_EQ(message({}), "");
	PlanSettings settings;
	settings.maxSolves = 0;
	EXPECT_NE(message(settings).find("maxSolves"), std::string::npos);
	settings = {};
	settings.growthScale = 0.0;
	EXPECT_NE(message(settings).find("growthScale"), std::string::npos);
	std::vector<double> strength(5, 1.0);
	EXPECT_NE(message({}, strength).find("5 tets"), std::string::npos);
	strength.assign(bar.mesh.tets.size(), 1.0e6);
	strength[7] = -1.0;
	EXPECT_NE(message({}, strength).find("tet 7"), std::string::npos);

	ContactImpulse away = bar.blow;
	away.point = {9.0, 9.0, 9.0};
	const Result<CrackPlan> plan =
		PlanCracks(bar.body, bar.model, bar.material, {}, {{&away, 1}, {}}, {}, SerialRunner());
	ASSERT_FALSE(plan);
	EXPECT_NE(plan.GetError().message.find("impulse 0"), std::string::npos);
}
