// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/World.h"

namespace FractureCore
{
// What work on a body costs, in stress solves of it. Measured on bowls, plates and panels of 2 to 20 thousand tets:
// Docs/Performance.md.
inline constexpr int64_t kLaterSolves = 4; // a solve with cracks has a factor to make
inline constexpr int64_t kCutSolves = 4;
inline constexpr int64_t kSurfaceSolves = 4;
inline constexpr int64_t kHullWork = 25'000;     // hulls of a piece, or of some small ones, whatever the body
inline constexpr int64_t kMeshSolves = 100;      // tets of a piece, of as many as are tried
inline constexpr int64_t kEmbedSolves = 20;      // its surface in them, or what it takes over
inline constexpr int64_t kPrepareSolves = 30;    // its stiffness, or its lattice
inline constexpr int64_t kPlanBodyWork = 30'000; // a step of planning, of so many tets whatever the body
inline constexpr int64_t kLevelSetWork = 30'000; // a part of one, whatever the piece: the grids have as many cells
inline constexpr int64_t kReadySolves = 100;     // to make a dented body breakable at once

/// What one step may still spend on breaking.
class FractureAllowance
{
public:
	explicit FractureAllowance(const FractureBudget& budget)
		: m_events(budget.eventsPerStep), m_work(budget.workPerStep), m_isUnlimited(budget.workPerStep == INT64_MAX)
	{
	}

	/// Whether work may be done now: it fits, or it is the first of the step.
	bool Has(int64_t work) const { return !m_hasSpent || work <= m_work; }
	bool MayBegin(int64_t work) const { return m_events > 0 && Has(work); }
	void Begin() { --m_events; }
	bool IsUnlimited() const { return m_isUnlimited; }
	int64_t Spent() const { return m_spent; }
	void Spend(int64_t work)
	{
		m_work -= work;
		m_spent += work;
		m_hasSpent = true;
	}

private:
	int64_t m_events = 0;
	int64_t m_work = 0;
	int64_t m_spent = 0;
	bool m_hasSpent = false;
	bool m_isUnlimited = false;
};
} // namespace FractureCore
