// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "RecordingReader.h"

#include "RunProgram.h"

#include <gtest/gtest.h>

using namespace FractureToolkit;

namespace
{
const std::string kHeader = "{\"fracturesim_recording\": 1}\n";
const std::string kBreak = "{\"body\": \"a.frac\", \"quality\": \"fast\", \"seed\": 7, \"restitution\": 0.25, "
						   "\"velocity\": [1, 2, 3], \"angular_velocity\": [4, 5, 6], \"contacts\": [{\"point\": [0.1, "
						   "0.2, 0.3], \"impulse\": [0, 0, -1], \"duration\": 0.001, \"radius\": 0.01}], \"hash\": "
						   "\"00ff\"}\n";

std::string MessageOf(const std::string& text)
{
	const auto recording = ReadRecording(text);
	return recording ? "" : recording.GetError().message;
}

std::string Changed(std::string text, const std::string& from, const std::string& to)
{
	return text.replace(text.find(from), from.size(), to);
}
const std::string kScene = "{\"body\": \"object.frac\", \"scene\": {\"scene\": \"shoot\", \"host\": \"bullet\", "
						   "\"heading\": -12.345678901234567, \"speed\": 33, \"pieces\": \"many\", \"seed\": 9}, "
						   "\"frames\": 77, \"hash\": \"00ff\"}\n";
} // namespace

TEST(RecordingReader, ReadsASceneWithAllThatItWasPlayedWith)
{
	const auto recording = ReadRecording(kHeader + kScene + kBreak);
	ASSERT_TRUE(recording.HasValue()) << recording.GetError().message;
	EXPECT_EQ(recording->breaks.size(), 1u);
	ASSERT_EQ(recording->scenes.size(), 1u);
	const GameScene& scene = recording->scenes[0];
	EXPECT_EQ(scene.body, "object.frac");
	EXPECT_EQ(scene.frames, 77);
	EXPECT_EQ(scene.hash, "00ff");
	EXPECT_EQ(scene.request.scene, StudioScene::Shoot);
	EXPECT_EQ(scene.request.host, HostKind::Bullet);
	EXPECT_EQ(scene.request.heading, -12.345678901234567);
	EXPECT_EQ(scene.request.speed, 33.0);
	EXPECT_TRUE(scene.request.hasManyPieces);
	EXPECT_EQ(scene.request.seed, 9u);
	EXPECT_NE(MessageOf(kHeader + Changed(kScene, "33", "-3")).find("line 2, scene"), std::string::npos);
	EXPECT_NE(MessageOf(kHeader + Changed(kScene, "\"shoot\"", "\"throw\"")).find("scene"), std::string::npos);
	EXPECT_NE(MessageOf(kHeader + Changed(kScene, "\"frames\": 77, ", "")).find("frames"), std::string::npos);
	EXPECT_NE(MessageOf(kHeader + Changed(kScene, "object.frac", "../a.frac")).find("beside"), std::string::npos);
}

TEST(RecordingReader, ReadsWhatAGameWrites)
{
	const auto recording = ReadRecording(kHeader + kBreak + "\n" + kBreak);
	ASSERT_TRUE(recording.HasValue());
	ASSERT_EQ(recording->breaks.size(), 2u);
	EXPECT_TRUE(recording->scenes.empty());
	const GameBreak& first = recording->breaks.front();
	EXPECT_EQ(first.body, "a.frac");
	EXPECT_EQ(first.settings.plan.maxSolves, 1);
	EXPECT_EQ(first.settings.plan.seed, 7u);
	EXPECT_EQ(first.restitution, 0.25);
	EXPECT_EQ(first.motion.velocity, (FractureCore::Vec3{1, 2, 3}));
	EXPECT_EQ(first.motion.angularVelocity, (FractureCore::Vec3{4, 5, 6}));
	ASSERT_EQ(first.contacts.size(), 1u);
	EXPECT_EQ(first.contacts[0].impulse.z, -1.0);
	EXPECT_EQ(first.contacts[0].pulse.duration, 0.001);
	EXPECT_EQ(first.contacts[0].pulse.patchRadius, 0.01);
	EXPECT_EQ(first.hash, "00ff");
}

TEST(RecordingReader, NamesLineAndField)
{
	EXPECT_NE(MessageOf("").find("empty"), std::string::npos);
	EXPECT_NE(MessageOf(kBreak).find("not a recording"), std::string::npos);
	EXPECT_NE(MessageOf("{\"fracturesim_recording\": 2}").find("version 2"), std::string::npos);
	EXPECT_NE(MessageOf(kHeader + "{").find("line 2"), std::string::npos);
	EXPECT_NE(MessageOf(kHeader + "\n" + Changed(kBreak, "0.001", "-1")).find("line 3, contact 1"), std::string::npos);
	EXPECT_NE(MessageOf(kHeader + Changed(kBreak, "\"hash\"", "\"hush\"")).find("hash"), std::string::npos);
	EXPECT_NE(MessageOf(kHeader + Changed(kBreak, "a.frac", "../a.frac")).find("beside"), std::string::npos);
	EXPECT_NE(MessageOf(kHeader + Changed(kBreak, "\"fast\"", "\"slow\"")).find("quality"), std::string::npos);
}

TEST(RecordingReader, TheProgramSaysWhichBodyIsMissing)
{
	const FractureTests::TempFolder folder;
	folder.Write("impacts.txt", kHeader + kBreak);
	const FractureTests::ProgramRun run = FractureTests::RunProgram(folder, {"replay", "impacts.txt"});
	EXPECT_EQ(run.exitCode, 1);
	EXPECT_NE(run.err.find("a.frac"), std::string::npos);
}
