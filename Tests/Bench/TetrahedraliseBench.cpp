// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bench.h"
#include "Core/Base/AllocationCounter.h"
#include "ObjReader.h"

#include "FractureCore/Repair.h"
#include "FractureCore/Tetrahedralise.h"

#include <filesystem>

namespace FractureBench
{
namespace
{
using namespace FractureCore;

/// One row of the table, in the order of its columns.
Result<std::vector<double>> TetrahedraliseRow(
	const SolidSurface& solid, const TetSettings& settings, const BenchOptions& options)
{
	Result<Tetrahedralisation> made = Error{};
	int64_t peakBytes = 0;
	const double seconds = BestSeconds(options.repeats,
		[&]
		{
			made = Error{};
			const AllocationCounter counter;
			made = Tetrahedralise(solid, settings, *options.runner);
			peakBytes = counter.PeakBytes();
		});
	if (!made)
	{
		return made.GetError();
	}
	const auto tets = static_cast<double>(made->mesh.tets.size());
	const DihedralRange angles = ComputeDihedralRange(made->mesh);
	return std::vector<double>{static_cast<double>(settings.targetTets),
		settings.optimise ? 1.0 : 0.0,
		tets,
		seconds,
		1.0e6 * seconds / tets,
		angles.minDegrees,
		angles.maxDegrees,
		static_cast<double>(peakBytes) / tets};
}
} // namespace

/// The time of Tetrahedralise alone against the number of tets, on the scan of the Stanford bunny.
Result<BenchTable> BenchTetrahedralise(const BenchOptions& options)
{
	const std::filesystem::path path = std::filesystem::path(options.meshes) / "bunny_scan_open.obj";
	const Result<FractureToolkit::ImportedSurface> imported = FractureToolkit::ReadObj(path);
	if (!imported)
	{
		return imported.GetError();
	}
	const Result<RepairedSurface> repaired = RepairSurface(imported->mesh, RepairSettings{}, *options.runner);
	if (!repaired)
	{
		return repaired.GetError();
	}
	BenchTable table;
	table.columns = {{"asked_tets", "asked"},
		{"optimised", "optimised"},
		{"tets", "tets"},
		{"seconds", "seconds", 4},
		{"microseconds_a_tet", "us/tet", 2},
		{"min_dihedral_deg", "least", 2},
		{"max_dihedral_deg", "most degrees", 2},
		{"peak_bytes_a_tet", "peak B/tet"}};
	std::vector<CurvePoint> curve;
	for (const bool optimise : {false, true})
	{
		for (const BenchSize& size : kBenchSizes)
		{
			if (size.large && !options.large)
			{
				continue;
			}
			TetSettings settings;
			settings.targetTets = size.tets;
			settings.optimise = optimise;
			Result<std::vector<double>> row = TetrahedraliseRow(repaired->solid, settings, options);
			if (!row)
			{
				return row.GetError();
			}
			if (!optimise)
			{
				curve.push_back({(*row)[2], (*row)[3]});
			}
			table.rows.push_back(std::move(*row));
		}
	}
	table.facts = {{"triangles", static_cast<double>(repaired->solid.triangles.size())},
		{"growth_exponent", GrowthExponent(curve)}};
	return table;
}
} // namespace FractureBench
