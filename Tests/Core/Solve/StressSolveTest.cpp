// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// How stress is solved, whatever it is: precision of the factor, several impacts at once, memory, odd bodies.
#include "Core/Base/AllocationCounter.h"
#include "FractureCore/Bake.h"
#include "FractureCore/ShellStress.h"
#include "FractureCore/Stress.h"
#include "Solve/StressModel.h"
#include "Support/StressDifference.h"
#include "Support/TestMeshes.h"
#include "Support/TetGrids.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <optional>

using namespace FractureCore;
using namespace FractureTests;
using FractureToolkit::ThreadTaskRunner;

namespace
{
StressModel MakeGlassModel(
	const TetMesh& mesh, FactorPrecision precision, std::span<const uint8_t> held = {}, Material material = {})
{
	StressModelSettings settings;
	settings.precision = precision;
	Result<StressModel> model = StressModel::Create(mesh, material, held, settings, SerialRunner());
	EXPECT_TRUE(model) << (model ? "" : model.GetError().message);
	return std::move(*model);
}

ContactImpulse Blow(Vec3 point, Vec3 impulse)
{
	return {point, impulse, GivenPulse(1.0e-3, PulseShape::HalfSine)};
}

StressField SolveOne(const StressModel& model, std::span<const ContactImpulse> impulses)
{
	StressWorkspace workspace;
	StressField field;
	const Status status = SolveImpact(model, impulses, {}, workspace, field, SerialRunner());
	EXPECT_TRUE(status) << (status ? "" : status.GetError().message);
	EXPECT_TRUE(field.report.converged);
	return field;
}

TetMesh MakeBlock(int32_t coarser = 1)
{
	TetMesh mesh = MakeTetGrid(12 / coarser, 11 / coarser, 10 / coarser, {0.24, 0.22, 0.2});
	JitterInside(mesh, {0.24, 0.22, 0.2}, {0.02, 0.02, 0.02}, 0.2);
	return mesh;
}
} // namespace

TEST(StressSolve, AFloatFactorGivesTheStressOfADoubleOneInHalfTheMemory)
{
	const TetMesh block = MakeBlock();
	const TetMesh slab = MakeTetGrid(30, 30, 2, {0.3, 0.3, 0.02});
	const TetMesh rod = MakeTetGrid(60, 2, 2, {0.6, 0.02, 0.02});
	for (const TetMesh* mesh : {&block, &slab, &rod})
	{
		const std::vector<ContactImpulse> hit{Blow(mesh->nodes.back(), {0.2, 0.1, -1.0})};
		const StressModel inDouble = MakeGlassModel(*mesh, FactorPrecision::Double);
		const StressModel inFloat = MakeGlassModel(*mesh, FactorPrecision::Float);
		EXPECT_LT(
			FractureTests::RelativeDifference(SolveOne(inFloat, hit).stress, SolveOne(inDouble, hit).stress), 1.0e-7);
		if (mesh == &block)
		{
			EXPECT_EQ(inFloat.GetData().factor->Precision(), FactorPrecision::Float);
			EXPECT_LT(inFloat.GetData().factor->MemoryBytes(), 0.56 * inDouble.GetData().factor->MemoryBytes());
			EXPECT_LE(SolveOne(inFloat, hit).report.iterations, 1);
		}
	}
}

TEST(StressSolve, BodiesTakeTheFasterFactorWhereMemoryAllows)
{
	// A double factor grows faster than the body: the second one's is above a kilobyte a tet.
	const Vec3 size{0.3, 0.2, 0.15};
	const Result<StressModel> small = StressModel::Create(MakeTetGrid(6, 4, 3, size), {}, {}, {}, SerialRunner());
	const Result<StressModel> middle = StressModel::Create(MakeTetGrid(14, 13, 13, size), {}, {}, {}, SerialRunner());
	const Result<StressModel> large = StressModel::Create(MakeTetGrid(20, 14, 10, size), {}, {}, {}, SerialRunner());
	ASSERT_TRUE(small && middle && large);
	auto bytesPerTet = [](const StressModel& model)
	{
		return static_cast<double>(model.GetData().factor->MemoryBytes()) /
			static_cast<double>(model.GetData().mesh.tets.size());
	};
	EXPECT_EQ(small->GetData().factor->Precision(), FactorPrecision::Double);
	EXPECT_EQ(middle->GetData().factor->Precision(), FactorPrecision::Float);
	EXPECT_EQ(large->GetData().factor->Precision(), FactorPrecision::Double);
	EXPECT_LE(bytesPerTet(*small), 1024.0);
	EXPECT_LE(bytesPerTet(*middle), 1024.0);
	EXPECT_GT(bytesPerTet(*middle), 500.0);
	const StressModel inDouble = MakeGlassModel(MakeTetGrid(14, 13, 13, size), FactorPrecision::Double);
	EXPECT_GT(bytesPerTet(inDouble), 1024.0);
}

TEST(StressSolve, AScannedBodyOfTenThousandTetsHasAFactorOfAKilobyteATet)
{
	for (const char* const name : {"bunny.obj", "bunny_scan_open.obj"})
	{
		const std::optional<SurfaceMesh> scanned = FractureTest::LoadScannedMesh(name);
		if (!scanned)
		{
			continue;
		}
		BakeSettings settings;
		settings.tets.targetTets = 10'000;
		const Result<BakedObject> baked = BakeObject(*scanned, settings, SerialRunner());
		ASSERT_TRUE(baked);
		const Result<StressModel> model = StressModel::Create(baked->tets, {}, {}, {}, SerialRunner());
		ASSERT_TRUE(model);
		const double tets = static_cast<double>(baked->tets.tets.size());
		EXPECT_GT(tets, 9'000.0);
		EXPECT_LE(static_cast<double>(model->GetData().factor->MemoryBytes()) / tets, 1024.0) << name;
	}
}

TEST(StressSolve, SupportsWorkInEitherPrecision)
{
	const TetMesh mesh = MakeBlock();
	std::vector<uint8_t> held(mesh.nodes.size(), 0);
	for (size_t i = 0; i < mesh.nodes.size(); ++i)
	{
		held[i] = mesh.nodes[i].z < 1.0e-9 ? 4 : 0; // it stands, and may slide and spin
	}
	const std::vector<ContactImpulse> hit{Blow({0.1, 0.1, 0.2}, {0.3, 0.0, -1.0})};
	const StressField exact = SolveOne(MakeGlassModel(mesh, FactorPrecision::Double, held), hit);
	const StressField field = SolveOne(MakeGlassModel(mesh, FactorPrecision::Float, held), hit);
	EXPECT_LT(FractureTests::RelativeDifference(field.stress, exact.stress), 1.0e-7);
	Vec3 reaction;
	for (const Vec3& r : field.reaction)
	{
		reaction += r;
	}
	EXPECT_NEAR(reaction.z, hit[0].pulse.peakRate, 1.0e-6 * hit[0].pulse.peakRate);
}

TEST(StressSolve, SeveralImpactsAtOnceAreTheSingleOnes)
{
	std::vector<std::vector<ContactImpulse>> impacts;
	for (int32_t i = 0; i < 11; ++i) // a full pass and a rest
	{
		const double x = 0.02 + 0.018 * i;
		impacts.push_back({Blow({x, 0.11, 0.2}, {0.1 * i, 0.0, -1.0})});
		if (i % 3 == 0)
		{
			impacts.back().push_back(Blow({x, 0.0, 0.1}, {0.0, 0.5, 0.0}));
		}
	}
	const std::vector<std::span<const ContactImpulse>> views(impacts.begin(), impacts.end());
	for (const SolverKind solver : {SolverKind::Direct, SolverKind::ConjugateGradients})
	{
		// Conjugate gradients share nothing but the loop, and take long under the sanitizers.
		const TetMesh mesh = MakeBlock(solver == SolverKind::Direct ? 1 : 2);
		std::vector<uint8_t> held(mesh.nodes.size(), 0);
		held[0] = held[12] = held[200] = 7;
		for (const std::vector<uint8_t>& supports : {std::vector<uint8_t>{}, held})
		{
			StressModelSettings settings;
			settings.solver = solver;
			const Result<StressModel> model = StressModel::Create(mesh, {}, supports, settings, SerialRunner());
			ASSERT_TRUE(model);
			std::vector<StressField> fields(impacts.size());
			StressWorkspace workspace;
			ASSERT_TRUE(SolveImpacts(*model, views, {}, workspace, fields, SerialRunner()));
			for (size_t i = 0; i < impacts.size(); ++i)
			{
				const StressField alone = SolveOne(*model, impacts[i]);
				EXPECT_LT(FractureTests::RelativeDifference(fields[i].stress, alone.stress), 1.0e-7);
				ASSERT_EQ(fields[i].reaction.size(), alone.reaction.size());
				for (size_t n = 0; n < alone.reaction.size(); ++n)
				{
					EXPECT_LT(Length(fields[i].reaction[n] - alone.reaction[n]), 1.0e-4 * 1.0e3);
				}
				EXPECT_TRUE(fields[i].report.converged);
			}
		}
	}
}

TEST(StressSolve, ABadImpactAmongSeveralIsNamed)
{
	const StressModel model = MakeGlassModel(MakeTetGrid(2, 2, 2, {1, 1, 1}), FactorPrecision::Float);
	const std::vector<ContactImpulse> good{Blow({0.5, 0.5, 1.0}, {0, 0, -1})};
	const std::vector<ContactImpulse> far{Blow({0.5, 0.5, 9.0}, {0, 0, -1})};
	const std::vector<std::span<const ContactImpulse>> impacts{good, good, far};
	std::vector<StressField> fields(3);
	StressWorkspace workspace;
	const Status status = SolveImpacts(model, impacts, {}, workspace, fields, SerialRunner());
	ASSERT_FALSE(status);
	EXPECT_EQ(status.GetError().element, 2);
	EXPECT_EQ(status.GetError().message.rfind("impact 2: ", 0), 0u) << status.GetError().message;
	EXPECT_FALSE(SolveImpacts(model, impacts, {}, workspace, std::span(fields).first(2), SerialRunner()));
	EXPECT_TRUE(SolveImpacts(model, {}, {}, workspace, {}, SerialRunner()));
}

TEST(StressSolve, AllocatesNothingAfterTheFirstImpactOnOneOrMoreThreads)
{
	const TetMesh mesh = MakeBlock();
	std::vector<uint8_t> held(mesh.nodes.size(), 0);
	held[0] = held[12] = held[200] = 7;
	const std::vector<ContactImpulse> first{Blow({0.1, 0.1, 0.2}, {0, 0.1, -1})};
	const std::vector<ContactImpulse> second{Blow({0.24, 0.1, 0.1}, {-1, 0, 0.5}), Blow({0, 0.1, 0.1}, {1, 0, 0})};
	const std::vector<std::span<const ContactImpulse>> both{first, second};
	const std::vector<Vec3> nothing(mesh.nodes.size());
	for (const int32_t threads : {1, 2})
	{
		ThreadTaskRunner runner(threads);
		for (const FactorPrecision precision : {FactorPrecision::Double, FactorPrecision::Float})
		{
			for (const std::vector<uint8_t>& supports : {std::vector<uint8_t>{}, held})
			{
				const StressModel model = MakeGlassModel(mesh, precision, supports);
				StressWorkspace workspace;
				std::vector<StressField> fields(2);
				auto solveAll = [&]
				{
					return static_cast<bool>(SolveImpact(model, second, {}, workspace, fields[0], runner)) &&
						static_cast<bool>(SolveImpacts(model, both, {}, workspace, fields, runner)) &&
						static_cast<bool>(SolveStaticLoads(model, nothing, {}, workspace, fields[1], runner));
				};
				StressField field;
				StressWorkspace single;
				ASSERT_TRUE(SolveImpact(model, first, {}, single, field, runner));
				ASSERT_TRUE(solveAll());
				const AllocationCounter counter;
				const bool again = static_cast<bool>(SolveImpact(model, second, {}, single, field, runner));
				const int64_t afterOne = counter.Count();
				const bool all = solveAll();
				const int64_t afterAll = counter.Count();
				EXPECT_TRUE(again && all);
				EXPECT_EQ(afterOne, 0);
				EXPECT_EQ(afterAll, 0);
			}
		}
	}
}

TEST(StressSolve, ASheetAllocatesNothingAfterTheFirstImpactEither)
{
	std::vector<Vec3> positions;
	std::vector<Triangle> triangles;
	for (int32_t j = 0; j <= 10; ++j)
	{
		for (int32_t i = 0; i <= 10; ++i)
		{
			positions.push_back({0.05 * i, 0.05 * j, 0.0});
			const int32_t v = 11 * j + i;
			if (i < 10 && j < 10)
			{
				triangles.push_back({{v, v + 1, v + 12}});
				triangles.push_back({{v, v + 12, v + 11}});
			}
		}
	}
	std::vector<uint8_t> held(positions.size(), 0);
	held[0] = held[10] = held[110] = 7;
	const std::vector<ContactImpulse> hit{Blow({0.25, 0.25, 0.0}, {0, 0, -0.1})};
	for (const std::vector<uint8_t>& supports : {std::vector<uint8_t>{}, held})
	{
		ThreadTaskRunner runner(2);
		const Result<ShellModel> model = ShellModel::Create(positions, triangles, 0.004, {}, supports, runner);
		ASSERT_TRUE(model);
		StressWorkspace workspace;
		ShellStressField field;
		ASSERT_TRUE(SolveShellImpact(*model, hit, {}, workspace, field, runner));
		const AllocationCounter counter;
		const bool again = static_cast<bool>(SolveShellImpact(*model, hit, {}, workspace, field, runner));
		const int64_t count = counter.Count();
		EXPECT_TRUE(again);
		EXPECT_EQ(count, 0);
	}
}

TEST(StressSolve, ASingleTetAndLoosePartsAreBodiesToo)
{
	TetMesh one;
	one.nodes = {{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}};
	one.tets = {{{0, 1, 2, 3}}};
	TetMesh two = one; // far apart: 12 rigid motions
	for (const Vec3& x : one.nodes)
	{
		two.nodes.push_back(x + Vec3{5.0, 0.0, 0.0});
	}
	two.tets.push_back({{4, 5, 6, 7}});
	const std::vector<ContactImpulse> hit{Blow({0.02, 0.02, 0.0}, {0.1, 0.0, 1.0})};
	const StressField alone = SolveOne(MakeGlassModel(one, FactorPrecision::Float), hit);
	EXPECT_GT(std::abs(alone.principal[0].smallest), 1.0e3);
	for (const FactorPrecision precision : {FactorPrecision::Double, FactorPrecision::Float})
	{
		const StressModel model = MakeGlassModel(two, precision);
		EXPECT_EQ(model.GetData().modes.pins.size(), 12u);
		const StressField field = SolveOne(model, hit);
		EXPECT_NEAR(field.stress[0].zz, alone.stress[0].zz, 1.0e-7 * std::abs(alone.stress[0].zz));
		EXPECT_EQ(field.principal[1].largest, 0.0); // nothing struck the other one
	}
}

TEST(StressSolve, UnitsDoNotMatter)
{
	// The same blow on the same body in other units of length, force and time gives the same numbers in those units.
	const TetMesh mesh = MakeBlock();
	const std::vector<ContactImpulse> hit{Blow({0.1, 0.1, 0.2}, {0, 0.1, -1})};
	const StressField reference = SolveOne(MakeGlassModel(mesh, FactorPrecision::Float), hit);
	for (const double scale : {1.0e-6, 1.0e5}) // microns to the moon
	{
		TetMesh scaled = mesh;
		for (Vec3& x : scaled.nodes)
		{
			x = x * scale;
		}
		const std::vector<ContactImpulse> scaledHit{Blow(hit[0].point * scale, hit[0].impulse * (scale * scale))};
		const StressField field = SolveOne(MakeGlassModel(scaled, FactorPrecision::Float), scaledHit);
		EXPECT_LT(FractureTests::RelativeDifference(field.stress, reference.stress), 1.0e-6);
	}
	for (const double factor : {1.0e-30, 1.0e30})
	{
		const std::vector<ContactImpulse> scaledHit{Blow(hit[0].point, hit[0].impulse * factor)};
		StressField field = SolveOne(MakeGlassModel(mesh, FactorPrecision::Float), scaledHit);
		for (Sym3& s : field.stress)
		{
			s = {s.xx / factor, s.yy / factor, s.zz / factor, s.xy / factor, s.yz / factor, s.zx / factor};
		}
		EXPECT_LT(FractureTests::RelativeDifference(field.stress, reference.stress), 1.0e-6);
	}
	EXPECT_EQ(SolveOne(MakeGlassModel(mesh, FactorPrecision::Float), {}).principal[5].largest, 0.0);
}
