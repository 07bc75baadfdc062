// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Asset.h"
#include "RecordingReader.h"
#include "Studio/PrepareBreakable.h"
#include "Studio/StudioApi.h"
#include "Studio/StudioPackets.h"
#include "Studio/ZipFile.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>

namespace
{
using namespace FractureCore;
using namespace FractureToolkit;

Workbench Loaded(const char* sample, double length)
{
	Workbench bench;
	StudioSource source = std::move(*StudioLibrary().LoadSample(sample));
	EXPECT_TRUE(bench.Load(sample, std::move(std::get<ImportedModel>(source)), length));
	return bench;
}

Workbench LoadedBall()
{
	return Loaded("ball", 0.1);
}

StudioBakeRequest SmallBake()
{
	StudioBakeRequest request;
	request.tets = 600;
	request.material = *FindMaterialPreset("glass");
	return request;
}

/// Through the thinnest place.
StudioHit HardHit(const Workbench& bench, size_t body = 0)
{
	const StudioBody& struck = bench.View().bodies[body];
	StudioHit hit;
	hit.body = struck.number;
	hit.point = struck.mesh->positions[0];
	for (const Vec3& p : struck.mesh->positions)
	{
		hit.point = Length(p - struck.mass.centre) < Length(hit.point - struck.mass.centre) ? p : hit.point;
	}
	hit.direction = struck.mass.centre - hit.point;
	hit.mass = 1.0;
	hit.speed = 40.0;
	return hit;
}

/// The recording, read and run as `fracturesim replay` does.
void ExpectReplays(const Workbench& bench, const StudioFile& zip, size_t count, size_t scenes = 0)
{
	const std::string text(zip.bytes.begin(), zip.bytes.end());
	const size_t begin = text.find("{\"fracturesim_recording\"");
	const Result<GameRecording> recording =
		ReadRecording(std::string_view(text).substr(begin, text.find("PK\x03\x04", begin) - begin));
	ASSERT_TRUE(recording) << recording.GetError().message;
	ASSERT_EQ(recording->breaks.size(), count);
	ASSERT_EQ(recording->scenes.size(), scenes);
	const auto load = [&](const std::string& file)
	{
		const size_t name = text.find(file, text.find("PK\x03\x04", begin));
		uint32_t size = 0;
		std::memcpy(&size, text.data() + name - 30 + 22, 4);
		const auto* bytes = reinterpret_cast<const uint8_t*>(text.data() + name + file.size());
		Result<BakedObject> object = LoadAsset({bytes, size});
		EXPECT_TRUE(object) << object.GetError().message;
		std::vector<double> strength = object->strength;
		std::vector<uint8_t> held = object->heldAxes;
		return std::make_shared<const Breakable>(std::move(
			*Breakable::Create(std::move(*object), std::move(strength), std::move(held), {}, SerialRunner())));
	};
	for (const GameScene& scene : recording->scenes)
	{
		const auto body = load(scene.body);
		const Result<Recording> again = ReplayRun(scene.request, scene.frames, body, SerialRunner());
		ASSERT_TRUE(again) << again.GetError().message;
		EXPECT_EQ(ToHex(HashOfRecording(*again)), scene.hash);
		Recording shorter = *again;
		KeepFrames(shorter, scene.frames - 1);
		EXPECT_NE(ToHex(HashOfRecording(shorter)), scene.hash);
	}
	for (size_t i = 0; i < count; ++i)
	{
		const GameBreak& recorded = recording->breaks[i];
		const auto body = load(recorded.body);
		EXPECT_TRUE(recorded.before.empty());
		Impact impact;
		impact.loads.collision = recorded.contacts;
		impact.restitution = recorded.restitution;
		const Result<BreakResult> again = BreakBody(*body, impact, recorded.settings, SerialRunner());
		ASSERT_TRUE(again);
		EXPECT_EQ(ToHex(again->hash), recorded.hash) << i;
		EXPECT_EQ(again->hash, bench.View().hits[i].hash) << i;
	}
}

TEST(Workbench, SaysWhatIsMissingWhenStepsComeInTheWrongOrder)
{
	Workbench bench;
	EXPECT_FALSE(bench.Bake(SmallBake(), SerialRunner()));
	EXPECT_FALSE(bench.Hit({}, SerialRunner()));
	EXPECT_FALSE(bench.Run({}, SerialRunner()));
	EXPECT_FALSE(bench.MapFragility(SerialRunner()));
	EXPECT_FALSE(bench.Reset());
	EXPECT_FALSE(bench.ExportAsset());
	EXPECT_FALSE(bench.ExportGlb(false));
	EXPECT_FALSE(bench.ExportRecording());
	EXPECT_EQ(bench.View().phase, StudioPhase::Empty);
}

TEST(Workbench, AnObjectGetsTheSizeAskedFor)
{
	const Workbench bench = LoadedBall();
	EXPECT_NEAR(bench.View().high.z - bench.View().low.z, 0.1, 1e-12);
	EXPECT_NEAR(bench.View().low.z, 0.0, 1e-12);
}

TEST(Workbench, HitsBreakTheObjectAndThenItsPiecesAndReplayWithTheSameHashes)
{
	Workbench bench = Loaded("slab", 0.3);
	ASSERT_TRUE(bench.Bake(SmallBake(), SerialRunner()));
	const double mass = bench.View().bodies[0].mass.mass;
	ASSERT_TRUE(bench.Hit(HardHit(bench), SerialRunner()));
	ASSERT_TRUE(bench.View().hits[0].isSeparated);
	double sum = 0.0;
	for (const StudioBody& body : bench.View().bodies)
	{
		sum += body.mass.mass;
		EXPECT_EQ(body.stress.size(), body.mesh->positions.size());
	}
	EXPECT_LE(sum, mass * (1.0 + 1e-9));
	EXPECT_GT(sum, 0.9 * mass);
	const size_t pieces = bench.View().bodies.size();
	ASSERT_TRUE(bench.Hit(HardHit(bench), SerialRunner())) << "on the largest piece";
	EXPECT_GE(bench.View().bodies.size(), pieces);

	const Result<StudioFile> zip = bench.ExportRecording();
	ASSERT_TRUE(zip);
	ExpectReplays(bench, *zip, 2);

	ASSERT_TRUE(bench.Reset());
	EXPECT_EQ(bench.View().bodies.size(), 1u);
	EXPECT_TRUE(bench.View().hits.empty());
}

TEST(Workbench, AFailedStepLeavesEverythingAsItWas)
{
	Workbench bench = LoadedBall();
	ASSERT_TRUE(bench.Bake(SmallBake(), SerialRunner()));
	const int32_t before = bench.View().bodies[0].number;
	StudioHit hit = HardHit(bench);
	hit.direction = {};
	EXPECT_FALSE(bench.Hit(hit, SerialRunner()));
	StudioBakeRequest bad = SmallBake();
	bad.material.density = -1.0;
	EXPECT_FALSE(bench.Bake(bad, SerialRunner()));
	StudioRunRequest run;
	run.seconds = 1e9;
	EXPECT_FALSE(bench.Run(run, SerialRunner()));
	const ProgressSink stop{[](void*, const char*, double) { return false; }, nullptr};
	EXPECT_FALSE(bench.Bake(SmallBake(), SerialRunner(), stop));
	ASSERT_EQ(bench.View().bodies.size(), 1u);
	EXPECT_EQ(bench.View().bodies[0].number, before);
	EXPECT_TRUE(bench.View().hits.empty());
}

TEST(Workbench, CancelIsHeardWhileABodyIsPreparedForImpacts)
{
	struct Watch
	{
		int heard = 0;
		int patience = 0; // so many reports of that stage are let go on
		double last = 0.0;
	};
	const auto listen = [](void* user, const char* stage, double fraction)
	{
		Watch& watch = *static_cast<Watch*>(user);
		if (std::string_view(stage) != "Prepare for impacts")
		{
			return true;
		}
		EXPECT_GE(fraction, watch.last);
		EXPECT_LE(fraction, 1.0);
		watch.last = fraction;
		return watch.heard++ < watch.patience;
	};
	Workbench bench = LoadedBall();
	StudioBakeRequest request = SmallBake();
	request.tets = 3'000;
	Watch all{0, 1 << 20};
	ASSERT_TRUE(bench.Bake(request, SerialRunner(), {listen, &all}));
	EXPECT_GT(all.heard, 8) << "the body has more than a thousand places to measure, in steps of 256";
	EXPECT_GT(all.last, 0.8);
	const int32_t before = bench.View().bakeNumber;
	for (int after = 0; after < all.heard; ++after)
	{
		Watch some{0, after};
		const Status baked = bench.Bake(request, SerialRunner(), {listen, &some});
		ASSERT_FALSE(baked);
		EXPECT_EQ(baked.GetError().code, ErrorCode::Cancelled);
		EXPECT_EQ(some.heard, after + 1);
	}
	EXPECT_EQ(bench.View().bakeNumber, before) << "it is what it was";

	// A blow after an edit prepares the body anew.
	const auto add = [](StrengthSetup& setup, const SurfaceMesh& surface)
	{ return AddLayer(setup, BlankPaintedLayer(static_cast<int32_t>(surface.positions.size()), 0.01)); };
	ASSERT_TRUE(bench.Edit(add, false, SerialRunner()));
	Watch some{0, 2};
	EXPECT_FALSE(bench.Hit(HardHit(bench), SerialRunner(), {listen, &some}));
	EXPECT_EQ(some.heard, 3);
	EXPECT_TRUE(bench.Hit(HardHit(bench), SerialRunner()));
}

TEST(Workbench, ARunHasAllItsFramesAndCanBeExported)
{
	Workbench bench = LoadedBall();
	ASSERT_TRUE(bench.Bake(SmallBake(), SerialRunner()));
	StudioRunRequest run;
	run.height = 3.0;
	run.seconds = 1.0;
	int started = 0;
	ASSERT_TRUE(bench.Run(run, SerialRunner(), {}, [&] { ++started; }));
	EXPECT_EQ(started, 1);
	ASSERT_NE(bench.View().run, nullptr);
	EXPECT_EQ(bench.View().run->Frames(), 60);
	EXPECT_TRUE(bench.View().run->IsDone());
	// One body at first: 24 bytes of the frame and 32 of the body; it starts 3 m above the ground.
	const std::vector<uint8_t> frames = bench.View().run->FramesFrom(0);
	float height = 0.0f;
	std::memcpy(&height, frames.data() + 24 + 4 + 8, 4);
	EXPECT_NEAR(height, 3.0, 1e-5);
	EXPECT_TRUE(bench.View().run->FramesFrom(60).empty());
	EXPECT_TRUE(bench.ExportGlb(true));
}

TEST(Workbench, ASceneLastsAsLongAsTheFallAndWhatComesOfIt)
{
	Workbench bench = LoadedBall();
	ASSERT_TRUE(bench.Bake(SmallBake(), SerialRunner()));
	const ProgressSink stop{
		[](void*, const char*, double) { return false; }, nullptr}; // how many are planned is enough
	for (const auto& [scene, frames] : {std::pair(StudioScene::Drop, 364), std::pair(StudioScene::Shoot, 93)})
	{
		StudioRunRequest run;
		run.scene = scene;
		run.height = 100.0; // falls for 4.515 s
		ASSERT_TRUE(bench.Run(run, SerialRunner(), stop));
		EXPECT_EQ(bench.View().run->framesPlanned, frames);
	}
}

TEST(StudioRun, AskedForManyPiecesCracksRunFartherAndPiecesBreakAgain)
{
	Workbench bench = LoadedBall();
	ASSERT_TRUE(bench.Bake(SmallBake(), SerialRunner()));
	BakedObject object = *bench.View().object;
	const auto breakable =
		std::make_shared<const Breakable>(std::move(*Breakable::Create(std::move(object), {}, {}, {}, SerialRunner())));
	StudioRunRequest run;
	const BreakRules few = StageRun(run, breakable)->bodies[0].rules;
	run.hasManyPieces = true;
	const BreakRules many = StageRun(run, breakable)->bodies[0].rules;
	EXPECT_LT(many.settings.plan.growthScale, few.settings.plan.growthScale);
	EXPECT_GT(many.settings.plan.maxCracks, few.settings.plan.maxCracks);
	EXPECT_LT(many.settings.debrisVolume, few.settings.debrisVolume);
	EXPECT_GT(many.generations, few.generations);
	EXPECT_LT(many.leastVolume, few.leastVolume);
}

TEST(Workbench, PiecesOfASceneCanBeHitWhereTheyLieAndTheHitsReplay)
{
	for (const HostKind host : {HostKind::Embedded, HostKind::Bullet})
	{
		Workbench bench = Loaded("slab", 0.3);
		ASSERT_TRUE(bench.Bake(SmallBake(), SerialRunner()));
		StudioRunRequest run;
		run.host = host;
		run.height = 4.0;
		run.angle = 60.0;
		run.seconds = 1.2;
		ASSERT_TRUE(bench.Run(run, SerialRunner()));
		const Result<StudioFile> played = bench.ExportRecording();
		ASSERT_TRUE(played);
		ExpectReplays(bench, *played, 0, 1);
		const int32_t last = bench.View().run->Frames() - 8;
		const std::vector<StudioRunBody> bodies = bench.View().run->Bodies();
		ASSERT_GT(bodies.size(), 2u) << "it broke";
		StudioHit hit;
		hit.body = bodies[1].mesh; // the largest piece
		hit.frame = 0;
		hit.direction = {0.0, 0.0, -1.0};
		hit.mass = 1.0;
		hit.speed = 60.0;
		const auto ran = bench.View().run;
		EXPECT_FALSE(bench.Hit(hit, SerialRunner())) << "it was not there yet";
		hit.frame = last + 8;
		EXPECT_FALSE(bench.Hit(hit, SerialRunner()));
		EXPECT_EQ(bench.View().run, ran) << "a hit that fails leaves the scene as it is";
		EXPECT_EQ(bench.View().bodies.size(), 1u);

		hit.frame = last;
		hit.point = bodies[1].surface->positions[0];
		for (const Vec3& p : bodies[1].surface->positions)
		{
			hit.point = Length(p - bodies[1].centre) < Length(hit.point - bodies[1].centre) ? p : hit.point;
		}
		hit.direction = bodies[1].centre - hit.point;
		ASSERT_TRUE(bench.Hit(hit, SerialRunner()));
		EXPECT_EQ(bench.View().run, nullptr);
		ASSERT_EQ(bench.View().hits.size(), 1u);
		ASSERT_TRUE(bench.View().hits[0].isSeparated);
		EXPECT_GE(bench.View().bodies.size(), bodies.size()) << "one more than the pieces there were, at least";
		int children = 0;
		double lowest = 1.0;
		for (const StudioBody& body : bench.View().bodies)
		{
			EXPECT_NE(body.pose, Pose{}) << "they lie where the scene left them";
			children += body.parent == hit.body ? 1 : 0;
			lowest = std::min(lowest, ToWorld(body.pose, body.mass.centre).z);
		}
		EXPECT_EQ(children, bench.View().hits[0].pieces);
		EXPECT_LT(lowest, 0.2) << "on the ground";
		ASSERT_TRUE(bench.Hit(HardHit(bench), SerialRunner())) << "and again";
		EXPECT_TRUE(bench.ExportGlb(false));
		const Result<StudioFile> zip = bench.ExportRecording();
		ASSERT_TRUE(zip);
		ExpectReplays(bench, *zip, 2, 1); // the scene up to the frame in which the piece was hit
		ASSERT_TRUE(bench.Reset());
		EXPECT_FALSE(bench.ExportRecording());
		EXPECT_EQ(bench.View().bodies.size(), 1u);
		EXPECT_EQ(bench.View().bodies[0].pose, Pose{});
	}
}

/// The bowl of the library, and a scene with it.
Result<Recording> PlayWithBowl(const StudioRunRequest& request)
{
	Workbench bench = Loaded("bowl", 0.0);
	StudioBakeRequest bake;
	bake.tets = 4'000;
	bake.material = *FindMaterialPreset("ceramic");
	EXPECT_TRUE(bench.Bake(bake, SerialRunner()));
	Result<Breakable> bowl = PrepareBreakable(*bench.View().object, SerialRunner());
	return ReplayRun(request, 80, std::make_shared<const Breakable>(std::move(*bowl)), SerialRunner());
}

TEST(StudioRun, TheGroundReachesAsFarAsPiecesFly)
{
	StudioRunRequest request;
	request.scene = StudioScene::Shoot;
	request.speed = 30.0;
	request.mass = 0.5;
	const Result<Recording> run = PlayWithBowl(request);
	ASSERT_TRUE(run) << run.GetError().message;
	double farthest = 0.0;
	for (const RecordedBody& body : run->bodies)
	{
		if (body.endFrame == kNoIndex)
		{
			const Vec3 centre = ToWorld(body.poses.back(), body.mass.centre);
			// Who falls off the edge is metres below; a shard that rolls fast may be in the ground by its own size.
			EXPECT_GT(centre.z, 0.0) << body.name;
			farthest = std::max(farthest, std::hypot(centre.x, centre.y));
		}
	}
	EXPECT_GT(farthest, 3.0) << "beyond what the bodies' sizes alone would ask for";
}

TEST(StudioPackets, AMeshHasItsCornersInOrder)
{
	SurfaceMesh mesh;
	mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
	mesh.triangles = {{{0, 1, 2}}, {{0, 2, 3}}};
	mesh.triangleSlots = {1, 0};
	mesh.slotNames = {"Outside", "Inside"};
	const std::vector<uint8_t> bytes = MeshPacket(mesh);
	ASSERT_EQ(bytes.size(), 16u + 6 * (12 + 12 + 4));
	uint32_t head[4];
	std::memcpy(head, bytes.data(), 16);
	EXPECT_EQ(head[0], 6u);
	EXPECT_EQ(head[1], 3u);
	EXPECT_EQ(head[2], 4u);
	float point[3];
	std::memcpy(point, bytes.data() + 16 + 24, 12);
	EXPECT_EQ(point[2], 3.0f) << "the outer triangle comes first";
}

StudioRequest To(const std::string& path, const std::string& body = "", const std::string& method = "POST")
{
	StudioRequest request;
	request.method = method;
	request.path = path;
	request.body = body;
	return request;
}

TEST(StudioApi, ASessionLoadsBakesAndIsFreedWhenItsPageGoesOnThreads)
{
	StudioApi api(StudioLibrary(), 1);
	const std::string id = nlohmann::json::parse(api.Answer(To("/api/open")).body)["session"];
	const std::string own = "/api/" + id + "/";
	EXPECT_EQ(api.Answer(To(own + "load", R"({"sample": "ball"})")).status, 202);
	EXPECT_EQ(api.Answer(To(own + "bake", R"({"tets": 300, "material": "glass"})")).status, 202);
	api.Find(id)->WaitUntilIdle();
	const auto state = nlohmann::json::parse(api.Answer(To(own + "state", "", "GET")).body);
	EXPECT_EQ(state["phase"], "baked");
	EXPECT_EQ(state["error"], "");
	EXPECT_EQ(api.Answer(To(own + "asset.frac", "", "GET")).status, 200);
	EXPECT_EQ(api.Answer(To(own + "bake", R"({"material": {"name": "x"}})")).status, 400);
	for (const char* name : {"material", "strength", "tets"})
	{
		const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
		const StudioResponse refused = api.Answer(To(own + "bake", "{\"" + std::string(name) + "\":" + deep + "}"));
		EXPECT_EQ(refused.status, 400);
		EXPECT_NE(refused.body.find("too deep"), std::string::npos);
	}
	// Whoever asks for a piece a thousand times gets it once.
	StudioRequest ask = To(own + "meshes", "", "GET");
	ask.query["of"] = std::to_string(state["bodies"][0]["mesh"].get<int32_t>());
	const size_t once = api.Answer(ask).body.size();
	EXPECT_GT(once, 1000u);
	ask.query["of"] += "," + ask.query["of"] + "," + ask.query["of"];
	EXPECT_EQ(api.Answer(ask).body.size(), once);

	// A reload comes back within a minute even on a busy machine, a closed tab does not.
	const auto now = StudioSession::Clock::now();
	api.Answer(To(own + "leave"));
	api.FreeAbandoned(now + std::chrono::seconds(45));
	EXPECT_EQ(api.SessionCount(), 1u);
	api.Answer(To(own + "state", "", "GET"));
	api.FreeAbandoned(now + std::chrono::seconds(90));
	EXPECT_EQ(api.SessionCount(), 1u);
	api.Answer(To(own + "leave"));
	api.FreeAbandoned(now + std::chrono::seconds(90));
	EXPECT_EQ(api.SessionCount(), 0u);
	EXPECT_EQ(api.Answer(To(own + "state", "", "GET")).status, 404);
}

TEST(StudioApi, ASessionThatIsStillBusyIsFreedWithoutWaitingForItOnThreads)
{
	StudioApi api(StudioLibrary(), 1);
	const std::string id = nlohmann::json::parse(api.Answer(To("/api/open")).body)["session"];
	std::atomic<bool> isStarted = false;
	std::atomic<bool> mayEnd = false;
	std::weak_ptr<StudioSession> session = api.Find(id);
	ASSERT_TRUE(session.lock()->Enqueue("deaf",
		[&](Workbench&, TaskRunner&, const ProgressSink&) -> Status
		{
			isStarted = true;
			while (!mayEnd)
			{
				std::this_thread::yield();
			}
			return Ok{};
		}));
	while (!isStarted)
	{
		std::this_thread::yield();
	}
	std::thread latest( // a wait would be for ever
		[&]
		{
			std::this_thread::sleep_for(std::chrono::seconds(2));
			mayEnd = true;
		});
	const auto later = StudioSession::Clock::now() + std::chrono::hours(1);
	api.FreeAbandoned(later);
	EXPECT_FALSE(mayEnd) << "it waited";
	EXPECT_EQ(api.SessionCount(), 0u);
	EXPECT_FALSE(session.expired()) << "its job still uses it";
	mayEnd = true;
	latest.join();
	for (int i = 0; i < 1000 && !session.expired(); ++i)
	{
		std::this_thread::sleep_for(std::chrono::milliseconds(1));
		api.FreeAbandoned(later);
	}
	EXPECT_TRUE(session.expired());
}

TEST(StudioApi, JobsQueueUpToALimitAndCanBeCancelledOnThreads)
{
	StudioSession session(1);
	std::atomic<bool> isStarted = false;
	std::atomic<bool> mayEnd = false;
	ASSERT_TRUE(session.Enqueue("first",
		[&](Workbench&, TaskRunner&, const ProgressSink& progress) -> Status
		{
			isStarted = true;
			while (progress.Report("waits", 0.5) || !mayEnd)
			{
				std::this_thread::yield();
			}
			return Error{ErrorCode::Cancelled, "cancelled"};
		}));
	while (!isStarted)
	{
		std::this_thread::yield();
	}
	int ran = 0;
	const StudioSession::Job count = [&](Workbench&, TaskRunner&, const ProgressSink&) -> Status
	{
		++ran;
		return Ok{};
	};
	int accepted = 0;
	for (int i = 0; i < 20; ++i)
	{
		accepted += session.Enqueue("next", count) ? 1 : 0;
	}
	EXPECT_EQ(accepted, 8);
	EXPECT_EQ(session.GetStatus().job.waiting, 8);
	EXPECT_FALSE(session.Export([](const Workbench& bench) { return bench.ExportAsset(); }).has_value());
	EXPECT_FALSE(session.GetStatus().job.isCancelled);
	session.Cancel();
	EXPECT_TRUE(session.GetStatus().job.isCancelled) << "and is still going on";
	mayEnd = true;
	session.WaitUntilIdle();
	EXPECT_FALSE(session.GetStatus().job.isCancelled);
	EXPECT_EQ(ran, 0);
	EXPECT_EQ(session.GetStatus().error, "") << "who cancels need not be told";
}

TEST(StudioApi, AnyRequestGetsAnAnswer)
{
	StudioApi api(StudioLibrary(), 1);
	const std::string id = nlohmann::json::parse(api.Answer(To("/api/open")).body)["session"];
	for (const std::string path : {"", "/", "//", "/api", "/api/", "/api//", "/api/x/y", "/../x"})
	{
		EXPECT_LT(api.Answer(To(path)).status, 500) << path;
	}
	for (const std::string verb : {"load", "bake", "hit", "run", "edit", "stroke", "upload", "", "x"})
	{
		for (const std::string body : {"{", "[]", "7", "{\"a\": 1}", "\xff\xfe", "{\"point\": [1e999]}"})
		{
			const StudioResponse response = api.Answer(To("/api/" + id + "/" + verb, body));
			EXPECT_TRUE(verb == "upload" || (response.status >= 400 && response.status < 500)) << verb << " " << body;
		}
		EXPECT_LT(api.Answer(To("/api/" + id + "/" + verb, std::string(2 << 20, 'x'))).status, 500);
	}
	api.Find(id)->WaitUntilIdle();
}
} // namespace
