// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// From impulses to finished pieces. Times of one thread are processor times, which other programs on the machine
// disturb less; those of several threads are what a clock on the wall says.
#include "Bench.h"
#include "Core/Base/AllocationCounter.h"
#include "ObjReader.h"
#include "Shapes.h"

#include "FractureCore/Asset.h"
#include "FractureCore/Break.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>

namespace FractureBench
{
namespace
{
using namespace FractureCore;

constexpr int32_t kStageCount = 5;

struct BreakScene
{
	std::string name;
	SurfaceMesh surface;
	Material material;
	int32_t tets = 0;
	Vec3 point;
	Vec3 impulse;      // N s; with `load`, only its direction counts
	double load = 0.0; // times the load of first failure; 0: the impulse as it is
	double duration = 1.0e-3;
	bool isHeldBelow = false;
	double marks[2] = {0.0, 0.0}; // ms: with the default rule and with one solve; 0: none
};

struct BreakTiming
{
	double prepare = 0.0;                       // ms
	std::array<double, kStageCount> stage = {}; // ms
	double total = 0.0;                         // ms, of one thread
	double wall = 0.0;                          // ms, with all threads
	double wallSerial = 0.0;                    // ms, with one
	double peakBytes = 0.0;                     // of the event
	BreakResult result;
};

double Now(bool wall)
{
	const std::chrono::duration<double, std::milli> onTheWall = std::chrono::steady_clock::now().time_since_epoch();
	return wall ? onTheWall.count() : ProcessorTime();
}

std::vector<uint8_t> HoldBelow(const TetMesh& mesh)
{
	double low = std::numeric_limits<double>::infinity();
	double high = -low;
	for (const Vec3& x : mesh.nodes)
	{
		low = std::min(low, x.z);
		high = std::max(high, x.z);
	}
	std::vector<uint8_t> held;
	for (const Vec3& x : mesh.nodes)
	{
		held.push_back(x.z < low + 0.01 * (high - low) ? 7 : 0);
	}
	return held;
}

Result<std::array<double, kStageCount>> RunStages(const Breakable& breakable,
	const Impact& impact,
	const BreakSettings& settings,
	bool wall,
	TaskRunner& runner,
	BreakResult& result)
{
	std::array<double, kStageCount> stages = {};
	Result<BreakEvent> event = BreakEvent::Create(breakable, impact, settings);
	if (!event)
	{
		return event.GetError();
	}
	while (event->Stage() != BreakStage::Done)
	{
		double& spent = stages[static_cast<size_t>(event->Stage())];
		const double start = Now(wall);
		if (const Status status = event->Step(runner); !status)
		{
			return status.GetError();
		}
		spent += Now(wall) - start;
	}
	result = event->TakeResult();
	return stages;
}

double Sum(const std::array<double, kStageCount>& stages)
{
	double sum = 0.0;
	for (const double stage : stages)
	{
		sum += stage;
	}
	return sum;
}

/// Scaled to so many times the load of first failure.
Result<ContactImpulse> MakeBlow(const Breakable& breakable, const BreakScene& scene)
{
	ContactImpulse blow{scene.point, scene.impulse, GivenPulse(scene.duration, PulseShape::HalfSine)};
	if (scene.load > 0.0)
	{
		BreakSettings settings;
		settings.plan = OneSolvePlan();
		settings.plan.maxCracks = 1;
		Impact impact;
		impact.loads.collision = {&blow, 1};
		const Result<BreakResult> trial = BreakBody(breakable, impact, settings, SerialRunner());
		if (!trial)
		{
			return trial.GetError();
		}
		blow.impulse *= scene.load * trial->plan.firstFailureLoad;
	}
	return blow;
}

Result<BreakTiming> TimeBreak(
	const Breakable& breakable, const ContactImpulse& blow, const BreakSettings& settings, const BenchOptions& options)
{
	Impact impact;
	impact.loads.collision = {&blow, 1};
	BreakTiming timing;
	timing.total = timing.wall = timing.wallSerial = std::numeric_limits<double>::infinity();
	for (int32_t repeat = 0; repeat < options.repeats; ++repeat)
	{
		timing.result = {};
		const AllocationCounter counter;
		const double wallStart = Now(true);
		const auto serial = RunStages(breakable, impact, settings, false, SerialRunner(), timing.result);
		if (!serial)
		{
			return serial.GetError();
		}
		timing.wallSerial = std::min(timing.wallSerial, Now(true) - wallStart);
		timing.peakBytes = static_cast<double>(counter.PeakBytes());
		if (Sum(*serial) < timing.total)
		{
			timing.total = Sum(*serial);
			timing.stage = *serial;
		}
		const auto threaded = RunStages(breakable, impact, settings, true, *options.runner, timing.result);
		if (!threaded)
		{
			return threaded.GetError();
		}
		timing.wall = std::min(timing.wall, Sum(*threaded));
	}
	return timing;
}

Material PanelMaterial()
{
	Material material;
	material.name = "panel";
	material.density = 1000.0;
	material.youngModulus = 4.0e6;
	material.poissonRatio = 0.3;
	material.tensileStrength = 0.5e6;
	return material;
}

/// A block of 2 t at 60 m/s against a panel of 3 x 3 x 0.3 m on a fixed base; both go on together.
BreakScene MakePanel(int32_t tets, double mark, double youngModulus)
{
	BreakScene scene;
	scene.name = "panel " + std::to_string(tets) + (youngModulus > 1.0e9 ? " stiff" : "");
	scene.surface = *FractureToolkit::MakeWall({.length = 3.0, .height = 3.0, .thickness = 0.3, .edge = 0.3});
	scene.material = PanelMaterial();
	scene.material.youngModulus = youngModulus;
	scene.tets = tets;
	scene.point = {0.0, -0.15, 1.5};
	scene.impulse = {0.0, 2000.0 * 2700.0 / 4700.0 * 60.0, 0.0};
	scene.duration = 0.01;
	scene.isHeldBelow = true;
	scene.marks[0] = mark;
	return scene;
}

std::vector<BreakScene> MakeScenes(const BenchOptions& options)
{
	std::vector<BreakScene> scenes;
	const Material glass = *FindMaterialPreset("glass");
	const auto slab = FractureToolkit::MakeSlab({.length = 0.24, .thickness = 0.02, .edge = 0.01});
	scenes.push_back({"plate", *slab, glass, 5000, {0.01, 0.005, 0.02}, {0, 0, -1}, 4.0, 1.0e-3, false, {25.0, 8.0}});
	const auto bowl = FractureToolkit::MakeBowl({.diameter = 0.12, .thickness = 0.011, .edge = 0.005});
	scenes.push_back({"bowl", *bowl, glass, 5000, {0, -0.06, 0.054}, {0, 0.8, -0.6}, 4.0, 1.0e-3, false, {25.0, 8.0}});
	const auto wall = FractureToolkit::MakeWall({.length = 2.0, .height = 1.5, .thickness = 0.16, .edge = 0.1});
	scenes.push_back({"wall",
		*wall,
		*FindMaterialPreset("concrete"),
		5000,
		{0.1, -0.08, 0.8},
		{0, 1, 0},
		5.0,
		1.0e-3,
		true,
		{25.0, 8.0}});
	scenes.push_back(MakePanel(1014, 3.2, 4.0e6));
	scenes.push_back(MakePanel(5040, 11.0, 4.0e6));
	scenes.push_back(MakePanel(5040, 11.0, 70.0e9));
	scenes.push_back(MakePanel(20808, 29.0, 4.0e6));
	scenes.push_back({"bowl", *bowl, glass, 20'000, {0, -0.06, 0.054}, {0, 0.8, -0.6}, 4.0, 1.0e-3, false, {}});
	const auto bunny = FractureToolkit::ReadObj(std::filesystem::path(options.meshes) / "bunny.obj");
	if (bunny && options.large)
	{
		const auto top = std::max_element(bunny->mesh.positions.begin(),
			bunny->mesh.positions.end(),
			[](const Vec3& a, const Vec3& b) { return a.y < b.y; });
		scenes.push_back({"bunny", bunny->mesh, glass, 100'000, *top, {0.3, -1, 0}, 30.0, 1.0e-3, false, {}});
	}
	return scenes;
}

Result<bool> AddRows(const BreakScene& scene, const BenchOptions& options, BenchTable& table)
{
	const AllocationCounter counter;
	BakeSettings bake;
	bake.tets.targetTets = scene.tets;
	bake.material = scene.material;
	Result<BakedObject> object = BakeObject(scene.surface, bake, *options.runner);
	if (!object)
	{
		return object.GetError();
	}
	const double tets = static_cast<double>(object->tets.tets.size());
	const auto assetBytes = static_cast<double>(SaveAsset(*object).size());
	std::vector<uint8_t> held = scene.isHeldBelow ? HoldBelow(object->tets) : std::vector<uint8_t>();
	const double start = Now(false);
	const Result<Breakable> breakable = Breakable::Create(std::move(*object), {}, std::move(held), {}, SerialRunner());
	if (!breakable)
	{
		return breakable.GetError();
	}
	const double prepare = Now(false) - start;
	const auto bodyBytes = static_cast<double>(counter.HeldBytes());
	const Result<ContactImpulse> blow = MakeBlow(*breakable, scene);
	if (!blow)
	{
		return blow.GetError();
	}
	for (const bool oneSolve : {false, true})
	{
		BreakSettings settings;
		if (oneSolve)
		{
			settings.plan = OneSolvePlan();
		}
		const Result<BreakTiming> timing = TimeBreak(*breakable, *blow, settings, options);
		if (!timing)
		{
			return timing.GetError();
		}
		const BreakResult& result = timing->result;
		const double mark = scene.marks[oneSolve ? 1 : 0];
		table.labels.push_back(scene.name);
		table.rows.push_back({tets,
			prepare,
			static_cast<double>(result.plan.solves),
			static_cast<double>(result.plan.cracks.cracks.size()),
			static_cast<double>(result.fragments.size()) + result.debris.pieces});
		std::vector<double>& row = table.rows.back();
		row.insert(row.end(), timing->stage.begin(), timing->stage.end());
		row.insert(
			row.end(), {timing->total, mark > 0.0 ? timing->total / mark : 0.0, timing->wallSerial / timing->wall});
		row.insert(row.end(), {1.0e-6 * bodyBytes, timing->peakBytes / assetBytes, timing->peakBytes / bodyBytes});
	}
	return true;
}
} // namespace

Result<BenchTable> BenchBreak(const BenchOptions& options)
{
	BenchTable table;
	table.columns = {{"tets", "tets"},
		{"prepare_ms", "prepare"},
		{"solves", "solves"},
		{"cracks", "cracks"},
		{"pieces", "pieces"},
		{"solve_ms", "solve", 2},
		{"plan_ms", "plan", 2},
		{"cut_ms", "cut", 2},
		{"surface_ms", "surface", 2},
		{"bodies_ms", "bodies", 2},
		{"total_ms", "total", 2},
		{"over_mark", "/mark", 2},
		{"speedup", "threads x", 2},
		{"body_mb", "body MB", 1},
		{"peak_over_asset", "memory x file", 2},
		{"peak_over_body", "x body", 2}};
	std::vector<CurvePoint> panels;
	for (const BreakScene& scene : MakeScenes(options))
	{
		if (!scene.name.starts_with(options.only))
		{
			continue;
		}
		const size_t row = table.rows.size();
		if (const Result<bool> added = AddRows(scene, options, table); !added)
		{
			return added.GetError();
		}
		if (scene.name.starts_with("panel") && scene.material.youngModulus < 1.0e9)
		{
			panels.push_back({table.rows[row][0], table.rows[row][10]});
		}
	}
	if (panels.size() > 1)
	{
		table.facts.emplace_back("panel_growth_exponent", GrowthExponent(panels));
	}
	return table;
}
} // namespace FractureBench
