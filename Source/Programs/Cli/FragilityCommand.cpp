// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "AssetReport.h"
#include "Command.h"
#include "Files.h"
#include "ProgressBar.h"
#include "StressBody.h"
#include "ThreadTaskRunner.h"
#include "VtuWriter.h"

#include "FractureCore/Fragility.h"

#include <algorithm>
#include <cstdio>
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

/// The map on the tets. Nodes inside have no value, and ParaView reads no NaN in text: they get the largest one, which
/// leaves the range of colours to the surface.
std::string ToVtu(const Body& body, const FractureCore::FragilityMap& map)
{
	FractureToolkit::VtuArray impulse{"impulse_Ns",
		1,
		std::vector<double>(body.solid.nodes.size(), *std::max_element(map.impulse.begin(), map.impulse.end()))};
	for (size_t i = 0; i < map.node.size(); ++i)
	{
		impulse.values[static_cast<size_t>(map.node[i])] = map.impulse[i];
	}
	return FractureToolkit::ToVtu({body.solid.nodes, body.solid.tets, {}, {impulse}, {}});
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
		const FractureCore::Vec3& x = body.solid.nodes[static_cast<size_t>(map.node[next])];
		std::snprintf(line, sizeof(line), "%zu,%.17g,%.17g,%.17g,%.17g\n", row, x.x, x.y, x.z, map.impulse[next]);
		text += line;
		++next;
	}
	return text;
}

int RunFragility(const FragilityOptions& options)
{
	if (!(options.duration > 0.0))
	{
		return FailUsage("fragility", "--duration must be a time above zero, in seconds");
	}
	if (const std::optional<std::string> clash =
			FindNameClash({{"--csv", options.csv}, {"--vtu", options.vtu}}, {{"the input", options.body.file}}))
	{
		return FailUsage("fragility", *clash);
	}
	const std::variant<Body, LoadFailure> loaded = LoadBody(options.body);
	if (const LoadFailure* failure = std::get_if<LoadFailure>(&loaded))
	{
		return Fail(failure->subject, failure->what);
	}
	const Body& body = *std::get_if<Body>(&loaded);
	if (body.IsSheet())
	{
		return Fail(options.body.file, "is a shell; a fragility map is made for solids");
	}
	FractureToolkit::ThreadTaskRunner runner(options.threads);
	const Result<FractureCore::StressModel> model =
		FractureCore::StressModel::Create(body.solid, body.material, body.heldAxes, {}, runner, body.factor);
	if (!model)
	{
		return Fail(options.body.file, model.GetError().message);
	}
	CatchInterrupts();
	ProgressBar bar;
	const Result<FractureCore::FragilityMap> map = FractureCore::ComputeFragility(*model,
		body.material,
		body.strength,
		FractureCore::GivenPulse(options.duration, FractureCore::PulseShape::HalfSine),
		runner,
		bar.Sink());
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
	const auto [least, most] = std::minmax_element(map->impulse.begin(), map->impulse.end());
	const FractureCore::Vec3& weakest =
		body.solid.nodes[static_cast<size_t>(map->node[static_cast<size_t>(least - map->impulse.begin())])];
	if (options.json)
	{
		nlohmann::ordered_json json;
		json["input"] = options.body.file;
		json["material"] = body.material.name;
		json["duration_s"] = options.duration;
		json["surface_nodes"] = map->node.size();
		json["min_impulse_ns"] = *least;
		json["max_impulse_ns"] = *most;
		json["weakest_at_m"] = {weakest.x, weakest.y, weakest.z};
		PrintJson(json);
		return kSucceeded;
	}
	std::printf("body       %zu tets, %zu surface nodes, %s\n",
		body.solid.tets.size(),
		map->node.size(),
		body.material.name.c_str());
	std::printf(
		"weakest    %.4g N s at (%.4g, %.4g, %.4g) m starts a crack\n", *least, weakest.x, weakest.y, weakest.z);
	std::printf("strongest  %.4g N s\n", *most);
	std::printf("supposed   blows along the inward normal that last %.4g ms\n", options.duration * 1e3);
	return kSucceeded;
}
} // namespace

void AddFragilityCommand(CLI::App& program, int& exitCode)
{
	auto options = std::make_shared<FragilityOptions>();
	CLI::App* command =
		program.add_subcommand("fragility", "The smallest impulse that starts a crack, for every point of the surface");
	AddBodyOptions(*command, options->body);
	command->add_option("--duration", options->duration, "How long the supposed blow lasts, s")->capture_default_str();
	command->add_option("--vtu", options->vtu, "Write the map on the tets for ParaView")->type_name("FILE");
	command->add_option("--csv", options->csv, "Write a row a surface node: node,x,y,z,impulse_ns")->type_name("FILE");
	command->add_option("--threads", options->threads, "Threads; 0: one a core")->check(CLI::Range(0, 256));
	command->add_flag("--json", options->json, "Print one JSON object instead of text");
	SetExamples(*command, "  fracturesim fragility bowl.frac --vtu fragility.vtu\n");
	command->callback([options, &exitCode] { exitCode = RunFragility(*options); });
}
} // namespace FractureCli
