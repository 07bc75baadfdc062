// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"
#include "Run/SceneRun.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace FractureCli
{
/// What verbs that play a scene have in common.
struct ScenePlayOptions
{
	std::string scene;
	std::string host = "embedded";
	int32_t frames = 0; // 0: the scene's
	double rate = 0.0;  // 0: the scene's
	double detail = 1.0;
	std::vector<std::string> meshes; // NAME=PATH
	int32_t threads = 0;
	bool json = false;
};

void AddScenePlayOptions(CLI::App& command, ScenePlayOptions& options);

/// Reads the scene and plays it with a progress bar. Ctrl-C ends it with the frames so far; `wasInterrupted` says so.
/// The error is one line that names the file.
FractureCore::Result<FractureToolkit::Recording> PlayScene(
	const ScenePlayOptions& options, FractureToolkit::Scene& scene, bool& wasInterrupted);
} // namespace FractureCli
