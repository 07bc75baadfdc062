// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// How much a frame may cost, how many pieces there may be, and who comes first.
#include "Camera/PlayerCameraManager.h"
#include "HAL/PlatformTime.h"
#include "Level.h"

#include <gtest/gtest.h>

using namespace FractureTests;

TEST(UnrealBudget, ATimeBudgetOfNothingStillMakesAPieceAFrame)
{
	const FScopedVariable Budget(TEXT("fracturesim.BudgetMilliseconds"), 0);
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	Strike(*Pane.Fracture);
	int32 Before = 0;
	ASSERT_TRUE(Level.TickUntil(
		[&]
		{
			const int32 Now = Level.PieceComponents();
			EXPECT_LE(Now, Before + 1) << "pieces made in one frame";
			Before = Now;
			return Pane.Fracture->GetStatus() == EFractureSimStatus::Broken;
		}));
	EXPECT_GT(Before, 3);
}

TEST(UnrealBudget, TheProjectsBudgetHoldsWhereTheConsoleSaysNothing)
{
	const TScopedSetting<int32> Two(&UFractureSimSettings::BodiesPerFrame, 2);
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	Strike(*Pane.Fracture);
	int32 Before = 0;
	int32 Most = 0;
	ASSERT_TRUE(Level.TickUntil(
		[&]
		{
			const int32 Now = Level.PieceComponents();
			Most = FMath::Max(Most, Now - Before);
			Before = Now;
			return Pane.Fracture->GetStatus() == EFractureSimStatus::Broken;
		}));
	EXPECT_EQ(Most, 2) << "pieces made in one frame";
}

TEST(UnrealBudget, OldPiecesMakeRoomAndOneBodyHasNoMoreThanTheLimit)
{
	const FScopedVariable Limit(TEXT("fracturesim.MaxFragments"), 6);
	FLevel Level;
	AFractureSimActor& First = Level.AddPane();
	AFractureSimActor& Second = Level.AddPane(false, FTransform(FVector(0.0, 500.0, 0.0)));
	UListener& Listener = Listen(Level, *First.Fracture);
	UListener& SecondListener = Listen(Level, *Second.Fracture);
	Strike(*First.Fracture, 30.0);
	ASSERT_TRUE(Level.TickUntilBroken(*First.Fracture));
	EXPECT_LE(Level.Pieces().Num(), 6);
	EXPECT_GE(Listener.Debris, 1) << "what finds no room is told as debris";
	Second.Fracture->ApplyFractureImpulse(FVector(-1.0, 503.0, 2.0), FVector(3000.0, 0.0, 0.0), 1.0f);
	ASSERT_TRUE(Level.TickUntilBroken(*Second.Fracture));
	EXPECT_LE(Level.Pieces().Num(), 6);
	EXPECT_GE(Level.Pieces().Num(), 1);
	// Where particles are made: in the level, not about the body's origin; centimetres.
	ASSERT_GE(SecondListener.LastDebris.Num(), 1);
	for (const FVector& Place : SecondListener.LastDebris)
	{
		EXPECT_LT(FMath::Abs(Place.X), 1.1);
		EXPECT_LT(FMath::Abs(Place.Y - 500.0), 20.1);
		EXPECT_LT(FMath::Abs(Place.Z), 20.1);
	}
	for (const float Size : SecondListener.LastSizes)
	{
		EXPECT_GT(Size, 0.05f);
		EXPECT_LT(Size, 20.0f);
	}
}

TEST(UnrealBudget, TheLimitHoldsAtEveryMomentAlsoForBodiesThatBreakTogether)
{
	const FScopedVariable Limit(TEXT("fracturesim.MaxFragments"), 8);
	const FScopedVariable Bodies(TEXT("fracturesim.BodiesPerFrame"), 1);
	const FScopedVariable OneAtATime(TEXT("fracturesim.MaxSolves"), 1);
	FLevel Level;
	Level.World->Physics().Gravity = FVector::ZeroVector;
	Level.World->Camera = Level.World->SpawnActor<APlayerCameraManager>();
	Level.World->Camera->StandInLocation = FVector(-200.0, 1000.0, 0.0);
	AFractureSimActor& Far = Level.AddPane();
	AFractureSimActor& Near = Level.AddPane(false, FTransform(FVector(0.0, 1000.0, 0.0)));
	FLevel::WaitForTasks();
	int32 Most = 0;
	for (const AFractureSimActor* Pane : {&Far, &Near})
	{
		Listen(Level, *Pane->Fracture).DoOnSpawned = [&]
		{ Most = FMath::Max(Most, Level.Subsystem().GetStats().LiveFragments); };
	}
	// While pieces of the far one are made, unseen, those of the near one come first: the room that there was is taken.
	Strike(*Far.Fracture, 30.0);
	ASSERT_TRUE(Level.TickUntilSolving());
	Near.Fracture->ApplyFractureImpulse(FVector(-1.0, 1003.0, 2.0), FVector(3000.0, 0.0, 0.0), 1.0f);
	ASSERT_TRUE(Level.TickUntil(
		[&]
		{
			EXPECT_LE(Level.Pieces().Num(), 8);
			return Level.Subsystem().GetStats().Fractures == 2;
		}));
	EXPECT_EQ(Most, 8);
}

// Also where there is time for one piece a frame alone: it must be there until all of its own are.
TEST(UnrealBudget, APieceThatBreaksAgainMakesWayForItsOwnPiecesFirst)
{
	for (const int32 Milliseconds : {6000, 0})
	{
		const FScopedVariable Budget(TEXT("fracturesim.BudgetMilliseconds"), Milliseconds);
		FLevel Level;
		Level.World->Physics().Gravity = FVector::ZeroVector;
		AFractureSimActor& Pane = Level.AddPane();
		Strike(*Pane.Fracture);
		ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
		const int32 Limit = Level.Pieces().Num();
		const FScopedVariable NoMore(TEXT("fracturesim.MaxFragments"), Limit);
		int32 Most = 0;
		UListener& Listener = Listen(Level, *Pane.Fracture);
		Listener.DoOnSpawned = [&] { Most = FMath::Max(Most, Level.Subsystem().GetStats().LiveFragments); };
		StrikeLargest(Level, *Pane.Fracture);
		ASSERT_TRUE(Level.TickUntil([&Level] { return Level.Subsystem().GetStats().Fractures == 2; })) << Milliseconds;
		EXPECT_EQ(Most, Limit);
		EXPECT_EQ(Level.Pieces().Num(), Limit) << "no more went than had to";
	}
}

TEST(UnrealBudget, MakingPiecesStaysWithinTheTimeAndTheSwapMakesNothing)
{
	// A slow call takes half a second here, so that the machine's own pace does not matter; a piece takes five of them:
	// its component, mesh, shapes, collision and mass.
	const FScopedVariable Budget(TEXT("fracturesim.BudgetMilliseconds"), 6000);
	FLevel Level;
	TArray<AFractureSimActor*> Panes;
	for (int32 I = 0; I < 2; ++I)
	{
		Panes.Add(&Level.AddPane(false, FTransform(FVector(0.0, 500.0 * I, 0.0))));
	}
	FLevel::WaitForTasks();
	StandIn::SlowCall = 0.5;
	for (int32 I = 0; I < 2; ++I)
	{
		Panes[I]->Fracture->ApplyFractureImpulse(FVector(-1.0, 500.0 * I + 3.0, 2.0), FVector(3000.0, 0.0, 0.0), 1.0f);
	}
	int32 Before = 0;
	int32 Most = 0;
	double Spent = StandIn::SpentOnCalls;
	ASSERT_TRUE(Level.TickUntil(
		[&]
		{
			const int32 Made = Level.PieceComponents() - Before;
			EXPECT_NEAR(StandIn::SpentOnCalls - Spent, 2.5 * Made, 1.0e-6) << "whatever else happened in the frame";
			Most = FMath::Max(Most, Made);
			Before += Made;
			Spent = StandIn::SpentOnCalls;
			return Level.Subsystem().GetStats().Fractures == 2;
		}));
	StandIn::SlowCall = 0.0;
	EXPECT_GT(Level.Pieces().Num(), 8);
	EXPECT_EQ(Most, 3) << "the third begins before the time is over, the fourth does not";
}

TEST(UnrealBudget, WhatIsNearTheViewerBreaksFirst)
{
	const FScopedVariable OneAtATime(TEXT("fracturesim.MaxSolves"), 1);
	FLevel Level;
	Level.World->Camera = Level.World->SpawnActor<APlayerCameraManager>();
	Level.World->Camera->StandInLocation = FVector(-200.0, 1000.0, 0.0);
	AFractureSimActor& Far = Level.AddPane();
	AFractureSimActor& Near = Level.AddPane(false, FTransform(FVector(0.0, 1000.0, 0.0)));
	UListener& FarListener = Listen(Level, *Far.Fracture);
	UListener& NearListener = Listen(Level, *Near.Fracture);
	bool bFarWasFirst = false;
	NearListener.DoOnFractured = [&](UFractureSimComponent&) { bFarWasFirst = FarListener.Fractured > 0; };
	Strike(*Far.Fracture);
	Near.Fracture->ApplyFractureImpulse(FVector(-1.0, 1003.0, 2.0), FVector(2000.0, 0.0, 0.0), 1.0f);
	ASSERT_TRUE(Level.TickUntilBroken(*Far.Fracture));
	EXPECT_EQ(NearListener.Fractured, 1);
	EXPECT_FALSE(bFarWasFirst);
}

TEST(UnrealBudget, OfTwoEquallyFarTheLargerBreaksFirst)
{
	const FScopedVariable OneAtATime(TEXT("fracturesim.MaxSolves"), 1);
	FLevel Level;
	Level.World->Camera = Level.World->SpawnActor<APlayerCameraManager>();
	Level.World->Camera->StandInLocation = FVector(-500.0, 0.0, 0.0);
	AFractureSimActor& Small = Level.AddPane(false, FTransform(FVector(0.0, 300.0, 0.0)));
	AFractureSimActor& Large =
		Level.AddPane(false, FTransform(FQuat::Identity, FVector(0.0, -300.0, 0.0), FVector(2.0, 2.0, 2.0)));
	UListener& SmallListener = Listen(Level, *Small.Fracture);
	UListener& LargeListener = Listen(Level, *Large.Fracture);
	bool bSmallWasFirst = false;
	LargeListener.DoOnFractured = [&](UFractureSimComponent&) { bSmallWasFirst = SmallListener.Fractured > 0; };
	// Both are ready to be broken: neither waits for its body.
	FLevel::WaitForTasks();
	Small.Fracture->ApplyFractureImpulse(FVector(-1.0, 303.0, 2.0), FVector(2000.0, 0.0, 0.0), 1.0f);
	Large.Fracture->ApplyFractureImpulse(FVector(-2.0, -297.0, 2.0), FVector(9000.0, 0.0, 0.0), 1.0f);
	ASSERT_TRUE(Level.TickUntilBroken(*Small.Fracture));
	EXPECT_EQ(LargeListener.Fractured, 1);
	EXPECT_FALSE(bSmallWasFirst);
}
