// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/BondLattice.h"
#include "Plan/CrackWalk.h"
#include "Plan/FieldFit.h"
#include "Plan/GrainCracks.h"
#include "Plan/OpenSides.h"
#include "Plan/Pieces.h"
#include "Plan/PlanBody.h"

#include <optional>

namespace FractureCore
{
enum class PlanStage : uint8_t
{
	Solve,  // stress of the body with all cracks so far
	Extend, // one old crack further, where the new stress drives it
	Seed,   // one new crack
	Bonds,  // instead of both: what fails between tets
	Crush,  // grains round the impacts
	Done,
};

/// A tet and what at most its tension is, over its strength.
struct SeedBound
{
	double ratio = 0.0;
	int32_t tet = kNoIndex;
};

/// Where cracks may start after a solve.
struct SeedQueue
{
	bool isFilled = false;
	std::vector<SeedBound> heap;
	std::vector<SeedBound> turnedDown; // cracks of like normals are near
};

struct CrackPlanner::Data
{
	const PlanBody::Data& body;
	const StressModel* model = nullptr; // none: the stress is given
	std::vector<Sym3> givenStress;      // 1 a stress tet, Pa: of the collision
	std::vector<Sym3> givenResting;     // of the resting load, or empty
	Material material;
	std::vector<double> strength; // 1 a stress tet, Pa
	std::vector<ContactImpulse> collision;
	std::vector<ContactImpulse> resting;
	PlanSettings settings;

	PlanStage stage = PlanStage::Solve;
	CrackPlan plan;
	std::vector<double> latticeStrength; // 1 a lattice tet, Pa
	std::vector<double> impactDistance;  // 1 a lattice tet, m; to the nearest impact
	std::vector<int32_t> touchedTets;    // of the lattice: by an impact or a support
	std::vector<double> firstRatio;      // 1 a lattice tet: load over strength in the first solve
	WorkingStress stress;
	CrackStates states;

	// Since the last solve.
	int32_t extendNext = 0; // crack
	int32_t newCracks = 0;
	int32_t seedsTried = 0;
	double grownArea = 0.0; // m^2
	SeedQueue seedQueue;
	std::vector<uint8_t> banned; // 1 a lattice tet: a seed that came to nothing
	bool startsInRough = false;  // nothing else starts: cracks may beside others, where stress is rough
	std::vector<uint8_t> freed;  // 1 a lattice tet: its piece has come loose and its stress is taken back

	/// Normals of cracks within one thickness of a tet: no new crack starts along them, and none where there are many.
	struct NearNormals
	{
		static constexpr int32_t kMost = 4;
		int32_t count = 0;
		Vec3 normal[kMost];
	};
	std::vector<NearNormals> nearNormals; // 1 a lattice tet

	LatticePieces pieces;               // at the last solve
	LatticePieces lastPieces;           // as they were last counted
	std::vector<int32_t> uncounted;     // cracks that have grown since
	std::vector<uint8_t> startedPieces; // 1 a piece: a crack has started in it since
	std::vector<int32_t> batches;       // 1 a lattice tet: solves after which cracks started in its piece
	double payableArea = 0.0;           // m^2: of cracks that the first solve's elastic energy pays for
	double paidArea = 0.0;              // m^2: of all cracks that have grown
	int32_t firstPieces = 0;            // that the body was in before the event
	double loadSoFar = 0.0;             // [0, 1] of the peak, that cracks have needed until now
	std::vector<Sym3> restingStress;    // 1 a stress tet, of the last solve; empty without a resting load

	std::vector<uint8_t> openSides;      // 1 a stress tet
	std::optional<StressModel> weakened; // with the cracks so far
	PlanGrains grains;                   // only for cracks that follow them
	std::optional<BondLattice> bonds;    // only for GrowthRule::Bonds
	double bondFailure = 0.0;            // the load at which the first of them fails in the intact body
	StressWorkspace solveWorkspace;
	StressField field;
	FitWorkspace fitWorkspace;
	WalkWorkspace walkWorkspace;

	Data(const PlanBody::Data& planBody, const StressModel* stressModel)
		: body(planBody), model(stressModel), states(planBody.lattice.TetCount())
	{
	}
};
} // namespace FractureCore
