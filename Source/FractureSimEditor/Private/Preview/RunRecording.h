// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/World.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

// A blow, a fall or a shot over time, worked out by the core's own world before it is shown. Nothing of Unreal: metres,
// kilograms, seconds, right-handed.

namespace FractureSim::Editor
{
enum class ERunKind : uint8_t
{
	Hit,  // a blow on the standing object
	Drop, // it falls onto the floor
	Shot, // a ball of steel flies at the standing object
};

struct FRunSetup
{
	ERunKind Kind = ERunKind::Drop;
	std::shared_ptr<const FractureCore::Breakable> Object;
	FractureCore::Quat Orientation; // the standing object's origin is the run's
	FractureCore::BodyBreaking Breaking;
	double Floor = 0.0;  // m, height of the floor
	double Height = 1.0; // m, [0, 100]: from the floor to the lowest point of a dropped object

	/// In the object's mesh frame. Of a shot: the ball flies along the impulse, whatever its size, at the point.
	FractureCore::ContactImpulse Blow;
	double BallMass = 0.2;   // kg, [1e-6, 1e5]
	double BallSpeed = 15.0; // m/s, [1e-3, 1e3]

	double Seconds = 0.0; // [0, 20]; 0: to fall, and to come to rest
};

/// A body from the frame that first shows it to the one that no longer does.
struct FRunBody
{
	int32_t Mesh = 0;                        // of FRunRecording::Meshes
	int32_t Parent = FractureCore::kNoIndex; // of FRunRecording::Bodies: what it broke off, or was before it was dented
	int32_t FirstFrame = 0;
	bool bBall = false;
	std::vector<FractureCore::Pose> Poses; // of its mesh, 1 a frame of its life

	/// Null: no such body in that frame.
	const FractureCore::Pose* PoseAt(int32_t Frame) const;
};

/// Everything that a run shows.
struct FRunRecording
{
	double FramesPerSecond = 60.0;
	int32_t FramesPlanned = 0;
	double Floor = 0.0;        // m
	std::vector<double> Times; // s, 1 a frame
	std::vector<std::shared_ptr<const FractureCore::SurfaceMesh>> Meshes;
	std::vector<FRunBody> Bodies; // in the order in which they appeared
	int32_t Debris = 0;           // pieces too small for bodies, in all

	int32_t NumFrames() const { return static_cast<int32_t>(Times.size()); }
	double Duration() const { return Times.empty() ? 0.0 : Times.back(); }

	/// Bodies in that frame, without the ball.
	int32_t PiecesAt(int32_t Frame) const;

	// A place on the way from the first frame (0) to the last (1), for a slider.
	int32_t FrameAt(double Place) const;
	double PlaceOf(int32_t Frame) const;
};

/// Works a run out, frame by frame. One thread at a time.
class FRunRecorder
{
public:
	/// With its first frame. The error names the first number out of its range, or says why there is no such run.
	static FractureCore::Result<FRunRecorder> Create(const FRunSetup& Setup);

	/// The next frame. False: all that are planned are there, or the run cannot go on; see Problem.
	bool Next(FractureCore::TaskRunner& Runner);

	/// Why it stopped before its end; Ok if it did not.
	const FractureCore::Status& Problem() const { return Failure; }
	const FRunRecording& Recording() const { return Record; }
	FRunRecording Take() { return std::move(Record); }

private:
	explicit FRunRecorder(FractureCore::World&& InWorld) : World(std::move(InWorld)) {}

	FractureCore::Status AddFloor(double Height);
	FractureCore::Status AddObject();
	FractureCore::Status AddBall(const FractureCore::Vec3& Centre, const FractureCore::Vec3& Velocity);
	FractureCore::Status Strike();
	FractureCore::Status Step(FractureCore::TaskRunner& Runner);
	void HoldPieces(const FractureCore::FractureReport& Fracture);
	int32_t RecordedParent(FractureCore::BodyId Body) const;
	void TakeFrame(double Time);

	FRunSetup Setup;
	FractureCore::Pose ObjectPose; // at the start
	FractureCore::World World;
	FractureCore::BodyId Floor = FractureCore::kNoIndex;
	FractureCore::BodyId Object = FractureCore::kNoIndex;
	FractureCore::BodyId Ball = FractureCore::kNoIndex;
	bool bIsHeld = false;                                          // by anchors
	std::map<FractureCore::BodyId, int32_t> Latest;                // which of Record.Bodies it is, or was at last
	std::map<FractureCore::BodyId, FractureCore::BodyId> ParentOf; // also of bodies that no frame has seen
	std::vector<FractureCore::BodyId> Standing;                    // what a blow hits and anchors hold
	FractureCore::Status Failure = FractureCore::Ok{};
	FRunRecording Record;
};
} // namespace FractureSim::Editor
