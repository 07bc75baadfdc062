// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What a game records, the command line runs again: to the last bit.
#include "FractureSimMaterial.h"
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
	EXPECT_GT(Asset->Bake.Tets, 500);
	EXPECT_GT(Asset->Bake.CellSize, 0.1f);
	EXPECT_TRUE(Asset->Bake.MaterialName.Contains(TEXT("ceramic")));
	EXPECT_EQ(Asset->Bake.StrengthLayers.Num(), 0);
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

TEST(UnrealRecording, PiecesCracksAndHitsThatHeldAreInTheRecordingToo)
{
	int32 Hits = 0;
	FTempFolder Folder;
	const std::filesystem::path File = Folder.Path / "impacts.txt";
	{
		FLevel Level;
		Level.World->Physics().Gravity = FVector::ZeroVector;
		ASSERT_TRUE(Level.Subsystem().RecordImpacts(FString(File.wstring())));
		UFractureSimMaterial* const Concrete = NewObject<UFractureSimMaterial>(Level.World);
		Concrete->LoadPreset(TEXT("concrete"));
		UFractureSimAsset* const Asset =
			UFractureSimAsset::BakeBox(Level.World, FVector(2.0, 24.0, 24.0), Concrete, 3000);
		AFractureSimActor& Plate = Level.AddPane(false, FTransform(), Asset->GetBytes());
		// Harder and harder: it holds, then it cracks. All of that is in the recording.
		for (double Impulse = 50.0; Plate.Fracture->GetStatus() != EFractureSimStatus::Broken; Impulse *= 1.1)
		{
			ASSERT_LT(Impulse, 2000.0);
			++Hits;
			Plate.Fracture->ApplyFractureImpulse(FVector(-1.0, 1.0, 0.5), FVector(Impulse, 0.0, 0.0), 0.0f);
			Level.Tick();
			ASSERT_TRUE(Level.TickUntil(
				[&Plate]
				{
					const EFractureSimStatus Status = Plate.Fracture->GetStatus();
					return Status == EFractureSimStatus::Whole || Status == EFractureSimStatus::Broken;
				}));
		}
		const int32 Cracks = Plate.Fracture->GetSave().Impacts.Num() - 1;
		EXPECT_GT(Cracks, 0) << "cracked before it broke";
		EXPECT_GT(Hits, Cracks + 1) << "and held before that";
		++Hits; // on a piece
		UDynamicMeshComponent* const Piece = Level.Pieces()[0];
		Plate.Fracture->ApplyFractureImpulse(Piece->GetComponentLocation(), FVector(3000.0, 0.0, 0.0), 0.0f);
		ASSERT_TRUE(Level.TickUntil([&Level] { return Level.Subsystem().GetStats().Fractures == 2; }));
	}
	FString Text;
	ASSERT_TRUE(FFileHelper::LoadFileToString(Text, *FString(File.wstring())));
	std::string Recorded = StandIn::ToUtf8(*Text);
	EXPECT_EQ(std::count(Recorded.begin(), Recorded.end(), '\n'), 1 + Hits) << "a header, and each impact";
	EXPECT_EQ(RunReplay(File), 0);
	// Without the cracks what broke it comes out differently.
	const size_t Begin = Recorded.rfind("\"before\": [{") + 11;
	Recorded.erase(Begin, Recorded.find("], \"hash\"", Begin) - Begin);
	FFileHelper::SaveStringToFile(FString(StandIn::FromUtf8(Recorded.c_str())), *FString(File.wstring()));
	EXPECT_EQ(RunReplay(File), 1);
}

TEST(UnrealRecording, AShellBreaksShowsItsThicknessAndIsReplayed)
{
	FTempFolder Folder;
	const std::filesystem::path Mesh = Folder.Path / "sheet.obj";
	const std::filesystem::path Baked = Folder.Path / "sheet.frac";
	std::string Sheet;
	constexpr int Cells = 8;
	for (int I = 0; I <= Cells; ++I)
	{
		for (int J = 0; J <= Cells; ++J)
		{
			Sheet += "v " + std::to_string(0.4 * I / Cells) + " " + std::to_string(0.4 * J / Cells) + " 0\n";
		}
	}
	for (int I = 0; I < Cells; ++I)
	{
		for (int J = 0; J < Cells; ++J)
		{
			const int A = I * (Cells + 1) + J + 1;
			const auto Face = [&Sheet](int P, int Q, int R)
			{ Sheet += "f " + std::to_string(P) + " " + std::to_string(Q) + " " + std::to_string(R) + "\n"; };
			Face(A, A + Cells + 1, A + Cells + 2);
			Face(A, A + Cells + 2, A + 1);
		}
	}
	FFileHelper::SaveStringToFile(FString(StandIn::FromUtf8(Sheet.c_str())), *FString(Mesh.wstring()));
	ASSERT_EQ(RunProgram("bake '" + Mesh.string() + "' -o '" + Baked.string() + "' --shell 0.004"), 0);
	const std::filesystem::path File = Folder.Path / "impacts.txt";
	{
		FLevel Level;
		Level.World->Physics().Gravity = FVector::ZeroVector;
		ASSERT_TRUE(Level.Subsystem().RecordImpacts(FString(File.wstring())));
		UFractureSimAsset* const Asset = NewObject<UFractureSimAsset>(Level.World);
		ASSERT_TRUE(Asset->LoadFromFile(FString(Baked.wstring())));
		AFractureSimActor& Pane = Level.AddPane(true, FTransform(), Asset->GetBytes());
		EXPECT_NEAR(Asset->Bake.ShellThickness, 0.4, 1.0e-5);
		EXPECT_EQ(Asset->Bake.Tets, 0);
		EXPECT_NEAR(Pane.Mesh->Mass, 0.4 * 0.4 * 0.004 * 2500.0, 0.01);
		EXPECT_NEAR(Pane.Mesh->Bounds.BoxExtent.Z, 0.2, 0.01) << "half its thickness, cm";
		Pane.Fracture->ApplyFractureImpulse(FVector(18.0, -21.0, 0.0), FVector(0.0, 0.0, 500.0), 0.0f);
		ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
		double Mass = 0.0;
		for (UDynamicMeshComponent* Piece : Level.Pieces())
		{
			Mass += Piece->Mass;
		}
		EXPECT_GT(Level.Pieces().Num(), 2);
		EXPECT_NEAR(Mass, 1.6, 0.03);
	}
	EXPECT_EQ(RunReplay(File), 0);
}

TEST(UnrealRecording, AFileThatCannotBeWrittenIsSaid)
{
	FLevel Level;
	EXPECT_FALSE(Level.Subsystem().RecordImpacts(TEXT("/no/such/folder/impacts.txt")));
	EXPECT_TRUE(LogHas("/no/such/folder/impacts.txt"));
}
