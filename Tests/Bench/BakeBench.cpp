// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bench.h"
#include "Core/Base/AllocationCounter.h"
#include "ObjReader.h"
#include "ThreadTaskRunner.h"

#include "FractureCore/Asset.h"
#include "FractureCore/Bake.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

namespace FractureBench
{
namespace
{
using namespace FractureCore;

constexpr const char* kStages[] = {"repair", "tetrahedralise", "embed"};

/// The best seconds of each stage over several bakes, from what the bake reports on its way.
class StageClock
{
public:
	StageClock() { std::fill(std::begin(m_best), std::end(m_best), std::numeric_limits<double>::infinity()); }

	void Start()
	{
		m_stage = nullptr;
		std::fill(std::begin(m_seconds), std::end(m_seconds), 0.0);
	}

	void Stop()
	{
		Enter(nullptr);
		for (size_t i = 0; i < std::size(kStages); ++i)
		{
			m_best[i] = std::min(m_best[i], m_seconds[i]);
		}
	}

	ProgressSink Sink()
	{
		const auto report = [](void* user, const char* stage, double)
		{
			static_cast<StageClock*>(user)->Enter(stage);
			return true;
		};
		return {report, this};
	}

	double Best(size_t stage) const { return m_best[stage]; }

private:
	void Enter(const char* stage)
	{
		const auto now = std::chrono::steady_clock::now();
		for (size_t i = 0; i < std::size(kStages); ++i)
		{
			if (m_stage != nullptr && std::strcmp(m_stage, kStages[i]) == 0)
			{
				m_seconds[i] += std::chrono::duration<double>(now - m_since).count();
			}
		}
		m_stage = stage;
		m_since = now;
	}

	const char* m_stage = nullptr;
	std::chrono::steady_clock::time_point m_since;
	double m_seconds[std::size(kStages)] = {};
	double m_best[std::size(kStages)];
};

double InputBytes(const SurfaceMesh& mesh)
{
	return static_cast<double>(mesh.positions.size() * sizeof(Vec3) + mesh.triangles.size() * sizeof(Triangle) +
		mesh.cornerNormals.size() * sizeof(mesh.cornerNormals[0]) + mesh.cornerUvs.size() * sizeof(mesh.cornerUvs[0]) +
		mesh.triangleSlots.size() * sizeof(mesh.triangleSlots[0]));
}

/// Memory that the process has in use, with its code and libraries: what counting allocations leaves out. 0 where the
/// system does not tell.
double ResidentMegabytes()
{
	std::ifstream status("/proc/self/status");
	std::string key;
	for (std::string rest; status >> key; std::getline(status, rest))
	{
		double kilobytes = 0.0;
		if (key == "VmRSS:" && status >> kilobytes)
		{
			return 1.0e-3 * 1.024 * kilobytes;
		}
	}
	return 0.0;
}

/// One row of the table, in the order of its columns.
Result<std::vector<double>> BakeRow(const SurfaceMesh& mesh, int32_t tets, TaskRunner& runner, int32_t repeats)
{
	BakeSettings settings;
	settings.tets.targetTets = tets;
	Result<BakedObject> baked = Error{};
	int64_t peakBytes = 0;
	StageClock clock;
	const double bakeSeconds = BestSeconds(repeats,
		[&]
		{
			baked = Error{};
			const AllocationCounter counter;
			clock.Start();
			baked = BakeObject(mesh, settings, runner, clock.Sink());
			clock.Stop();
			peakBytes = counter.PeakBytes();
		});
	if (!baked)
	{
		return baked.GetError();
	}
	const double saveSeconds = BestSeconds(repeats, [&] { SaveAsset(*baked); });
	const auto made = static_cast<double>(baked->tets.tets.size());
	const DihedralRange angles = ComputeDihedralRange(baked->tets);
	return std::vector<double>{static_cast<double>(runner.WorkerCount()),
		static_cast<double>(tets),
		made,
		clock.Best(0),
		clock.Best(1),
		clock.Best(2),
		bakeSeconds,
		saveSeconds,
		angles.minDegrees,
		angles.maxDegrees,
		100.0 * (TotalVolume(baked->tets) / baked->mass.volume - 1.0),
		1.0e-6 * static_cast<double>(peakBytes),
		(static_cast<double>(peakBytes) - 2.0 * InputBytes(mesh)) / made};
}
} // namespace

/// The whole bake of the scan of the Stanford bunny, with one thread and with as many as asked for.
Result<BenchTable> BenchBake(const BenchOptions& options)
{
	const std::filesystem::path path = std::filesystem::path(options.meshes) / "bunny_scan_open.obj";
	Result<FractureToolkit::ImportedSurface> imported = Error{};
	const double baseMegabytes = ResidentMegabytes();
	const double readSeconds = BestSeconds(options.repeats, [&] { imported = FractureToolkit::ReadObj(path); });
	if (!imported)
	{
		return imported.GetError();
	}
	BenchTable table;
	table.columns = {{"threads", "threads"},
		{"asked_tets", "asked"},
		{"tets", "tets"},
		{"repair_seconds", "repair s", 4},
		{"tetrahedralise_seconds", "tets s", 4},
		{"embed_seconds", "embed s", 4},
		{"bake_seconds", "bake s", 4},
		{"save_seconds", "save s", 4},
		{"min_dihedral_deg", "least", 2},
		{"max_dihedral_deg", "most degrees", 2},
		{"volume_error_percent", "volume %", 3},
		{"peak_megabytes", "peak MB", 1},
		{"peak_bytes_a_tet_beyond_twice_the_input", "B/tet beyond 2 inputs"}};
	table.facts = {{"triangles", static_cast<double>(imported->mesh.triangles.size())},
		{"input_bytes", InputBytes(imported->mesh)},
		{"read_seconds", readSeconds},
		{"process_base_megabytes", baseMegabytes},
		{"process_megabytes_after_reading", ResidentMegabytes()}};
	FractureToolkit::ThreadTaskRunner oneThread(1);
	std::vector<TaskRunner*> runners = {&oneThread};
	if (options.runner->WorkerCount() > 1)
	{
		runners.push_back(options.runner);
	}
	for (TaskRunner* runner : runners)
	{
		std::vector<CurvePoint> curve;
		for (const BenchSize& size : kBenchSizes)
		{
			if (size.large && !options.large)
			{
				continue;
			}
			Result<std::vector<double>> row = BakeRow(imported->mesh, size.tets, *runner, options.repeats);
			if (!row)
			{
				return row.GetError();
			}
			curve.push_back({(*row)[2], (*row)[6]});
			table.rows.push_back(std::move(*row));
		}
		table.facts.emplace_back(
			"growth_exponent_" + std::to_string(runner->WorkerCount()) + "_threads", GrowthExponent(curve));
	}
	return table;
}
} // namespace FractureBench
