// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "AssetReport.h"
#include "Command.h"
#include "Files.h"
#include "ProgressBar.h"
#include "Run/RunFilm.h"
#include "Run/RunReport.h"
#include "SceneOptions.h"
#include "ThreadTaskRunner.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

namespace FractureCli
{
namespace
{
using namespace FractureToolkit;
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Ok;
using FractureCore::Result;
using FractureCore::Status;

struct RenderOptions
{
	ScenePlayOptions play;
	std::string output;
	std::string colour = "materials";
	int32_t width = 0; // 0: by kind of output
	int32_t tiles = 6;
	int32_t columns = 3;
	int32_t fps = 30;
};

FilmColours ColoursOf(const RenderOptions& options)
{
	return options.colour == "fragments" ? FilmColours::Fragments
		: options.colour == "stress"     ? FilmColours::Stress
										 : FilmColours::Materials;
}

Status WriteSheet(const RenderOptions& options, const Scene& scene, const Recording& recording)
{
	constexpr double kAspect = 4.0 / 3.0;
	const int32_t width = options.width > 0 ? options.width : 480;
	const int32_t height = static_cast<int32_t>(width / kAspect);
	ThreadTaskRunner runner(options.play.threads);
	const Result<PictureImage> sheet = DrawContactSheet(recording,
		ChooseFrames(recording, options.tiles),
		ColoursOf(options),
		PlaceFilmCamera(recording, scene.camera, kAspect),
		options.columns,
		width,
		height,
		runner);
	if (!sheet)
	{
		return sheet.GetError();
	}
	return WriteFileAtomically(PathFromUtf8(options.output), EncodePng(*sheet));
}

#ifndef _WIN32
std::string QuotedForShell(const std::string& text)
{
	std::string quoted = "'";
	for (const char c : text)
	{
		quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
	}
	return quoted + "'";
}

/// ffmpeg makes the film beside its place; it gets there only when it is whole. Ctrl-C ends it with the frames so far.
Status WriteFilm(const RenderOptions& options, const Scene& scene, const Recording& recording)
{
	constexpr double kAspect = 16.0 / 9.0;
	const int32_t width = options.width > 0 ? options.width / 2 * 2 : 960;
	const int32_t height = static_cast<int32_t>(width / kAspect) / 2 * 2; // the coding wants even numbers
	const std::string part = options.output + ".part.mp4";
	// Ctrl-C is for this program; ffmpeg ends with its input.
	const std::string command = "trap '' INT; ffmpeg -loglevel error -y -f rawvideo -pixel_format rgb24 -video_size " +
		std::to_string(width) + "x" + std::to_string(height) + " -framerate " + std::to_string(options.fps) +
		" -i - -an -c:v libx264 -pix_fmt yuv420p -movflags +faststart " + QuotedForShell(part);
	if (std::system("command -v ffmpeg >/dev/null 2>&1") != 0)
	{
		return Error{ErrorCode::UnsupportedFile, "a film needs ffmpeg, which is not installed; a .png does not"};
	}
	if (const Status folder = FractureToolkit::MakeFolderFor(PathFromUtf8(part)); !folder)
	{
		return folder;
	}
	std::FILE* const pipe = popen(command.c_str(), "w");
	if (pipe == nullptr)
	{
		return Error{ErrorCode::InvalidSettings, "ffmpeg cannot be started"};
	}
	ThreadTaskRunner runner(options.play.threads);
	const PictureCamera camera = PlaceFilmCamera(recording, scene.camera, kAspect);
	const int32_t frames = static_cast<int32_t>(recording.frames.size());
	ProgressBar bar;
	Status status = Ok{};
	for (int32_t frame = 0; frame < frames && status && !IsInterrupted(); ++frame)
	{
		bar.Show(static_cast<double>(frame) / frames, "drawing frame " + std::to_string(frame));
		const Result<PictureImage> image =
			DrawFrame(recording, frame, ColoursOf(options), camera, width, height, runner);
		if (!image)
		{
			status = image.GetError();
		}
		else if (std::fwrite(image->rgb.data(), 1, image->rgb.size(), pipe) != image->rgb.size())
		{
			status = Error{ErrorCode::InvalidSettings, "ffmpeg stopped taking frames"};
		}
	}
	bar.Wipe();
	const bool made = pclose(pipe) == 0;
	std::error_code code;
	if (status && !made)
	{
		status = Error{ErrorCode::InvalidSettings, "ffmpeg could not write the film"};
	}
	if (status)
	{
		std::filesystem::rename(PathFromUtf8(part), PathFromUtf8(options.output), code);
		status = code ? Status(Error{ErrorCode::InvalidSettings, code.message()}) : Status(Ok{});
	}
	if (!status)
	{
		std::filesystem::remove(PathFromUtf8(part), code);
	}
	return status;
}
#else
Status WriteFilm(const RenderOptions&, const Scene&, const Recording&)
{
	return Error{ErrorCode::UnsupportedFile, "films are not made on Windows yet; write a .png"};
}
#endif

int RunRender(const RenderOptions& options)
{
	const std::string extension = LowerExtension(PathFromUtf8(options.output));
	if (extension != ".png" && extension != ".mp4")
	{
		return FailUsage("render", "--output must end in .png or .mp4");
	}
	Scene scene;
	bool wasInterrupted = false;
	const Result<Recording> recording = PlayScene(options.play, scene, wasInterrupted);
	if (!recording)
	{
		return Fail("", recording.GetError().message);
	}
	const Status written =
		extension == ".png" ? WriteSheet(options, scene, *recording) : WriteFilm(options, scene, *recording);
	if (!written)
	{
		return Fail(options.output, written.GetError().message);
	}
	if (options.play.json)
	{
		nlohmann::ordered_json json = MakeRunTotals(*recording);
		json["output"] = options.output;
		PrintJson(json);
	}
	else
	{
		std::printf("%s: %zu frames, %d bodies at the end\n",
			options.output.c_str(),
			recording->frames.size(),
			recording->frames.back().bodies);
	}
	return kSucceeded;
}
} // namespace

void AddRenderCommand(CLI::App& program, int& exitCode)
{
	auto options = std::make_shared<RenderOptions>();
	CLI::App* command = program.add_subcommand("render", "Play a scene and draw it: a sheet of pictures or a film");
	AddScenePlayOptions(*command, options->play);
	command->add_option("-o,--output", options->output, "A .png with some of the frames, or an .mp4 with all (ffmpeg)")
		->required()
		->type_name("OUT");
	command->add_option("--colour,--color", options->colour, "Of bodies")
		->check(CLI::IsMember({"materials", "fragments", "stress"}))
		->capture_default_str();
	command->add_option("--width", options->width, "Pixels of one picture (default: 480 on a sheet, 960 in a film)")
		->check(WholeNumber(64, 4096));
	command->add_option("--tiles", options->tiles, "Pictures on a sheet")
		->check(WholeNumber(1, 64))
		->capture_default_str();
	command->add_option("--columns", options->columns, "Of a sheet")->check(WholeNumber(1, 64))->capture_default_str();
	command
		->add_option(
			"--fps", options->fps, "Frames that the film shows a second: less than the scene records is slow motion")
		->check(WholeNumber(1, 240))
		->capture_default_str();
	SetExamples(*command,
		"  fracturesim render Content/Scenes/bowl-on-edge.json -o bowl.png\n"
		"  fracturesim render Content/Scenes/bowl-on-edge.json -o bowl.mp4 --colour fragments\n");
	command->callback([options, &exitCode] { exitCode = RunRender(*options); });
}
} // namespace FractureCli
