// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A blow, a fall and a shot over time, without Unreal: what the preview records before it shows it.
#include "Preview/RunRecording.h"
#include "Preview/RunShapes.h"

#include "FractureCore/Bake.h"
#include "FractureCore/Material.h"

#include <gtest/gtest.h>

#include <map>

using namespace FractureCore;
using namespace FractureSim::Editor;

namespace
{
constexpr double kGravity = 9.81;

/// A box whose lower side is z = 0, of that size (m).
std::shared_ptr<const Breakable> MakeBox(const Vec3& size, const char* material, bool isHeldBelow)
{
	TaskRunner& runner = SerialRunner();
	SurfaceMesh mesh = FloorSurface(0.5, 1.0);
	for (Vec3& p : mesh.positions)
	{
		p = {p.x * size.x, p.y * size.y, (p.z + 1.0) * size.z};
	}
	BakeSettings settings;
	settings.material = *FindMaterialPreset(material);
	settings.tets.targetTets = 600;
	if (isHeldBelow)
	{
		settings.strength.anchors.push_back({BoxRegion{{-1.0, -1.0, -0.01}, {1.0, 1.0, 0.01}}, 7});
	}
	Result<BakedObject> object = BakeObject(mesh, settings, runner);
	EXPECT_TRUE(object);
	std::vector<double> strength = object->strength;
	std::vector<uint8_t> held = object->heldAxes;
	Result<Breakable> made = Breakable::Create(std::move(*object), std::move(strength), std::move(held), {}, runner);
	EXPECT_TRUE(made);
	return std::make_shared<const Breakable>(std::move(*made));
}

std::shared_ptr<const Breakable> Pane()
{
	static const auto kPane = MakeBox({0.4, 0.02, 0.3}, "glass", false);
	return kPane;
}

std::shared_ptr<const Breakable> HeldPane()
{
	static const auto kPane = MakeBox({0.4, 0.02, 0.3}, "glass", true);
	return kPane;
}

FRunRecording Record(const FRunSetup& setup)
{
	TaskRunner& runner = SerialRunner();
	Result<FRunRecorder> recorder = FRunRecorder::Create(setup);
	EXPECT_TRUE(recorder) << recorder.GetError().message;
	while (recorder->Next(runner))
	{
	}
	EXPECT_TRUE(recorder->Problem());
	return recorder->Take();
}

FRunSetup DropOf(const std::shared_ptr<const Breakable>& object, double height, double seconds)
{
	FRunSetup setup;
	setup.Object = object;
	setup.Height = height;
	setup.Seconds = seconds;
	return setup;
}

/// Through the middle of the pane's side.
FRunSetup BlowOn(ERunKind kind, const std::shared_ptr<const Breakable>& object, double impulse)
{
	FRunSetup setup;
	setup.Kind = kind;
	setup.Object = object;
	setup.Blow.point = {0.05, -0.01, 0.16};
	setup.Blow.impulse = {0.0, impulse, 0.0};
	setup.Blow.pulse = GivenPulse(1.0e-3, PulseShape::HalfSine);
	return setup;
}

/// No body is lost or there twice: every frame has the object, or pieces of it.
void ExpectWhole(const FRunRecording& run, double volume)
{
	for (int32_t frame = 0; frame < run.NumFrames(); ++frame)
	{
		double sum = 0.0;
		for (const FRunBody& body : run.Bodies)
		{
			if (!body.bBall && body.PoseAt(frame) != nullptr)
			{
				const SurfaceMesh& mesh = *run.Meshes[static_cast<size_t>(body.Mesh)];
				sum += SolidMassProperties(mesh.positions, mesh.triangles, 1.0).volume;
			}
		}
		ASSERT_NEAR(sum, volume, 0.01 * volume) << frame; // debris is gone
	}
}

TEST(UnrealEditorRun, AFallTakesTheTimeThatItTakes)
{
	const FRunRecording run = Record(DropOf(Pane(), 1.0, 0.4));
	ASSERT_EQ(run.NumFrames(), 25);
	ASSERT_EQ(run.FramesPlanned, 25);
	EXPECT_NEAR(run.Duration(), 0.4, 1.0e-12);
	EXPECT_NEAR(run.Bodies[0].PoseAt(0)->position.z, 1.0, 1.0e-12) << "its lowest point is its origin's height";
	for (int32_t frame = 0; frame < 25; ++frame)
	{
		EXPECT_NEAR(run.Times[static_cast<size_t>(frame)], frame / 60.0, 1.0e-12);
		// The world's steps are those of symplectic Euler: half a step's way off at most.
		const double t = frame / 60.0;
		EXPECT_NEAR(
			run.Bodies[0].PoseAt(frame)->position.z, 1.0 - 0.5 * kGravity * t * t, 0.5 * kGravity * t / 480.0 + 1.0e-9);
	}
	EXPECT_EQ(run.Bodies[0].PoseAt(25), nullptr);
	EXPECT_EQ(run.Bodies[0].PoseAt(-1), nullptr);
}

TEST(UnrealEditorRun, ADroppedPaneBreaksOnTheFloorAndItsPiecesStayAboveIt)
{
	FRunSetup setup = DropOf(Pane(), 3.0, 0.0);
	setup.Floor = -0.5;
	const FRunRecording run = Record(setup);
	EXPECT_NEAR(run.Bodies[0].PoseAt(0)->position.z, 2.5, 1.0e-12);
	EXPECT_EQ(run.Floor, -0.5);
	const double fall = std::sqrt(2.0 * 3.0 / kGravity);
	EXPECT_GT(run.Duration(), fall + 1.0) << "to fall, and to come to rest";
	EXPECT_EQ(run.PiecesAt(static_cast<int32_t>(fall * 60.0) - 1), 1) << "whole in the air";
	const int32_t last = run.NumFrames() - 1;
	EXPECT_GT(run.PiecesAt(last), 1);
	ExpectWhole(run, 0.4 * 0.02 * 0.3);
	for (size_t i = 1; i < run.Bodies.size(); ++i)
	{
		const FRunBody& body = run.Bodies[i];
		ASSERT_GE(body.Parent, 0) << i;
		ASSERT_LT(body.Parent, static_cast<int32_t>(i));
		EXPECT_GT(body.FirstFrame, static_cast<int32_t>(fall * 60.0) - 1);
		EXPECT_FALSE(body.bBall);
		if (const Pose* const pose = body.PoseAt(last))
		{
			for (const Vec3& p : run.Meshes[static_cast<size_t>(body.Mesh)]->positions)
			{
				EXPECT_GT(ToWorld(*pose, p).z, -0.5 - 0.01);
			}
		}
	}
}

TEST(UnrealEditorRun, ATurnedObjectFallsOntoItsLowestPoint)
{
	FRunSetup setup = DropOf(Pane(), 1.0, 0.1);
	setup.Orientation = RotationFromVector({0.0, 0.5, 0.0});
	const FRunRecording run = Record(setup);
	double lowest = 10.0;
	for (const Vec3& p : run.Meshes[0]->positions)
	{
		lowest = std::min(lowest, ToWorld(*run.Bodies[0].PoseAt(0), p).z);
	}
	EXPECT_NEAR(lowest, 1.0, 1.0e-9);
	EXPECT_EQ(run.Bodies[0].PoseAt(0)->orientation, setup.Orientation);
}

TEST(UnrealEditorRun, AHitMovesWhatIsFreeByItsImpulse)
{
	// So gentle that nothing breaks: the momentum is the blow's.
	FRunSetup setup = BlowOn(ERunKind::Hit, Pane(), 0.05);
	setup.Floor = -10.0;
	setup.Seconds = 0.2;
	const FRunRecording run = Record(setup);
	ASSERT_EQ(run.Bodies.size(), 1u);
	const double mass = Pane()->Object().mass.mass;
	const Vec3 centre = Pane()->Object().mass.centre;
	const Vec3 way = ToWorld(*run.Bodies[0].PoseAt(12), centre) - ToWorld(*run.Bodies[0].PoseAt(0), centre);
	EXPECT_NEAR(way.y, 0.05 / mass * 0.2, 0.02 * 0.05 / mass * 0.2);
	EXPECT_NEAR(way.x, 0.0, 1.0e-6);
	// A hard one breaks it, and the pieces fly on.
	setup.Blow.impulse.y = 100.0;
	const FRunRecording hard = Record(setup);
	EXPECT_EQ(hard.PiecesAt(0), 1);
	EXPECT_GT(hard.PiecesAt(1), 1);
	ExpectWhole(hard, 0.4 * 0.02 * 0.3);
}

TEST(UnrealEditorRun, AHitOnWhatAnchorsHoldLeavesTheHeldPieceStanding)
{
	FRunSetup setup = BlowOn(ERunKind::Hit, HeldPane(), 100.0);
	setup.Seconds = 0.5;
	const FRunRecording run = Record(setup);
	EXPECT_EQ(run.PiecesAt(0), 1);
	ASSERT_GT(run.PiecesAt(1), 1);
	ExpectWhole(run, 0.4 * 0.02 * 0.3);
	int32_t standing = 0;
	int32_t flying = 0;
	for (const FRunBody& body : run.Bodies)
	{
		if (const Pose* const pose = body.PoseAt(run.NumFrames() - 1))
		{
			EXPECT_NE(body.Parent, kNoIndex) << "all that is left are pieces";
			const double moved = Length(pose->position - body.Poses.front().position);
			standing += moved < 1.0e-12 ? 1 : 0;
			flying += moved > 0.01 ? 1 : 0;
		}
	}
	EXPECT_GE(standing, 1);
	EXPECT_GE(flying, 1);
	// What is gentle leaves it as it is.
	setup.Blow.impulse.y = 0.01;
	const FRunRecording gentle = Record(setup);
	ASSERT_EQ(gentle.Bodies.size(), 1u);
	EXPECT_EQ(gentle.Bodies[0].Poses.front(), gentle.Bodies[0].Poses.back());
}

TEST(UnrealEditorRun, AShotHitsWhereItWasAimed)
{
	// Slow enough for its weight to matter, and from above at a slant.
	FRunSetup setup = BlowOn(ERunKind::Shot, HeldPane(), 1.0);
	setup.Blow.impulse = {0.0, 1.0, -0.5};
	setup.BallSpeed = 2.0;
	setup.BallMass = 0.05;
	setup.Seconds = 0.6;
	const FRunRecording run = Record(setup);
	const FRunBody* ball = nullptr;
	for (const FRunBody& body : run.Bodies)
	{
		ball = body.bBall ? &body : ball;
	}
	ASSERT_NE(ball, nullptr);
	double nearest = 1.0;
	for (const Pose& pose : ball->Poses)
	{
		nearest = std::min(nearest, Length(pose.position - setup.Blow.point));
	}
	const double radius = std::cbrt(3.0 * 0.05 / (4.0 * kPi * 7850.0));
	const double perFrame = 2.0 / 60.0;
	EXPECT_LT(nearest, radius + 0.5 * perFrame);
	// Clear of everything at first, on its way, and turned back by the pane later.
	EXPECT_LT(ball->Poses.front().position.y, -0.01 - radius);
	EXPECT_LT(ball->Poses.back().position.y, -0.01);
	EXPECT_EQ(run.PiecesAt(0), 1) << "the ball is no piece";
}

TEST(UnrealEditorRun, AHardShotBreaksIt)
{
	FRunSetup setup = BlowOn(ERunKind::Shot, HeldPane(), 1.0);
	setup.BallSpeed = 20.0;
	setup.BallMass = 0.3;
	const FRunRecording run = Record(setup);
	EXPECT_GT(run.PiecesAt(run.NumFrames() - 1), 2);
	ExpectWhole(run, 0.4 * 0.02 * 0.3);
}

TEST(UnrealEditorRun, AShotFromBelowHasRoom)
{
	FRunSetup setup = BlowOn(ERunKind::Shot, HeldPane(), 1.0);
	setup.Blow.point = {0.0, 0.0, 0.0};
	setup.Blow.impulse = {0.0, 0.0, 1.0};
	setup.Seconds = 0.1;
	const FRunRecording run = Record(setup);
	ASSERT_EQ(run.Bodies.size(), 2u);
	EXPECT_LT(run.Floor, run.Bodies[1].Poses.front().position.z);
}

TEST(UnrealEditorRun, EqualSetupsGiveEqualRunsAndSeedsMatter)
{
	FRunSetup setup = BlowOn(ERunKind::Shot, HeldPane(), 1.0);
	setup.BallSpeed = 60.0;
	setup.BallMass = 0.5;
	setup.Seconds = 0.3;
	const FRunRecording a = Record(setup);
	const FRunRecording b = Record(setup);
	ASSERT_EQ(a.Bodies.size(), b.Bodies.size());
	for (size_t i = 0; i < a.Bodies.size(); ++i)
	{
		EXPECT_EQ(a.Bodies[i].Poses, b.Bodies[i].Poses);
	}
	setup.Breaking.settings.plan.seed = 7;
	const FRunRecording c = Record(setup);
	bool differs = c.Bodies.size() != a.Bodies.size();
	for (size_t i = 0; !differs && i < a.Bodies.size(); ++i)
	{
		differs = !(a.Bodies[i].Poses == c.Bodies[i].Poses);
	}
	EXPECT_TRUE(differs) << "crushed zones have other grains";
}

TEST(UnrealEditorRun, BadNumbersAreNamed)
{
	const auto message = [](const FRunSetup& setup)
	{
		const Result<FRunRecorder> made = FRunRecorder::Create(setup);
		return made ? std::string() : made.GetError().message;
	};
	FRunSetup drop = DropOf(Pane(), 101.0, 0.0);
	EXPECT_NE(message(drop).find("height"), std::string::npos);
	drop.Height = std::nan("");
	EXPECT_NE(message(drop).find("height"), std::string::npos);
	drop.Height = 1.0;
	drop.Seconds = 21.0;
	EXPECT_NE(message(drop).find("time"), std::string::npos);
	EXPECT_NE(message(DropOf(HeldPane(), 1.0, 0.0)).find("Anchors"), std::string::npos);
	FRunSetup shot = BlowOn(ERunKind::Shot, Pane(), 1.0);
	shot.BallMass = 0.0;
	EXPECT_NE(message(shot).find("mass"), std::string::npos);
	shot.BallMass = 1.0;
	shot.BallSpeed = 0.0;
	EXPECT_NE(message(shot).find("speed"), std::string::npos);
	shot.BallSpeed = 1.0;
	shot.Blow.impulse = {};
	EXPECT_NE(message(shot).find("direction"), std::string::npos);
}

TEST(UnrealEditorRun, PlacesAndFramesFitEachOther)
{
	FRunRecording run;
	EXPECT_EQ(run.FrameAt(0.5), 0);
	EXPECT_EQ(run.PlaceOf(3), 0.0);
	run.Times.assign(61, 0.0);
	for (int32_t frame = 0; frame < 61; ++frame)
	{
		EXPECT_EQ(run.FrameAt(run.PlaceOf(frame)), frame);
		EXPECT_EQ(run.FrameAt(static_cast<float>(run.PlaceOf(frame))), frame) << "panels have floats";
	}
	EXPECT_EQ(run.FrameAt(-1.0), 0);
	EXPECT_EQ(run.FrameAt(2.0), 60);
	EXPECT_EQ(run.FrameAt(std::nan("")), 0);
	EXPECT_EQ(run.PlaceOf(-3), 0.0);
	EXPECT_EQ(run.PlaceOf(100), 1.0);
}

TEST(UnrealEditorRun, BallAndFloorAreClosedAndRound)
{
	const SurfaceMesh ball = BallSurface(0.1);
	for (const SurfaceMesh& mesh : {ball, FloorSurface(2.0, 0.5)})
	{
		std::map<std::pair<int32_t, int32_t>, int32_t> edges;
		for (const Triangle& t : mesh.triangles)
		{
			for (size_t k = 0; k < 3; ++k)
			{
				++edges[{t.v[k], t.v[(k + 1) % 3]}];
			}
		}
		for (const auto& [edge, count] : edges)
		{
			EXPECT_EQ(count, 1);
			EXPECT_EQ(edges.count({edge.second, edge.first}), 1u);
		}
	}
	for (const Vec3& p : ball.positions)
	{
		EXPECT_NEAR(Length(p), 0.1, 1.0e-12);
	}
	const double sphere = 4.0 / 3.0 * kPi * 1.0e-3;
	EXPECT_NEAR(SolidMassProperties(ball.positions, ball.triangles, 1.0).volume, sphere, 0.03 * sphere);
	const SurfaceMesh floor = FloorSurface(2.0, 0.5);
	EXPECT_NEAR(SolidMassProperties(floor.positions, floor.triangles, 1.0).volume, 4.0 * 4.0 * 0.5, 1.0e-9);
}
} // namespace
