// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Hash.h"
#include "FractureCore/MassProperties.h"
#include "FractureCore/Pose.h"
#include "FractureCore/SurfaceMesh.h"
#include "FractureCore/World.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace FractureToolkit
{
/// Where a step spends its time.
enum class RunStage : uint8_t
{
	Rigid,   // collisions, contacts, motion
	Solve,   // stress
	Plan,    // cracks
	Cut,     // along them
	Surface, // of the pieces
	Bodies,  // masses, hulls, bodies in the place of others
};
inline constexpr size_t kRunStages = 6;
inline constexpr std::array<const char*, kRunStages> kRunStageNames = {
	"rigid", "solve", "plan", "cut", "surface", "bodies"};
using RunTimes = std::array<double, kRunStages>; // ms

/// Energy and momentum of everything that can move.
struct RunBalance
{
	double kinetic = 0.0;        // J
	double potential = 0.0;      // J, in the scene's gravity, against its origin
	FractureCore::Vec3 momentum; // kg m/s
	FractureCore::Vec3 spin;     // kg m^2/s, angular momentum about the origin
};

/// A body from the frame that first shows it to the one that no longer does.
struct RecordedBody
{
	std::string name;
	int32_t object = FractureCore::kNoIndex; // of the scene
	int32_t parent = FractureCore::kNoIndex; // the body that it is a piece of
	int32_t firstFrame = 0;
	int32_t endFrame = FractureCore::kNoIndex;  // none: it is there to the end
	int32_t freeFrame = FractureCore::kNoIndex; // from which nothing holds it; none: it never moves freely
	FractureCore::BodyKind kind = FractureCore::BodyKind::Dynamic; // as it last was: held pieces may be torn off
	std::shared_ptr<const FractureCore::SurfaceMesh> mesh;         // shared by copies; poses are those of its own axes
	FractureCore::MassProperties mass;                             // in the mesh's axes

	/// What it is or broke off, if the player was told to keep that; null: not known, or nothing breaks it.
	std::shared_ptr<const FractureCore::Breakable> breakable;

	/// Largest tension at the impact that made the body a piece, Pa, 1 a vertex; empty: not known.
	std::vector<float> stress;

	std::vector<FractureCore::Pose> poses; // 1 a frame of its life
};

/// A body that broke.
struct RecordedBreak
{
	int32_t body = FractureCore::kNoIndex;   // the one that broke; if no frame shows it, the one that it came from
	int32_t parent = FractureCore::kNoIndex; // of that body
	double time = 0.0;                       // s
	int32_t pieces = 0;
	int32_t debris = 0;                // pieces too small for bodies; they are gone from here on
	double debrisMass = 0.0;           // kg
	FractureCore::Vec3 debrisMomentum; // kg m/s
	FractureCore::Vec3 debrisSpin;     // kg m^2/s, angular momentum about the origin
	double load = 0.0;                 // fraction of the impact's peak at which it failed
	double impulseFraction = 0.0;      // of the impact's impulse that it took
	double impulse = 0.0;              // N s, of the whole impact
};

/// A body that cracked and is still whole.
struct RecordedCrack
{
	int32_t body = FractureCore::kNoIndex;
	double time = 0.0;    // s
	double area = 0.0;    // m^2, of all that is open in it now
	double load = 0.0;    // fraction of the impact's peak at which the first crack started
	double impulse = 0.0; // N s, of the whole impact
};

struct RecordedFrame
{
	double time = 0.0; // s
	int32_t bodies = 0;
	int32_t fragments = 0;
	int64_t triangles = 0;
	RunTimes milliseconds = {};
	RunBalance balance;
	std::vector<RecordedBreak> breaks; // since the frame before
	std::vector<RecordedCrack> cracks;
};

/// Everything that a run shows. Written by one thread.
struct Recording
{
	std::string scene; // its name
	std::string about;
	std::string source;
	std::string host;
	double framesPerSecond = 60.0;
	bool isInterrupted = false; // it has fewer frames than the scene
	bool hasGround = false;
	double groundHeight = 0.0; // m, along +z
	FractureCore::Vec3 gravity;
	std::vector<RecordedBody> bodies; // in the order in which they appeared
	std::vector<RecordedFrame> frames;

	bool IsShown(const RecordedBody& body, int32_t frame) const
	{
		return frame >= body.firstFrame && (body.endFrame == FractureCore::kNoIndex || frame < body.endFrame);
	}
	const FractureCore::Pose& PoseAt(const RecordedBody& body, int32_t frame) const
	{
		return body.poses[static_cast<size_t>(frame - body.firstFrame)];
	}
};

/// As if nothing had been recorded after the first `count` frames.
void KeepFrames(Recording& recording, int32_t count);

/// Of shapes and motion, not of times: equal hashes, equal runs.
FractureCore::ContentHash HashOfRecording(const Recording& recording);
} // namespace FractureToolkit
