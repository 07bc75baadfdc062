// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Core/Base/AllocationCounter.h"
#include "CrackBodies.h"
#include "FractureCore/Fragility.h"
#include "FractureCore/Random.h"
#include "FractureCore/Stress.h"
#include "Solve/StressModel.h"
#include "Support/Sanitized.h"
#include "Support/StressDifference.h"
#include "Support/TetGrids.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

using namespace FractureCore;
using namespace FractureTests;
using FractureToolkit::ThreadTaskRunner;

namespace
{
const Vec3 kSize{0.24, 0.22, 0.2};

TetMesh MakeBlock()
{
	TetMesh mesh = MakeTetGrid(12, 11, 10, kSize);
	JitterInside(mesh, kSize, {0.02, 0.02, 0.02}, 0.2);
	return mesh;
}

/// A crack across x, from the top (z) down over a disc of that radius round the middle of the top.
TetMesh Crack(const TetMesh& mesh, double radius)
{
	const Vec3 seed{0.5 * kSize.x, 0.5 * kSize.y, kSize.z};
	return SplitAlongPlane(mesh, seed, {1, 0, 0}, [&](const Vec3& x) { return Length(x - seed) < radius; });
}

StressModel Made(Result<StressModel> model)
{
	EXPECT_TRUE(model) << (model ? "" : model.GetError().message);
	return std::move(*model);
}

/// Ends pulled apart along x and bent a little: in balance.
std::vector<Vec3> Pull(const TetMesh& mesh)
{
	std::vector<Vec3> forces(mesh.nodes.size());
	double left = 0.0;
	double right = 0.0;
	for (size_t i = 0; i < forces.size(); ++i)
	{
		left += mesh.nodes[i].x < 1.0e-9 ? 1.0 : 0.0;
		right += mesh.nodes[i].x > kSize.x - 1.0e-9 ? 1.0 : 0.0;
	}
	for (size_t i = 0; i < forces.size(); ++i)
	{
		forces[i].x = mesh.nodes[i].x < 1.0e-9 ? -1.0e4 / left : 0.0;
		forces[i].x += mesh.nodes[i].x > kSize.x - 1.0e-9 ? 1.0e4 / right : 0.0;
	}
	return forces;
}

/// Forces of stresses that differ from tet to tet: in balance in every part, however the body is cut.
std::vector<Vec3> SqueezeTets(const TetMesh& mesh)
{
	std::vector<Vec3> forces(mesh.nodes.size());
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		const int32_t* v = mesh.tets[t].v;
		for (int32_t pair = 0; pair < 3; ++pair) // two corners pull at each other
		{
			const Vec3 pull =
				(mesh.nodes[v[pair + 1]] - mesh.nodes[v[0]]) * (1.0e5 * (RandomUnit(7, 3 * t + pair) - 0.2));
			forces[v[0]] += pull;
			forces[v[pair + 1]] -= pull;
		}
	}
	return forces;
}

StressField Loaded(const StressModel& model, const std::vector<Vec3>& forces)
{
	StressWorkspace workspace;
	StressField field;
	const Status status = SolveStaticLoads(model, forces, {}, workspace, field, SerialRunner());
	EXPECT_TRUE(status) << (status ? "" : status.GetError().message);
	EXPECT_TRUE(field.report.converged);
	return field;
}

StressModelSettings InDouble()
{
	StressModelSettings settings;
	settings.precision = FactorPrecision::Double;
	return settings;
}
} // namespace

TEST(CrackedStress, NoCrackIsTheIntactBody)
{
	const TetMesh mesh = MakeBlock();
	const StressModel intact = Made(StressModel::Create(mesh, {}, {}, {}, SerialRunner()));
	const StressModel same = Made(StressModel::CreateCracked(intact, mesh, SerialRunner()));
	const StressField field = Loaded(same, Pull(mesh));
	EXPECT_LE(field.report.iterations, 1); // the factor is float
	EXPECT_LT(FractureTests::RelativeDifference(field.stress, Loaded(intact, Pull(mesh)).stress), 1.0e-7);
}

TEST(CrackedStress, ASmallCrackTakesFewIterationsWithTheIntactFactor)
{
	const TetMesh mesh = MakeBlock();
	const StressModel intact = Made(StressModel::Create(mesh, {}, {}, {}, SerialRunner()));
	const StressField before = Loaded(intact, Pull(mesh));
	for (const double radius : {0.03, 0.05, 0.07})
	{
		const TetMesh cut = Crack(mesh, radius);
		ASSERT_GT(cut.nodes.size(), mesh.nodes.size());
		const StressModel cracked = Made(StressModel::CreateCracked(intact, cut, SerialRunner()));
		EXPECT_NE(cracked.GetData().crack, nullptr);
		const StressModel anew = Made(StressModel::Create(cut, {}, {}, InDouble(), SerialRunner()));
		const StressField field = Loaded(cracked, Pull(cut));
		const StressField exact = Loaded(anew, Pull(cut));
		EXPECT_LE(field.report.iterations, 4) << radius;
		EXPECT_LT(FractureTests::RelativeDifference(field.stress, exact.stress), 1.0e-6) << radius;
		EXPECT_GT(FractureTests::RelativeDifference(before.stress, exact.stress), 0.1); // the crack matters
		ASSERT_EQ(field.displacement.size(), cut.nodes.size());
		for (size_t i = 0; i < cut.nodes.size(); ++i)
		{
			ASSERT_LT(Length(field.displacement[i] - exact.displacement[i]), 1.0e-12) << i;
		}
	}
}

TEST(CrackedStress, ALargeCrackGetsAFactorOfItsOwn)
{
	const TetMesh mesh = MakeTetGrid(6, 11, 10, kSize);
	const StressModel intact = Made(StressModel::Create(mesh, {}, {}, {}, SerialRunner()));
	const TetMesh cut = Crack(mesh, 0.15);
	const StressModel cracked = Made(StressModel::CreateCracked(intact, cut, SerialRunner()));
	EXPECT_EQ(cracked.GetData().crack, nullptr);
	const StressModel anew = Made(StressModel::Create(cut, {}, {}, InDouble(), SerialRunner()));
	EXPECT_LT(
		FractureTests::RelativeDifference(Loaded(cracked, Pull(cut)).stress, Loaded(anew, Pull(cut)).stress), 1.0e-7);
}

TEST(CrackedStress, ManyIterationsWouldCostMoreThanAFactor)
{
	const TetMesh mesh = MakeTetGrid(16, 16, 16, kSize);
	const StressModel intact = Made(StressModel::Create(mesh, {}, {}, {}, SerialRunner()));
	for (const bool isLarge : {false, true})
	{
		const TetMesh cut = Crack(mesh, isLarge ? 0.16 : 0.06);
		const StressModel cracked = Made(StressModel::CreateCracked(intact, cut, SerialRunner()));
		EXPECT_EQ(cracked.GetData().crack == nullptr, isLarge) << cut.nodes.size() - mesh.nodes.size();
		const StressField field = Loaded(cracked, Pull(cut));
		EXPECT_LE(field.report.iterations, isLarge ? 2 : 4);
	}
}

TEST(CrackedStress, ACornerThatBreaksOffIsFree)
{
	// The corner at the origin falls off; nothing but a balanced pair of forces acts on it.
	const TetMesh mesh = MakeBlock();
	const StressModel intact = Made(StressModel::Create(mesh, {}, {}, {}, SerialRunner()));
	const double s = std::sqrt(1.0 / 3.0);
	const TetMesh cut = SplitAlongPlane(mesh, {0.06, 0.0, 0.0}, {s, s, s}, [](const Vec3&) { return true; });
	const StressModel cracked = Made(StressModel::CreateCracked(intact, cut, SerialRunner()));
	EXPECT_EQ(cracked.GetData().mesh.partCount, 2);
	EXPECT_NE(cracked.GetData().crack, nullptr);
	std::vector<Vec3> forces(cut.nodes.size());
	for (size_t i = 0; i < cut.nodes.size(); ++i) // squeezes the corner's edge, and the body's top edge
	{
		const Vec3& x = cut.nodes[i];
		forces[i] += Length(x) < 1.0e-9 ? Vec3{50.0, 0, 0} : Vec3{};
		forces[i] += Length(x - Vec3{0.02, 0, 0}) < 1.0e-9 ? Vec3{-50.0, 0, 0} : Vec3{};
		forces[i] += Length(x - Vec3{0, 0.22, 0.2}) < 1.0e-9 ? Vec3{80.0, 0, 0} : Vec3{};
		forces[i] += Length(x - Vec3{0.24, 0.22, 0.2}) < 1.0e-9 ? Vec3{-80.0, 0, 0} : Vec3{};
	}
	const StressModel anew = Made(StressModel::Create(cut, {}, {}, InDouble(), SerialRunner()));
	EXPECT_LT(FractureTests::RelativeDifference(Loaded(cracked, forces).stress, Loaded(anew, forces).stress), 1.0e-6);

	// A blow on the large part leaves the small one without stress.
	const std::vector<ContactImpulse> hit{
		{{0.2, 0.2, 0.2}, {0.1, 0.0, -1.0}, GivenPulse(1.0e-3, PulseShape::HalfSine)}};
	StressWorkspace workspace;
	StressField field;
	ASSERT_TRUE(SolveImpact(cracked, hit, {}, workspace, field, SerialRunner()));
	double large = 0.0;
	double small = 0.0;
	for (size_t t = 0; t < cut.tets.size(); ++t)
	{
		const bool isCorner = Dot(TetCentre(cut, t) - Vec3{0.06, 0, 0}, {s, s, s}) < 0.0;
		double& most = isCorner ? small : large;
		most = std::max(most, std::abs(field.principal[t].smallest));
	}
	EXPECT_LT(small, 1.0e-5 * large);
}

TEST(CrackedStress, SupportsHoldACrackedBodyAndCarryItsImpulse)
{
	const TetMesh mesh = MakeBlock();
	auto held = [](const TetMesh& body)
	{
		std::vector<uint8_t> axes(body.nodes.size(), 0);
		for (size_t i = 0; i < axes.size(); ++i)
		{
			axes[i] = body.nodes[i].x < 1.0e-9 ? 7 : 0;
		}
		return axes;
	};
	const TetMesh cut = Crack(mesh, 0.07);
	const std::vector<ContactImpulse> hit{
		{{0.24, 0.1, 0.1}, {0.1, 0.0, -1.0}, GivenPulse(1.0e-3, PulseShape::HalfSine)}};
	for (const SolverKind solver : {SolverKind::Direct, SolverKind::ConjugateGradients})
	{
		StressModelSettings settings;
		settings.solver = solver;
		const StressModel intact = Made(StressModel::Create(mesh, {}, held(mesh), settings, SerialRunner()));
		const StressModel cracked = Made(StressModel::CreateCracked(intact, cut, SerialRunner()));
		const StressModel anew = Made(StressModel::Create(cut, {}, held(cut), InDouble(), SerialRunner()));
		EXPECT_LT(FractureTests::RelativeDifference(Loaded(cracked, Pull(cut)).stress, Loaded(anew, Pull(cut)).stress),
			1.0e-6);
		StressWorkspace workspace;
		StressField field;
		ASSERT_TRUE(SolveImpact(cracked, hit, {}, workspace, field, SerialRunner()));
		Vec3 reaction;
		for (const Vec3& r : field.reaction)
		{
			reaction += r;
		}
		const double peak = hit[0].pulse.peakRate;
		EXPECT_NEAR(reaction.z, peak, 1.0e-5 * peak);
		EXPECT_NEAR(reaction.x, -0.1 * peak, 1.0e-5 * peak);
	}
}

TEST(CrackedStress, SupportsMayHoldAnyAxesAndLieBesideTheCrack)
{
	const TetMesh mesh = MakeBlock();
	const Vec3 low{0.05, 0.11, 0.0};
	const auto everywhere = [](const Vec3&) { return true; };
	const TetMesh cuts[] = {Crack(mesh, 0.05),
		Crack(mesh, 0.15),
		SplitAlongPlane(mesh, low, {0, 1, 0}, [&](const Vec3& x) { return Length(x - low) < 0.07; }), // held face too
		SplitAlongPlane(mesh, {0.12, 0.11, 0.1}, {1, 0, 0}, everywhere),  // one half is held, one is free
		SplitAlongPlane(mesh, {0.12, 0.11, 0.1}, {0, 1, 0}, everywhere)}; // both are held
	for (const uint8_t axes : FractureTests::Cases<uint8_t>({3, 4, 7, 1, 2, 5, 6}, 2))
	{
		const auto held = [&](const TetMesh& body)
		{
			std::vector<uint8_t> result(body.nodes.size(), 0);
			for (size_t i = 0; i < result.size(); ++i)
			{
				result[i] = body.nodes[i].x < 1.0e-9 ? axes : 0;
			}
			return result;
		};
		for (const SolverKind solver : {SolverKind::Direct, SolverKind::ConjugateGradients})
		{
			if (solver == SolverKind::ConjugateGradients && axes != 3)
			{
				continue; // slow
			}
			StressModelSettings settings;
			settings.solver = solver;
			const StressModel intact = Made(StressModel::Create(mesh, {}, held(mesh), settings, SerialRunner()));
			for (const TetMesh& cut : cuts)
			{
				SCOPED_TRACE("axes " + std::to_string(axes) + " cut " + std::to_string(&cut - cuts));
				const std::vector<Vec3> forces = SqueezeTets(cut);
				const StressModel cracked = Made(StressModel::CreateCracked(intact, cut, SerialRunner()));
				const StressModel anew = Made(StressModel::Create(cut, {}, held(cut), InDouble(), SerialRunner()));
				EXPECT_TRUE(ValidateBlockMatrix(cracked.GetData().stiffness));
				EXPECT_LT(
					FractureTests::RelativeDifference(Loaded(cracked, forces).stress, Loaded(anew, forces).stress),
					1.0e-6);
			}
		}
	}
}

TEST(CrackedStress, IsTheSameBytesForAnyNumberOfThreadsAndAllocatesOnlyOnce)
{
	const TetMesh mesh = MakeBlock();
	const TetMesh cut = Crack(mesh, 0.05);
	const std::vector<ContactImpulse> hit{
		{{0.12, 0.1, 0.2}, {0.1, 0.0, -1.0}, GivenPulse(1.0e-3, PulseShape::HalfSine)}};
	std::vector<Sym3> expected;
	for (const int32_t threads : {1, 2, 8})
	{
		ThreadTaskRunner runner(threads);
		const StressModel intact = Made(StressModel::Create(mesh, {}, {}, {}, runner));
		const StressModel cracked = Made(StressModel::CreateCracked(intact, cut, runner));
		StressWorkspace workspace;
		StressField field;
		ASSERT_TRUE(SolveImpact(cracked, hit, {}, workspace, field, runner));
		expected = expected.empty() ? field.stress : expected;
		EXPECT_EQ(std::memcmp(field.stress.data(), expected.data(), expected.size() * sizeof(Sym3)), 0);
		const AllocationCounter counter;
		const bool again = static_cast<bool>(SolveImpact(cracked, hit, {}, workspace, field, runner));
		const int64_t count = counter.Count();
		EXPECT_TRUE(again);
		EXPECT_EQ(count, 0);
	}
}

TEST(CrackedStress, ACutThatIsNotOneIsRefused)
{
	const TetMesh mesh = MakeTetGrid(3, 3, 3, {1, 1, 1});
	const StressModel intact = Made(StressModel::Create(mesh, {}, {}, {}, SerialRunner()));
	auto messageOf = [&](const TetMesh& cut)
	{
		const Result<StressModel> model = StressModel::CreateCracked(intact, cut, SerialRunner());
		return model ? std::string() : model.GetError().message;
	};
	TetMesh fewer = mesh;
	fewer.tets.pop_back();
	EXPECT_NE(messageOf(fewer).find("tets"), std::string::npos);
	TetMesh wild = mesh;
	wild.tets[4].v[2] = 100'000;
	EXPECT_NE(messageOf(wild).find("tet 4 "), std::string::npos);
	wild.tets[4].v[2] = -1;
	EXPECT_NE(messageOf(wild).find("tet 4 "), std::string::npos);
	TetMesh moved = mesh;
	moved.nodes[moved.tets[0].v[0]].x += 0.1;
	EXPECT_NE(messageOf(moved).find("copy"), std::string::npos);
	const StressModel cracked = Made(StressModel::CreateCracked(intact, mesh, SerialRunner()));
	EXPECT_FALSE(StressModel::CreateCracked(cracked, mesh, SerialRunner()));

	// Nor does a cracked body have a fragility map, and that of the intact one says nothing about it.
	const ContactPulse pulse = GivenPulse(1.0e-3, PulseShape::HalfSine);
	EXPECT_FALSE(ComputeFragility(cracked, {}, {}, pulse, SerialRunner()));
	const std::vector<ContactImpulse> touch{{{0.5, 0.5, 1.0}, {0.0, 0.0, -1.0e-9}, pulse}};
	const Result<double> bound = BoundLoadRatio(cracked, {}, touch);
	ASSERT_TRUE(bound);
	EXPECT_TRUE(std::isinf(*bound));
}
