// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/CrackWalk.h"
#include "Plan/FieldFit.h"
#include "Plan/PlanBody.h"

namespace FractureCore
{
enum class PlanStage : uint8_t
{
	Solve,  // stress of the body with all cracks so far
	Extend, // one old crack further, where the new stress drives it
	Seed,   // one new crack
	Crush,  // grains round the impacts
	Done,
};

struct CrackPlanner::Data
{
	const PlanBody::Data& body;
	const StressModel& model;
	Material material;
	std::vector<double> strength; // 1 a stress tet, Pa
	std::vector<ContactImpulse> collision;
	std::vector<ContactImpulse> resting;
	PlanSettings settings;

	PlanStage stage = PlanStage::Solve;
	CrackPlan plan;
	std::vector<double> latticeStrength; // 1 a lattice tet, Pa
	std::vector<double> impactDistance;  // 1 a lattice tet, m; to the nearest impact
	std::vector<double> firstRatio;      // 1 a lattice tet: load over strength in the first solve
	WorkingStress stress;
	CrackStates states;

	// Since the last solve.
	int32_t extendNext = 0; // crack
	int32_t newCracks = 0;
	int32_t seedsTried = 0;
	bool grew = false;
	std::vector<uint8_t> banned; // 1 a lattice tet: a seed that came to nothing
	std::vector<uint8_t> freed;  // 1 a lattice tet: its piece has come loose and its stress is taken back

	/// Normals of cracks within one thickness of a tet: no new crack starts along them.
	std::vector<std::vector<Vec3>> nearNormals; // 1 a lattice tet

	StressWorkspace solveWorkspace;
	StressField field;
	FitWorkspace fitWorkspace;
	WalkWorkspace walkWorkspace;

	Data(const PlanBody::Data& planBody, const StressModel& stressModel)
		: body(planBody), model(stressModel), states(planBody.lattice.TetCount())
	{
	}
};
} // namespace FractureCore
