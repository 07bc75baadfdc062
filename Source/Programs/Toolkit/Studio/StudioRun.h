// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Breakable.h"
#include "FractureCore/Hooks.h"
#include "Run/Recording.h"
#include "Run/ScenePlayer.h"
#include "Run/SceneWorld.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace FractureToolkit
{
enum class StudioScene : uint8_t
{
	Drop,   // the object falls onto the ground
	Shoot,  // a ball of steel flies at the standing object
	Weight, // a ball of steel falls onto it
};

struct StudioRunRequest
{
	StudioScene scene = StudioScene::Drop;
	HostKind host = HostKind::Embedded;
	double height = 1.0;        // m, 0 to 100: of the object or the weight, over what it falls on
	double angle = 0.0;         // degrees, of a dropped object about its y axis
	double heading = 0.0;       // degrees about z, of a shot: 0 flies along +x
	double speed = 15.0;        // m/s, above 0 to 1000: of a shot
	double mass = 0.2;          // kg, 1e-6 to 1e5: of the ball
	bool hasManyPieces = false; // cracks run farther, and pieces break again and again
	double seconds = 0.0;       // up to 20; 0: as long as a fall takes and what comes of it
	uint64_t seed = 0;
};

/// A body of a run, as a page needs it.
struct StudioRunBody
{
	int32_t mesh = FractureCore::kNoIndex; // its number among all meshes of the bench
	int32_t parent = FractureCore::kNoIndex;
	int32_t object = 0; // 0: the object itself, 1: the ball
	double mass = 0.0;  // kg
	FractureCore::Vec3 centre;
	std::shared_ptr<const FractureCore::SurfaceMesh> surface;
	std::shared_ptr<const std::vector<float>> stress; // as in RecordedBody
};

/// What was played, up to the frame that was last looked at: enough to play it again.
struct StudioRunRecord
{
	StudioRunRequest request;
	int32_t frames = 0;
	FractureCore::ContentHash hash; // of the recording of these frames; zero while the scene goes on
};

/// A run while it goes on: one thread writes, any number read. Frames are bytes that pages take as they are, little
/// endian: uint32 bodies, float time (s), milliseconds, kinetic and potential energy (J), uint32 fragments; then for
/// each body uint32 its number in the run and 7 floats, position and rotation x y z w of its mesh.
class StudioRunLog
{
public:
	StudioRunLog(int32_t runNumber, const StudioRunRequest& of, double rate, int32_t planned, std::string hostName)
		: number(runNumber), request(of), framesPerSecond(rate), framesPlanned(planned), host(std::move(hostName))
	{
	}

	const int32_t number; // ascending
	const StudioRunRequest request;
	const double framesPerSecond;
	const int32_t framesPlanned;
	const std::string host;

	void Append(const Recording& recording, int32_t& nextMesh);
	void Finish(const FractureCore::ContentHash& hash);

	int32_t Frames() const;
	bool IsDone() const;
	StudioRunRecord Record() const;
	std::vector<StudioRunBody> Bodies() const;
	/// All frames from this one on, one after another; nothing if there are none.
	std::vector<uint8_t> FramesFrom(int32_t first) const;
	double MeanMilliseconds() const;
	double MostStress() const;

private:
	mutable std::mutex m_mutex;
	std::vector<StudioRunBody> m_bodies;
	std::vector<std::vector<uint8_t>> m_frames;
	double m_milliseconds = 0.0;
	double m_mostStress = 0.0; // Pa
	bool m_isDone = false;
	FractureCore::ContentHash m_hash; // of the recording, once it is done
};

/// The scene as bodies and rules, ready for a player. The error names the first number out of its range.
struct StudioStage
{
	Scene scene;
	std::vector<WorldBody> bodies;
};
FractureCore::Result<StudioStage> StageRun(
	const StudioRunRequest& request, std::shared_ptr<const FractureCore::Breakable> object);

/// The first `frames` frames of a scene, 1 to as many as it has.
FractureCore::Result<Recording> ReplayRun(const StudioRunRequest& request,
	int32_t frames,
	std::shared_ptr<const FractureCore::Breakable> object,
	FractureCore::TaskRunner& runner);
} // namespace FractureToolkit
