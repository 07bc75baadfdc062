// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "AssetReport.h"
#include "Command.h"
#include "Files.h"
#include "Run/RunFiles.h"
#include "Run/RunReport.h"
#include "SceneOptions.h"

#include <cstdio>
#include <memory>
#include <string>

namespace FractureCli
{
namespace
{
using namespace FractureToolkit;

struct RunCommandOptions
{
	ScenePlayOptions play;
	std::string output;
};

void PrintRun(const RunCommandOptions& options, const Recording& recording, bool wasInterrupted)
{
	const nlohmann::ordered_json report = MakeRunTotals(recording);
	const nlohmann::ordered_json& totals = report["totals"];
	const auto number = [&](const char* key) { return totals[key].get<long long>(); };
	std::printf(
		"scene      %s%s%s\n", recording.scene.c_str(), recording.about.empty() ? "" : ": ", recording.about.c_str());
	std::printf("host       %s\n", recording.host.c_str());
	std::printf("frames     %lld, %.2f s%s\n",
		number("frames"),
		totals["seconds"].get<double>(),
		wasInterrupted ? " (interrupted)" : "");
	std::printf("breaks     %lld\n", number("breaks"));
	std::printf("bodies     %lld, %lld of them fragments; %lld pieces of debris\n",
		number("bodies"),
		number("fragments"),
		number("debris"));
	std::printf("triangles  %lld\n", number("triangles"));
	std::printf("time       %.1f ms a frame, the worst %.1f ms\n",
		totals["ms_mean_frame"].get<double>(),
		totals["ms_worst_frame"].get<double>());
	std::printf("hash       %s\n", report["hash"].get<std::string>().c_str());
	const std::filesystem::path folder = PathFromUtf8(options.output);
	std::printf("watch      %s\n", Utf8FromPath(folder / "viewer.html").c_str());
	std::printf("files      %s, report.json beside it\n", Utf8FromPath(folder / "scene.glb").c_str());
}

int RunRun(const RunCommandOptions& options)
{
	Scene scene;
	bool wasInterrupted = false;
	const FractureCore::Result<Recording> recording = PlayScene(options.play, scene, wasInterrupted);
	if (!recording)
	{
		return Fail("", recording.GetError().message);
	}
	if (const FractureCore::Status written = WriteRunFiles(PathFromUtf8(options.output), *recording); !written)
	{
		return Fail("", written.GetError().message);
	}
	if (options.play.json)
	{
		nlohmann::ordered_json json = MakeRunTotals(*recording);
		json["output"] = options.output;
		PrintJson(json);
	}
	else
	{
		PrintRun(options, *recording, wasInterrupted);
	}
	return wasInterrupted ? kFailed : kSucceeded;
}
} // namespace

void AddRunCommand(CLI::App& program, int& exitCode)
{
	auto options = std::make_shared<RunCommandOptions>();
	CLI::App* command =
		program.add_subcommand("run", "Play a scene: objects fall, hit, break and go on; write film, page and numbers");
	AddScenePlayOptions(*command, options->play);
	command->add_option("-o,--output", options->output, "Folder for scene.glb, viewer.html and report.json")
		->required()
		->type_name("DIR");
	SetExamples(*command,
		"  fracturesim run Content/Scenes/bowl-on-edge.json -o bowl\n"
		"  fracturesim run Content/Scenes/armadillo.json -o out --mesh armadillo=armadillo.obj --host bullet\n");
	command->callback([options, &exitCode] { exitCode = RunRun(*options); });
}
} // namespace FractureCli
