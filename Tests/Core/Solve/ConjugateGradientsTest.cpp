// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/ConjugateGradients.h"

#include "Solve/Assembly.h"
#include "Solve/StressMesh.h"
#include "Support/TetGrids.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
RigidScratch scratch;

struct FreeBar
{
	StressMesh mesh = MakeStressMesh(MakeTetGrid(20, 2, 2, {1.0, 0.1, 0.1}));
	std::vector<TetShape> shapes = *ComputeTetShapes(mesh);
	LameConstants lame = ComputeLameConstants({.youngModulus = 70.0e9, .poissonRatio = 0.0});
	BlockMatrix k = Assemble();
	std::vector<double> masses = ComputeLumpedMasses(mesh, shapes, 2500.0);
	RigidModes modes = FindRigidModes(mesh.nodes, masses, mesh.nodePart, mesh.partCount, {});
	RigidModes motions =
		FindRigidModes(mesh.nodes, std::vector<double>(mesh.nodes.size(), 1.0), mesh.nodePart, mesh.partCount, {});

	BlockMatrix Assemble() const
	{
		const StiffnessAssembly assembly(mesh.tets, static_cast<int32_t>(mesh.nodes.size()));
		BlockMatrix matrix = assembly.Pattern();
		assembly.Assemble(shapes, lame, {}, matrix, SerialRunner());
		return matrix;
	}

	/// Pushed at x = 0 with the whole force F along +x, spread by the area that each node carries.
	std::vector<Vec3> EndForces(double force) const
	{
		std::vector<Vec3> forces(mesh.nodes.size());
		for (size_t i = 0; i < mesh.nodes.size(); ++i)
		{
			const Vec3& x = mesh.nodes[i];
			if (x.x == 0.0)
			{
				const double share = (x.y > 0.01 && x.y < 0.09 ? 1.0 : 0.5) * (x.z > 0.01 && x.z < 0.09 ? 1.0 : 0.5);
				forces[i] = {force * share / 4.0, 0, 0};
			}
		}
		RelieveInertia(modes, mesh.nodes, masses, forces, scratch);
		return forces;
	}

	std::vector<Vec3> Solve(const std::vector<Vec3>& forces, TaskRunner& runner, CgReport& report) const
	{
		std::vector<Vec3> u(mesh.nodes.size());
		CgWorkspace workspace;
		report = SolveConjugateGradients(
			k, MakeBlockJacobi(k), motions, mesh.nodes, forces, u, 1e-12, 5000, workspace, runner);
		return u;
	}
};
} // namespace

TEST(ConjugateGradients, AFreeBarPushedAtItsEndHasTheStressOfItsInertia)
{
	// Section mean of sigma_xx is -(F / A)(1 - x / L): the force accelerates what lies beyond the section.
	const FreeBar bar;
	CgReport report;
	const std::vector<Vec3> u = bar.Solve(bar.EndForces(1000.0), SerialRunner(), report);
	EXPECT_TRUE(report.converged);
	std::vector<double> sum(20, 0.0);
	std::vector<double> volume(20, 0.0);
	for (size_t t = 0; t < bar.mesh.tets.size(); ++t)
	{
		const Tet& tet = bar.mesh.tets[t];
		double x = 0.0;
		for (const int32_t v : tet.v)
		{
			x += bar.mesh.nodes[static_cast<size_t>(v)].x / 4.0;
		}
		const size_t slice = static_cast<size_t>(x * 20.0);
		Vec3 moved[4];
		for (int32_t n = 0; n < 4; ++n)
		{
			moved[n] = u[static_cast<size_t>(tet.v[n])];
		}
		sum[slice] += TetStress(bar.shapes[t], bar.lame, moved).xx * bar.shapes[t].volume;
		volume[slice] += bar.shapes[t].volume;
	}
	for (size_t slice = 0; slice < 20; ++slice)
	{
		const double x = (static_cast<double>(slice) + 0.5) / 20.0;
		EXPECT_NEAR(sum[slice] / volume[slice], -1000.0 / 0.01 * (1.0 - x), 1e-4 * 1.0e5);
	}
}

TEST(ConjugateGradients, TheSolutionHasNoRigidPartAndSolvesTheSystem)
{
	const FreeBar bar;
	CgReport report;
	std::vector<Vec3> forces = bar.EndForces(1.0);
	forces[5] += {0.1, 0.3, -0.2};
	forces[40] -= {0.0, 0.3, 0.1};
	RelieveInertia(bar.modes, bar.mesh.nodes, bar.masses, forces, scratch);
	std::vector<Vec3> u = bar.Solve(forces, SerialRunner(), report);
	ASSERT_TRUE(report.converged);
	const std::vector<Vec3> before = u;
	RemoveUnitMotion(bar.motions, bar.mesh.nodes, u, scratch);
	double change = 0.0;
	double size = 0.0;
	for (size_t i = 0; i < u.size(); ++i)
	{
		change = std::max(change, Length(u[i] - before[i]));
		size = std::max(size, Length(u[i]));
	}
	EXPECT_LT(change, 1e-10 * size);
}

TEST(ConjugateGradients, ThreadsDoNotChangeABit)
{
	const FreeBar bar;
	CgReport report;
	const std::vector<Vec3> serial = bar.Solve(bar.EndForces(1.0), SerialRunner(), report);
	FractureToolkit::ThreadTaskRunner runner(4);
	CgReport other;
	const std::vector<Vec3> parallel = bar.Solve(bar.EndForces(1.0), runner, other);
	EXPECT_EQ(report.iterations, other.iterations);
	EXPECT_EQ(std::memcmp(serial.data(), parallel.data(), serial.size() * sizeof(Vec3)), 0);
}

TEST(ConjugateGradients, ZeroLoadAndTooFewIterationsAreReported)
{
	const FreeBar bar;
	CgReport report;
	const std::vector<Vec3> u = bar.Solve(std::vector<Vec3>(bar.mesh.nodes.size()), SerialRunner(), report);
	EXPECT_TRUE(report.converged);
	EXPECT_EQ(report.iterations, 0);
	EXPECT_EQ(Length(u[7]), 0.0);

	std::vector<Vec3> v(bar.mesh.nodes.size());
	CgWorkspace workspace;
	const CgReport cut = SolveConjugateGradients(bar.k,
		MakeBlockJacobi(bar.k),
		bar.motions,
		bar.mesh.nodes,
		bar.EndForces(1.0),
		v,
		1e-12,
		3,
		workspace,
		SerialRunner());
	EXPECT_FALSE(cut.converged);
	EXPECT_EQ(cut.iterations, 3);
	EXPECT_GT(cut.relativeResidual, 1e-6);
}
