// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Cracks that stay in a body from one event to the next.
#include "FractureCore/Plan.h"

#include "PlanTestBodies.h"

using namespace FractureCore;
using namespace FractureTests;

namespace
{
int32_t PiecesOf(const PlanScene& scene, const CrackPlan& plan)
{
	const PlanLattice& lattice = scene.body.GetData().lattice;
	return MeasurePieces(lattice, plan).Count(0.001);
}

PlanScene MakeDamageBar()
{
	return MakeScene(MakeTetGrid(36, 4, 4, {1.0, 0.1, 0.1}), {0.0, 0.05, 0.1}, {0, 0, -1});
}

/// One crack from the top, which is pulled, at x = 0.35 and so deep, that no event has made.
CrackSet Notch(const PlanLattice& lattice, double depth)
{
	CrackStates states(lattice.TetCount());
	OpenPlane(lattice, states, {1, 0, 0}, 0.353, [&](const Vec3& x) { return x.z > 0.1 - depth; });
	CrackSet set;
	set.cracks.push_back({states.cracks[0].field, states.cracks[0].openTets, {}});
	std::sort(set.cracks[0].openTets.begin(), set.cracks[0].openTets.end());
	return set;
}
} // namespace

TEST(Damage, ARepeatedHitSeparatesWhatTheFirstOneOnlyCracked)
{
	// A quick plan stops at the cracks of its one solve; the next event sees them.
	const PlanScene plate = MakePlateScene(1500);
	PlanSettings settings = OneSolvePlan();
	settings.maxGrains = 0;
	settings.cracksPerSolve = 2;
	settings.growthScale = 2.5; // stops early
	const double load = 1.3;
	CrackPlan plan = plate.Plan(load, settings);
	ASSERT_FALSE(plan.cracks.cracks.empty());
	ASSERT_EQ(PiecesOf(plate, plan), 1); // on a fresh body it does not separate
	int32_t hits = 1;
	for (; PiecesOf(plate, plan) == 1 && hits < 8; ++hits)
	{
		const CrackSet damage = plan.cracks;
		plan = plate.Plan(load, settings, SerialRunner(), &damage);
		EXPECT_EQ(plan.damageCracks, static_cast<int32_t>(damage.cracks.size()));
		EXPECT_EQ(plan.origins.size() + damage.cracks.size(), plan.cracks.cracks.size());
		for (size_t i = 0; i < damage.cracks.size(); ++i) // what was open stays open
		{
			EXPECT_TRUE(std::includes(plan.cracks.cracks[i].openTets.begin(),
				plan.cracks.cracks[i].openTets.end(),
				damage.cracks[i].openTets.begin(),
				damage.cracks[i].openTets.end()));
		}
	}
	EXPECT_GT(PiecesOf(plate, plan), 1);
	EXPECT_GT(hits, 1);
}

TEST(Damage, AHitAboveTheFirstFailureGrowsACrackOrSaysWhyNot)
{
	// Long after it is full of cracks, of the kind that soon stop: the worst stress is then in and beside them.
	const PlanScene plate = MakePlateScene(1500);
	for (const bool isQuick : {true, false})
	{
		const double load = isQuick ? 1.3 : 2.0;
		PlanSettings settings;
		settings.maxSolves = isQuick ? 1 : 5;
		settings.cracksPerSolve = isQuick ? 2 : 12;
		settings.maxGrains = 0;
		settings.growthScale = 2.5;
		CrackPlan plan = plate.Plan(load, settings);
		int32_t overloaded = 0;
		for (int32_t hit = 1; hit < 12; ++hit)
		{
			const CrackSet damage = plan.cracks;
			plan = plate.Plan(load, settings, SerialRunner(), &damage);
			const bool isOverloaded = plan.firstFailureLoad <= 1.0;
			overloaded += isOverloaded ? 1 : 0;
			EXPECT_EQ(isOverloaded, !plan.growth.empty() || plan.end != GrowthEnd::Relieved) << hit;
			EXPECT_TRUE(!isOverloaded || !plan.growth.empty() || plan.end == GrowthEnd::Crowded) << hit;
		}
		EXPECT_GE(overloaded, 5);
	}
}

TEST(Damage, ANotchedBarBreaksAtItsNotchUnderALoadThatAWholeOneBears)
{
	const PlanScene bar = MakeDamageBar();
	const PlanLattice& lattice = bar.body.GetData().lattice;
	const CrackSet notch = Notch(lattice, 0.055);
	EXPECT_TRUE(bar.Plan(0.8).cracks.cracks.empty());
	const CrackPlan plan = bar.Plan(0.8, {}, SerialRunner(), &notch);
	EXPECT_LT(plan.firstFailureLoad, 1.0);
	ASSERT_GE(plan.cracks.cracks.size(), 1u);
	EXPECT_GT(plan.cracks.cracks[0].openTets.size(), notch.cracks[0].openTets.size());
	EXPECT_EQ(PiecesOf(bar, plan), 2);
}

TEST(Damage, AHarmlessLoadLeavesDamageAsItIs)
{
	const PlanScene bar = MakeDamageBar();
	const CrackSet notch = Notch(bar.body.GetData().lattice, 0.03);
	const CrackPlan plan = bar.Plan(0.01, {}, SerialRunner(), &notch);
	EXPECT_GT(plan.firstFailureLoad, 1.0);
	ASSERT_EQ(plan.cracks.cracks.size(), 1u);
	EXPECT_EQ(plan.cracks.cracks[0].openTets, notch.cracks[0].openTets);
	EXPECT_EQ(plan.cracks.cracks[0].field, notch.cracks[0].field);
	EXPECT_EQ(plan.damageCracks, 1);
	EXPECT_TRUE(plan.origins.empty());
}

TEST(Damage, OfAnotherBodyIsRefused)
{
	const PlanScene bar = MakeDamageBar();
	const auto message = [&](const CrackSet& damage)
	{
		const Result<CrackPlan> plan =
			PlanCracks(bar.body, bar.model, bar.material, {}, {{&bar.blow, 1}, {}}, {}, SerialRunner(), &damage);
		return plan ? std::string() : plan.GetError().message;
	};
	CrackSet damage = Notch(bar.body.GetData().lattice, 0.05);
	EXPECT_EQ(message(damage), "");
	damage.cracks[0].openTets.push_back(1'000'000);
	EXPECT_NE(message(damage).find("crack 0"), std::string::npos);
	damage = Notch(bar.body.GetData().lattice, 0.05);
	damage.cracks[0].field.pop_back();
	EXPECT_NE(message(damage).find("lattice"), std::string::npos);
	damage = Notch(bar.body.GetData().lattice, 0.05);
	damage.cracks[0].stops.push_back({4, true});
	EXPECT_NE(message(damage).find("ends at"), std::string::npos);
}
