// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What happens while an impact is on its way: others come, listeners and filters do as they like, pieces go.
#include "Level.h"
#include "Logging/LogMacros.h"
#include "PhysicsPublic.h"

#include <gtest/gtest.h>

#include <functional>

using namespace FractureTests;

TEST(UnrealQueue, WhatComesWhileAnImpactIsWorkedOutWaitsForItsOutcome)
{
	FLevel Level;
	Level.World->Physics().Gravity = FVector::ZeroVector;
	AFractureSimActor& Pane = Level.AddPane(true);
	UListener& Listener = Listen(Level, *Pane.Fracture);
	Strike(*Pane.Fracture, 0.01);
	ASSERT_TRUE(Level.TickUntilSolving());
	Strike(*Pane.Fracture);
	EXPECT_EQ(Listener.Evaluated, 0);
	ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture)) << "the tap left it whole";
	EXPECT_EQ(Listener.Evaluated, 2);
	EXPECT_EQ(Listener.Fractured, 1);

	// Where it has come apart, the piece there takes the blow.
	Pane.Fracture->Repair();
	Strike(*Pane.Fracture);
	ASSERT_TRUE(Level.TickUntilSolving());
	Pane.Fracture->ApplyFractureImpulse(FVector(-1.0, -12.0, -11.0), FVector(2000.0, 0.0, 0.0), 1.0f);
	Pane.Fracture->ApplyRadialFractureImpulse(FVector(-50.0, 0.0, 0.0), 200.0f, 100.0f);
	ASSERT_TRUE(Level.TickUntil([&Listener] { return Listener.Evaluated >= 4; }));
	EXPECT_GE(Listener.Fractured, 2);

	// What waits is forgotten with what it was to hit.
	ASSERT_TRUE(Level.TickUntil(
		[&Level]
		{
			const FFractureSimStats Stats = Level.Subsystem().GetStats();
			return Stats.RunningSolves == 0 && Stats.QueuedImpacts == 0;
		}));
	Pane.Fracture->Repair();
	Strike(*Pane.Fracture);
	ASSERT_TRUE(Level.TickUntilSolving());
	Strike(*Pane.Fracture);
	Pane.Fracture->Repair();
	Level.Tick(30);
	EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::Whole);
}

TEST(UnrealQueue, ListenersMayRepairOrLoadAtAnyMoment)
{
	FLevel Level;
	Level.World->Physics().Gravity = FVector::ZeroVector;
	AFractureSimActor& Pane = Level.AddPane();
	UListener& Listener = Listen(Level, *Pane.Fracture);
	Listener.DoOnEvaluated = [](UFractureSimComponent& Component) { Component.Repair(); };
	Strike(*Pane.Fracture);
	ASSERT_TRUE(Level.TickUntil([&Listener] { return Listener.Evaluated > 0; }));
	Level.Tick(10);
	EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::Whole);
	EXPECT_EQ(Listener.Fractured, 0);
	EXPECT_EQ(Level.Pieces().Num(), 0);

	Listener.DoOnEvaluated = nullptr;
	Listener.DoOnSpawned = [&Pane] { Pane.Fracture->Repair(); };
	Strike(*Pane.Fracture);
	ASSERT_TRUE(Level.TickUntil([&Listener] { return Listener.Spawned > 0; }));
	Level.Tick(10);
	EXPECT_EQ(Listener.Spawned, 1) << "the others are no pieces any more";
	EXPECT_EQ(Listener.Fractured, 0);
	EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::Whole);

	Listener.DoOnSpawned = nullptr;
	ASSERT_TRUE(Break(Level, *Pane.Fracture));
	const FFractureSimSave Save = Pane.Fracture->GetSave();
	bool bLoaded = false;
	Listener.DoOnFractured = [&](UFractureSimComponent& Component)
	{
		if (!bLoaded)
		{
			bLoaded = true;
			Component.RestoreSave(Save);
		}
	};
	StandIn::TakeLog();
	Pane.Fracture->RestoreSave(Save);
	ASSERT_TRUE(Level.TickUntil([&Pane] { return Pane.Fracture->IsUpToDate(); }));
	EXPECT_TRUE(bLoaded);
	EXPECT_FALSE(LogHas("missing"));
	EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::Broken);
	EXPECT_EQ(Pane.Fracture->GetSave().Impacts.Num(), 1);

	Pane.Fracture->Repair();
	Pane.Fracture->ImpactFilter.BindLambda(
		[](UFractureSimComponent& Component, FFractureSimImpact&)
		{
			Component.Repair();
			return true;
		});
	Strike(*Pane.Fracture);
	EXPECT_EQ(Level.Subsystem().GetStats().QueuedImpacts, 0) << "it was on what is not there any more";
}

TEST(UnrealQueue, NothingIsGivenBackToAPieceThatIsAnotherOneNow)
{
	FLevel Level;
	Level.World->Physics().Gravity = FVector::ZeroVector;
	AFractureSimActor& First = Level.AddPane();
	AFractureSimActor& Second = Level.AddPane(false, FTransform(FVector(0.0, 500.0, 0.0)));
	ASSERT_TRUE(Break(Level, *First.Fracture));
	UDynamicMeshComponent& Striker = LargestPiece(Level);
	// So few that they are made of other components.
	const FScopedVariable Few(TEXT("fracturesim.MaxFragments"), 3);
	FRigidBodyCollisionInfo Own;
	Own.Component = Second.Mesh.Get();
	FRigidBodyCollisionInfo Other;
	Other.Component = &Striker;
	FCollisionImpactData Data;
	Data.TotalNormalImpulse = FVector(3000.0, 0.0, 0.0);
	Data.ContactInfos.AddDefaulted_GetRef().ContactPosition = FVector(-1.0, 503.0, 2.0);
	Second.Fracture->AddPhysicsHit(Own, Other, Data);
	ASSERT_TRUE(Level.TickUntilSolving());
	// It goes back into the pool, and shows the next piece before the impact is worked out.
	First.Fracture->Repair();
	Striker.SetSimulatePhysics(true);
	ASSERT_TRUE(Level.TickUntilBroken(*Second.Fracture));
	EXPECT_EQ(Striker.GetPhysicsLinearVelocity(), FVector::ZeroVector);
}

TEST(UnrealQueue, WhatWaitsForAnImpactThatIsGivenUpIsNotLost)
{
	// While another is worked out, one is hit as no record can hold it, and what comes then waits.
	const auto Play = [](const std::function<void(UFractureSimComponent&)>& DoInFilter, bool bBothBreak)
	{
		FLevel Level;
		AFractureSimActor& First = Level.AddPane();
		AFractureSimActor& Second = Level.AddPane(false, FTransform(FVector(0.0, 500.0, 0.0)));
		AFractureSimActor& Busy = Level.AddPane(false, FTransform(FVector(0.0, 1000.0, 0.0)));
		FLevel::WaitForTasks();
		const FScopedVariable One(TEXT("fracturesim.MaxSolves"), 1);
		Busy.Fracture->BreakNow();
		First.Fracture->ApplyFractureImpulse(FVector(-1.0, 0.0, 0.0), FVector(0.0, 1.0e30, 0.0), 1.0f);
		Second.Fracture->ApplyFractureImpulse(FVector(-1.0, 503.0, 2.0), FVector(2000.0, 0.0, 0.0), 1.0f);
		Level.Tick();
		ASSERT_EQ(First.Fracture->GetStatus(), EFractureSimStatus::Solving);
		ASSERT_EQ(Level.Subsystem().GetStats().QueuedImpacts, 2);
		Strike(*First.Fracture);
		if (DoInFilter)
		{
			First.Fracture->ImpactFilter.BindLambda(
				[&DoInFilter](UFractureSimComponent& Component, FFractureSimImpact&)
				{
					DoInFilter(Component);
					return true;
				});
		}
		ASSERT_TRUE(Level.TickUntilBroken(*Second.Fracture));
		EXPECT_TRUE(LogHas("too large"));
		if (bBothBreak)
		{
			EXPECT_TRUE(Level.TickUntilBroken(*First.Fracture));
		}
	};
	Play(nullptr, true);
	Play([](UFractureSimComponent& Component) { Component.Repair(); }, false);
	Play([](UFractureSimComponent& Component) { Component.GetOwner()->Destroy(); }, false);
}

TEST(UnrealQueue, WhoOverlapsABodyMayRepairOrEndItWhenItGoesAndWhenItComesBack)
{
	FLevel Level;
	Level.World->Physics().Gravity = FVector::ZeroVector;
	AFractureSimActor& Pane = Level.AddPane();
	UListener& Listener = Listen(Level, *Pane.Fracture);
	bool bTold = false;
	Pane.Mesh->StandInOnOverlapEnd = [&]
	{
		bTold = true;
		EXPECT_FALSE(Pane.Mesh->IsVisible());
		Pane.Fracture->Repair();
	};
	Strike(*Pane.Fracture);
	ASSERT_TRUE(Level.TickUntil([&bTold] { return bTold; }));
	EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::Whole);
	EXPECT_TRUE(Pane.Mesh->IsVisible());
	EXPECT_EQ(Pane.Mesh->GetCollisionEnabled(), ECollisionEnabled::QueryAndPhysics);
	EXPECT_EQ(Level.Pieces().Num(), 0);
	EXPECT_EQ(Listener.Fractured, 0);
	EXPECT_EQ(Pane.Fracture->GetSave().Impacts.Num(), 0);

	// When it comes back it is whole already, for whoever strikes or loads it.
	Pane.Mesh->StandInOnOverlapEnd = nullptr;
	ASSERT_TRUE(Break(Level, *Pane.Fracture));
	const FFractureSimSave Save = Pane.Fracture->GetSave();
	Pane.Mesh->StandInOnOverlapBegin = [&]
	{
		EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::Whole);
		EXPECT_EQ(Pane.Fracture->GetSave().Impacts.Num(), 0);
		Pane.Mesh->StandInOnOverlapBegin = nullptr;
		Pane.Fracture->RestoreSave(Save);
	};
	Pane.Fracture->Repair();
	ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
	EXPECT_EQ(Pane.Fracture->GetResultHash(), Save.Impacts[0].Result);
	Pane.Mesh->StandInOnOverlapBegin = [&] { Strike(*Pane.Fracture); };
	Pane.EndPlay(EEndPlayReason::RemovedFromWorld);
	EXPECT_EQ(Level.Subsystem().GetStats().QueuedImpacts, 0) << "it plays no more";
	Pane.Mesh->StandInOnOverlapBegin = nullptr;
	Pane.BeginPlay();
	ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
	Pane.Mesh->StandInOnOverlapBegin = [&] { Pane.Destroy(); };
	Pane.Fracture->RestoreSave(Save);
	EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::NotReady);

	AFractureSimActor& Other = Level.AddPane();
	bTold = false;
	Other.Mesh->StandInOnOverlapEnd = [&]
	{
		bTold = true;
		Other.Destroy();
	};
	Strike(*Other.Fracture);
	ASSERT_TRUE(Level.TickUntil([&bTold] { return bTold; }));
	Level.Tick(3);
	EXPECT_EQ(Level.Pieces().Num(), 0);
}
