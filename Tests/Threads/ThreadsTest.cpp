// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Every stage that takes a task runner, whole, on more threads than the machine has cores: small enough to be built
// and run under the thread sanitizer, which sees a race even where the result happens to come out right.
#include "FractureCore/Asset.h"
#include "FractureCore/Bake.h"
#include "FractureCore/CutBody.h"
#include "FractureCore/Fragility.h"
#include "FractureCore/Fragments.h"
#include "FractureCore/Plan.h"
#include "FractureCore/Stress.h"
#include "FractureCore/World.h"
#include "Picture/PictureScenes.h"
#include "Shapes.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

using namespace FractureCore;
using namespace FractureToolkit;

namespace
{
constexpr int32_t kThreads = 8;

BakedObject BakedBowl(TaskRunner& runner)
{
	const Result<SurfaceMesh> bowl = MakeBowl({.thickness = 0.015});
	BakeSettings settings;
	settings.tets.targetTets = 3000;
	settings.tets.optimise = true;
	Result<BakedObject> object = BakeObject(*bowl, settings, runner);
	EXPECT_TRUE(object.HasValue());
	return std::move(*object);
}

std::vector<ContactImpulse> Hit(const BakedObject& object)
{
	return {{object.surface.positions.front(), {0.0, 0.0, -0.01}, GivenPulse(1.0e-3, PulseShape::HalfSine)}};
}
} // namespace

TEST(Threads, BakesTheSameBytes)
{
	ThreadTaskRunner runner(kThreads);
	EXPECT_EQ(SaveAsset(BakedBowl(runner)), SaveAsset(BakedBowl(SerialRunner())));
}

TEST(Threads, SolveTheSameStressWithEitherSolver)
{
	ThreadTaskRunner runner(kThreads);
	const BakedObject object = BakedBowl(SerialRunner());
	for (const SolverKind solver : {SolverKind::Direct, SolverKind::ConjugateGradients})
	{
		std::vector<Sym3> stress[2];
		TaskRunner* runners[2] = {&SerialRunner(), &runner};
		for (int32_t i = 0; i < 2; ++i)
		{
			StressModelSettings settings;
			settings.solver = solver;
			const auto model = StressModel::Create(object.tets, object.material, {}, settings, *runners[i]);
			ASSERT_TRUE(model.HasValue());
			StressWorkspace workspace;
			StressField field;
			ASSERT_TRUE(SolveImpact(*model, Hit(object), {}, workspace, field, *runners[i]).HasValue());
			stress[i] = field.stress;
		}
		EXPECT_EQ(stress[0], stress[1]);
	}
}

TEST(Threads, OneModelServesSeveralImpactsAtOnce)
{
	ThreadTaskRunner runner(kThreads);
	const BakedObject object = BakedBowl(SerialRunner());
	const auto model = StressModel::Create(object.tets, object.material, {}, {}, SerialRunner());
	ASSERT_TRUE(model.HasValue());
	std::vector<StressField> fields(kThreads);
	ParallelFor(runner,
		kThreads,
		1,
		[&](int64_t begin, int64_t)
		{
			StressWorkspace workspace;
			(void)SolveImpact(*model, Hit(object), {}, workspace, fields[static_cast<size_t>(begin)], SerialRunner());
		});
	for (const StressField& field : fields)
	{
		EXPECT_EQ(field.stress, fields.front().stress);
	}
}

TEST(Threads, MapTheSameFragility)
{
	ThreadTaskRunner runner(kThreads);
	BakeSettings settings;
	settings.tets.targetTets = 300;
	const Result<BakedObject> object = BakeObject(*MakeBall({}), settings, SerialRunner());
	ASSERT_TRUE(object.HasValue());
	const auto model = StressModel::Create(object->tets, object->material, {}, {}, SerialRunner());
	ASSERT_TRUE(model.HasValue());
	const ContactPulse pulse = GivenPulse(1.0e-3, PulseShape::HalfSine);
	const auto serial = ComputeFragility(*model, object->material, {}, pulse, SerialRunner());
	const auto parallel = ComputeFragility(*model, object->material, {}, pulse, runner);
	ASSERT_TRUE(serial.HasValue() && parallel.HasValue());
	EXPECT_EQ(serial->impulse, parallel->impulse);
}

TEST(Threads, OverlayTheSameLattice)
{
	ThreadTaskRunner runner(kThreads);
	const BakedObject object = BakedBowl(SerialRunner());
	const auto serial = CutBody::Create(object, {}, SerialRunner());
	const auto parallel = CutBody::Create(object, {}, runner);
	ASSERT_TRUE(serial.HasValue() && parallel.HasValue());
	EXPECT_EQ(serial->Lattice(), parallel->Lattice());
}

TEST(Threads, CutTheSameFragments)
{
	ThreadTaskRunner runner(kThreads);
	const auto body = CutBody::Create(BakedBowl(SerialRunner()), {}, SerialRunner());
	ASSERT_TRUE(body.HasValue());
	const TetMesh& lattice = body->Lattice();
	CrackSet cracks;
	cracks.cracks.resize(1);
	for (const Vec3& node : lattice.nodes)
	{
		cracks.cracks[0].field.push_back(node.x + 0.3 * node.y);
	}
	for (size_t t = 0; t < lattice.tets.size(); ++t)
	{
		cracks.cracks[0].openTets.push_back(static_cast<int32_t>(t));
	}
	cracks.grains = {{lattice.nodes.front(), lattice.nodes.back()}, {1.0, 1.0}, {1, 0}};
	const auto serial = CutFragments(*body, cracks, 2500.0, {}, SerialRunner());
	const auto parallel = CutFragments(*body, cracks, 2500.0, {}, runner);
	ASSERT_TRUE(serial.HasValue() && parallel.HasValue());
	ASSERT_EQ(serial->fragments.size(), parallel->fragments.size());
	EXPECT_GT(serial->fragments.size(), 2u);
	for (size_t i = 0; i < serial->fragments.size(); ++i)
	{
		EXPECT_EQ(serial->fragments[i].surface, parallel->fragments[i].surface);
		EXPECT_EQ(serial->fragments[i].mass, parallel->fragments[i].mass);
	}
}

TEST(Threads, PlanTheSameCracks)
{
	ThreadTaskRunner runner(kThreads);
	BakeSettings settings;
	settings.tets.targetTets = 1500;
	const Result<BakedObject> plate =
		BakeObject(*MakeSlab({.length = 0.24, .thickness = 0.02, .edge = 0.02}), settings, SerialRunner());
	ASSERT_TRUE(plate.HasValue());
	const auto body = PlanBody::Create(plate->tets, plate->tets, {}, SerialRunner());
	const auto model = StressModel::Create(plate->tets, plate->material, {}, {}, SerialRunner());
	ASSERT_TRUE(body.HasValue() && model.HasValue());
	ContactImpulse blow{{0.01, 0.005, 0.02}, {0, 0, -1.0}, GivenPulse(1.0e-3, PulseShape::HalfSine)};
	const PlanLoads loads = {{&blow, 1}, {}};
	const auto plan = [&](TaskRunner& with)
	{ return PlanCracks(*body, *model, plate->material, {}, loads, {}, with, nullptr); };
	blow.impulse *= 4.0 * plan(SerialRunner())->firstFailureLoad;
	const auto serial = plan(SerialRunner());
	const auto parallel = plan(runner);
	ASSERT_TRUE(serial.HasValue() && parallel.HasValue());
	EXPECT_GE(serial->solves, 2);
	ASSERT_GE(serial->cracks.cracks.size(), 4u);
	ASSERT_EQ(serial->cracks.cracks.size(), parallel->cracks.cracks.size());
	for (size_t i = 0; i < serial->cracks.cracks.size(); ++i)
	{
		EXPECT_EQ(serial->cracks.cracks[i].field, parallel->cracks.cracks[i].field);
		EXPECT_EQ(serial->cracks.cracks[i].openTets, parallel->cracks.cracks[i].openTets);
	}
}

TEST(Threads, DrawTheSamePicture)
{
	ThreadTaskRunner runner(kThreads);
	const Result<PictureScene> scene = MakeSurfaceScene(*MakeBowl({}), SurfaceColours::Slots, {});
	ASSERT_TRUE(scene.HasValue());
	PictureSettings settings;
	settings.width = 160;
	settings.height = 120;
	const auto serial = RenderPicture(*scene, settings, SerialRunner());
	const auto parallel = RenderPicture(*scene, settings, runner);
	ASSERT_TRUE(serial.HasValue() && parallel.HasValue());
	EXPECT_EQ(serial->rgb, parallel->rgb);
}

TEST(Threads, StepTheSameWorld)
{
	ThreadTaskRunner runner(kThreads);
	Result<Breakable> made = Breakable::Create(BakedBowl(SerialRunner()), {}, {}, {}, SerialRunner());
	ASSERT_TRUE(made.HasValue());
	const auto bowl = std::make_shared<const Breakable>(std::move(*made));
	const auto ball = std::make_shared<const SurfaceMesh>(*MakeBall({.diameter = 0.05}));
	const auto slab = std::make_shared<const SurfaceMesh>(*MakeSlab({}));
	TaskRunner* runners[2] = {&SerialRunner(), &runner};
	ContentHash hashes[2];
	for (int32_t k = 0; k < 2; ++k)
	{
		WorldSettings settings;
		settings.breaking.plan = OneSolvePlan();
		World world = std::move(*World::Create(settings));
		BodyDefinition body;
		body.kind = BodyKind::Static;
		body.surface = slab;
		body.pose.position = {0.0, 0.0, -1.0};
		ASSERT_TRUE(world.Add(body));
		body.kind = BodyKind::Dynamic;
		for (int32_t i = 0; i < 12; ++i)
		{
			body.surface = ball;
			body.pose.position = {0.06 * (i % 5) - 0.12, 0.06 * (i / 5) - 0.1, 0.0};
			ASSERT_TRUE(world.Add(body));
		}
		body.surface = nullptr;
		body.breakable = bowl;
		body.pose.position = {0.0, 0.0, 0.2};
		body.motion.velocity = {0.0, 0.0, -10.0};
		ASSERT_TRUE(world.Add(body));
		size_t fractures = 0;
		for (int32_t i = 0; i < 12; ++i)
		{
			fractures += world.Step(1.0 / 60.0, *runners[k]).fractures.size();
		}
		EXPECT_GT(fractures, 0u);
		hashes[k] = world.StateHash();
	}
	EXPECT_EQ(hashes[0], hashes[1]);
}
