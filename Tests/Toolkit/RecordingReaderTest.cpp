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
	const auto breaks = ReadRecording(text);
	return breaks ? "" : breaks.GetError().message;
}

std::string Changed(std::string text, const std::string& from, const std::string& to)
{
	return text.replace(text.find(from), from.size(), to);
}
} // namespace

TEST(RecordingReader, ReadsWhatAGameWrites)
{
	const auto breaks = ReadRecording(kHeader + kBreak + "\n" + kBreak);
	ASSERT_TRUE(breaks.HasValue());
	ASSERT_EQ(breaks->size(), 2u);
	const GameBreak& first = breaks->front();
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
