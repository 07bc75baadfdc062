// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The studio's side of its page: a drop of the sample bowl frame by frame, as fast as it goes, and the answers that a
// page waits for. Frames are 1/60 s: a mean below 16.7 ms keeps up with the film.
#include "Bench.h"
#include "Studio/StudioApi.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace FractureBench
{
namespace
{
using namespace FractureCore;
using namespace FractureToolkit;

struct FrameTimes
{
	std::vector<double> ms;
	uint32_t fragments = 0; // at the end
	size_t bytes = 0;       // that a page gets, all frames
};

/// What the log sends a page holds the times.
FrameTimes ReadFrames(const std::vector<uint8_t>& bytes)
{
	FrameTimes times;
	times.bytes = bytes.size();
	for (size_t at = 0; at + 24 <= bytes.size();)
	{
		uint32_t bodies = 0;
		float ms = 0.0f;
		std::memcpy(&bodies, bytes.data() + at, 4);
		std::memcpy(&ms, bytes.data() + at + 8, 4);
		std::memcpy(&times.fragments, bytes.data() + at + 20, 4);
		times.ms.push_back(static_cast<double>(ms));
		at += 24 + size_t{32} * bodies;
	}
	return times;
}

Result<std::vector<double>> DropRow(int32_t tets, double height, const BenchOptions& options)
{
	Workbench bench;
	Result<StudioSource> source = StudioLibrary().LoadSample("bowl");
	if (!source)
	{
		return source.GetError();
	}
	if (const Status loaded = bench.Load("bowl", std::move(std::get<ImportedModel>(*source))); !loaded)
	{
		return loaded.GetError();
	}
	StudioBakeRequest bake;
	bake.tets = tets;
	bake.material = *FindMaterialPreset("ceramic");
	if (const Status baked = bench.Bake(bake, *options.runner); !baked)
	{
		return baked.GetError();
	}
	StudioRunRequest run;
	run.height = height;
	run.angle = 105.0;
	run.seconds = 3.0; // a fall of 10 m takes 1.4
	if (const Status ran = bench.Run(run, *options.runner); !ran)
	{
		return ran.GetError();
	}
	FrameTimes times = ReadFrames(bench.View().run->FramesFrom(0));
	double sum = 0.0;
	for (const double ms : times.ms)
	{
		sum += ms;
	}
	const double count = static_cast<double>(times.ms.size());
	std::sort(times.ms.begin(), times.ms.end());
	return std::vector<double>{static_cast<double>(tets),
		height,
		static_cast<double>(times.fragments),
		sum / count,
		times.ms[times.ms.size() * 95 / 100],
		times.ms.back(),
		1.0e3 * count / sum,
		static_cast<double>(times.bytes) / count / 1024.0};
}
} // namespace

Result<BenchTable> BenchStudio(const BenchOptions& options)
{
	BenchTable table;
	table.columns = {{"tets", "tets"},
		{"height_m", "height m"},
		{"fragments", "fragments"},
		{"mean_ms", "mean ms", 1},
		{"p95_ms", "95 % ms", 1},
		{"worst_ms", "worst ms", 1},
		{"frames_per_s", "frames/s"},
		{"kb_per_frame", "kB a frame", 1}};
	StudioApi api(StudioLibrary(), 1);
	for (const auto& [name, path] :
		{std::pair("page_ms", "/"), std::pair("three_ms", "/three.min.js"), std::pair("library_ms", "/api/library")})
	{
		StudioRequest request;
		request.path = path;
		table.facts.emplace_back(name, 1.0e3 * BestSeconds(options.repeats, [&] { api.Answer(request); }));
	}
	for (const auto& [tets, height] : {std::pair(4'000, 1.0), std::pair(4'000, 10.0), std::pair(12'000, 10.0)})
	{
		Result<std::vector<double>> row = DropRow(tets, height, options);
		if (!row)
		{
			return row.GetError();
		}
		table.rows.push_back(std::move(*row));
	}
	return table;
}
} // namespace FractureBench
