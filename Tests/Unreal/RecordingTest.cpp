// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What a game records, the command line runs again: to the last bit.
#include "HAL/IConsoleManager.h"
#include "Level.h"
#include "Misc/FileHelper.h"

#include <gtest/gtest.h>

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>

using namespace FractureTests;

namespace
{
/// A folder of its own, gone with the test.
class FTempFolder
{
public:
	FTempFolder()
	{
		std::string Template = (std::filesystem::temp_directory_path() / "fracturesim-XXXXXX").string();
		Path = mkdtemp(Template.data());
	}
	~FTempFolder() { std::filesystem::remove_all(Path); }
	std::filesystem::path Path;
};

int RunProgram(const std::string& Arguments)
{
	const std::string Command = std::string("'") + FRACTURESIM_PROGRAM + "' " + Arguments + " >/dev/null 2>&1";
	const int Status = std::system(Command.c_str());
	return WIFEXITED(Status) ? WEXITSTATUS(Status) : -1;
}

int RunReplay(const std::filesystem::path& Recording)
{
	return RunProgram("replay '" + Recording.string() + "'");
}
} // namespace

TEST(UnrealRecording, TheCommandLineRunsARecordingAgainBitByBit)
{
	FTempFolder Folder;
	const std::filesystem::path File = Folder.Path / "impacts.txt";
	{
		FLevel Level;
		EXPECT_TRUE(StandIn::TypeInConsole(TEXT("fracturesim.Record"), {FString(File.wstring())}, Level.World));
		AFractureSimActor& Pane = Level.AddPane();
		// Overrides must be in the recorded body too.
		AFractureSimActor& Weak =
			Level.AddPane(true, FTransform(FQuat(FVector(0.0, 0.0, 1.0), 0.3), FVector(0.0, 500.0, 0.0)));
		Weak.Fracture->StrengthScale = 0.5f;
		Weak.Fracture->Quality = EFractureSimQuality::Fast;
		Level.AddBall(FVector(-50.0, 3.0, 2.0), FVector(2000.0, 0.0, 0.0));
		Weak.Fracture->ApplyFractureImpulse(FVector(0.0, 500.0, 0.0), FVector(2000.0, 0.0, 0.0), 1.0f);
		ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
		ASSERT_TRUE(Level.TickUntilBroken(*Weak.Fracture));
		EXPECT_TRUE(StandIn::TypeInConsole(TEXT("fracturesim.Record"), {}, Level.World)) << "stop";
		Pane.Fracture->Repair();
		Pane.Fracture->BreakNow();
		ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
		EXPECT_TRUE(StandIn::TypeInConsole(TEXT("fracturesim.Stats"), {}, Level.World));
		EXPECT_TRUE(LogHas("3 fractures"));
	}
	FString Text;
	ASSERT_TRUE(FFileHelper::LoadFileToString(Text, *FString(File.wstring())));
	const std::string Recorded = StandIn::ToUtf8(*Text);
	EXPECT_EQ(std::count(Recorded.begin(), Recorded.end(), '\n'), 3) << "a header and two breaks";
	EXPECT_EQ(RunReplay(File), 0);

	// One digit of a hash, and the program says that it came out differently.
	std::string Wrong = Recorded;
	char& Digit = Wrong[Wrong.rfind('"') - 1];
	Digit = Digit == '0' ? '1' : '0';
	FFileHelper::SaveStringToFile(FString(StandIn::FromUtf8(Wrong.c_str())), *FString(File.wstring()));
	EXPECT_EQ(RunReplay(File), 1);
}

TEST(UnrealRecording, WhatTheCommandLineBakesIsAtHomeHere)
{
	FTempFolder Folder;
	const std::string Mesh = (Folder.Path / "bowl.obj").string();
	const std::filesystem::path Baked = Folder.Path / "bowl.frac";
	ASSERT_EQ(RunProgram("make bowl -o '" + Mesh + "'"), 0);
	ASSERT_EQ(RunProgram("bake '" + Mesh + "' -o '" + Baked.string() + "' --material ceramic --tets 1000"), 0);
	FLevel Level;
	UFractureSimAsset* const Asset = NewObject<UFractureSimAsset>(Level.World);
	ASSERT_TRUE(Asset->LoadFromFile(FString(Baked.wstring())));
	const std::filesystem::path Saved = Folder.Path / "saved.frac";
	EXPECT_TRUE(Asset->SaveToFile(FString(Saved.wstring())));
	TArray<uint8> Before;
	TArray<uint8> After;
	EXPECT_TRUE(FFileHelper::LoadFileToArray(Before, *FString(Baked.wstring())));
	EXPECT_TRUE(FFileHelper::LoadFileToArray(After, *FString(Saved.wstring())));
	EXPECT_EQ(Before, After);

	AFractureSimActor& Bowl = Level.AddPane(true, FTransform(), Asset->GetBytes());
	EXPECT_GT(Bowl.Mesh->GetMesh()->TriangleCount(), 1000) << "the artist's triangles";
	EXPECT_GT(Bowl.Mesh->GetSimpleCollisionShapes().ConvexElems.Num(), 1) << "a bowl is hollow";
	Bowl.Fracture->BreakNow();
	EXPECT_TRUE(Level.TickUntilBroken(*Bowl.Fracture));
	EXPECT_GT(Level.Pieces().Num(), 1);
}

TEST(UnrealRecording, AFileThatCannotBeWrittenIsSaid)
{
	FLevel Level;
	EXPECT_FALSE(Level.Subsystem().RecordImpacts(TEXT("/no/such/folder/impacts.txt")));
	EXPECT_TRUE(LogHas("/no/such/folder/impacts.txt"));
}
