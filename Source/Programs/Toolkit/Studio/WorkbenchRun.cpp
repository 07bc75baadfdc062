// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Scenes, and hits on what they leave.
#include "Studio/Workbench.h"

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;

Error NotYet(const char* what)
{
	return {ErrorCode::InvalidSettings, what};
}

/// All that baking a piece looks at.
Fragment PieceOf(const RecordedBody& body)
{
	Fragment piece;
	piece.surface = *body.mesh;
	piece.mass = body.mass;
	return piece;
}
} // namespace

Status Workbench::Run(const StudioRunRequest& request,
	TaskRunner& runner,
	const ProgressSink& progress,
	const std::function<void()>& started)
{
	if (m_view.phase != StudioPhase::Baked)
	{
		return NotYet("Only a baked object can break: bake it first");
	}
	if (const Status taken = TakeEdits(runner, progress); !taken)
	{
		return taken;
	}
	const Result<StudioStage> stage = StageRun(request, m_parts.at(kNoIndex).breakable);
	if (!stage)
	{
		return stage.GetError();
	}
	Result<ScenePlayer> player = ScenePlayer::Start(stage->scene, request.host, stage->bodies, true);
	if (!player)
	{
		return player.GetError();
	}
	PutTogether();
	auto log = std::make_shared<StudioRunLog>(
		m_nextNumber++, request, stage->scene.framesPerSecond, stage->scene.frames, player->Recorded().host);
	log->Append(player->Recorded(), m_nextNumber);
	m_view.run = log;
	if (started)
	{
		started();
	}
	Status status = Ok{};
	for (int32_t frame = 1; frame < stage->scene.frames && status; ++frame)
	{
		// Cancelled: what there is so far may be played.
		if (!progress.Report("Simulate", static_cast<double>(frame) / stage->scene.frames))
		{
			break;
		}
		status = player->Advance(runner);
		if (status)
		{
			log->Append(player->Recorded(), m_nextNumber);
		}
	}
	m_recording = player->Take();
	log->Finish(HashOfRecording(m_recording));
	return status;
}

Status Workbench::TakeFrame(int32_t frame)
{
	if (m_view.run == nullptr || m_recording.frames.empty())
	{
		return NotYet("There is no scene to hit something in: play one first");
	}
	if (frame < 0 || frame >= static_cast<int32_t>(m_recording.frames.size()))
	{
		return NotYet("The scene has no such moment");
	}
	const std::vector<StudioRunBody> known = m_view.run->Bodies();
	const Part whole = m_parts.at(kNoIndex);
	std::map<int32_t, Part> parts = {{kNoIndex, whole}};
	std::vector<StudioBody> bodies;
	for (size_t i = 0; i < known.size(); ++i)
	{
		const RecordedBody& recorded = m_recording.bodies[i];
		if (!m_recording.IsShown(recorded, frame) || recorded.breakable == nullptr)
		{
			continue; // a ball
		}
		StudioBody body;
		body.number = known[i].mesh;
		for (int32_t above = recorded.parent; above != kNoIndex; above = m_recording.bodies[above].parent)
		{
			body.parent = body.generation++ == 0 ? known[static_cast<size_t>(above)].mesh : body.parent;
		}
		body.mesh = recorded.mesh;
		body.mass = recorded.mass;
		body.stress = recorded.stress;
		body.pose = m_recording.PoseAt(recorded, frame);
		const bool isWhole = recorded.breakable == whole.breakable && recorded.parent == kNoIndex;
		parts[body.number] = isWhole
			? whole
			: Part{nullptr, nullptr, recorded.breakable, std::make_shared<const Fragment>(PieceOf(recorded))};
		bodies.push_back(std::move(body));
	}
	m_parts = std::move(parts);
	m_view.bodies = std::move(bodies);
	return Ok{};
}
} // namespace FractureToolkit
