// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The studio's side of its page: a drop of the sample bowl frame by frame, as fast as it goes, and the answers that a
// page waits for. Frames are 1/60 s: a mean below 16.7 ms keeps up with the film. And how soon a stroke is seen.
#include "Bench.h"
#include "Studio/StudioApi.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>

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
	size_t lastBreak = 0;   // the last frame in which they became more
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
		const uint32_t before = times.fragments;
		std::memcpy(&times.fragments, bytes.data() + at + 20, 4);
		times.lastBreak = times.fragments > before ? times.ms.size() : times.lastBreak;
		times.ms.push_back(static_cast<double>(ms));
		at += 24 + size_t{32} * bodies;
	}
	return times;
}

struct DropCase
{
	const char* label;
	const char* material;
	int32_t tets;
	double height; // m
	bool hasManyPieces;
};
constexpr DropCase kDrops[] = {{"ceramic", "ceramic", 4'000, 1.0, false},
	{"ceramic, from a roof", "ceramic", 4'000, 10.0, false},
	{"glass, many pieces", "glass", 500, 40.0, true},
	{"brick, many pieces", "brick", 4'000, 2.0, true},
	{"brick, many pieces, from a roof", "brick", 4'000, 10.0, true}};

Result<Workbench> BakedBowl(const char* material, int32_t tets, const BenchOptions& options)
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
	bake.material = *FindMaterialPreset(material);
	if (const Status baked = bench.Bake(bake, *options.runner); !baked)
	{
		return baked.GetError();
	}
	return bench;
}

Result<std::vector<double>> DropRow(const DropCase& drop, const BenchOptions& options)
{
	Result<Workbench> bench = BakedBowl(drop.material, drop.tets, options);
	if (!bench)
	{
		return bench.GetError();
	}
	StudioRunRequest run;
	run.height = drop.height;
	run.angle = 105.0;
	run.hasManyPieces = drop.hasManyPieces;
	if (const Status ran = bench->Run(run, *options.runner); !ran)
	{
		return ran.GetError();
	}
	FrameTimes times = ReadFrames(bench->View().run->FramesFrom(0));
	// A film that starts so late never waits for a frame.
	double sum = 0.0;
	double start = 0.0;
	for (size_t i = 0; i < times.ms.size(); ++i)
	{
		sum += times.ms[i];
		start = std::max(start, sum - 1.0e3 / 60.0 * static_cast<double>(i));
	}
	const double count = static_cast<double>(times.ms.size());
	const auto calm = times.ms.begin() + static_cast<std::ptrdiff_t>(times.lastBreak) + 1;
	const double calmMs =
		std::accumulate(calm, times.ms.end(), 0.0) / std::max(1.0, static_cast<double>(times.ms.end() - calm));
	std::sort(times.ms.begin(), times.ms.end());
	return std::vector<double>{static_cast<double>(bench->View().object->tets.tets.size()),
		drop.height,
		static_cast<double>(times.fragments),
		sum / count,
		calmMs,
		times.ms[times.ms.size() * 95 / 100],
		times.ms.back(),
		1.0e3 * count / sum,
		start,
		static_cast<double>(times.bytes) / count / 1024.0};
}

/// ms until the first stamp of a stroke is seen, and until each one after it is.
Result<std::pair<double, double>> StrokeTimes(const BenchOptions& options)
{
	Result<Workbench> bench = BakedBowl("ceramic", 4'000, options);
	if (!bench)
	{
		return bench.GetError();
	}
	const auto add = [](StrengthSetup& setup, const SurfaceMesh& surface)
	{ return AddLayer(setup, BlankPaintedLayer(static_cast<int32_t>(surface.positions.size()), 0.01)); };
	if (const Status added = bench->Edit(add, false, *options.runner); !added)
	{
		return added.GetError();
	}
	using Clock = std::chrono::steady_clock;
	const auto since = [](Clock::time_point start)
	{ return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); };
	Brush brush;
	brush.radius = 0.02;
	brush.value = 0.2f;
	const std::vector<Vec3> rim(
		bench->View().object->surface.positions.begin(), bench->View().object->surface.positions.begin() + 20);
	const Clock::time_point first = Clock::now();
	if (const Status begun = bench->BeginStroke({PaintChannel::LayerValues, 0}, brush, *options.runner); !begun)
	{
		return begun.GetError();
	}
	Status painted = bench->Paint(std::span(rim).first(1), *options.runner);
	const double firstMs = since(first);
	double worst = 0.0;
	for (size_t i = 1; i < rim.size() && painted; ++i)
	{
		const Clock::time_point start = Clock::now();
		painted = bench->Paint(std::span(rim).subspan(i, 1), *options.runner);
		worst = std::max(worst, since(start));
	}
	if (!painted)
	{
		return painted.GetError();
	}
	return std::pair(firstMs, worst);
}
} // namespace

Result<BenchTable> BenchStudio(const BenchOptions& options)
{
	BenchTable table;
	table.columns = {{"tets", "tets"},
		{"height_m", "height m"},
		{"fragments", "fragments"},
		{"mean_ms", "mean ms", 1},
		{"calm_ms", "mean ms after the last break", 1},
		{"p95_ms", "95 % ms", 1},
		{"worst_ms", "worst ms", 1},
		{"frames_per_s", "frames/s"},
		{"start_ms", "film may start after ms"},
		{"kb_per_frame", "kB a frame", 1}};
	StudioApi api(StudioLibrary(), 1);
	for (const auto& [name, path] :
		{std::pair("page_ms", "/"), std::pair("three_ms", "/three.min.js"), std::pair("library_ms", "/api/library")})
	{
		StudioRequest request;
		request.path = path;
		table.facts.emplace_back(name, 1.0e3 * BestSeconds(options.repeats, [&] { api.Answer(request); }));
	}
	const Result<std::pair<double, double>> stroke = StrokeTimes(options);
	if (!stroke)
	{
		return stroke.GetError();
	}
	table.facts.emplace_back("first_stamp_ms", stroke->first);
	table.facts.emplace_back("slowest_stamp_ms", stroke->second);
	for (const DropCase& drop : kDrops)
	{
		if (!std::string_view(drop.label).starts_with(options.only))
		{
			continue;
		}
		Result<std::vector<double>> row = DropRow(drop, options);
		if (!row)
		{
			return row.GetError();
		}
		table.rows.push_back(std::move(*row));
		table.labels.emplace_back(drop.label);
	}
	return table;
}
} // namespace FractureBench
