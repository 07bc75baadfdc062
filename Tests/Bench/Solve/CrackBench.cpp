// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "BenchBodies.h"
#include "CrackBodies.h"
#include "Solve/StressModel.h"

#include <algorithm>
#include <cstdio>
#include <limits>

namespace FractureBench
{
namespace
{
using namespace FractureCore;

struct Box
{
	Vec3 low;
	Vec3 high;
};

Box BoundsOf(const TetMesh& mesh)
{
	Box box{mesh.nodes[0], mesh.nodes[0]};
	for (const Vec3& x : mesh.nodes)
	{
		box.low = {std::min(box.low.x, x.x), std::min(box.low.y, x.y), std::min(box.low.z, x.z)};
		box.high = {std::max(box.high.x, x.x), std::max(box.high.y, x.y), std::max(box.high.z, x.z)};
	}
	return box;
}

/// The surface point with the largest z near the middle of x: cracks across x start there.
Vec3 FindSeed(const TetMesh& mesh, const Box& box)
{
	const double middle = 0.5 * (box.low.x + box.high.x);
	Vec3 seed{middle, 0.0, -std::numeric_limits<double>::infinity()};
	for (const Vec3& x : mesh.nodes)
	{
		if (std::abs(x.x - middle) < 0.05 * (box.high.y - box.low.y) && x.z > seed.z)
		{
			seed = x;
		}
	}
	return seed;
}

void MeasureCrack(const StressModel& intact, const TetMesh& mesh, const TetMesh& cut, int32_t repeats)
{
	const Vec3 top =
		*std::max_element(mesh.nodes.begin(), mesh.nodes.end(), [](const Vec3& a, const Vec3& b) { return a.y < b.y; });
	const std::vector<ContactImpulse> blow{{top, {0.1, -1.0, 0.2}, GivenPulse(1.0e-3, PulseShape::HalfSine)}};
	double create = std::numeric_limits<double>::infinity();
	double solve = create;
	double anew = create;
	StressWorkspace workspace;
	StressField field;
	bool usesIntact = false;
	for (int32_t repeat = 0; repeat < repeats; ++repeat)
	{
		Result<StressModel> cracked = Error{};
		create = std::min(
			create, ThreadMilliseconds([&] { cracked = StressModel::CreateCracked(intact, cut, SerialRunner()); }));
		if (!cracked)
		{
			std::printf("%s\n", cracked.GetError().message.c_str());
			return;
		}
		usesIntact = cracked->GetData().crack != nullptr;
		Status solved = Ok{};
		solve = std::min(solve,
			ThreadMilliseconds([&] { solved = SolveImpact(*cracked, blow, {}, workspace, field, SerialRunner()); }));
		if (!solved)
		{
			std::printf("%s\n", solved.GetError().message.c_str());
			return;
		}
		anew =
			std::min(anew, ThreadMilliseconds([&] { cracked = StressModel::Create(cut, {}, {}, {}, SerialRunner()); }));
	}
	std::printf("%8zu %7zu %8s %10d %8.2f %7.2f %9.2f\n",
		mesh.tets.size(),
		cut.nodes.size() - mesh.nodes.size(),
		usesIntact ? "intact" : "own",
		field.report.iterations,
		create,
		solve,
		anew);
	std::fflush(stdout);
}
} // namespace

void BenchCracks(int32_t repeats)
{
	std::printf("\nCracked bunny, one thread, best of %d; ms of processor time\n"
				"    tets  copies   factor iterations  prepare   solve  made anew\n",
		repeats);
	for (const int32_t tets : {5'000, 10'000, 20'000})
	{
		const std::optional<TetMesh> bunny = MakeBunny(tets);
		if (!bunny)
		{
			return;
		}
		const Result<StressModel> intact = StressModel::Create(*bunny, {}, {}, {}, SerialRunner());
		const Box box = BoundsOf(*bunny);
		const Vec3 seed = FindSeed(*bunny, box);
		for (const double radius : {0.1, 0.2, 0.3, 0.4, 0.6}) // of the bunny's height
		{
			const double reach = radius * (box.high.y - box.low.y);
			const TetMesh cut =
				SplitAlongPlane(*bunny, seed, {1, 0, 0}, [&](const Vec3& x) { return Length(x - seed) < reach; });
			MeasureCrack(*intact, *bunny, cut, repeats);
		}
	}
}
} // namespace FractureBench
