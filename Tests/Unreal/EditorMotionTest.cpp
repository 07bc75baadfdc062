// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A drop, a shot and a hit in the preview, stepped, scrubbed and played in the viewport without Play.
#include "Async/TaskGraphInterfaces.h"
#include "EditorMode.h"
#include "FractureSimMaterial.h"
#include "FractureSimPreviewTool.h"
#include "HAL/PlatformTime.h"
#include "Preview/HeatView.h"
#include "Preview/PreviewRun.h"
#include "Tasks/Task.h"
#include "UObject/Package.h"

#include <atomic>
#include <chrono>
#include <thread>

using namespace FractureTests;

namespace
{
class UnrealEditorMotion : public EditorModeFixture
{
protected:
	void SetUp() override
	{
		EditorModeFixture::SetUp();
		if (HasFatalFailure())
		{
			return;
		}
		Asset->GetOutermost()->bDirty = false;
		ActorsBefore = Level.World->Actors.Num();
	}

	UFractureSimPreviewTool& StartTool()
	{
		UFractureSimPreviewTool& Tool = Start<UFractureSimPreviewTool>(TEXT("FractureSimPreview"));
		Shown = Level.World->Actors.Last();
		return Tool;
	}

	/// Ticks as the editor does until the picture moves.
	static void Finish(UFractureSimPreviewTool& Tool)
	{
		Tool.Settings->View = EFractureSimPreviewView::Pieces;
		for (int32 I = 0; I < 20000 && Tool.Settings->View != EFractureSimPreviewView::Motion; ++I)
		{
			std::this_thread::sleep_for(std::chrono::milliseconds(2));
			Tool.OnTick(0.002f);
		}
		ASSERT_EQ(Tool.Settings->View, EFractureSimPreviewView::Motion);
	}

	TArray<const UDynamicMeshComponent*> Visible() const
	{
		TArray<const UDynamicMeshComponent*> Pieces;
		for (const UActorComponent* const Component : Shown->Owned)
		{
			const auto* const Mesh = static_cast<const UDynamicMeshComponent*>(Component);
			if (Mesh->IsVisible())
			{
				Pieces.Add(Mesh);
			}
		}
		return Pieces;
	}

	void Scrub(UFractureSimPreviewTool& Tool, float Position) const
	{
		Tool.Settings->Position = Position;
		Tool.OnPropertyModified(Tool.Settings, nullptr);
	}

	/// Lowest point of everything that is seen.
	double LowestPoint() const
	{
		double Lowest = 1.0e9;
		for (const UDynamicMeshComponent* const Piece : Visible())
		{
			UE::Geometry::FDynamicMesh3& Mesh = *const_cast<UDynamicMeshComponent*>(Piece)->GetMesh();
			for (int32 V = 0; V < Mesh.VertexCount(); ++V)
			{
				Lowest = FMath::Min(Lowest, Piece->GetComponentTransform().TransformPosition(Mesh.GetVertex(V)).Z);
			}
		}
		return Lowest;
	}

	AActor* Shown = nullptr;
	int32 ActorsBefore = 0;
};
} // namespace

TEST_F(UnrealEditorMotion, ADropIsSimulatedSteppedScrubbedPlayedAndForgotten)
{
	UFractureSimPreviewTool& Tool = StartTool();
	Tool.Settings->Run = EFractureSimPreviewRun::Drop;
	Tool.Settings->DropHeight = 500.0f;
	EXPECT_TRUE(Press(EKeys::K)) << "no click is needed for a drop";
	Tool.OnTick(0.01f);
	EXPECT_TRUE(Tool.Settings->Result.Contains(TEXT("%"))) << "how far it is";
	Finish(Tool);
	EXPECT_TRUE(Tool.Settings->bPlay) << "what is new is played at once";
	EXPECT_TRUE(Press(EKeys::L));
	EXPECT_FALSE(Tool.Settings->bPlay);

	// The first frame: whole, five metres above where the actor stands, and only there.
	Scrub(Tool, 0.0f);
	ASSERT_EQ(Visible().Num(), 1);
	EXPECT_NEAR(LowestPoint(), 500.0, 1.0e-3);
	EXPECT_NEAR(Visible()[0]->GetComponentLocation().X, 100.0, 1.0e-6);
	EXPECT_TRUE(Tool.Settings->Result.Contains(TEXT("Frame 1 of")));
	// The last: in pieces on the floor.
	Scrub(Tool, 1.0f);
	const int32 Pieces = Visible().Num();
	EXPECT_GT(Pieces, 1);
	EXPECT_NEAR(LowestPoint(), 0.0, 1.0);
	// And back again, without anything being made anew.
	const int32 Made = Shown->Owned.Num();
	Scrub(Tool, 0.0f);
	EXPECT_EQ(Visible().Num(), 1);
	Scrub(Tool, 1.0f);
	EXPECT_EQ(Visible().Num(), Pieces);
	EXPECT_EQ(Shown->Owned.Num(), Made);

	// By frames: the third is a thirtieth of a second after the first.
	Scrub(Tool, 0.0f);
	EXPECT_TRUE(Press(EKeys::Comma)) << "nothing before the first";
	EXPECT_EQ(Tool.Settings->Position, 0.0f);
	EXPECT_TRUE(Press(EKeys::Period) && Press(EKeys::Period));
	EXPECT_NEAR(LowestPoint(), 500.0 - 0.5 * 981.0 / 900.0, 0.1);
	EXPECT_TRUE(Press(EKeys::Comma));
	EXPECT_TRUE(Tool.Settings->Result.Contains(TEXT("Frame 2 of")));

	// Played: half as fast as in life, a fifth of a second is a tenth.
	Scrub(Tool, 0.0f);
	Tool.Settings->PlaySpeed = 0.5f;
	EXPECT_TRUE(Press(EKeys::L));
	for (int32 I = 0; I < 20; ++I)
	{
		Tool.OnTick(0.01f);
	}
	EXPECT_NEAR(LowestPoint(), 500.0 - 0.5 * 981.0 * 0.01, 981.0 * 0.1 / 60.0 + 0.5);
	for (int32 I = 0; I < 400; ++I)
	{
		Tool.OnTick(0.05f);
	}
	EXPECT_EQ(Tool.Settings->Position, 1.0f);
	EXPECT_FALSE(Tool.Settings->bPlay) << "to its end";
	EXPECT_TRUE(Press(EKeys::L)) << "from the start again";
	EXPECT_EQ(Tool.Settings->Position, 0.0f);

	// The pieces of the landing are a view of their own; the run stays.
	EXPECT_TRUE(Press(EKeys::F));
	EXPECT_EQ(Tool.Settings->View, EFractureSimPreviewView::Pieces);
	EXPECT_TRUE(Tool.Settings->Result.Contains(TEXT("blow"))) << StandIn::ToUtf8(*Tool.Settings->Result);
	Tool.Settings->View = EFractureSimPreviewView::Motion;
	Scrub(Tool, 1.0f);
	EXPECT_EQ(Visible().Num(), Pieces);

	Mode->GetToolManager()->StandInEnd(EToolShutdownType::Cancel);
	EXPECT_FALSE(Actor->IsTemporarilyHiddenInEditor());
	EXPECT_EQ(Level.World->Actors.Num(), ActorsBefore);
	EXPECT_FALSE(Asset->GetOutermost()->IsDirty()) << "nothing to save";
	EXPECT_EQ(Mode->GetToolManager()->StandInChanges.Num(), 0);
}

TEST_F(UnrealEditorMotion, ADropIsTurnedFirst)
{
	UFractureSimPreviewTool& Tool = StartTool();
	Tool.Settings->DropHeight = 100.0f;
	Tool.Settings->DropAngle = 90.0f;
	Tool.Settings->Seconds = 0.1f;
	Tool.Settings->Simulate(); // the panel's button
	Finish(Tool);
	Scrub(Tool, 0.0f);
	EXPECT_NEAR(LowestPoint(), 100.0, 1.0e-3);
	// A disc of 20 cm radius on its rim, which the mesh has where x is largest: its axis is level.
	EXPECT_NEAR(Visible()[0]->GetComponentLocation().Z, 120.0, 0.5);
	const FVector Axis = Visible()[0]->GetComponentTransform().TransformVectorNoScale(FVector(0.0, 0.0, 1.0));
	EXPECT_NEAR(Axis.Z, 0.0, 1.0e-6);
}

TEST_F(UnrealEditorMotion, AShotFliesAlongTheArrowAtThePoint)
{
	UFractureSimPreviewTool& Tool = StartTool();
	Tool.Settings->Run = EFractureSimPreviewRun::Shot;
	Tool.Simulate();
	EXPECT_TRUE(Mode->GetToolManager()->StandInMessage.ToString().Contains(TEXT("Click"))) << "at nothing";
	Tool.Settings->FloorBelow = 50.0f;
	Tool.Settings->BallMass = 2.0f;
	Tool.Settings->BallSpeed = 40.0f;
	Tool.OnBeginDrag(Down(93.0, 4.0));
	Tool.OnEndDrag(Down(93.0, 4.0));
	EXPECT_TRUE(Press(EKeys::K));
	Finish(Tool);
	Scrub(Tool, 0.0f);
	ASSERT_EQ(Visible().Num(), 2) << "disc and ball";
	const FVector Ball = Visible()[1]->GetComponentLocation();
	EXPECT_NEAR(Ball.X, 93.0, 0.5);
	EXPECT_NEAR(Ball.Y, 4.0, 0.5);
	EXPECT_GT(Ball.Z, 8.0) << "from above, clear of the disc";
	Scrub(Tool, 1.0f);
	EXPECT_GT(Visible().Num(), 3);
	EXPECT_TRUE(Tool.Settings->Result.Contains(TEXT("pieces")));
}

TEST_F(UnrealEditorMotion, AHitAndAnotherSeed)
{
	UFractureSimPreviewTool& Tool = StartTool();
	Tool.Settings->Run = EFractureSimPreviewRun::Hit;
	Tool.Settings->Impulse = 400.0f;
	Tool.Settings->Seconds = 0.1f;
	Tool.OnBeginDrag(Down(95.0, 3.0));
	Tool.OnEndDrag(Down(95.0, 3.0));
	Tool.Simulate();
	Finish(Tool);
	Scrub(Tool, 1.0f);
	EXPECT_GT(Visible().Num(), 1);
	EXPECT_TRUE(Press(EKeys::R)) << "simulates it again";
	EXPECT_EQ(Tool.Settings->Seed, 2);
	Finish(Tool);
	EXPECT_GT(Shown->Owned.Num(), 0);
}

TEST_F(UnrealEditorMotion, WhatRunsCanBeStoppedAndEndsWithTheTool)
{
	UFractureSimPreviewTool& Tool = StartTool();
	Tool.Settings->Seconds = 20.0f;
	Tool.Settings->DropHeight = 500.0f;
	Tool.Simulate();
	EXPECT_TRUE(Press(EKeys::K)) << "the same key stops it";
	EXPECT_TRUE(Tool.Settings->Result.Contains(TEXT("Stopped")));
	for (int32 I = 0; I < 10; ++I)
	{
		Tool.OnTick(0.01f);
	}
	EXPECT_EQ(Tool.Settings->View, EFractureSimPreviewView::Pieces) << "nothing came of it";
	Tool.Settings->View = EFractureSimPreviewView::Motion;
	Tool.OnPropertyModified(Tool.Settings, nullptr);
	EXPECT_TRUE(Mode->GetToolManager()->StandInMessage.ToString().Contains(TEXT("Simulate")));
	Tool.Settings->Simulate();
	Tool.Settings->Stop();
	EXPECT_TRUE(Tool.Settings->Result.Contains(TEXT("Stopped")));
	Tool.Simulate();
	const auto IsUnderWay = [&]
	{
		const FString& Result = Tool.Settings->Result;
		return Result.Contains(TEXT("Simulating")) && !Result.Contains(TEXT(" 0 %"));
	};
	for (int32 I = 0; I < 20000 && !IsUnderWay(); ++I)
	{
		std::this_thread::sleep_for(std::chrono::milliseconds(1));
		Tool.OnTick(0.001f);
	}
	ASSERT_TRUE(IsUnderWay()) << StandIn::ToUtf8(*Tool.Settings->Result);
	Mode->GetToolManager()->StandInEnd(EToolShutdownType::Cancel);
	EXPECT_LE(FractureSim::Editor::FPreviewRun::WaitForStopped(), 1) << "the frame under way, and none of 20 s";
	EXPECT_EQ(Level.World->Actors.Num(), ActorsBefore);
}

TEST_F(UnrealEditorMotion, StoppingARunOrBeginningAnotherDoesNotWaitForTheFrameUnderWay)
{
	UFractureSimPreviewTool& Tool = StartTool();
	// No worker is free, so no run gets on. Let go at the latest when a wait would have hung.
	std::atomic<bool> bLetGo = false;
	std::atomic<int32> Busy = 0;
	for (int32 I = 0; I < FTaskGraphInterface::Get().GetNumBackgroundThreads(); ++I)
	{
		UE::Tasks::Launch(UE_SOURCE_LOCATION,
			[&]
			{
				++Busy;
				bLetGo.wait(false);
				--Busy;
			});
	}
	while (Busy < FTaskGraphInterface::Get().GetNumBackgroundThreads())
	{
		std::this_thread::sleep_for(std::chrono::milliseconds(1));
	}
	std::atomic<bool> bEnded = false;
	std::thread Watch(
		[&]
		{
			for (int32 I = 0; I < 1000 && !bEnded; ++I)
			{
				std::this_thread::sleep_for(std::chrono::milliseconds(10));
			}
			bLetGo = true;
			bLetGo.notify_all();
		});
	Tool.Simulate();
	Tool.Simulate();
	EXPECT_TRUE(Press(EKeys::K));
	Tool.Simulate();
	Mode->GetToolManager()->StandInEnd(EToolShutdownType::Cancel);
	EXPECT_FALSE(bLetGo) << "the editor hung";
	bEnded = true;
	Watch.join();
	FractureSim::Editor::FPreviewRun::WaitForStopped(); // as the module does at its end
	for (int32 I = 0; I < 1000 && UE::Tasks::StandInPending() > 0; ++I)
	{
		std::this_thread::sleep_for(std::chrono::milliseconds(1)); // a task that is done is counted a moment longer
	}
	EXPECT_EQ(UE::Tasks::StandInPending(), 0) << "all of them were waited for";
}

TEST_F(UnrealEditorMotion, WhatAnchorsHoldDoesNotFallAndSaysSo)
{
	FFractureSimAnchor Held;
	Held.Box = FBox(FVector(-25.0, -25.0, -1.0), FVector(-10.0, 25.0, 4.0));
	Actor->Fracture->Anchors.Add(Held);
	UFractureSimPreviewTool& Tool = StartTool();
	Tool.Simulate();
	Finish(Tool);
	EXPECT_TRUE(Mode->GetToolManager()->StandInMessage.ToString().Contains(TEXT("Anchors")));
	EXPECT_FALSE(Tool.Settings->bPlay);
	// A blow leaves what is held where it stands.
	Tool.Settings->Run = EFractureSimPreviewRun::Hit;
	Tool.Settings->Impulse = 400.0f;
	Tool.Settings->FloorBelow = 100.0f;
	Tool.OnBeginDrag(Down(112.0, 3.0));
	Tool.OnEndDrag(Down(112.0, 3.0));
	Tool.Simulate();
	Finish(Tool);
	Scrub(Tool, 1.0f);
	EXPECT_GT(Visible().Num(), 1);
	int32 Standing = 0;
	for (const UDynamicMeshComponent* const Piece : Visible())
	{
		Standing += FVector::Distance(Piece->GetComponentLocation(), FVector(100.0, 0.0, 0.0)) < 1.0e-6 ? 1 : 0;
	}
	EXPECT_GE(Standing, 1);
	EXPECT_LT(Standing, Visible().Num());
	EXPECT_NEAR(LowestPoint(), -100.0, 2.0) << "the rest fell to the floor";
}

TEST_F(UnrealEditorMotion, ATurnedActorIsHitAndDroppedAsItStands)
{
	// Upside down: what was its lower side is above.
	Actor->GetRootComponent()->SetWorldTransform(
		FTransform(FQuat(FVector(1.0, 0.0, 0.0), FMath::DegreesToRadians(180.0)), FVector(100.0, 0.0, 50.0)));
	UFractureSimPreviewTool& Tool = StartTool();
	EXPECT_TRUE(Press(EKeys::F));
	// The arrow comes from below, to the lowest point of the level: 3 cm below the origin.
	FDraw Draw;
	Tool.Render(&Draw);
	ASSERT_GE(Draw.Lines.Num(), 3);
	const auto& Arrow = Draw.Lines[Draw.Lines.Num() - 3];
	EXPECT_NEAR(Arrow.Value.Z, 47.0, 0.01);
	EXPECT_LT(Arrow.Key.Z, Arrow.Value.Z);
	Tool.Settings->DropHeight = 20.0f;
	Tool.Settings->Seconds = 0.1f;
	Tool.Simulate();
	Finish(Tool);
	Scrub(Tool, 0.0f);
	EXPECT_NEAR(LowestPoint(), 67.0, 1.0e-3);
	// The floor is drawn where it is.
	Draw.Lines.Empty();
	Tool.Render(&Draw);
	ASSERT_GE(Draw.Lines.Num(), 4);
	for (int32 I = 0; I < 4; ++I)
	{
		EXPECT_NEAR(Draw.Lines[I].Key.Z, 47.0, 1.0e-3);
		EXPECT_GT(FVector::Distance(Draw.Lines[I].Key, FVector(100.0, 0.0, 47.0)), 30.0);
	}
}
