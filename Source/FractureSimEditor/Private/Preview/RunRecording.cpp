// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Preview/RunRecording.h"

#include "FractureCore/Piece.h"
#include "Preview/RunShapes.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace FractureSim::Editor
{
/// With fewer, what a blow does to a body on the floor depends on them.
static constexpr double RunStepsPerSecond = 480.0;
static constexpr double RunFramesPerSecond = 60.0;
static constexpr double RunGravity = 9.81;      // m/s^2
static constexpr double TimeToRest = 1.5;       // s, after a fall
static constexpr double SteelDensity = 7850.0;  // kg/m^3
static constexpr double FloorHalfWidth = 100.0; // m
static constexpr double FloorDepth = 20.0;      // m

// Friction and restitution: stone, steel, and what may break.
static constexpr FractureCore::ContactLaw FloorLaw = {0.5, 0.1, 0};
static constexpr FractureCore::ContactLaw BallLaw = {0.4, 0.3, 0};
static constexpr FractureCore::ContactLaw ObjectLaw = {0.4, 0.1, 0};

const FractureCore::Pose* FRunBody::PoseAt(int32_t Frame) const
{
	const int32_t Age = Frame - FirstFrame;
	return Age >= 0 && Age < static_cast<int32_t>(Poses.size()) ? &Poses[static_cast<size_t>(Age)] : nullptr;
}

int32_t FRunRecording::PiecesAt(int32_t Frame) const
{
	return static_cast<int32_t>(std::count_if(Bodies.begin(),
		Bodies.end(),
		[Frame](const FRunBody& Body) { return !Body.bBall && Body.PoseAt(Frame) != nullptr; }));
}

int32_t FRunRecording::FrameAt(double Place) const
{
	const int32_t Last = std::max(0, NumFrames() - 1);
	// Not std::clamp of the place: a NaN must give a frame too.
	return Place > 0.0 ? static_cast<int32_t>(std::lround(std::min(Place, 1.0) * Last)) : 0;
}

double FRunRecording::PlaceOf(int32_t Frame) const
{
	const int32_t Last = std::max(0, NumFrames() - 1);
	return Last > 0 ? static_cast<double>(std::clamp(Frame, 0, Last)) / Last : 0.0;
}

static bool HasAnchors(const FractureCore::Breakable& Object)
{
	const auto Held = Object.HeldAxes();
	return std::any_of(Held.begin(), Held.end(), [](uint8_t Axes) { return Axes != 0; });
}

static FractureCore::Status CheckSetup(const FRunSetup& Setup)
{
	struct FRow
	{
		const char* Name;
		double Value;
		double Low;
		double High;
		bool bUsed;
	};
	const bool bShot = Setup.Kind == ERunKind::Shot;
	const FRow Rows[] = {{"The height", Setup.Height, 0.0, 100.0, Setup.Kind == ERunKind::Drop},
		{"The ball's mass in kg", Setup.BallMass, 1.0e-6, 1.0e5, bShot},
		{"The ball's speed in m/s", Setup.BallSpeed, 1.0e-3, 1.0e3, bShot},
		{"The time in s", Setup.Seconds, 0.0, 20.0, true}};
	for (const FRow& Row : Rows)
	{
		// Not "value < low": a NaN must fail too.
		if (Row.bUsed && !(Row.Value >= Row.Low && Row.Value <= Row.High))
		{
			char Text[120];
			std::snprintf(Text, sizeof(Text), "%s must lie between %g and %g.", Row.Name, Row.Low, Row.High);
			return FractureCore::Error{FractureCore::ErrorCode::InvalidSettings, Text};
		}
	}
	if (Setup.Kind != ERunKind::Drop && !(Length(Setup.Blow.impulse) > 0.0))
	{
		return FractureCore::Error{
			FractureCore::ErrorCode::InvalidSettings, "A blow needs a direction: its impulse is zero."};
	}
	if (Setup.Kind == ERunKind::Drop && HasAnchors(*Setup.Object))
	{
		return FractureCore::Error{FractureCore::ErrorCode::InvalidSettings,
			"Anchors hold it, so it does not fall. Take a hit or a shot, or remove its anchors."};
	}
	return FractureCore::Ok{};
}

/// How far a mesh reaches along a direction.
static double ReachAlong(
	const FractureCore::SurfaceMesh& Mesh, const FractureCore::Pose& At, const FractureCore::Vec3& Direction)
{
	double Most = -std::numeric_limits<double>::infinity();
	for (const FractureCore::Vec3& Position : Mesh.positions)
	{
		Most = std::max(Most, Dot(ToWorld(At, Position), Direction));
	}
	return Most;
}

static double BallRadius(double Mass)
{
	return std::cbrt(3.0 * Mass / (4.0 * FractureCore::kPi * SteelDensity));
}

/// Where a ball starts, and how it moves, so that it comes to the point along the direction in spite of its weight.
struct FBallStart
{
	FractureCore::Vec3 Centre;
	FractureCore::Vec3 Velocity;
};
static FBallStart AimBall(const FRunSetup& Setup, const FractureCore::Pose& Object)
{
	const FractureCore::SurfaceMesh& Mesh = Setup.Object->Object().surface;
	const FractureCore::Vec3 Along = Normalised(Rotated(Object.orientation, Setup.Blow.impulse));
	const FractureCore::Vec3 Target = ToWorld(Object, Setup.Blow.point);
	const double Radius = BallRadius(Setup.BallMass);
	// Clear of the object, and a little more, so that a person sees it come.
	const double Clear = ReachAlong(Mesh, Object, Along * -1.0) + Dot(Target, Along);
	const double Size = ReachAlong(Mesh, Object, Along) + ReachAlong(Mesh, Object, Along * -1.0);
	const double Away = std::max(0.0, Clear) + 2.0 * Radius + 0.5 * std::max(Size, Radius);
	const double Time = Away / Setup.BallSpeed;
	return {Target - Along * (Away + Radius),
		Along * Setup.BallSpeed + FractureCore::Vec3{0.0, 0.0, 0.5 * RunGravity * Time}};
}

FractureCore::Result<FRunRecorder> FRunRecorder::Create(const FRunSetup& Setup)
{
	if (const FractureCore::Status Checked = CheckSetup(Setup); !Checked)
	{
		return Checked.GetError();
	}
	FractureCore::WorldSettings Settings;
	Settings.gravity = {0.0, 0.0, -RunGravity};
	FractureCore::Result<FractureCore::World> Made = FractureCore::World::Create(Settings);
	if (!Made)
	{
		return Made.GetError();
	}
	FRunRecorder Recorder(std::move(*Made));
	Recorder.Setup = Setup;
	Recorder.bIsHeld = HasAnchors(*Setup.Object);
	Recorder.ObjectPose.orientation = Setup.Orientation;
	double FloorHeight = Setup.Floor;
	double Seconds = TimeToRest;
	FBallStart Ball;
	if (Setup.Kind == ERunKind::Drop)
	{
		const double Lowest = -ReachAlong(Setup.Object->Object().surface, Recorder.ObjectPose, {0.0, 0.0, -1.0});
		Recorder.ObjectPose.position.z = Setup.Floor + Setup.Height - Lowest;
		Seconds += std::sqrt(2.0 * Setup.Height / RunGravity);
	}
	else if (Setup.Kind == ERunKind::Shot)
	{
		Ball = AimBall(Setup, Recorder.ObjectPose);
		// A shot from below needs room.
		FloorHeight = std::min(FloorHeight, Ball.Centre.z - 1.02 * BallRadius(Setup.BallMass));
	}
	Seconds = Setup.Seconds > 0.0 ? Setup.Seconds : Seconds;
	Recorder.Record.FramesPerSecond = RunFramesPerSecond;
	Recorder.Record.FramesPlanned = 1 + std::max(1, static_cast<int32_t>(std::lround(Seconds * RunFramesPerSecond)));
	Recorder.Record.Floor = FloorHeight;
	FractureCore::Status Added = Recorder.AddFloor(FloorHeight);
	Added = Added ? Recorder.AddObject() : Added;
	Added = Added && Setup.Kind == ERunKind::Shot ? Recorder.AddBall(Ball.Centre, Ball.Velocity) : Added;
	if (!Added)
	{
		return Added.GetError();
	}
	Recorder.TakeFrame(0.0);
	return Recorder;
}

FractureCore::Status FRunRecorder::AddFloor(double Height)
{
	FractureCore::BodyDefinition Definition;
	Definition.kind = FractureCore::BodyKind::Static;
	Definition.surface = std::make_shared<const FractureCore::SurfaceMesh>(FloorSurface(FloorHalfWidth, FloorDepth));
	Definition.pose.position.z = Height;
	Definition.material = *FractureCore::FindMaterialPreset("stone");
	Definition.contact = FloorLaw;
	const FractureCore::Result<FractureCore::BodyId> Added = World.Add(Definition);
	Floor = Added ? *Added : FractureCore::kNoIndex;
	return Added ? FractureCore::Status(FractureCore::Ok{}) : Added.GetError();
}

FractureCore::Status FRunRecorder::AddObject()
{
	FractureCore::BodyDefinition Definition;
	// What anchors hold stays where it is, until it breaks loose. A world lets nobody push what is static, so under a
	// blow it is put back where it stood after each step.
	const bool bStatic = bIsHeld && Setup.Kind != ERunKind::Hit;
	Definition.kind = bStatic ? FractureCore::BodyKind::Static : FractureCore::BodyKind::Dynamic;
	Definition.pose = ObjectPose;
	Definition.breakable = Setup.Object;
	Definition.breaking = std::make_shared<const FractureCore::BodyBreaking>(Setup.Breaking);
	Definition.contact = ObjectLaw;
	const FractureCore::Result<FractureCore::BodyId> Added = World.Add(Definition);
	Object = Added ? *Added : FractureCore::kNoIndex;
	if (bIsHeld && !bStatic)
	{
		Standing.push_back(Object);
	}
	return Added ? FractureCore::Status(FractureCore::Ok{}) : Added.GetError();
}

FractureCore::Status FRunRecorder::AddBall(const FractureCore::Vec3& Centre, const FractureCore::Vec3& Velocity)
{
	const auto Mesh = std::make_shared<const FractureCore::SurfaceMesh>(BallSurface(BallRadius(Setup.BallMass)));
	FractureCore::MassProperties Mass =
		FractureCore::SolidMassProperties(Mesh->positions, Mesh->triangles, SteelDensity);
	// The facets take a little from a sphere's volume.
	Mass.inertia *= Setup.BallMass / Mass.mass;
	Mass.mass = Setup.BallMass;
	FractureCore::BodyDefinition Definition;
	Definition.pose.position = Centre;
	Definition.motion.velocity = Velocity;
	Definition.surface = Mesh;
	Definition.material.name = "steel";
	Definition.material.density = SteelDensity;
	Definition.material.youngModulus = 210.0e9;
	Definition.material.poissonRatio = 0.3;
	Definition.mass = std::make_shared<const FractureCore::MassProperties>(Mass);
	Definition.contact = BallLaw;
	const FractureCore::Result<FractureCore::BodyId> Added = World.Add(Definition);
	Ball = Added ? *Added : FractureCore::kNoIndex;
	return Added ? FractureCore::Status(FractureCore::Ok{}) : Added.GetError();
}

/// The blow of a hit.
FractureCore::Status FRunRecorder::Strike()
{
	const bool bTaken = World.ApplyImpulse(Object,
		ToWorld(ObjectPose, Setup.Blow.point),
		Rotated(ObjectPose.orientation, Setup.Blow.impulse),
		Setup.Blow.pulse);
	return bTaken
		? FractureCore::Status(FractureCore::Ok{})
		: FractureCore::Error{FractureCore::ErrorCode::InvalidSettings, "The blow has no finite point or impulse."};
}

/// Pieces of what stood that an anchor holds stand too.
void FRunRecorder::HoldPieces(const FractureCore::FractureReport& Fracture)
{
	const auto Parent = std::find(Standing.begin(), Standing.end(), Fracture.parent);
	if (!Fracture.separated || Parent == Standing.end())
	{
		return;
	}
	Standing.erase(Parent);
	for (const FractureCore::BodyId Child : Fracture.children)
	{
		const std::shared_ptr<const FractureCore::SurfaceMesh> Surface = World.Surface(Child);
		if (Surface && FractureCore::IsAnchored(*Setup.Object, *Surface))
		{
			Standing.push_back(Child);
		}
	}
}

FractureCore::Status FRunRecorder::Step(FractureCore::TaskRunner& Runner)
{
	const FractureCore::StepReport& Report = World.Step(1.0 / RunStepsPerSecond, Runner);
	for (const FractureCore::FractureReport& Fracture : Report.fractures)
	{
		for (const FractureCore::BodyId Child : Fracture.children)
		{
			ParentOf[Child] = Fracture.parent;
		}
		HoldPieces(Fracture);
	}
	for (const FractureCore::DebrisReport& Debris : Report.debris)
	{
		Record.Debris += Debris.pieces;
	}
	const std::string Problem = Report.firstError;
	for (const FractureCore::BodyId Body : Standing)
	{
		World.SetPose(Body, ObjectPose);
		World.SetMotion(Body, {});
	}
	return Problem.empty() ? FractureCore::Status(FractureCore::Ok{})
						   : FractureCore::Error{FractureCore::ErrorCode::InvalidSettings, Problem};
}

bool FRunRecorder::Next(FractureCore::TaskRunner& Runner)
{
	if (!Failure || Record.NumFrames() >= Record.FramesPlanned)
	{
		return false;
	}
	const int32_t Frame = Record.NumFrames();
	if (Frame == 1 && Setup.Kind == ERunKind::Hit)
	{
		Failure = Strike();
	}
	constexpr int32_t StepsPerFrame = static_cast<int32_t>(RunStepsPerSecond / RunFramesPerSecond);
	for (int32_t I = 0; Failure && I < StepsPerFrame; ++I)
	{
		Failure = Step(Runner);
	}
	if (!Failure)
	{
		return false;
	}
	TakeFrame(Frame / RunFramesPerSecond);
	return true;
}

int32_t FRunRecorder::RecordedParent(FractureCore::BodyId Body) const
{
	for (auto Found = ParentOf.find(Body); Found != ParentOf.end(); Found = ParentOf.find(Found->second))
	{
		if (const auto Seen = Latest.find(Found->second); Seen != Latest.end())
		{
			return Seen->second;
		}
	}
	return FractureCore::kNoIndex;
}

void FRunRecorder::TakeFrame(double Time)
{
	const int32_t Frame = Record.NumFrames();
	Record.Times.push_back(Time);
	for (const FractureCore::BodyState& State : World.Bodies())
	{
		if (State.id == Floor)
		{
			continue;
		}
		const std::shared_ptr<const FractureCore::SurfaceMesh> Mesh = World.Surface(State.id);
		const auto Found = Latest.find(State.id);
		const bool bKnown = Found != Latest.end();
		// A dent gives a body another mesh.
		if (!bKnown ||
			Record.Meshes[static_cast<size_t>(Record.Bodies[static_cast<size_t>(Found->second)].Mesh)] != Mesh)
		{
			FRunBody Body;
			Body.Mesh = static_cast<int32_t>(Record.Meshes.size());
			Body.Parent = bKnown ? Found->second : RecordedParent(State.id);
			Body.FirstFrame = Frame;
			Body.bBall = State.id == Ball;
			Record.Meshes.push_back(Mesh);
			Latest[State.id] = static_cast<int32_t>(Record.Bodies.size());
			Record.Bodies.push_back(std::move(Body));
		}
		Record.Bodies[static_cast<size_t>(Latest[State.id])].Poses.push_back(State.pose);
	}
}
} // namespace FractureSim::Editor
