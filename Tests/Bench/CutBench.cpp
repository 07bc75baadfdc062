// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Cuts alone: closed surfaces of growing detail into grains, as a program for prefractured pieces would do it. One
// thread unless the column says otherwise.
#include "Bench.h"
#include "Core/Base/AllocationCounter.h"
#include "ObjReader.h"
#include "Shapes.h"

#include "FractureCore/Asset.h"
#include "FractureCore/Bake.h"
#include "FractureCore/Fragments.h"
#include "FractureCore/Random.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>

namespace FractureBench
{
namespace
{
using namespace FractureCore;

struct CutScene
{
	SurfaceMesh surface;
	int32_t tets = 0;
	int32_t grains = 0;
	double markMs = 0.0; // 0: none
};

/// Seeds inside the box round the lattice, of which those inside the body give pieces.
GrainSet RandomGrains(const TetMesh& lattice, int32_t count)
{
	GrainSet grains;
	for (int32_t i = 0; i < count; ++i)
	{
		const auto node =
			static_cast<size_t>(RandomUnit(7, static_cast<uint64_t>(i)) * static_cast<double>(lattice.nodes.size()));
		grains.seeds.push_back(lattice.nodes[node]);
		grains.weights.push_back(1.0);
		grains.loose.push_back(1);
	}
	return grains;
}

Result<std::vector<double>> CutRow(const CutScene& scene, const BenchOptions& options)
{
	BakeSettings settings;
	settings.tets.targetTets = scene.tets;
	const Result<BakedObject> object = BakeObject(scene.surface, settings, *options.runner);
	if (!object)
	{
		return object.GetError();
	}
	std::optional<Result<CutBody>> body;
	const double prepare =
		BestSeconds(options.repeats, [&] { body.emplace(CutBody::Create(*object, {}, SerialRunner())); });
	if (!*body)
	{
		return body->GetError();
	}
	CrackSet cracks;
	cracks.grains = RandomGrains((*body)->Lattice(), scene.grains);
	double slice = std::numeric_limits<double>::infinity();
	double surface = slice;
	double threaded = slice;
	int64_t peakBytes = 0;
	size_t pieces = 0;
	for (int32_t i = 0; i < options.repeats; ++i)
	{
		const AllocationCounter counter;
		Result<FragmentCutter> cutter = FragmentCutter::Create(**body, cracks, 1000.0, {});
		slice = std::min(slice, BestSeconds(1, [&] { cutter->Cut(SerialRunner()); }));
		surface =
			std::min(surface, BestSeconds(1, [&] { pieces = cutter->MakeSurfaces(SerialRunner()).fragments.size(); }));
		peakBytes = counter.PeakBytes();
	}
	threaded = BestSeconds(
		options.repeats, [&] { pieces = CutFragments(**body, cracks, 1000.0, {}, *options.runner)->fragments.size(); });
	return std::vector<double>{static_cast<double>(object->surface.triangles.size()),
		static_cast<double>((*body)->Lattice().tets.size()),
		static_cast<double>(pieces),
		1.0e3 * prepare,
		1.0e3 * slice,
		1.0e3 * surface,
		1.0e3 * (slice + surface),
		1.0e3 * threaded,
		scene.markMs,
		static_cast<double>(peakBytes) / static_cast<double>(SaveAsset(*object).size())};
}
} // namespace

Result<BenchTable> BenchCut(const BenchOptions& options)
{
	const std::filesystem::path path = std::filesystem::path(options.meshes) / "bunny_scan_open.obj";
	const Result<FractureToolkit::ImportedSurface> bunny = FractureToolkit::ReadObj(path);
	if (!bunny)
	{
		return bunny.GetError();
	}
	BenchTable table;
	table.columns = {{"triangles", "triangles"},
		{"lattice_tets", "tets"},
		{"pieces", "pieces"},
		{"prepare_ms", "prepare ms", 1},
		{"slice_ms", "slice ms", 1},
		{"surface_ms", "surface ms", 1},
		{"cut_ms", "cut ms", 1},
		{"cut_threads_ms", "with threads", 1},
		{"mark_ms", "mark ms"},
		{"peak_over_asset", "memory x asset", 2}};
	const Result<SurfaceMesh> coarse = FractureToolkit::MakeBall({.diameter = 0.2, .edge = 0.011});
	const Result<SurfaceMesh> fine = FractureToolkit::MakeBall({.diameter = 0.2, .edge = 0.005});
	for (const CutScene& scene : {CutScene{*coarse, 3'000, 20, 7.3},
			 CutScene{*fine, 3'000, 20, 32.0},
			 CutScene{bunny->mesh, 5'000, 20, 190.0},
			 CutScene{bunny->mesh, 100'000, 60, 0.0}})
	{
		Result<std::vector<double>> row = CutRow(scene, options);
		if (!row)
		{
			return row.GetError();
		}
		table.rows.push_back(std::move(*row));
	}
	return table;
}
} // namespace FractureBench
