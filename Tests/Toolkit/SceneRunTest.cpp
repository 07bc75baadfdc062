// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/SceneRun.h"

#include "Run/BulletHost.h"
#include "Run/RecordingGlb.h"
#include "Run/RigidMath.h"
#include "Run/RunFilm.h"
#include "Run/RunReport.h"
#include "Run/SceneReader.h"
#include "Support/ClosedSurface.h"
#include "Support/RigidScenes.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>
#include <map>

namespace
{
using namespace FractureToolkit;
using namespace FractureCore;
using nlohmann::json;

/// A glass plate of 24 x 24 x 2 cm that floats in empty space, and a ball that flies at it from above.
std::string PlateAndBall(double mass, double speed)
{
	return R"({ "gravity": [0, 0, 0], "ground": false, "rate": 480, "framesPerSecond": 120, "frames": 20,
		"objects": [ { "name": "plate", "shape": "slab", "size": { "length": 0.24, "thickness": 0.02 },
			"material": "glass", "tets": 1500, "restitution": 0.1, "breaking": { "solves": 1 } } ],
		"projectiles": [ { "name": "ball", "shape": "ball", "size": { "diameter": 0.06 }, "material": "stone",
			"restitution": 0.1, "mass": )" +
		std::to_string(mass) + R"(, "position": [0.005, 0.01, 0.035], "velocity": [0, 0, )" + std::to_string(-speed) +
		"] } ] }";
}

Recording Play(const std::string& text, HostKind host, TaskRunner& runner = SerialRunner())
{
	const Result<Scene> scene = ParseScene(text, ".");
	EXPECT_TRUE(scene.HasValue()) << scene.GetError().message;
	if (!scene)
	{
		return {};
	}
	RunOptions options;
	options.host = host;
	Result<Recording> recording = RunScene(*scene, options, runner);
	EXPECT_TRUE(recording.HasValue()) << recording.GetError().message;
	return recording ? std::move(*recording) : Recording{};
}

const RecordedBody& BodyNamed(const Recording& recording, const std::string& name)
{
	for (const RecordedBody& body : recording.bodies)
	{
		if (body.name == name)
		{
			return body;
		}
	}
	ADD_FAILURE() << name;
	return recording.bodies.front();
}

/// Between the last two frames, m/s.
Vec3 LastVelocity(const Recording& recording, const RecordedBody& body)
{
	const size_t n = body.poses.size();
	return (ToWorld(body.poses[n - 1], body.mass.centre) - ToWorld(body.poses[n - 2], body.mass.centre)) *
		recording.framesPerSecond;
}

class SceneRun : public testing::TestWithParam<HostKind>
{
};
INSTANTIATE_TEST_SUITE_P(Hosts,
	SceneRun,
	testing::Values(HostKind::Embedded, HostKind::Bullet),
	[](const auto& info) { return info.param == HostKind::Bullet ? "Bullet" : "Embedded"; });

/// Of the angular momentum of what is alone: Bullet pushes bodies out of each other with no regard to their motion.
double SpinDrift(HostKind host)
{
	return host == HostKind::Bullet ? 0.02 : 1.0e-9;
}

json DocumentOf(const std::vector<uint8_t>& glb)
{
	uint32_t length = 0;
	std::memcpy(&length, glb.data() + 12, 4);
	return json::parse(glb.begin() + 20, glb.begin() + 20 + length);
}
} // namespace

TEST_P(SceneRun, AHeavyBallGoesThroughAPlateAndKeepsItsSpeed)
{
	const Recording recording = Play(PlateAndBall(20.0, 10.0), GetParam());
	ASSERT_FALSE(recording.frames.empty());
	EXPECT_GE(recording.frames.back().fragments, 4);
	const Vec3 velocity = LastVelocity(recording, BodyNamed(recording, "ball"));
	EXPECT_LT(velocity.z, -8.5) << "the plate has a seventh of its mass and little of it stands in the way";
	EXPECT_GT(velocity.z, -10.001);
}

TEST_P(SceneRun, ASlowLightBallBouncesAndThePlateStaysWhole)
{
	const Recording recording = Play(PlateAndBall(0.02, 0.8), GetParam());
	ASSERT_FALSE(recording.frames.empty());
	EXPECT_EQ(recording.frames.back().bodies, 2);
	EXPECT_GT(LastVelocity(recording, BodyNamed(recording, "ball")).z, 0.0);
}

TEST_P(SceneRun, BreakingNeitherMakesMomentumNorEnergy)
{
	const Recording recording = Play(PlateAndBall(1.0, 12.0), GetParam());
	ASSERT_FALSE(recording.frames.empty());
	const RunBalance start = recording.frames.front().balance;
	Vec3 debris;
	Vec3 debrisSpin;
	double energy = start.kinetic;
	for (const RecordedFrame& frame : recording.frames)
	{
		for (const RecordedBreak& event : frame.breaks)
		{
			debris += event.debrisMomentum;
			debrisSpin += event.debrisSpin;
		}
		EXPECT_LT(Length(frame.balance.momentum + debris - start.momentum), 1.0e-9 * Length(start.momentum));
		EXPECT_LT(Length(frame.balance.spin + debrisSpin - start.spin), SpinDrift(GetParam()) * Length(start.spin));
		EXPECT_LE(frame.balance.kinetic, energy * (1.0 + 1.0e-9)) << frame.time;
		energy = frame.balance.kinetic;
	}
	EXPECT_GE(recording.frames.back().fragments, 2);
}

// Held along two edges: the pieces that stay held are no wall for what has just broken the rest.
TEST_P(SceneRun, AHeavyBallGoesThroughAPaneThatIsHeld)
{
	const Recording recording =
		Play(R"({ "gravity": [0, 0, -0.001], "ground": false, "rate": 240, "framesPerSecond": 240,
		"frames": 32,
		"objects": [ { "name": "pane", "shape": "slab", "size": { "length": 0.3, "thickness": 0.012 },
			"material": "glass", "tets": 1500, "strength": { "anchors": [
				{ "shape": "half-space", "point": [-0.14, 0, 0], "normal": [1, 0, 0] },
				{ "shape": "half-space", "point": [0.14, 0, 0], "normal": [-1, 0, 0] } ] } } ],
		"projectiles": [ { "name": "ball", "shape": "ball", "size": { "diameter": 0.2 }, "material": "stone",
			"mass": 100, "position": [0.03, 0.02, 0.13], "velocity": [0, 0, -30] } ] })",
			GetParam());
	ASSERT_FALSE(recording.frames.empty());
	EXPECT_GT(recording.frames.back().fragments, 4);
	const Vec3 velocity = LastVelocity(recording, BodyNamed(recording, "ball"));
	EXPECT_LT(velocity.z, -28.0) << "the pane has 3 kg";
	EXPECT_GT(velocity.z, -30.001);
	// Energy counts what is free, and the recording says from when on that is.
	int32_t torn = 0;
	for (size_t i = 0; i < recording.frames.size(); ++i)
	{
		const auto frame = static_cast<int32_t>(i);
		double potential = 0.0;
		for (const RecordedBody& body : recording.bodies)
		{
			if (recording.IsShown(body, frame) && body.freeFrame != kNoIndex && body.freeFrame <= frame)
			{
				const Vec3 centre = ToWorld(body.poses[frame - body.firstFrame], body.mass.centre);
				potential += 0.001 * body.mass.mass * centre.z;
				torn += body.freeFrame == frame && body.freeFrame > body.firstFrame ? 1 : 0;
			}
		}
		EXPECT_NEAR(recording.frames[i].balance.potential, potential, 1.0e-9) << frame;
	}
	EXPECT_TRUE(torn > 0 || GetParam() == HostKind::Bullet) << "there, they break and are torn off within a frame";
}

// Contacts of what is hollow look ahead to the planes of a slab's sides, which go on beside it.
TEST(SceneRun, ASlabMeetsAHollowBodyFast)
{
	const Recording recording = Play(R"({ "gravity": [0, 0, 0], "ground": false, "rate": 60, "framesPerSecond": 60,
		"frames": 10,
		"objects": [
			{ "name": "slab", "shape": "slab", "size": { "length": 0.3, "width": 0.2, "thickness": 0.02 },
				"material": "glass", "tets": 2500, "position": [0.8, 0, 0], "velocity": [-8, 0, 0],
				"angularVelocity": [-7, 5, 0] },
			{ "name": "letter", "shape": "letter-N", "material": "adobe", "tets": 2500, "position": [0, 0.8, 0.08],
				"velocity": [0, -8, -0.8], "angularVelocity": [-1, 1, 2] } ] })",
		HostKind::Embedded);
	ASSERT_EQ(recording.frames.size(), 10u) << "it ended early";
	EXPECT_GT(recording.frames.back().fragments, 2);
}

// Held all around, it gives way: contacts do not stop the ball at what may be torn off.
TEST(SceneRun, ABallGoesThroughAPaneThatIsHeldOnFourSides)
{
	const Recording recording = Play(R"({ "framesPerSecond": 30, "frames": 8, "rate": 60,
		"objects": [ { "name": "pane", "shape": "slab", "size": { "length": 0.6, "width": 0.6, "thickness": 0.008 },
			"material": "glass", "tets": 6000, "position": [0, 0, 1], "rotation": { "axis": [0, 1, 0], "degrees": 90 },
			"strength": { "anchors": [
				{ "shape": "half-space", "point": [0.29, 0, 0], "normal": [-1, 0, 0] },
				{ "shape": "half-space", "point": [-0.29, 0, 0], "normal": [1, 0, 0] },
				{ "shape": "half-space", "point": [0, 0.29, 0], "normal": [0, -1, 0] },
				{ "shape": "half-space", "point": [0, -0.29, 0], "normal": [0, 1, 0] } ] } } ],
		"projectiles": [ { "name": "ball", "shape": "ball", "size": { "diameter": 0.12 }, "material": "stone",
			"position": [-0.4, 0.05, 1.03], "velocity": [20, 0, 0] } ] })",
		HostKind::Embedded);
	ASSERT_FALSE(recording.frames.empty());
	const Vec3 velocity = LastVelocity(recording, BodyNamed(recording, "ball"));
	EXPECT_GT(velocity.x, 5.5) << "2.4 kg at 20 m/s; the pane has 7.2 kg";
	EXPECT_LT(velocity.x, 12.0);
}

// Pieces that break again within the step that made them: no frame shows them, but their own pieces are all there.
TEST(SceneRun, NothingIsLostWherePiecesBreakAtOnce)
{
	const Recording recording = Play(R"({ "gravity": [0, 0, 0], "ground": false, "rate": 120, "framesPerSecond": 120,
		"frames": 5,
		"objects": [ { "name": "first", "shape": "bowl", "material": "ceramic", "tets": 1000, "position": [0, 0, 1],
				"angularVelocity": [300, 40, 5], "breaking": { "generations": 2, "leastVolume": 0.01 } },
			{ "name": "second", "shape": "bowl", "material": "plaster", "tets": 1000, "position": [0.3, 0, 1],
				"velocity": [-30, 0, 0], "angularVelocity": [0, 100, 0],
				"breaking": { "generations": 2, "leastVolume": 0.01 } } ] })",
		HostKind::Embedded);
	ASSERT_FALSE(recording.frames.empty());
	const auto massAt = [&](int32_t frame)
	{
		double mass = 0.0;
		for (const RecordedBody& body : recording.bodies)
		{
			mass += recording.IsShown(body, frame) ? body.mass.mass : 0.0;
		}
		return mass;
	};
	const double whole = massAt(0);
	const Vec3 momentum = recording.frames.front().balance.momentum;
	double debris = 0.0;
	Vec3 debrisMomentum;
	int32_t breaks = 0;
	for (size_t i = 0; i < recording.frames.size(); ++i)
	{
		for (const RecordedBreak& event : recording.frames[i].breaks)
		{
			debris += event.debrisMass;
			debrisMomentum += event.debrisMomentum;
			++breaks;
		}
		EXPECT_NEAR(massAt(static_cast<int32_t>(i)) + debris, whole, 1.0e-9 * whole) << i;
		EXPECT_LT(Length(recording.frames[i].balance.momentum + debrisMomentum - momentum), 1.0e-9 * Length(momentum))
			<< i;
	}
	EXPECT_GT(breaks, 4);
}

TEST_P(SceneRun, PiecesAreClosedAndAddUpToTheirParent)
{
	const Recording recording = Play(PlateAndBall(2.0, 12.0), GetParam());
	double mass = 0.0;
	int32_t pieces = 0;
	for (const RecordedFrame& frame : recording.frames)
	{
		for (const RecordedBreak& event : frame.breaks)
		{
			mass += event.debrisMass;
		}
	}
	for (const RecordedBody& body : recording.bodies)
	{
		if (body.parent != kNoIndex)
		{
			++pieces;
			mass += body.mass.mass;
			EXPECT_EQ(FractureTests::DefectOfClosedSurface(body.mesh->positions, body.mesh->triangles), "")
				<< body.name;
			EXPECT_EQ(body.stress.size(), body.mesh->positions.size());
		}
	}
	EXPECT_GE(pieces, 4);
	const double plate = BodyNamed(recording, "plate").mass.mass;
	EXPECT_NEAR(mass, plate, 1.0e-9 * plate);
}

TEST_P(SceneRun, ThreadsDoNotChangeIt)
{
	ThreadTaskRunner threads(3);
	const std::string text = PlateAndBall(2.0, 12.0);
	const ContentHash one = HashOfRecording(Play(text, GetParam()));
	EXPECT_EQ(one, HashOfRecording(Play(text, GetParam(), threads)));
	EXPECT_NE(one, HashOfRecording(Play(PlateAndBall(2.0, 11.0), GetParam())));
}

TEST_P(SceneRun, AnAnchoredWallStaysWhereItIsHeldAndFallsWhereItIsNot)
{
	const Recording recording = Play(R"({ "rate": 480, "framesPerSecond": 120, "frames": 30,
		"objects": [ { "name": "wall", "shape": "wall", "size": { "length": 0.6, "height": 0.5, "thickness": 0.04 },
			"material": "plaster", "tets": 1500, "breaking": { "solves": 1 }, "strength": { "anchors": [
				{ "shape": "half-space", "point": [0, 0, 0.001], "normal": [0, 0, 1] } ] } } ],
		"projectiles": [ { "name": "ball", "shape": "ball", "size": { "diameter": 0.06 }, "material": "stone",
			"mass": 10, "position": [0, -0.1, 0.25], "velocity": [0, 10, 0] } ] })",
		GetParam());
	ASSERT_FALSE(recording.frames.empty());
	int32_t held = 0;
	int32_t loose = 0;
	for (const RecordedBody& body : recording.bodies)
	{
		if (body.parent == kNoIndex)
		{
			continue;
		}
		const bool isHeld = body.kind == BodyKind::Static;
		held += isHeld ? 1 : 0;
		loose += isHeld ? 0 : 1;
		if (isHeld)
		{
			EXPECT_EQ(body.poses.front(), body.poses.back()) << body.name;
		}
	}
	EXPECT_GE(held, 1);
	EXPECT_GE(loose, 2);
	EXPECT_GT(LastVelocity(recording, BodyNamed(recording, "ball")).y, 3.0) << "through it";
}

// Nothing slows a body that is driven; what it meets moves with it.
TEST_P(SceneRun, ADrivenBlockShovesABoxAndKeepsItsSpeed)
{
	const Recording recording = Play(R"({ "rate": 240, "framesPerSecond": 60, "frames": 60,
		"projectiles": [
			{ "name": "pusher", "shape": "slab", "size": { "length": 0.2, "width": 0.4, "thickness": 0.2 },
				"material": "stone", "mass": 0.001, "position": [-0.5, 0, 0.01], "velocity": [1.5, 0, 0],
				"kinematic": true },
			{ "name": "box", "shape": "slab", "size": { "length": 0.2, "width": 0.2, "thickness": 0.2 },
				"material": "stone", "mass": 50, "restitution": 0, "above": 0 } ] })",
		GetParam());
	ASSERT_FALSE(recording.frames.empty());
	const RecordedBody& pusher = BodyNamed(recording, "pusher");
	const Vec3 way = pusher.poses.back().position - pusher.poses.front().position;
	EXPECT_NEAR(way.x, 1.5 * 59.0 / 60.0, 1.0e-9);
	EXPECT_NEAR(Length(way), way.x, 1.0e-9) << "it neither falls nor turns aside";
	const Vec3 velocity = LastVelocity(recording, BodyNamed(recording, "box"));
	EXPECT_NEAR(velocity.x, 1.5, 0.05);
	const RecordedBody& box = BodyNamed(recording, "box");
	EXPECT_NEAR(box.poses.back().position.x - pusher.poses.back().position.x, 0.2, 0.01) << "before it, not in it";
	// 56 J of the box alone: what is driven has no share in the balance, whatever it weighs.
	EXPECT_NEAR(recording.frames.back().balance.momentum.x, 50.0 * velocity.x, 1.0);
	EXPECT_EQ(recording.frames.front().balance.kinetic, 0.0);
}

TEST_P(SceneRun, ADrivenBlockTurnsAsItIsTold)
{
	const Recording recording = Play(R"({ "gravity": [0, 0, 0], "ground": false, "frames": 61,
		"projectiles": [ { "name": "blade", "shape": "slab", "size": { "length": 0.6, "width": 0.1, "thickness": 0.05 },
			"material": "stone", "angularVelocity": [0, 0, 1.5], "kinematic": true } ] })",
		GetParam());
	ASSERT_FALSE(recording.frames.empty());
	const RecordedBody& blade = BodyNamed(recording, "blade");
	const Vec3 along = Rotated(blade.poses.back().orientation, {1.0, 0.0, 0.0});
	EXPECT_NEAR(along.x, std::cos(1.5), 1.0e-9);
	EXPECT_NEAR(along.y, std::sin(1.5), 1.0e-9);
	EXPECT_NEAR(Length(blade.poses.back().position - blade.poses.front().position), 0.0, 1.0e-9);
}

TEST_P(SceneRun, ADrivenBallGoesThroughAPane)
{
	const Recording recording = Play(R"({ "gravity": [0, 0, 0], "ground": false, "rate": 480, "framesPerSecond": 120,
		"frames": 20,
		"objects": [ { "name": "plate", "shape": "slab", "size": { "length": 0.24, "thickness": 0.02 },
			"material": "glass", "tets": 1500, "breaking": { "solves": 1 } } ],
		"projectiles": [ { "name": "ball", "shape": "ball", "size": { "diameter": 0.06 }, "material": "stone",
			"position": [0.005, 0.01, 0.06], "velocity": [0, 0, -8], "kinematic": true } ] })",
		GetParam());
	ASSERT_FALSE(recording.frames.empty());
	EXPECT_GE(recording.frames.back().fragments, 4);
	const RecordedBody& ball = BodyNamed(recording, "ball");
	EXPECT_NEAR(ball.poses.back().position.z - ball.poses.front().position.z, -8.0 * 19.0 / 120.0, 1.0e-9);
	double fastest = 0.0;
	for (const RecordedBody& body : recording.bodies)
	{
		if (body.parent != kNoIndex && body.poses.size() > 1)
		{
			fastest = std::max(fastest, -LastVelocity(recording, body).z);
		}
	}
	EXPECT_GT(fastest, 4.0) << "what is in its way moves on before it";
}

TEST(SceneRun, TheGlbPlaysTheRecording)
{
	const Recording recording = Play(PlateAndBall(2.0, 12.0), HostKind::Bullet);
	const Result<std::vector<uint8_t>> glb = FormatRecordingGlb(recording);
	ASSERT_TRUE(glb.HasValue());
	const json document = DocumentOf(*glb);
	ASSERT_EQ(document["nodes"].size(), recording.bodies.size());
	std::map<size_t, std::map<std::string, json>> channels;
	for (const json& channel : document["animations"][0]["channels"])
	{
		channels[channel["target"]["node"]][channel["target"]["path"]] =
			document["animations"][0]["samplers"][channel["sampler"].get<size_t>()];
	}
	int32_t appearing = 0;
	for (size_t i = 0; i < recording.bodies.size(); ++i)
	{
		const RecordedBody& body = recording.bodies[i];
		const json& node = document["nodes"][i];
		EXPECT_DOUBLE_EQ(node["extras"]["mass"].get<double>(), body.mass.mass);
		const bool comesOrGoes = body.firstFrame > 0 || body.endFrame != kNoIndex;
		EXPECT_EQ(channels[i].contains("scale"), comesOrGoes) << body.name;
		if (comesOrGoes)
		{
			EXPECT_EQ(channels[i]["scale"]["interpolation"], "STEP");
		}
		if (body.firstFrame > 0)
		{
			++appearing;
			EXPECT_EQ(node["scale"], json({0.0, 0.0, 0.0})) << "hidden until its time";
			EXPECT_EQ(node["extras"]["parent"], body.parent);
			const json& times = document["accessors"][channels[i]["scale"]["input"].get<size_t>()];
			EXPECT_FLOAT_EQ(times["max"][0].get<float>(),
				static_cast<float>(recording.frames[static_cast<size_t>(body.firstFrame)].time));
			const json& attributes = document["meshes"][node["mesh"].get<size_t>()]["primitives"][0]["attributes"];
			EXPECT_TRUE(attributes.contains("_STRESS"));
		}
	}
	EXPECT_GE(appearing, 4);
	const json& turn = document["accessors"][channels[1]["rotation"]["output"].get<size_t>()];
	EXPECT_EQ(turn["type"], "VEC4");
}

TEST(SceneRun, CopiesShareTheirMeshAndFrameZeroIsTheStart)
{
	const Recording recording = Play(R"({ "frames": 3, "objects": [ { "name": "box", "shape": "slab",
		"size": { "length": 0.1, "thickness": 0.05 }, "material": "wood", "breakable": false, "above": 0.5,
		"copies": { "count": [3, 2, 1], "spacing": [0.2, 0.3, 0] } } ] })",
		HostKind::Bullet);
	ASSERT_EQ(recording.bodies.size(), 6u);
	EXPECT_EQ(recording.bodies[5].poses[0].position, (Vec3{0.4, 0.3, 0.5}));
	const Result<std::vector<uint8_t>> glb = FormatRecordingGlb(recording);
	ASSERT_TRUE(glb.HasValue());
	EXPECT_EQ(DocumentOf(*glb)["meshes"].size(), 1u);
	EXPECT_EQ(recording.frames[0].time, 0.0);
	EXPECT_DOUBLE_EQ(recording.frames[2].time, 2.0 / 60.0);
	// Eight steps at 240 a second: velocity first, then position.
	const double fallen = 9.81 / (240.0 * 240.0) * (8.0 * 9.0 / 2.0);
	EXPECT_NEAR(recording.bodies[0].poses[2].position.z, 0.5 - fallen, 1.0e-9) << "free fall";
}

TEST(SceneRun, ARunThatIsStoppedKeepsItsFrames)
{
	const Result<Scene> scene = ParseScene(PlateAndBall(2.0, 12.0), ".");
	RunOptions options;
	options.host = HostKind::Bullet;
	options.goesOn = [](int32_t frame, const RecordedFrame&) { return frame < 5; };
	const Result<Recording> recording = RunScene(*scene, options, SerialRunner());
	ASSERT_TRUE(recording.HasValue());
	EXPECT_EQ(recording->frames.size(), 5u);
	EXPECT_TRUE(FormatRecordingGlb(*recording).HasValue());
	EXPECT_EQ(MakeRunReport(*recording)["frames"].size(), 5u);
}

TEST(SceneRun, TheReportAddsUp)
{
	const Recording recording = Play(PlateAndBall(2.0, 12.0), HostKind::Bullet);
	const nlohmann::ordered_json report = MakeRunReport(recording);
	EXPECT_EQ(report["frames"].size(), recording.frames.size());
	EXPECT_EQ(report["totals"]["breaks"].get<int>(), 1);
	EXPECT_EQ(report["totals"]["bodies"].get<int>(), 1 + report["totals"]["fragments"].get<int>());
	double sum = 0.0;
	for (const auto& frame : report["frames"])
	{
		sum += frame["ms"]["total"].get<double>();
	}
	EXPECT_NEAR(sum, report["totals"]["ms"]["total"].get<double>(), 1.0e-6 * sum);
	EXPECT_GT(report["totals"]["ms"]["cut"].get<double>(), 0.0);
}

TEST_P(SceneRun, PiecesBreakAgainUnlessTheSceneSaysNo)
{
	const auto text = [](int generations)
	{
		return R"({ "gravity": [0, 0, 0], "ground": false, "rate": 480, "framesPerSecond": 120, "frames": 30,
			"objects": [ { "name": "plate", "shape": "slab", "size": { "length": 0.24, "thickness": 0.03 },
				"material": "plaster", "tets": 1000, "breaking": { "solves": 1, "pieceTets": 400, "generations": )" +
			std::to_string(generations) + R"( } } ],
			"projectiles": [ { "name": "ball", "shape": "ball", "size": { "diameter": 0.06 }, "material": "stone",
				"mass": 5, "position": [0, 0, 0.065], "velocity": [0, 0, -15] },
			{ "name": "stop", "shape": "slab", "material": "concrete", "fixed": true, "position": [0, 0, -0.4] } ] })";
	};
	const Recording once = Play(text(1), GetParam());
	const Recording twice = Play(text(2), GetParam());
	EXPECT_GT(twice.frames.back().fragments, once.frames.back().fragments);
	const auto breaks = [](const Recording& recording)
	{ return MakeRunTotals(recording)["totals"]["breaks"].get<int32_t>(); };
	EXPECT_EQ(breaks(once), 1);
	EXPECT_GE(breaks(twice), 2);
}

TEST(BulletHost, ABallAtRestPressesItsWeightOnTheGround)
{
	BulletSettings settings;
	settings.gravity = {0.0, 0.0, -9.81};
	settings.hasGround = true;
	settings.groundHeight = 0.5;
	settings.objectSize = 0.1;
	Result<std::unique_ptr<RigidHost>> host = MakeBulletHost(settings);
	ASSERT_TRUE(host.HasValue());
	HostBody ball;
	ball.ballRadius = 0.05;
	ball.mass = {5.0e-4, 2.0, {}, Mat3::Diagonal(0.002, 0.002, 0.002)};
	ball.contact.restitution = 0.0;
	ball.state.pose.position = {0.0, 0.0, 0.55};
	const int32_t number = (*host)->Add(ball);
	Vec3 sum;
	constexpr int32_t kSteps = 120;
	for (int32_t step = 0; step < 2 * kSteps; ++step)
	{
		(*host)->Step(1.0 / 240.0);
		for (const HostContact& contact : (*host)->Contacts())
		{
			EXPECT_EQ(contact.body[0] == number ? contact.body[1] : contact.body[0], kNoIndex);
			sum += contact.impulse * ((step >= kSteps ? 1.0 : 0.0) * (contact.body[0] == number ? 1.0 : -1.0));
			EXPECT_NEAR(contact.point.z, 0.5, 1.0e-3);
		}
	}
	EXPECT_NEAR(sum.z, 2.0 * 9.81 * kSteps / 240.0, 0.02 * 9.81);
	EXPECT_NEAR((*host)->State(number).pose.position.z, 0.55, 1.0e-3);
}

TEST(BulletHost, AStepTakenBackLeavesNoTrace)
{
	Result<std::unique_ptr<RigidHost>> host = MakeBulletHost({});
	ASSERT_TRUE(host.HasValue());
	HostBody ball;
	ball.ballRadius = 0.5;
	ball.mass = {0.5, 3.0, {0.1, 0.2, 0.3}, Mat3::Diagonal(0.3, 0.2, 0.25)};
	ball.state.velocity = {1.0, 0.0, 0.0};
	ball.state.angularVelocity = {0.0, 2.0, 0.5};
	const int32_t first = (*host)->Add(ball);
	ball.state.pose.position = {0.999, 0.0, 0.0};
	ball.state.velocity = {};
	const int32_t second = (*host)->Add(ball);
	const RigidState before[2] = {(*host)->State(first), (*host)->State(second)};
	(*host)->Step(0.01);
	EXPECT_FALSE((*host)->Contacts().empty());
	EXPECT_NE((*host)->State(first), before[0]);
	(*host)->TakeStepBack();
	EXPECT_EQ((*host)->State(first), before[0]);
	EXPECT_EQ((*host)->State(second), before[1]);
	EXPECT_NEAR(before[0].pose.position.x, 0.0, 1.0e-12) << "the mesh's origin, not the centre of mass";
}

// Fifteen slabs on top of each other, as high as seven and a half of them are wide.
TEST_P(SceneRun, ATowerStands)
{
	const Recording recording = Play(R"({ "rate": 60, "framesPerSecond": 60, "frames": 300,
		"projectiles": [ { "name": "b", "shape": "slab", "size": { "length": 0.2, "width": 0.2, "thickness": 0.1 },
			"material": "stone", "copies": { "count": [1, 1, 15], "spacing": [0, 0, 0.1] } } ] })",
		GetParam());
	ASSERT_EQ(recording.bodies.size(), 15u);
	for (size_t i = 0; i < 15; ++i)
	{
		const RecordedBody& body = recording.bodies[i];
		EXPECT_LT(Length(body.poses.back().position - body.poses.front().position), 0.01) << i;
	}
}

// It lands on a corner and topples: in steps of 60 Hz Bullet alone lets it in by half of its size, for good.
TEST_P(SceneRun, ASlabThatTopplesStaysOnTheGround)
{
	const Recording recording = Play(R"({ "rate": 60, "framesPerSecond": 60, "frames": 120,
		"projectiles": [ { "name": "x", "shape": "slab", "size": { "length": 0.2, "width": 0.2, "thickness": 0.05 },
			"material": "stone", "above": 0.3, "rotation": { "axis": [1, 0.3, 0], "degrees": 25 } } ] })",
		GetParam());
	ASSERT_EQ(recording.bodies.size(), 1u);
	const RecordedBody& slab = recording.bodies.front();
	for (const Pose& pose : slab.poses)
	{
		double lowest = HUGE_VAL;
		for (const Vec3& p : slab.mesh->positions)
		{
			lowest = std::min(lowest, ToWorld(pose, p).z);
		}
		EXPECT_GT(lowest, GetParam() == HostKind::Bullet ? -0.012 : -0.001);
		if (&pose == &slab.poses.back())
		{
			EXPECT_NEAR(lowest, 0.0, 0.001);
		}
	}
}

// Two bodies that turn fast and bounce off each other again and again, far from everything.
TEST_P(SceneRun, WhatIsAloneKeepsItsMomentum)
{
	const Recording recording = Play(R"({ "gravity": [0, 0, 0], "ground": false, "frames": 120,
		"projectiles": [
			{ "name": "a", "shape": "torus", "material": "stone", "position": [0, 0, 1], "velocity": [2, 0, 0],
				"angularVelocity": [5, 30, 2], "restitution": 0.9 },
			{ "name": "b", "shape": "letter-E", "material": "stone", "position": [0.6, 0.05, 1],
				"velocity": [-2, 0, 0], "angularVelocity": [-15, 3, 20], "restitution": 0.9 } ] })",
		GetParam());
	ASSERT_FALSE(recording.frames.empty());
	const RunBalance start = recording.frames.front().balance;
	double energy = start.kinetic;
	for (const RecordedFrame& frame : recording.frames)
	{
		EXPECT_LT(Length(frame.balance.momentum - start.momentum), 1.0e-9) << frame.time;
		EXPECT_LT(Length(frame.balance.spin - start.spin), SpinDrift(GetParam()) * Length(start.spin)) << frame.time;
		EXPECT_LE(frame.balance.kinetic, energy * (1.0 + 1.0e-9)) << frame.time;
		energy = frame.balance.kinetic;
	}
	EXPECT_LT(energy, 0.99 * start.kinetic) << "they met";
}

// A ball and a ring shatter, and in the next moment several of their pieces break that hit each other.
TEST(BulletHost, PiecesThatBreakTogetherKeepTheirMomentum)
{
	const Recording recording = Play(R"({ "gravity": [0, 0, 0], "ground": false, "rate": 240, "framesPerSecond": 240,
		"frames": 4,
		"objects": [
			{ "name": "a", "shape": "ball", "size": { "diameter": 0.2 }, "material": "ceramic", "tets": 3000,
				"position": [-0.5, 0, 0.02], "velocity": [60, 0, 0], "angularVelocity": [0, 0, 100] },
			{ "name": "b", "shape": "torus", "material": "ceramic", "tets": 3000, "position": [0.3, 0, 0],
				"velocity": [-40, 0, 0] } ] })",
		HostKind::Bullet);
	ASSERT_FALSE(recording.frames.empty());
	const Vec3 momentum = recording.frames.front().balance.momentum;
	Vec3 debris;
	int32_t breaks = 0;
	for (const RecordedFrame& frame : recording.frames)
	{
		for (const RecordedBreak& event : frame.breaks)
		{
			debris += event.debrisMomentum;
			++breaks;
		}
		EXPECT_LT(Length(frame.balance.momentum + debris - momentum), 1.0e-9 * Length(momentum)) << frame.time;
	}
	EXPECT_GT(breaks, 3) << "pieces broke, too";
}

// Off centre, with friction, and not one within the other.
TEST(BulletHost, ImpulsesKeepMomentumAndSpin)
{
	Result<std::unique_ptr<RigidHost>> host = MakeBulletHost({});
	ASSERT_TRUE(host.HasValue());
	HostBody ball;
	ball.ballRadius = 0.5;
	ball.mass = {0.5, 3.0, {0.1, 0.2, 0.3}, Mat3::Diagonal(0.3, 0.2, 0.25)};
	ball.state.velocity = {2.0, 0.0, 0.0};
	ball.state.angularVelocity = {3.0, 12.0, 10.5};
	ball.contact.restitution = 0.5;
	const int32_t first = (*host)->Add(ball);
	const Vec3 corners[] = {{0.0, 0.0, 0.0}, {2.0, 0.0, 0.0}, {0.0, 2.0, 0.0}, {0.0, 0.0, 2.0}, {2.0, 2.0, 2.0}};
	const ConvexHull hull = ComputeConvexHull(corners);
	HostBody block;
	block.hulls = {&hull, 1};
	block.mass = {2.0, 5.0, {0.8, 0.8, 0.8}, Mat3::Diagonal(0.7, 0.9, 1.1)};
	// Its face x = 0 is 4 mm from the ball: near enough for Bullet to see it, too far to be reached in a step
	// unhindered.
	block.state.pose.position = {0.604, 0.0, 0.0};
	block.state.angularVelocity = {-0.4, 0.0, 0.5};
	const int32_t second = (*host)->Add(block);
	const auto balance = [&]
	{
		RunBalance sum;
		AddToBalance(ball.mass, (*host)->State(first), {}, sum);
		AddToBalance(block.mass, (*host)->State(second), {}, sum);
		return sum;
	};
	const RunBalance start = balance();
	// Up to the blow: after it they may be pushed out of an overlap, which changes the spin of what moves meanwhile.
	for (int32_t step = 0; step < 100 && (*host)->Contacts().empty(); ++step)
	{
		(*host)->Step(0.001);
	}
	ASSERT_FALSE((*host)->Contacts().empty());
	EXPECT_GT((*host)->State(second).velocity.x, 0.05);
	EXPECT_LT(Length(balance().momentum - start.momentum), 1.0e-12);
	EXPECT_LT(Length(balance().spin - start.spin), 1.0e-11);
	EXPECT_LT(balance().kinetic, start.kinetic);
}

// A plate as thin as a shard, at speeds up to some radians in a step.
TEST(BulletHost, WhatTumblesKeepsSpinAndEnergy)
{
	HostBody shard;
	shard.ballRadius = 0.5;
	shard.mass = {0.5, 3.0, {}, Mat3::Diagonal(0.3, 0.02, 0.31)};
	const auto spinOf = [&](const RigidState& state)
	{
		const Vec3 local = Rotated(Conjugate(state.pose.orientation), state.angularVelocity);
		return Rotated(state.pose.orientation, shard.mass.inertia * local);
	};
	for (int32_t i = 0; i < 40; ++i)
	{
		Result<std::unique_ptr<RigidHost>> host = MakeBulletHost({});
		ASSERT_TRUE(host.HasValue());
		const double speed = 3.0 * std::pow(1.2, i); // rad/s
		shard.state.angularVelocity = Vec3{1.0, 0.3, 0.1} * speed;
		const int32_t number = (*host)->Add(shard);
		const RigidState start = (*host)->State(number);
		const Vec3 spin = spinOf(start);
		const double energy = Dot(spin, start.angularVelocity);
		double before = energy;
		double farthest = 0.0;
		for (int32_t step = 0; step < 240; ++step)
		{
			(*host)->Step(1.0 / 120.0);
			const RigidState state = (*host)->State(number);
			const double now = Dot(spinOf(state), state.angularVelocity);
			EXPECT_LE(now, before * (1.0 + 1.0e-9)) << speed << " " << step;
			before = now;
			farthest = std::max(farthest, Length(state.angularVelocity - start.angularVelocity));
		}
		const RigidState end = (*host)->State(number);
		EXPECT_GT(farthest, 0.5 * speed) << "it tumbles";
		EXPECT_LT(Length(spinOf(end) - spin), 1.0e-9 * Length(spin)) << speed;
		EXPECT_GT(before, 0.999999 * energy) << speed;
	}
}

// Three whose pieces stay on the spot, and one aside, that many small pieces would outvote.
TEST(RunFilm, TheCameraSeesEverythingThatComesApart)
{
	Recording recording;
	recording.frames.resize(10);
	const auto mesh = FractureTests::BoxMesh({0.2, 0.2, 0.2});
	const auto add = [&](double x, int32_t parent, int32_t from, int32_t to)
	{
		RecordedBody& body = recording.bodies.emplace_back();
		body.parent = parent;
		body.firstFrame = from;
		body.endFrame = to == 10 ? kNoIndex : to;
		body.mesh = mesh;
		body.mass = SolidMassProperties(mesh->positions, mesh->triangles, 1000.0);
		body.poses.assign(static_cast<size_t>(to - from), Pose{{x, 0.0, 0.1}, {}});
	};
	for (const double x : {-2.0, 0.5, 1.0, 1.5})
	{
		const auto whole = static_cast<int32_t>(recording.bodies.size());
		add(x, kNoIndex, 0, 2);
		for (int32_t piece = 0; piece < (x < 0.0 ? 1 : 9); ++piece)
		{
			add(x, whole, 2, 10);
		}
	}
	const PictureCamera camera = PlaceFilmCamera(recording, {}, 4.0 / 3.0);
	const Vec3 forward = Normalised(camera.target - camera.eye);
	for (const RecordedBody& body : recording.bodies)
	{
		const Vec3 towards = Normalised(body.poses[0].position - camera.eye);
		EXPECT_GT(Dot(towards, forward), std::cos(0.5 * camera.fieldOfView * kPi / 180.0)) << body.poses[0].position.x;
	}
}

TEST(RunFilm, TheFramesOfASheetTellTheStory)
{
	const Recording recording = Play(PlateAndBall(2.0, 12.0), HostKind::Bullet);
	const std::vector<int32_t> frames = ChooseFrames(recording, 6);
	ASSERT_EQ(frames.size(), 6u);
	EXPECT_TRUE(std::is_sorted(frames.begin(), frames.end()));
	EXPECT_TRUE(recording.frames[static_cast<size_t>(frames[0])].breaks.empty());
	EXPECT_EQ(recording.frames[static_cast<size_t>(frames[0])].fragments, 0);
	EXPECT_GT(recording.frames[static_cast<size_t>(frames[1])].fragments, 0);
	EXPECT_EQ(frames.back(), static_cast<int32_t>(recording.frames.size()) - 1);
	const PictureCamera camera = PlaceFilmCamera(recording, {}, 4.0 / 3.0);
	const std::vector<int32_t> two = {frames[0], frames[5]};
	const Result<PictureImage> sheet =
		DrawContactSheet(recording, two, FilmColours::Fragments, camera, 2, 64, 48, SerialRunner());
	ASSERT_TRUE(sheet.HasValue());
	EXPECT_EQ(sheet->height, 48);
	int32_t differing = 0;
	for (int32_t y = 0; y < 40; ++y)
	{
		for (int32_t x = 0; x < 64; ++x)
		{
			const size_t row = static_cast<size_t>(y * sheet->width);
			const size_t left = 3 * (row + static_cast<size_t>(x));
			const size_t right = 3 * (row + static_cast<size_t>(x + sheet->width - 64));
			differing += std::abs(int{sheet->rgb[left]} - int{sheet->rgb[right]}) > 16 ? 1 : 0;
		}
	}
	EXPECT_GT(differing, 40) << "whole and broken look unlike";
}
