// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/VisitLog.h"

#include "Rigid/ContactSolver.h"

#include <gtest/gtest.h>

#include <vector>

using namespace FractureCore;

namespace
{
/// A row of balls of 1 kg that touch without friction, the last one against something fixed; the first comes at 1 m/s.
struct RowOfBalls
{
	std::vector<SolverBody> bodies;
	std::vector<ContactRow> rows;

	explicit RowOfBalls(int32_t count) : bodies(static_cast<size_t>(count) + 1), rows(static_cast<size_t>(count))
	{
		for (int32_t i = 0; i < count; ++i)
		{
			bodies[i].inverseMass = 1.0;
			ContactRow& row = rows[i];
			row.a = i;
			row.b = i + 1;
			row.normal = {1.0, 0.0, 0.0};
			row.tangents[0] = {0.0, 1.0, 0.0};
			row.tangents[1] = {0.0, 0.0, 1.0};
			row.mobility[0] = row.mobility[3] = row.mobility[5] = i + 1 < count ? 2.0 : 1.0;
			row.normalMass = row.tangentMass[0] = row.tangentMass[1] = 1.0 / row.mobility[0];
		}
		bodies[0].v.x = 1.0;
	}
};
} // namespace

TEST(VisitLog, ARowIsDueUntilNothingChangesAndAgainWhenOthersChangeItsBodies)
{
	VisitLog visits(2, 3, 0.1);
	EXPECT_TRUE(visits.IsDue(0, 0, 1));
	visits.Note(0, 0.2, 0, 1, true, true);
	EXPECT_TRUE(visits.IsDue(0, 0, 1)) << "it may not be done";
	visits.Note(0, 0.0, 0, 1, true, true);
	EXPECT_FALSE(visits.IsDue(0, 0, 1));
	EXPECT_TRUE(visits.IsDue(1, 1, 2));
	visits.Note(1, 0.2, 1, 2, false, true);
	EXPECT_FALSE(visits.IsDue(0, 0, 1)) << "what both touch does not move";
	visits.Note(1, 0.06, 1, 2, true, true);
	EXPECT_FALSE(visits.IsDue(0, 0, 1)) << "too little to be seen";
	visits.Note(1, 0.06, 1, 2, true, true);
	EXPECT_TRUE(visits.IsDue(0, 0, 1)) << "small changes add up";
}

TEST(VisitLog, SweepsOfDueRowsDoWhatSweepsOfAllDo)
{
	RowOfBalls all(6);
	RowOfBalls due(6);
	VisitLog visits(due.rows.size(), due.bodies.size(), 0.0);
	for (int32_t sweep = 0; sweep < 40; ++sweep)
	{
		EXPECT_EQ(SweepDueRows(due.rows, due.bodies, sweep % 2 != 0, visits),
			SweepRows(all.rows, all.bodies, sweep % 2 != 0));
	}
	for (size_t i = 0; i < all.bodies.size(); ++i)
	{
		EXPECT_EQ(due.bodies[i].v, all.bodies[i].v);
	}
}

TEST(VisitLog, WhatIsNotSeenIsNotPassedOn)
{
	RowOfBalls balls(20);
	const double unseen = 0.01;
	VisitLog visits(balls.rows.size(), balls.bodies.size(), unseen);
	for (int32_t sweep = 0; sweep < 100; ++sweep)
	{
		// Against the way of the blow, so that it goes from ball to ball sweep by sweep.
		SweepDueRows(balls.rows, balls.bodies, true, visits);
	}
	int32_t due = 0;
	for (size_t i = 0; i < balls.rows.size(); ++i)
	{
		due += visits.IsDue(i, balls.rows[i].a, balls.rows[i].b) ? 1 : 0;
		const double closing = balls.bodies[i].v.x - balls.bodies[i + 1].v.x;
		EXPECT_LE(closing, 2.0 * unseen) << i;
	}
	EXPECT_EQ(due, 0);
}
