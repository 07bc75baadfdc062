// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The whole way: a baked plate, its cutting lattice, a blow, cracks over the lattice, closed fragments.
#include "FractureCore/CutBody.h"
#include "FractureCore/Fragments.h"
#include "PlanTestBodies.h"

using namespace FractureCore;
using namespace FractureTests;

TEST(PlanAndCut, AStruckPlateFallsIntoThePiecesThatWerePlanned)
{
	BakeSettings settings;
	settings.tets.targetTets = 1500;
	const FractureToolkit::SlabShape shape{.length = 0.24, .thickness = 0.02, .edge = 0.02};
	const Result<BakedObject> baked = BakeObject(*MakeSlab(shape), settings, SerialRunner());
	ASSERT_TRUE(baked);
	const Result<CutBody> cutBody = CutBody::Create(*baked, {}, SerialRunner());
	ASSERT_TRUE(cutBody) << cutBody.GetError().message;
	const Result<PlanBody> planBody = PlanBody::Create(baked->tets, cutBody->Lattice(), {}, SerialRunner());
	ASSERT_TRUE(planBody) << planBody.GetError().message;
	const Result<StressModel> model = StressModel::Create(baked->tets, baked->material, {}, {}, SerialRunner());
	ASSERT_TRUE(model);
	ContactImpulse blow{{0.01, 0.005, 0.02}, {0, 0, -1}, GivenPulse(1.0e-3, PulseShape::HalfSine)};
	PlanSettings plan = OneSolvePlan();
	plan.maxGrains = 0;
	const auto planned = [&] {
		return PlanCracks(*planBody, *model, baked->material, {}, {{&blow, 1}, {}}, plan, SerialRunner());
	};
	blow.impulse *= 4.0 * planned()->firstFailureLoad;
	const Result<CrackPlan> cracks = planned();
	ASSERT_TRUE(cracks);
	const Result<FragmentSet> cut = CutFragments(*cutBody, cracks->cracks, 2500.0, {}, SerialRunner());
	ASSERT_TRUE(cut) << cut.GetError().message;

	const PieceSizes pieces = MeasurePieces(planBody->GetData().lattice, *cracks);
	double volume = 0.0;
	int32_t large = 0;
	const double whole = 0.24 * 0.24 * 0.02;
	for (const Fragment& fragment : cut->fragments)
	{
		const double share = fragment.mass.volume / whole;
		volume += share;
		large += share > 0.01 ? 1 : 0;
	}
	EXPECT_NEAR(volume, 1.0, 1.0e-9);
	EXPECT_GE(large, 4);
	// A piece by lattice tets and a fragment by material differ in size where tets stick out of the body.
	EXPECT_NEAR(large, pieces.Large(), 2);
}
