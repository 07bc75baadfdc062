// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/CholeskySolver.h"
#include "Core/Base/AllocationCounter.h"
#include "SolveTestBodies.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace FractureCore;
using FractureToolkit::ThreadTaskRunner;

namespace
{
/// A body that is held at its left end, with the tools to compare stresses.
struct HeldBody
{
	TetMesh mesh;
	std::vector<TetShape> shapes;
	BlockMatrix matrix;

	explicit HeldBody(TetMesh body)
		: mesh(std::move(body)), shapes(*ComputeTetShapes(mesh)), matrix(AssembleBody(mesh, kLame))
	{
		ClampLeftEnd(matrix, mesh);
	}

	std::vector<double> PointLoads(int32_t count = 1) const
	{
		const size_t size = 3 * mesh.nodes.size();
		std::vector<double> loads(size * count, 0.0);
		for (int32_t k = 0; k < count; ++k)
		{
			loads[k * size + size - 1 - 3 * static_cast<size_t>(k)] = -1.0e-3 * (k + 1);
			loads[k * size + size / 2] = 2.0e-3;
		}
		return loads;
	}

	/// Largest difference of a stress, relative to the largest stress.
	double StressError(std::span<const double> u, std::span<const double> exact) const
	{
		std::vector<Sym3> a(mesh.tets.size());
		std::vector<Sym3> b(mesh.tets.size());
		ComputeStresses(mesh.tets, shapes, kLame, u, a, SerialRunner());
		ComputeStresses(mesh.tets, shapes, kLame, exact, b, SerialRunner());
		double error = 0.0;
		double largest = 0.0;
		for (size_t t = 0; t < a.size(); ++t)
		{
			for (const auto member : {&Sym3::xx, &Sym3::yy, &Sym3::zz, &Sym3::xy, &Sym3::yz, &Sym3::zx})
			{
				error = std::max(error, std::abs(a[t].*member - b[t].*member));
				largest = std::max(largest, std::abs(b[t].*member));
			}
		}
		return error / largest;
	}

	static constexpr LameConstants kLame{3.0e10, 2.5e10};
};

CholeskySettings WithPrecision(FactorPrecision precision)
{
	CholeskySettings settings;
	settings.precision = precision;
	return settings;
}

HeldBody MakeBlock()
{
	TetMesh mesh = MakeBoxBody(9, 8, 8, {0.02, 0.02, 0.02});
	Jitter(mesh, 0.002, 31);
	for (Vec3& node : mesh.nodes)
	{
		node.x = node.x < 0.005 ? std::min(node.x, 0.0) : node.x;
	}
	return HeldBody(std::move(mesh));
}
} // namespace

TEST(CholeskySolver, AFloatFactorGivesTheStressOfADoubleOne)
{
	CholeskyWorkspace workspace;
	const HeldBody body = MakeBlock();
	const std::vector<double> load = body.PointLoads();
	std::vector<double> exact(load.size());
	std::vector<double> refined(load.size());
	CholeskySolver inDouble;
	CholeskySolver inFloat;
	ASSERT_TRUE(inDouble.Factor(
		body.matrix, body.mesh.nodes, WithPrecision(FactorPrecision::Double), workspace, SerialRunner()));
	ASSERT_TRUE(
		inFloat.Factor(body.matrix, body.mesh.nodes, WithPrecision(FactorPrecision::Float), workspace, SerialRunner()));
	ASSERT_EQ(inFloat.Precision(), FactorPrecision::Float);
	EXPECT_LT(inFloat.MemoryBytes(), 0.56 * inDouble.MemoryBytes());
	EXPECT_EQ(inDouble.Solve(body.matrix, load, exact, 1, workspace, SerialRunner()).iterations, 0);
	const RefinementReport report = inFloat.Solve(body.matrix, load, refined, 1, workspace, SerialRunner());
	EXPECT_TRUE(report.converged);
	EXPECT_LE(report.iterations, 2);
	EXPECT_LT(body.StressError(refined, exact), 1.0e-7);
}

TEST(CholeskySolver, SeveralRefinedSolvesEqualSingleOnes)
{
	CholeskyWorkspace workspace;
	const HeldBody body = MakeBlock();
	constexpr int32_t kCount = 5;
	const std::vector<double> loads = body.PointLoads(kCount);
	CholeskySolver solver;
	ASSERT_TRUE(
		solver.Factor(body.matrix, body.mesh.nodes, WithPrecision(FactorPrecision::Float), workspace, SerialRunner()));
	std::vector<double> together(loads.size());
	EXPECT_TRUE(solver.Solve(body.matrix, loads, together, kCount, workspace, SerialRunner()).converged);
	const size_t size = loads.size() / kCount;
	for (int32_t k = 0; k < kCount; ++k)
	{
		std::vector<double> alone(size);
		solver.Solve(body.matrix, std::span(loads).subspan(k * size, size), alone, 1, workspace, SerialRunner());
		EXPECT_LT(body.StressError(std::span(together).subspan(k * size, size), alone), 1.0e-7);
	}
}

TEST(CholeskySolver, ASlabNeedsAFewIterationsMore)
{
	CholeskyWorkspace workspace;
	const HeldBody body(MakeBoxBody(34, 34, 3, {0.01, 0.01, 0.01}));
	const std::vector<double> load = body.PointLoads();
	std::vector<double> exact(load.size());
	std::vector<double> refined(load.size());
	CholeskySolver inDouble;
	CholeskySolver inFloat;
	ASSERT_TRUE(inDouble.Factor(
		body.matrix, body.mesh.nodes, WithPrecision(FactorPrecision::Double), workspace, SerialRunner()));
	ASSERT_TRUE(
		inFloat.Factor(body.matrix, body.mesh.nodes, WithPrecision(FactorPrecision::Float), workspace, SerialRunner()));
	ASSERT_EQ(inFloat.Precision(), FactorPrecision::Float);
	inDouble.Solve(body.matrix, load, exact, 1, workspace, SerialRunner());
	const RefinementReport report = inFloat.Solve(body.matrix, load, refined, 1, workspace, SerialRunner());
	EXPECT_TRUE(report.converged);
	EXPECT_LE(report.iterations, 6);
	EXPECT_LT(body.StressError(refined, exact), 1.0e-6);
}

TEST(CholeskySolver, FloatIsRefusedForLongBeamsAndThinPlates)
{
	CholeskyWorkspace workspace;
	for (const TetMesh& mesh :
		{MakeBoxBody(200, 4, 4, {0.01, 0.01, 0.01}), MakeBoxBody(60, 60, 1, {0.01, 0.01, 0.6 / 300.0})})
	{
		const HeldBody body(mesh);
		CholeskySolver solver;
		ASSERT_TRUE(
			solver.Factor(body.matrix, mesh.nodes, WithPrecision(FactorPrecision::Float), workspace, SerialRunner()));
		EXPECT_EQ(solver.Precision(), FactorPrecision::Double);
		const std::vector<double> load = body.PointLoads();
		std::vector<double> u(load.size());
		std::vector<double> product(load.size());
		EXPECT_TRUE(solver.Solve(body.matrix, load, u, 1, workspace, SerialRunner()).converged);
		Multiply(body.matrix, u, product, SerialRunner());
		for (size_t i = 0; i < load.size(); ++i)
		{
			ASSERT_NEAR(product[i], load[i], 1.0e-9);
		}
	}
}

TEST(CholeskySolver, TheIntactFactorSolvesASmallCrack)
{
	CholeskyWorkspace workspace;
	const HeldBody body = MakeBlock();
	const std::vector<double> load = body.PointLoads();
	std::vector<double> fraction(body.mesh.tets.size(), 1.0);
	const size_t middle = fraction.size() / 2;
	std::fill_n(fraction.begin() + static_cast<ptrdiff_t>(middle), 12, 1.0e-5);
	BlockMatrix cracked = body.matrix;
	const StiffnessAssembly assembly(body.mesh.tets, static_cast<int32_t>(body.mesh.nodes.size()));
	assembly.Assemble(body.shapes, HeldBody::kLame, fraction, cracked, SerialRunner());
	ClampLeftEnd(cracked, body.mesh);

	CholeskySolver anew;
	ASSERT_TRUE(
		anew.Factor(cracked, body.mesh.nodes, WithPrecision(FactorPrecision::Double), workspace, SerialRunner()));
	std::vector<double> exact(load.size());
	anew.Solve(cracked, load, exact, 1, workspace, SerialRunner());
	for (const FactorPrecision precision : {FactorPrecision::Double, FactorPrecision::Float})
	{
		CholeskySolver intact;
		ASSERT_TRUE(intact.Factor(body.matrix, body.mesh.nodes, WithPrecision(precision), workspace, SerialRunner()));
		std::vector<double> u(load.size());
		intact.Solve(body.matrix, load, u, 1, workspace, SerialRunner());
		EXPECT_GT(body.StressError(u, exact), 1.0e-3); // the crack matters
		const RefinementReport report = intact.SolveChanged(cracked, load, u, 1, workspace, SerialRunner());
		EXPECT_TRUE(report.converged);
		EXPECT_LE(report.iterations, 40);
		double error = 0.0;
		double largest = 0.0;
		for (size_t i = 0; i < u.size(); ++i)
		{
			error = std::max(error, std::abs(u[i] - exact[i]));
			largest = std::max(largest, std::abs(exact[i]));
		}
		EXPECT_LT(error, 1.0e-6 * largest);
		ASSERT_TRUE(intact.Refactor(cracked, workspace, SerialRunner()));
		intact.Solve(cracked, load, u, 1, workspace, SerialRunner());
		for (size_t i = 0; i < u.size(); ++i)
		{
			ASSERT_NEAR(u[i], exact[i], 1.0e-6 * largest);
		}
	}
}

TEST(CholeskySolver, NoLoadIsNoMotionAndAFreeBodyIsAnError)
{
	CholeskyWorkspace workspace;
	const HeldBody body = MakeBlock();
	for (const FactorPrecision precision : {FactorPrecision::Double, FactorPrecision::Float})
	{
		CholeskySolver solver;
		ASSERT_TRUE(solver.Factor(body.matrix, body.mesh.nodes, WithPrecision(precision), workspace, SerialRunner()));
		const std::vector<double> nothing(3 * body.mesh.nodes.size(), 0.0);
		std::vector<double> u(nothing.size(), 1.0);
		EXPECT_TRUE(solver.Solve(body.matrix, nothing, u, 1, workspace, SerialRunner()).converged);
		EXPECT_EQ(u, nothing);
		const BlockMatrix free = AssembleBody(body.mesh, HeldBody::kLame);
		const Status status = solver.Factor(free, body.mesh.nodes, WithPrecision(precision), workspace, SerialRunner());
		ASSERT_FALSE(status);
		EXPECT_GE(status.GetError().element, 0);
	}
}

TEST(CholeskySolver, IsTheSameBytesForAnyNumberOfThreadsAndAllocatesOnlyOnce)
{
	CholeskyWorkspace workspace;
	const HeldBody body = MakeBlock();
	const std::vector<double> loads = body.PointLoads(3);
	std::vector<double> expected;
	for (const int32_t threads : {1, 2, 8})
	{
		ThreadTaskRunner runner(threads);
		CholeskySolver solver;
		ASSERT_TRUE(
			solver.Factor(body.matrix, body.mesh.nodes, WithPrecision(FactorPrecision::Float), workspace, runner));
		std::vector<double> u(loads.size());
		solver.Solve(body.matrix, loads, u, 3, workspace, runner);
		expected = expected.empty() ? u : expected;
		EXPECT_EQ(u, expected);
		const AllocationCounter counter;
		solver.Solve(body.matrix, loads, u, 3, workspace, runner);
		EXPECT_EQ(counter.Count(), 0);
	}
}
