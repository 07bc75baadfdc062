// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Factors and solves clamped bodies with our solver, Eigen's and CHOLMOD in one process, in turns, and prints the best
// time of each and its ratio to the better CHOLMOD ordering. Other programs on the machine disturb milliseconds more
// than ratios.
//     fracture_bench_solve [--large] [--repeats N] [--bunny] [--impacts | --race]
#include "BenchBodies.h"
#include "Contender.h"
#include "Solve/CholeskySolver.h"
#include "Solve/NodeOrdering.h"
#include "Solve/TriangularSolve.h"
#include "SolveTestBodies.h"
#include "ThreadTaskRunner.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

using namespace FractureCore;
using namespace FractureBench;

namespace
{
template <typename T>
class Ours final : public Contender
{
public:
	Ours(std::string name, const BlockMatrix& matrix, const SymbolicFactor& symbolic, SolvePath path, int32_t threads)
		: m_name(std::move(name)), m_matrix(matrix), m_symbolic(symbolic), m_path(path), m_runner(threads)
	{
	}

	std::string Name() const override { return m_name; }
	void Factor() override
	{
		if (const Status status = m_factor.Factor(m_symbolic, m_matrix, m_runner, m_factorWorkspace, m_path); !status)
		{
			std::printf("%s\n", status.GetError().message.c_str());
			std::exit(1);
		}
	}
	void Solve(std::span<const double> right, std::span<double> x) override { SolveMany(right, x, 1); }
	bool SolveMany(std::span<const double> right, std::span<double> x, int32_t count) override
	{
		SolveWithFactor(m_factor, right, x, count, m_solveWorkspace, m_runner);
		return true;
	}
	double FactorBytes() const override { return static_cast<double>(m_factor.MemoryBytes()); }

private:
	std::string m_name;
	const BlockMatrix& m_matrix;
	const SymbolicFactor& m_symbolic;
	SolvePath m_path;
	FractureToolkit::ThreadTaskRunner m_runner;
	NumericFactor<T> m_factor;
	FactorWorkspace<T> m_factorWorkspace;
	SolveWorkspace<T> m_solveWorkspace;
};

/// What a model takes of its own accord, whole: with the refinement that a float factor needs.
class Shipped final : public Contender
{
public:
	Shipped(const BlockMatrix& matrix, std::span<const Vec3> positions, size_t tets)
		: m_matrix(matrix), m_positions(positions)
	{
		// As StressModel chooses it.
		constexpr int64_t kBytesPerTet = 1024;
		m_settings.ordering = OrderingQuality::Bake;
		m_settings.precision = positions.size() > 3000 ? FactorPrecision::Double : FactorPrecision::Float;
		m_settings.mostDoubleBytes = kBytesPerTet * static_cast<int64_t>(tets);
		Factor();
	}

	std::string Name() const override
	{
		return m_solver.Precision() == FactorPrecision::Double ? "ships: double" : "ships: float";
	}
	void Factor() override
	{
		const Status status = m_ready ? m_solver.Refactor(m_matrix, m_workspace, SerialRunner())
									  : m_solver.Factor(m_matrix, m_positions, m_settings, m_workspace, SerialRunner());
		m_ready = true;
		if (!status)
		{
			std::exit(1);
		}
	}
	void Solve(std::span<const double> right, std::span<double> x) override { SolveMany(right, x, 1); }
	bool SolveMany(std::span<const double> right, std::span<double> x, int32_t count) override
	{
		m_solver.Solve(m_matrix, right, x, count, m_workspace, SerialRunner());
		return true;
	}
	double FactorBytes() const override { return static_cast<double>(m_solver.MemoryBytes()); }

private:
	const BlockMatrix& m_matrix;
	std::span<const Vec3> m_positions;
	CholeskySettings m_settings;
	CholeskySolver m_solver;
	CholeskyWorkspace m_workspace;
	bool m_ready = false;
};

struct Times
{
	double factor = std::numeric_limits<double>::infinity();
	double solve = std::numeric_limits<double>::infinity();
	double solve8 = std::numeric_limits<double>::infinity();
	double residual = 0.0;
};

double Residual(const BlockMatrix& matrix, std::span<const double> right, std::span<const double> x)
{
	std::vector<double> product(x.size());
	Multiply(matrix, x, product, SerialRunner());
	double squares = 0.0;
	double norm = 0.0;
	for (size_t i = 0; i < x.size(); ++i)
	{
		squares += (product[i] - right[i]) * (product[i] - right[i]);
		norm += right[i] * right[i];
	}
	return std::sqrt(squares / norm);
}

void Race(const char* name, const TetMesh& mesh, int32_t repeats)
{
	BlockMatrix matrix = AssembleBody(mesh, {3.0e10, 3.0e10});
	const auto [least, most] = std::minmax_element(
		mesh.nodes.begin(), mesh.nodes.end(), [](const Vec3& a, const Vec3& b) { return a.x < b.x; });
	for (size_t i = 0; i < mesh.nodes.size(); ++i)
	{
		if (mesh.nodes[i].x < least->x + 0.03 * (most->x - least->x))
		{
			PinNode(matrix, static_cast<int32_t>(i));
		}
	}
	std::vector<int32_t> order;
	SymbolicFactor symbolic;
	const double fastOrder =
		Milliseconds([&] { order = OrderNodes(matrix.Graph(), mesh.nodes, OrderingQuality::RunTime); });
	const int64_t fastFill = ComputeFactorCost(matrix.Graph(), order).blocks;
	const double bakeOrder =
		Milliseconds([&] { order = OrderNodes(matrix.Graph(), mesh.nodes, OrderingQuality::Bake); });
	const double analysis = Milliseconds([&] { symbolic = AnalysePattern(matrix, order); });
	std::printf("\n%s: %zu tets, %zu unknowns. Order %.1f ms at run time (%.2f M entries), %.1f ms at bake (%.2f M); "
				"analysis %.1f ms: %zu supernodes, %.2f M entries stored, %.3f GF, %.0f %% of them in parts\n",
		name,
		mesh.tets.size(),
		3 * mesh.nodes.size(),
		fastOrder,
		9.0e-6 * static_cast<double>(fastFill),
		bakeOrder,
		9.0e-6 * static_cast<double>(ComputeFactorCost(matrix.Graph(), order).blocks),
		analysis,
		symbolic.supernodes.size(),
		9.0e-6 * static_cast<double>(symbolic.storedBlocks),
		1.0e-9 * symbolic.operations,
		100.0 * symbolic.partOperations / symbolic.operations);

	std::vector<std::unique_ptr<Contender>> contenders;
	for (const bool metis : {false, true})
	{
		if (std::unique_ptr<Contender> cholmod = MakeCholmod(matrix, metis))
		{
			contenders.push_back(std::move(cholmod));
		}
	}
	const size_t yardsticks = contenders.size();
	const bool tooSlowForSimplicial = mesh.tets.size() > 40'000;
	if (!tooSlowForSimplicial)
	{
		contenders.push_back(MakeSimplicial(matrix));
	}
	contenders.push_back(std::make_unique<Ours<double>>("portable", matrix, symbolic, SolvePath::Portable, 1));
	contenders.push_back(std::make_unique<Ours<float>>("portable float", matrix, symbolic, SolvePath::Portable, 1));
	if (IsAvailable(SolvePath::Avx2))
	{
		contenders.push_back(std::make_unique<Ours<double>>("AVX2", matrix, symbolic, SolvePath::Avx2, 1));
		contenders.push_back(std::make_unique<Ours<double>>("AVX2, 2 threads", matrix, symbolic, SolvePath::Avx2, 2));
		contenders.push_back(std::make_unique<Ours<float>>("AVX2 float", matrix, symbolic, SolvePath::Avx2, 1));
	}
	contenders.push_back(std::make_unique<Shipped>(matrix, mesh.nodes, mesh.tets.size()));
	const size_t size = 3 * mesh.nodes.size();
	const std::vector<double> right = RandomVector(8 * size, 1);
	std::vector<double> x(8 * size);
	std::vector<Times> times(contenders.size());
	for (int32_t repeat = 0; repeat < repeats; ++repeat)
	{
		for (size_t k = 0; k < contenders.size(); ++k)
		{
			const std::span<const double> one = std::span(right).first(size);
			const std::span<double> answer = std::span(x).first(size);
			Contender& contender = *contenders[k];
			if (repeat > 0 && contender.Name() == "SimplicialLDLT" && times[k].factor > 300.0)
			{
				continue;
			}
			times[k].factor = std::min(times[k].factor, Milliseconds([&] { contender.Factor(); }));
			for (int32_t again = 0; again < 3; ++again)
			{
				times[k].solve = std::min(times[k].solve, Milliseconds([&] { contender.Solve(one, answer); }));
			}
			times[k].residual = Residual(matrix, one, answer);
			double many = 0.0;
			bool shares = true;
			many = Milliseconds([&] { shares = contender.SolveMany(right, x, 8); });
			times[k].solve8 = shares ? std::min(times[k].solve8, many) : times[k].solve8;
		}
	}
	Times yardstick;
	for (size_t k = 0; k < yardsticks; ++k)
	{
		yardstick.factor = std::min(yardstick.factor, times[k].factor);
		yardstick.solve = std::min(yardstick.solve, times[k].solve);
		yardstick.solve8 = std::min(yardstick.solve8, times[k].solve8);
	}
	for (size_t k = 0; k < contenders.size(); ++k)
	{
		const Times& t = times[k];
		std::printf("  %-16s factor %9.3f ms (%5.2fx)  solve %8.3f ms (%5.2fx)  8 solves %8.3f ms (%5.2fx)  %6.1f MB  "
					"residual %.0e\n",
			contenders[k]->Name().c_str(),
			t.factor,
			t.factor / yardstick.factor,
			t.solve,
			t.solve / yardstick.solve,
			t.solve8,
			t.solve8 / yardstick.solve8,
			1.0e-6 * contenders[k]->FactorBytes(),
			t.residual);
	}
	std::fflush(stdout);
}
} // namespace

int main(int argc, char** argv)
{
	PrepareBlas(argv);
	bool large = false;
	bool race = true;
	bool impacts = true;
	bool onlyBunny = false;
	int32_t repeats = 7;
	for (int i = 1; i < argc; ++i)
	{
		large = large || std::strcmp(argv[i], "--large") == 0;
		race = race && std::strcmp(argv[i], "--impacts") != 0;
		impacts = impacts && std::strcmp(argv[i], "--race") != 0;
		onlyBunny = onlyBunny || std::strcmp(argv[i], "--bunny") == 0;
		if (std::strcmp(argv[i], "--repeats") == 0 && i + 1 < argc)
		{
			repeats = std::max(1, std::atoi(argv[++i]));
		}
	}
	if (impacts)
	{
		BenchImpacts(repeats);
		BenchCracks(repeats);
	}
	if (!race)
	{
		return 0;
	}
	for (const int32_t tets : {5'000, 10'000, 20'000})
	{
		if (const std::optional<TetMesh> bunny = MakeBunny(tets))
		{
			Race("bunny", *bunny, repeats);
		}
	}
	for (const int32_t tets : {9'200, 18'000})
	{
		if (const std::optional<TetMesh> scan = MakeBunny(tets, "bunny_scan_open.obj"))
		{
			Race("bunny's scan", *scan, repeats);
		}
	}
	if (onlyBunny)
	{
		return 0;
	}
	auto slab = [](int32_t nx, int32_t ny, int32_t nz) { return MakeBoxBody(nx, ny, nz, {0.01, 0.01, 0.01}); };
	Race("slab 13x13x1", slab(13, 13, 1), 3 * repeats);
	Race("slab 20x21x2", slab(20, 21, 2), repeats);
	Race("blob 5k", MakeBlob(12), repeats);
	Race("blob 10k", MakeBlob(15), repeats);
	Race("blob 19k", MakeBlob(19), repeats);
	Race("slab 34x34x3", slab(34, 34, 3), repeats);
	if (large)
	{
		Race("blob 100k", MakeBlob(32), 2);
	}
	return 0;
}
