// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "BenchBodies.h"
#include "Solve/StressModel.h"
#include "SolveTestBodies.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace FractureBench
{
namespace
{
using namespace FractureCore;

constexpr double kNever = std::numeric_limits<double>::infinity();

struct ImpactRow
{
	double tets = 0.0;
	double assemble = kNever; // ms, values only
	double factor = kNever;   // ms, float
	double solve = kNever;    // ms, float with its correction
	double solve8 = kNever;
	double impact = kNever; // ms, impulses to principal stresses
	double impactOther = kNever;
	double prepare = kNever;      // ms, a model without a factor at hand
	double prepareSaved = kNever; // with one
	double bytes = 0.0;           // a tet, of the factor
};

StressModel MakeModel(const TetMesh& mesh, FactorPrecision precision)
{
	StressModelSettings settings;
	settings.precision = precision;
	Result<StressModel> model = StressModel::Create(mesh, {}, {}, settings, SerialRunner());
	if (!model)
	{
		std::printf("%s\n", model.GetError().message.c_str());
		std::exit(1);
	}
	return std::move(*model);
}

/// A blow from above.
ContactImpulse MakeBlow(const TetMesh& mesh)
{
	const auto top =
		std::max_element(mesh.nodes.begin(), mesh.nodes.end(), [](const Vec3& a, const Vec3& b) { return a.y < b.y; });
	return {*top, {0.1, -1.0, 0.2}, GivenPulse(1.0e-3, PulseShape::HalfSine)};
}

ImpactRow Measure(const TetMesh& mesh, int32_t repeats)
{
	ImpactRow row;
	row.tets = static_cast<double>(mesh.tets.size());
	const StressModel model = MakeModel(mesh, FactorPrecision::Automatic);
	const StressModel other = MakeModel(mesh,
		model.GetData().factor->Precision() == FactorPrecision::Double ? FactorPrecision::Float
																	   : FactorPrecision::Double);
	const StressModel::Data& data = model.GetData();
	row.bytes = static_cast<double>(data.factor->MemoryBytes()) / row.tets;

	const StiffnessAssembly assembly(data.mesh.tets, static_cast<int32_t>(data.mesh.nodes.size()));
	BlockMatrix stiffness = assembly.Pattern();
	const size_t size = 3 * data.mesh.nodes.size();
	std::vector<Vec3> loads(8 * data.mesh.nodes.size());
	const std::span<double> right(&loads.data()->x, 8 * size);
	const std::vector<double> random = RandomVector(8 * size, 1);
	std::copy(random.begin(), random.end(), right.begin());
	RigidScratch rigid;
	for (size_t k = 0; k < 8; ++k)
	{
		PrepareLoads(data, std::span(loads).subspan(k * data.mesh.nodes.size(), data.mesh.nodes.size()), rigid);
	}
	std::vector<double> x(8 * size);
	CholeskyWorkspace workspace;
	NumericFactor<float> factor;
	FactorWorkspace<float> factorWorkspace;
	BlockMatrix pinned = data.stiffness;
	for (const int32_t pin : data.modes.pins)
	{
		PinComponent(pinned, pin / 3, pin % 3);
	}
	const std::vector<ContactImpulse> blow{MakeBlow(mesh)};
	StressWorkspace stressWorkspace;
	StressField field;
	auto keepBest = [](double& best, const std::function<void()>& work)
	{ best = std::min(best, ThreadMilliseconds(work)); };
	auto solve = [&](int32_t count)
	{
		data.factor->Solve(data.stiffness,
			right.first(static_cast<size_t>(count) * size),
			std::span(x).first(static_cast<size_t>(count) * size),
			count,
			workspace,
			SerialRunner(),
			data.modes.pins);
	};
	auto hit = [&](const StressModel& struck, TaskRunner& runner)
	{
		if (!SolveImpact(struck, blow, {}, stressWorkspace, field, runner))
		{
			std::exit(1);
		}
	};
	const Result<std::vector<uint8_t>> saved = StressModel::BakeFactor(mesh, {}, {}, {}, SerialRunner());
	auto prepare = [&](std::span<const uint8_t> savedFactor)
	{
		const Result<StressModel> made = StressModel::Create(mesh, {}, {}, {}, SerialRunner(), savedFactor);
		if (!made || made->UsesSavedFactor() == savedFactor.empty())
		{
			std::exit(1);
		}
	};
	for (int32_t repeat = 0; repeat < repeats; ++repeat)
	{
		if (repeat < 3)
		{
			keepBest(row.prepare, [&] { prepare({}); });
			keepBest(row.prepareSaved, [&] { prepare(*saved); });
		}
		keepBest(row.assemble, [&] { assembly.Assemble(data.shapes, data.lame, {}, stiffness, SerialRunner()); });
		keepBest(row.factor,
			[&]
			{
				if (!factor.Factor(data.factor->Symbolic(), pinned, SerialRunner(), factorWorkspace))
				{
					std::exit(1);
				}
			});
		for (int32_t again = 0; again < 3; ++again)
		{
			keepBest(row.solve, [&] { solve(1); });
			keepBest(row.solve8, [&] { solve(8); });
			keepBest(row.impact, [&] { hit(model, SerialRunner()); });
			keepBest(row.impactOther, [&] { hit(other, SerialRunner()); });
		}
	}
	return row;
}

void PrintGrowth(const char* what, const std::vector<ImpactRow>& rows, double ImpactRow::*time)
{
	const ImpactRow& first = rows.front();
	const ImpactRow& last = rows.back();
	std::printf("%s ~ tets^%.2f from %.0f to %.0f tets\n",
		what,
		std::log(last.*time / first.*time) / std::log(last.tets / first.tets),
		first.tets,
		last.tets);
}
} // namespace

void BenchImpacts(int32_t repeats)
{
	std::printf("Bunny, one thread, best of %d; ms of processor time; factor in float; solve and impact with the "
				"factor that the\n"
				"default takes, \"otherwise\" with that of the other precision\n"
				"    tets  assemble  us/tet    factor     solve  8 solves  ratio  impact  otherwise  B/tet  prepare  "
				"with a saved factor\n",
		repeats);
	std::vector<ImpactRow> rows;
	for (const int32_t tets : {1'000, 5'000, 10'000, 20'000, 100'000})
	{
		const bool isLarge = tets > 50'000;
		const std::optional<TetMesh> bunny = MakeBunny(tets);
		if (!bunny)
		{
			continue;
		}
		rows.push_back(Measure(*bunny, isLarge ? 2 : repeats));
		const ImpactRow& row = rows.back();
		std::printf("%8.0f %9.3f %7.3f %9.3f %9.3f %9.3f %6.2f %7.3f %10.3f %6.0f %8.2f %20.2f\n",
			row.tets,
			row.assemble,
			1.0e3 * row.assemble / row.tets,
			row.factor,
			row.solve,
			row.solve8,
			row.solve8 / row.solve,
			row.impact,
			row.impactOther,
			row.bytes,
			row.prepare,
			row.prepareSaved);
		std::fflush(stdout);
	}
	if (rows.size() > 1)
	{
		PrintGrowth("assembly", rows, &ImpactRow::assemble);
		PrintGrowth("factor", rows, &ImpactRow::factor);
		PrintGrowth("solve", rows, &ImpactRow::solve);
		PrintGrowth("impact", rows, &ImpactRow::impact);
	}
	else
	{
		std::printf("no bunny in %s\n", FRACTURESIM_TEST_MESHES);
	}
}
} // namespace FractureBench
