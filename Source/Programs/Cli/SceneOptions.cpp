// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "SceneOptions.h"

#include "Command.h"
#include "Files.h"
#include "ProgressBar.h"
#include "Run/SceneReader.h"
#include "ThreadTaskRunner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

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

/// "1:05 left", from the pace of the last frames: those before a break are quick, those after it are not.
class TimeLeft
{
public:
	std::string Text(int32_t frame, int32_t frames)
	{
		const auto now = std::chrono::steady_clock::now();
		const double seconds = std::chrono::duration<double>(now - m_last).count();
		m_last = now;
		constexpr double kNew = 0.1; // weight of the newest frame
		m_pace = m_frame == 0 ? seconds : (1.0 - kNew) * m_pace + kNew * seconds;
		++m_frame;
		const int32_t left = static_cast<int32_t>(m_pace * (frames - frame) + 0.5);
		char text[32];
		std::snprintf(text, sizeof(text), "%d:%02d left", left / 60, left % 60);
		return text;
	}

private:
	std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
	double m_pace = 0.0; // s a frame
	int32_t m_frame = 0;
};

Status UseMeshes(const ScenePlayOptions& options, Scene& scene)
{
	for (const std::string& text : options.meshes)
	{
		const size_t at = text.find('=');
		const auto object = std::find_if(scene.objects.begin(),
			scene.objects.end(),
			[&](const SceneObject& candidate) { return candidate.name == text.substr(0, at); });
		if (at == std::string::npos || object == scene.objects.end() || object->mesh.empty())
		{
			return Error{ErrorCode::InvalidSettings,
				"--mesh " + text + ": the scene has no object of that name that takes a mesh"};
		}
		object->mesh = text.substr(at + 1);
	}
	return Ok{};
}
} // namespace

void AddScenePlayOptions(CLI::App& command, ScenePlayOptions& options)
{
	command.add_option("scene", options.scene, "A scene: Docs/Scenes.md, examples in Content/Scenes")
		->required()
		->type_name("SCENE.json");
	command.add_option("--host", options.host, "Who moves the bodies")
		->check(CLI::IsMember({"embedded", "bullet"}))
		->capture_default_str();
	command.add_option("--frames", options.frames, "Frames to record instead of the scene's number")
		->check(WholeNumber(1, 1'000'000));
	command.add_option("--rate", options.rate, "Steps a second instead of the scene's number")
		->check(CLI::Range(kLeastRate, kMostRate));
	command.add_option("--detail", options.detail, "Times the number of tets of every object; below 1 is quicker")
		->check(PositiveNumber())
		->capture_default_str();
	command.add_option("--mesh", options.meshes, "NAME=PATH: the mesh of an object; may be given again")
		->type_name("NAME=PATH")
		->expected(1)
		->take_all();
	command.add_option("--threads", options.threads, "Threads; 0: one a core; the result does not depend on it")
		->check(CLI::Range(0, 256));
	command.add_flag("--json", options.json, "Print one JSON object instead of text");
}

Result<Recording> PlayScene(const ScenePlayOptions& options, Scene& scene, bool& wasInterrupted)
{
	const auto named = [&](const Error& error) { return Error{error.code, options.scene + ": " + error.message}; };
	Result<Scene> read = ReadSceneFile(PathFromUtf8(options.scene));
	if (!read)
	{
		return named(read.GetError());
	}
	scene = std::move(*read);
	if (const Status used = UseMeshes(options, scene); !used)
	{
		return used.GetError();
	}
	scene.frames = options.frames > 0 ? options.frames : scene.frames;
	if (options.rate > 0.0)
	{
		const double steps = options.rate / scene.framesPerSecond;
		if (steps < 1.0 || std::abs(steps - std::round(steps)) > 1.0e-9)
		{
			// Fewer steps than frames: a frame a step.
			scene.framesPerSecond = options.rate;
		}
		scene.rate = options.rate;
	}
	CatchInterrupts();
	ThreadTaskRunner runner(options.threads);
	ProgressBar bar;
	TimeLeft timeLeft;
	RunOptions run;
	run.host = options.host == "bullet" ? HostKind::Bullet : HostKind::Embedded;
	run.detail = options.detail;
	run.goesOn = [&](int32_t frame, const RecordedFrame& last)
	{
		bar.Show(static_cast<double>(frame) / scene.frames,
			"frame " + std::to_string(frame) + " of " + std::to_string(scene.frames) + ", " +
				std::to_string(last.bodies) + " bodies, " + timeLeft.Text(frame, scene.frames));
		return !IsInterrupted();
	};
	Result<Recording> recording = RunScene(scene, run, runner, bar.Sink());
	bar.Wipe();
	wasInterrupted = IsInterrupted();
	if (!recording)
	{
		return named(recording.GetError());
	}
	return recording;
}
} // namespace FractureCli
