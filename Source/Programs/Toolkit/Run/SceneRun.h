// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Hooks.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/Result.h"
#include "Run/Recording.h"
#include "Run/Scene.h"
#include "Run/ScenePlayer.h"

#include <functional>
#include <memory>
#include <string>

namespace FractureToolkit
{
struct RunOptions
{
	HostKind host = HostKind::Embedded;
	double detail = 1.0; // times every object's tets

	/// Told before every frame; false ends the run with the frames so far. May be empty.
	std::function<bool(int32_t frame, const RecordedFrame& last)> goesOn;
};

/// Plays a scene from its first frame to its last and records it. A pure function of scene and options, but for the
/// milliseconds. The error names the object. `progress` hears of the bakes.
FractureCore::Result<Recording> RunScene(const Scene& scene,
	const RunOptions& options,
	FractureCore::TaskRunner& runner,
	const FractureCore::ProgressSink& progress = {});
} // namespace FractureToolkit
