// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/Recording.h"

#include <algorithm>
#include <span>

namespace FractureToolkit
{
using FractureCore::ContentHasher;

void KeepFrames(Recording& recording, int32_t count)
{
	std::erase_if(recording.bodies, [&](const RecordedBody& body) { return body.firstFrame >= count; });
	for (RecordedBody& body : recording.bodies)
	{
		body.endFrame = body.endFrame >= count ? FractureCore::kNoIndex : body.endFrame;
		body.poses.resize(std::min(body.poses.size(), static_cast<size_t>(count - body.firstFrame)));
	}
	recording.frames.resize(std::min(recording.frames.size(), static_cast<size_t>(count)));
}

FractureCore::ContentHash HashOfRecording(const Recording& recording)
{
	ContentHasher hasher;
	hasher.AddValue(recording.framesPerSecond);
	hasher.AddValue(static_cast<uint64_t>(recording.frames.size()));
	for (const RecordedBody& body : recording.bodies)
	{
		hasher.AddText(body.name);
		hasher.AddValue(body.parent);
		hasher.AddValue(body.firstFrame);
		hasher.AddValue(body.endFrame);
		hasher.AddArray(std::span<const FractureCore::Vec3>(body.mesh->positions));
		hasher.AddArray(std::span<const FractureCore::Triangle>(body.mesh->triangles));
		hasher.AddArray(std::span<const FractureCore::Pose>(body.poses));
	}
	return hasher.Finish();
}
} // namespace FractureToolkit
