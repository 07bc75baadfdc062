// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bench.h"
#include "ObjReader.h"

#include "FractureCore/Repair.h"
#include "FractureCore/Tetrahedralise.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <vector>

#include <sys/resource.h>

namespace FractureBench
{
namespace
{
using namespace FractureCore;

double PeakBytes()
{
	rusage usage{};
	getrusage(RUSAGE_SELF, &usage);
	return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

struct BenchRow
{
	int32_t target = 0;
	bool large = false;
	bool optimise = false;
};

constexpr BenchRow kRows[] = {{1'000},
	{10'000},
	{30'000},
	{100'000},
	{300'000, true},
	{1'000'000, true},
	{10'000, false, true},
	{100'000, false, true},
	{1'000'000, true, true}};
} // namespace

/// The time of Tetrahedralise alone against the number of tets, on the scan of the Stanford bunny.
void BenchTetrahedralise(const BenchOptions& options)
{
	const std::filesystem::path path = std::filesystem::path(options.meshes) / "bunny_scan_open.obj";
	const Result<FractureToolkit::ImportedSurface> imported = FractureToolkit::ReadObj(path);
	if (!imported)
	{
		std::printf("%s\n", imported.GetError().message.c_str());
		return;
	}
	Result<RepairedSurface> repaired = Error{};
	const double repairSeconds = BestSeconds(
		options.repeats, [&] { repaired = RepairSurface(imported->mesh, RepairSettings{}, *options.runner); });
	if (!repaired)
	{
		std::printf("%s\n", repaired.GetError().message.c_str());
		return;
	}
	const SolidSurface& solid = repaired->solid;
	std::printf("%zu triangles, repaired in %.3f s\n", solid.triangles.size(), repairSeconds);
	std::printf("   asked    tets   seconds  us/tet  angles, degrees  B/tet at peak\n");
	const double peakBefore = PeakBytes();
	std::vector<std::pair<double, double>> curve; // (tets, seconds)
	for (const BenchRow& row : kRows)
	{
		if (row.large && !options.large)
		{
			continue;
		}
		TetSettings settings;
		settings.targetTets = row.target;
		settings.optimise = row.optimise;
		Result<Tetrahedralisation> made = Error{};
		const double seconds = BestSeconds(row.large ? 2 : options.repeats,
			[&]
			{
				made = Error{};
				made = Tetrahedralise(solid, settings, *options.runner);
			});
		if (!made)
		{
			std::printf("%8d %s\n", row.target, made.GetError().message.c_str());
			continue;
		}
		const auto tets = static_cast<double>(made->mesh.tets.size());
		const DihedralRange angles = ComputeDihedralRange(made->mesh);
		std::printf("%8d %7.0f %9.4f %7.2f   %5.2f .. %6.2f %14.0f%s\n",
			row.target,
			tets,
			seconds,
			1.0e6 * seconds / tets,
			angles.minDegrees,
			angles.maxDegrees,
			(PeakBytes() - peakBefore) / tets,
			row.optimise ? "   optimised" : "");
		if (row.target >= 10'000 && !row.optimise)
		{
			curve.emplace_back(tets, seconds);
		}
	}
	if (curve.size() > 1)
	{
		std::printf("time ~ tets^%.2f from %.0f tets on\n",
			std::log(curve.back().second / curve.front().second) / std::log(curve.back().first / curve.front().first),
			curve.front().first);
	}
}
} // namespace FractureBench
