// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/Recording.h"

#include <span>

namespace FractureToolkit
{
using FractureCore::ContentHasher;

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
