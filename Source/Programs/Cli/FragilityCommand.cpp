// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "AssetReport.h"
#include "Command.h"
#include "Files.h"
#include "ProgressBar.h"
#include "StressBody.h"
#include "ThreadTaskRunner.h"
#include "VtuWriter.h"

#include "FractureCore/Fragility.h"
#include "FractureCore/ShellFragility.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>

namespace FractureCli
{
namespace
{
using FractureCore::Result;

struct FragilityOptions
{
	BodyOptions body;
	double duration = 1.0e-3;
	std::string vtu;
	std::string csv;
	int32_t threads = 0;
	bool json = false;
};

/// Least and largest impulse of the map; what supports take wholly is infinite and left out.
struct MapRange
{
	double least = std::numeric_limits<double>::infinity();
	double most = 0.0;
	int32_t weakest = FractureCore::kNoIndex; // node of `least`
	size_t unbreakable = 0;
};

MapRange FindRange(const FractureCore::FragilityMap& map)
{
	MapRange range;
	for (size_t i = 0; i < map.impulse.size(); ++i)
	{
		if (!std::isfinite(map.impulse[i]))
		{
			++range.unbreakable;
			continue;
		}
		range.weakest = map.impulse[i] < range.least ? map.node[i] : range.weakest;
		range.least = std::min(range.least, map.impulse[i]);
		range.most = std::max(range.most, map.impulse[i]);
	}
	return range;
}

/// The map on the cells. Nodes inside and what supports take have no value, and ParaView reads no NaN in text: they get
/// the largest one, which leaves the range of colours to the surface.
std::string ToVtu(const Body& body, const FractureCore::FragilityMap& map)
{
	const double most = FindRange(map).most;
	FractureToolkit::VtuArray impulse{"impulse_Ns", 1, std::vector<double>(body.Nodes().size(), most)};
	for (size_t i = 0; i < map.node.size(); ++i)
	{
		impulse.values[static_cast<size_t>(map.node[i])] = std::isfinite(map.impulse[i]) ? map.impulse[i] : most;
	}
	return FractureToolkit::ToVtu({body.Nodes(), body.solid.tets, body.sheetTriangles, {impulse}, {}});
}

std::string ToCsv(const Body& body, const FractureCore::FragilityMap& map)
{
	std::string text = "node,x,y,z,impulse_ns\n";
	size_t next = 0; // both numberings ascend
	for (size_t row = 0; row < body.TableNodeCount() && next < map.node.size(); ++row)
	{
		if (body.NodeOfTable(row) != map.node[next])
		{
			continue;
		}
		char line[160];
		const FractureCore::Vec3& x = body.Nodes()[static_cast<size_t>(map.node[next])];
		std::snprintf(line, sizeof(line), "%zu,%.17g,%.17g,%.17g,%.17g\n", row, x.x, x.y, x.z, map.impulse[next]);
		text += line;
		++next;
	}
	return text;
}

/// A node where parts touch is on the surface of each, and gives way where the weakest of them does.
void KeepWeakest(FractureCore::FragilityMap& map)
{
	size_t kept = 0;
	for (size_t i = 0; i < map.node.size(); ++i)
	{
		if (kept > 0 && map.node[kept - 1] == map.node[i])
		{
			map.impulse[kept - 1] = std::min(map.impulse[kept - 1], map.impulse[i]);
			continue;
		}
		map.node[kept] = map.node[i];
		map.impulse[kept++] = map.impulse[i];
	}
	map.node.resize(kept);
	map.impulse.resize(kept);
}

Result<FractureCore::FragilityMap> MakeMap(Body& body,
	const FractureCore::ContactPulse& pulse,
	FractureCore::TaskRunner& runner,
	const FractureCore::ProgressSink& progress)
{
	if (body.IsSheet())
	{
		const Result<FractureCore::ShellModel> model = FractureCore::ShellModel::Create(
			body.sheetPositions, body.sheetTriangles, body.thickness, body.material, body.heldAxes, runner);
		if (!model)
		{
			return model.GetError();
		}
		return ComputeShellFragility(*model, body.material, body.strength, pulse, runner, progress);
	}
	const Result<FractureCore::StressModel> model =
		FractureCore::StressModel::Create(body.solid, body.material, body.heldAxes, {}, runner, body.factor);
	if (!model)
	{
		return model.GetError();
	}
	WarnOfHinges(*model, body);
	Result<FractureCore::FragilityMap> map =
		ComputeFragility(*model, body.material, body.strength, pulse, runner, progress);
	if (map)
	{
		KeepWeakest(*map);
	}
	return map;
}

int RunFragility(const FragilityOptions& options)
{
	if (const std::optional<std::string> clash =
			FindNameClash({{"--csv", options.csv}, {"--vtu", options.vtu}}, BodyFiles(options.body)))
	{
		return FailUsage("fragility", *clash);
	}
	std::variant<Body, LoadFailure> loaded = LoadBody(options.body);
	if (const LoadFailure* failure = std::get_if<LoadFailure>(&loaded))
	{
		return Fail(failure->subject, failure->what);
	}
	Body& body = *std::get_if<Body>(&loaded);
	FractureToolkit::ThreadTaskRunner runner(options.threads);
	CatchInterrupts();
	ProgressBar bar;
	const Result<FractureCore::FragilityMap> map = MakeMap(
		body, FractureCore::GivenPulse(options.duration, FractureCore::PulseShape::HalfSine), runner, bar.Sink());
	bar.Wipe();
	if (!map)
	{
		return Fail(options.body.file, map.GetError().message);
	}
	for (const auto& [name, text] : {std::pair{options.vtu, options.vtu.empty() ? "" : ToVtu(body, *map)},
			 std::pair{options.csv, options.csv.empty() ? "" : ToCsv(body, *map)}})
	{
		if (name.empty())
		{
			continue;
		}
		if (const auto status = FractureToolkit::WriteFileAtomically(FractureToolkit::PathFromUtf8(name), text);
			!status)
		{
			return Fail(name, status.GetError().message);
		}
	}
	const MapRange range = FindRange(*map);
	if (range.weakest == FractureCore::kNoIndex)
	{
		return Fail(options.body.file, "no blow can crack it: supports hold every point of the surface");
	}
	const FractureCore::Vec3& weakest = body.Nodes()[static_cast<size_t>(range.weakest)];
	if (options.json)
	{
		nlohmann::ordered_json json;
		json["input"] = options.body.file;
		json["kind"] = body.IsSheet() ? "shell" : "solid";
		json["material"] = body.material.name;
		json["duration_s"] = options.duration;
		json["surface_nodes"] = map->node.size();
		json["unbreakable_nodes"] = range.unbreakable;
		json["min_impulse_ns"] = range.least;
		json["max_impulse_ns"] = range.most;
		json["weakest_at_m"] = {weakest.x, weakest.y, weakest.z};
		json["warnings"] = ToJson(body.warnings);
		PrintJson(json);
		return kSucceeded;
	}
	std::printf("body       %zu %ss, %zu surface nodes, %s\n",
		body.CellCount(),
		body.CellName(),
		map->node.size(),
		body.material.name.c_str());
	std::printf(
		"weakest    %.4g N s at (%.4g, %.4g, %.4g) m starts a crack\n", range.least, weakest.x, weakest.y, weakest.z);
	std::printf("strongest  %.4g N s\n", range.most);
	if (range.unbreakable > 0)
	{
		std::printf("held       %zu nodes whose blows supports take wholly\n", range.unbreakable);
	}
	std::printf("supposed   blows %s that last %.4g ms\n",
		body.IsSheet() ? "across the sheet, from the weaker side," : "along the inward normal",
		options.duration * 1e3);
	PrintWarnings(body.warnings);
	return kSucceeded;
}
} // namespace

void AddFragilityCommand(CLI::App& program, int& exitCode)
{
	auto options = std::make_shared<FragilityOptions>();
	CLI::App* command =
		program.add_subcommand("fragility", "The smallest impulse that starts a crack, for every point of the surface");
	AddBodyOptions(*command, options->body);
	command->add_option("--duration", options->duration, "How long the supposed blow lasts, s")
		->check(PositiveNumber())
		->capture_default_str();
	command->add_option("--vtu", options->vtu, "Write the map on the body for ParaView")->type_name("FILE");
	command
		->add_option("--csv",
			options->csv,
			"Write a row a surface node: node,x,y,z,impulse_ns; inf where supports take every blow")
		->type_name("FILE");
	command->add_option("--threads", options->threads, "Threads; 0: one a core")->check(CLI::Range(0, 256));
	command->add_flag("--json", options->json, "Print one JSON object instead of text");
	SetExamples(*command, "  fracturesim fragility bowl.frac --vtu fragility.vtu\n");
	command->callback([options, &exitCode] { exitCode = RunFragility(*options); });
}
} // namespace FractureCli
