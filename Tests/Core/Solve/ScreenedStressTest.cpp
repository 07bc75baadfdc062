// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Stress.h"

#include "CrackBodies.h"
#include "Solve/StressModel.h"
#include "SolveTestBodies.h"
#include "Support/StressDifference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace
{
using namespace FractureCore;
using FractureTests::RelativeDifference;

constexpr int32_t kCells = 40;
constexpr double kCell = 0.01; // m
constexpr double kLength = kCells * kCell;
constexpr double kArea = 4 * kCell * kCell; // m^2
constexpr double kForce = 1000.0;           // N

/// Without lateral contraction a bar under an end load is a one-dimensional problem.
Material BarMaterial()
{
	Material material;
	material.poissonRatio = 0.0;
	return material;
}

double WaveSpeed()
{
	return std::sqrt(BarMaterial().youngModulus / BarMaterial().density);
}

TetMesh MakeBar()
{
	return MakeBoxBody(kCells, 2, 2, {kCell, kCell, kCell});
}

/// Consistent forces of a uniform pull on the end x = kLength.
std::vector<Vec3> EndPull(const TetMesh& mesh)
{
	std::vector<Vec3> forces(mesh.nodes.size());
	for (const Triangle& t : BoundaryTriangles(mesh))
	{
		if (std::all_of(t.v, t.v + 3, [&](int32_t v) { return mesh.nodes[v].x > kLength - 1.0e-9; }))
		{
			for (const int32_t v : t.v)
			{
				forces[v].x += kForce / 8.0 / 3.0; // eight triangles of the same area
			}
		}
	}
	return forces;
}

std::vector<uint8_t> HoldStart(const TetMesh& mesh)
{
	std::vector<uint8_t> held;
	for (const Vec3& x : mesh.nodes)
	{
		held.push_back(x.x < 1.0e-9 ? 7 : 0);
	}
	return held;
}

StressModel Made(Result<StressModel> model)
{
	EXPECT_TRUE(model) << (model ? "" : model.GetError().message);
	return std::move(*model);
}

StressModelSettings After(double responseTime, SolverKind solver = SolverKind::Direct)
{
	StressModelSettings settings;
	settings.responseTime = responseTime;
	settings.solver = solver;
	return settings;
}

/// Loads a body that may be free: the forces must be in balance then.
StressField Loaded(const StressModel& model, const std::vector<Vec3>& forces, bool average = false)
{
	StressWorkspace workspace;
	StressField field;
	StressSettings settings;
	settings.average = average;
	const Status status = SolveStaticLoads(model, forces, settings, workspace, field, SerialRunner());
	EXPECT_TRUE(status) << (status ? "" : status.GetError().message);
	EXPECT_TRUE(field.report.converged);
	return field;
}

/// Takes from forces the inertia of a uniform acceleration, as relief does for a pull through the centre.
std::vector<Vec3> Relieved(const StressModel& model, std::vector<Vec3> forces)
{
	const std::vector<double>& masses = model.GetData().masses;
	const double mass = std::accumulate(masses.begin(), masses.end(), 0.0);
	for (size_t node = 0; node < forces.size(); ++node)
	{
		forces[node].x -= kForce * masses[node] / mass;
	}
	return forces;
}

/// Mean of the axial stress between x and x + kCell.
double SectionStress(const TetMesh& mesh, const StressField& field, int32_t cell)
{
	double sum = 0.0;
	int32_t count = 0;
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		if (static_cast<int32_t>(TetCentre(mesh, t).x / kCell) == cell)
		{
			sum += field.stress[t].xx; // all tets have the same volume
			++count;
		}
	}
	return sum / count;
}

/// Balanced forces on a few nodes that bend and twist a block.
std::vector<Vec3> Wrench(const TetMesh& mesh, uint64_t seed)
{
	std::vector<Vec3> forces(mesh.nodes.size());
	for (uint64_t k = 0; k < 6; ++k)
	{
		const size_t a = static_cast<size_t>(RandomUnit(seed, 3 * k) * static_cast<double>(mesh.nodes.size()));
		const size_t b = static_cast<size_t>(RandomUnit(seed, 3 * k + 1) * static_cast<double>(mesh.nodes.size()));
		const Vec3 pull = (mesh.nodes[b] - mesh.nodes[a]) * (1.0e4 * RandomUnit(seed, 3 * k + 2));
		forces[a] += pull;
		forces[b] -= pull;
	}
	return forces;
}

TetMesh MakeJitteredBlock()
{
	TetMesh mesh = MakeBoxBody(7, 5, 4, {0.02, 0.02, 0.02});
	Jitter(mesh, 0.002, 11);
	return mesh;
}

double Work(const std::vector<Vec3>& forces, const std::vector<Vec3>& displacements)
{
	double sum = 0.0;
	for (size_t i = 0; i < forces.size(); ++i)
	{
		sum += Dot(forces[i], displacements[i]);
	}
	return sum;
}
} // namespace

TEST(ScreenedStress, FadesAlongAnAnchoredBarAsTheExponentialsSay)
{
	const TetMesh mesh = MakeBar();
	for (const double reach : {0.5, 0.2, 0.1}) // of the length
	{
		const double decay = reach * kLength;
		const StressModel model =
			Made(StressModel::Create(mesh, BarMaterial(), HoldStart(mesh), After(decay / WaveSpeed()), SerialRunner()));
		const StressField field = Loaded(model, EndPull(mesh));
		for (int32_t cell = 0; cell < kCells; ++cell)
		{
			const double x = (cell + 0.5) * kCell;
			const double expected = kForce / kArea * std::cosh(x / decay) / std::cosh(kLength / decay);
			EXPECT_NEAR(SectionStress(mesh, field, cell), expected, 0.02 * expected + 2.0e-3 * kForce / kArea)
				<< reach << " " << cell;
		}
		// The support carries what is left at its end, inertia the rest.
		double reaction = 0.0;
		for (const Vec3& r : field.reaction)
		{
			reaction += r.x;
		}
		EXPECT_NEAR(reaction, -kForce / std::cosh(kLength / decay), 0.01 * kForce);
	}
}

TEST(ScreenedStress, FadesAlongAFreeBarWhoseInertiaBalancesThePull)
{
	const TetMesh mesh = MakeBar();
	for (const SolverKind solver : {SolverKind::Direct, SolverKind::ConjugateGradients})
	{
		const double decay = 0.2 * kLength;
		const StressModel model =
			Made(StressModel::Create(mesh, BarMaterial(), {}, After(decay / WaveSpeed(), solver), SerialRunner()));
		const StressField field = Loaded(model, Relieved(model, EndPull(mesh)));
		for (int32_t cell = 0; cell < kCells; ++cell)
		{
			const double x = (cell + 0.5) * kCell;
			const double expected = kForce / kArea * std::sinh(x / decay) / std::sinh(kLength / decay);
			EXPECT_NEAR(SectionStress(mesh, field, cell), expected, 0.02 * expected + 2.0e-3 * kForce / kArea) << cell;
		}
	}
}

TEST(ScreenedStress, NearsTheStaticFieldWithTheSquareOfTheTime)
{
	const TetMesh mesh = MakeJitteredBlock();
	for (const bool isAnchored : {false, true})
	{
		const std::vector<uint8_t> held = isAnchored ? HoldStart(mesh) : std::vector<uint8_t>{};
		const StressModel body = Made(StressModel::Create(mesh, {}, held, {}, SerialRunner()));
		const std::vector<Vec3> forces = Wrench(mesh, 5);
		const StressField rest = Loaded(body, forces);
		auto after = [&](double time)
		{ return Loaded(Made(StressModel::CreateScreened(body, time, SerialRunner())), forces).stress; };
		EXPECT_EQ(RelativeDifference(after(0.0), rest.stress), 0.0);
		const double late = RelativeDifference(after(1.0e-3), rest.stress);
		const double later = RelativeDifference(after(2.0e-3), rest.stress);
		EXPECT_NEAR(late / later, 4.0, 0.05) << isAnchored;
		EXPECT_LT(later, 1.0e-3);
		EXPECT_LT(RelativeDifference(after(1.0e-1), rest.stress), 1.0e-6);
		EXPECT_LT(RelativeDifference(after(1.0e+6), rest.stress), 1.0e-9); // no longer different from static
		EXPECT_GT(RelativeDifference(after(1.0e-6), rest.stress), 0.1);
	}
}

TEST(ScreenedStress, AtOnceEveryNodeMovesOnItsOwn)
{
	const TetMesh mesh = MakeJitteredBlock();
	constexpr double kTime = 1.0e-9; // waves come 5 um far
	const StressModel model = Made(StressModel::Create(mesh, {}, {}, After(kTime), SerialRunner()));
	const std::vector<Vec3> forces = Wrench(mesh, 6);
	const StressField field = Loaded(model, forces);
	for (size_t node = 0; node < mesh.nodes.size(); ++node)
	{
		const Vec3 expected = forces[node] * (kTime * kTime / model.GetData().masses[node]);
		EXPECT_LT(Length(field.displacement[node] - expected), 1.0e-3 * Length(expected) + 1.0e-16) << node;
	}
}

TEST(ScreenedStress, IsSymmetricAndBothSolversAgree)
{
	const TetMesh mesh = MakeJitteredBlock();
	for (const bool isAnchored : {false, true})
	{
		const std::vector<uint8_t> held = isAnchored ? HoldStart(mesh) : std::vector<uint8_t>{};
		const StressModel direct = Made(StressModel::Create(mesh, {}, held, After(1.0e-5), SerialRunner()));
		const StressModel iterative =
			Made(StressModel::Create(mesh, {}, held, After(1.0e-5, SolverKind::ConjugateGradients), SerialRunner()));
		const std::vector<Vec3> f = Wrench(mesh, 7);
		const std::vector<Vec3> g = Wrench(mesh, 8);
		const StressField u = Loaded(direct, f);
		const StressField v = Loaded(direct, g);
		const double work = Work(f, v.displacement);
		EXPECT_NEAR(work, Work(g, u.displacement), 1.0e-7 * std::abs(work));
		EXPECT_LT(RelativeDifference(Loaded(iterative, f).stress, u.stress), 1.0e-6);
	}
}

TEST(ScreenedStress, OneTimeLeadsToAnotherAndBack)
{
	const TetMesh mesh = MakeJitteredBlock();
	const std::vector<Vec3> forces = Wrench(mesh, 9);
	const StressModel body = Made(StressModel::Create(mesh, {}, {}, {}, SerialRunner()));
	const StressModel soon = Made(StressModel::CreateScreened(body, 1.0e-6, SerialRunner()));
	const StressModel late = Made(StressModel::CreateScreened(soon, 1.0e-5, SerialRunner()));
	const StressModel anew = Made(StressModel::Create(mesh, {}, {}, After(1.0e-5), SerialRunner()));
	const StressModel back = Made(StressModel::CreateScreened(late, 0.0, SerialRunner()));
	EXPECT_EQ(late.ResponseTime(), 1.0e-5);
	EXPECT_EQ(back.ResponseTime(), 0.0);
	EXPECT_EQ(RelativeDifference(Loaded(late, forces).stress, Loaded(anew, forces).stress), 0.0);
	EXPECT_EQ(RelativeDifference(Loaded(back, forces).stress, Loaded(body, forces).stress), 0.0);
}

TEST(ScreenedStress, CracksAreCutIntoAScreenedBody)
{
	const TetMesh mesh = MakeBoxBody(10, 10, 8, {0.02, 0.02, 0.02});
	const TetMesh cut = SplitAlongPlane(
		mesh, {0.09, 0.0, 0.0}, {1.0, 0.0, 0.0}, [](const Vec3& x) { return std::hypot(x.y, x.z) < 0.05; });
	ASSERT_GT(cut.nodes.size(), mesh.nodes.size());
	for (const bool isAnchored : {false, true})
	{
		const StressModel body = Made(StressModel::Create(
			mesh, {}, isAnchored ? HoldStart(mesh) : std::vector<uint8_t>{}, After(1.0e-5), SerialRunner()));
		const StressModel cracked = Made(StressModel::CreateCracked(body, cut, SerialRunner()));
		EXPECT_NE(cracked.GetData().crack, nullptr);
		const StressModel anew = Made(StressModel::Create(
			cut, {}, isAnchored ? HoldStart(cut) : std::vector<uint8_t>{}, After(1.0e-5), SerialRunner()));
		const std::vector<Vec3> forces = Wrench(cut, 10);
		const StressField field = Loaded(cracked, forces);
		EXPECT_LE(field.report.iterations, 4);
		EXPECT_LT(RelativeDifference(field.stress, Loaded(anew, forces).stress), 2.0e-6);
	}
}

TEST(ScreenedStress, TimesThatAreNoneAreRefused)
{
	const TetMesh mesh = MakeBoxBody(2, 2, 2, {0.1, 0.1, 0.1});
	for (const double time : {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
	{
		EXPECT_FALSE(StressModel::Create(mesh, {}, {}, After(time), SerialRunner())) << time;
	}
	StressModelSettings pinned = After(1.0e-3);
	pinned.freeBody = FreeBody::PinsOnly;
	EXPECT_FALSE(StressModel::Create(mesh, {}, {}, pinned, SerialRunner()));
	const StressModel body = Made(StressModel::Create(mesh, {}, {}, {}, SerialRunner()));
	const StressModel cracked = Made(StressModel::CreateCracked(body, mesh, SerialRunner()));
	EXPECT_FALSE(StressModel::CreateScreened(cracked, 1.0e-3, SerialRunner()));
}
