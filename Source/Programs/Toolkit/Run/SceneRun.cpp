// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/SceneRun.h"

#include "Run/SceneObjects.h"

#include <utility>

namespace FractureToolkit
{
using namespace FractureCore;

Result<Recording> RunScene(
	const Scene& scene, const RunOptions& options, TaskRunner& runner, const ProgressSink& progress)
{
	const PrepareOptions prepare{options.detail, options.host == HostKind::Bullet};
	Result<std::vector<WorldBody>> bodies = PrepareBodies(scene, prepare, runner, progress);
	if (!bodies)
	{
		return bodies.GetError();
	}
	Result<ScenePlayer> player = ScenePlayer::Start(scene, options.host, *bodies);
	if (!player)
	{
		return player.GetError();
	}
	bodies->clear();
	bool isInterrupted = false;
	for (int32_t frame = 1; frame < scene.frames; ++frame)
	{
		isInterrupted = options.goesOn && !options.goesOn(frame, player->Recorded().frames.back());
		if (isInterrupted)
		{
			break;
		}
		if (const Status status = player->Advance(runner); !status)
		{
			return status.GetError();
		}
	}
	Recording recording = player->Take();
	recording.isInterrupted = isInterrupted;
	return recording;
}
} // namespace FractureToolkit
