// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What breakables cost the game thread while nothing breaks: no tick, no allocation.
#include "Core/Base/AllocationCounter.h"
#include "FractureSimSettings.h"
#include "Level.h"
#include "PhysicsPublic.h"

#include <gtest/gtest.h>

using namespace FractureTests;

namespace
{
/// What the engine asks of the module in a frame.
int32 TicksOf(const FLevel& Level, int32 Frames)
{
	int32 Ticks = 0;
	for (int32 I = 0; I < Frames; ++I)
	{
		Ticks += Level.Subsystem().IsTickable() ? 1 : 0;
	}
	return Ticks;
}
} // namespace

TEST(UnrealIdle, NothingTicksAndNothingIsAllocated)
{
	FLevel Level;
	for (int32 I = 0; I < 20; ++I)
	{
		const AFractureSimActor& Pane = Level.AddPane(false, FTransform(FVector(0.0, 100.0 * I, 0.0)));
		EXPECT_FALSE(Pane.PrimaryActorTick.bCanEverTick);
		EXPECT_FALSE(Pane.Fracture->PrimaryComponentTick.bCanEverTick);
	}
	FLevel::WaitForTasks();
	Level.Tick(300);
	EXPECT_EQ(Level.World->SubsystemTicks, 0);
	const FractureCore::AllocationCounter Counter;
	EXPECT_EQ(TicksOf(Level, 1000), 0);
	EXPECT_EQ(Counter.CountHere(), 0);
}

TEST(UnrealIdle, PiecesThatLieStillCostNothingEither)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	Level.World->Physics().FloorHeight = -20.5;
	Pane.Fracture->ApplyFractureImpulse(FVector(-1.0, 3.0, 2.0), FVector(2000.0, 0.0, 0.0), 1.0f);
	ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
	ASSERT_TRUE(Level.TickUntil([&Level] { return !Level.Subsystem().IsTickable(); }));
	const FractureCore::AllocationCounter Counter;
	EXPECT_EQ(TicksOf(Level, 1000), 0);
	EXPECT_EQ(Counter.CountHere(), 0);
}

TEST(UnrealIdle, ContactsThatRestOnItAreLookedAtWithoutAnAllocation)
{
	// Something lies on it: physics tells so every frame, by both routes.
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	FLevel::WaitForTasks();
	FRigidBodyCollisionInfo Own;
	Own.Component = Pane.Mesh.Get();
	FCollisionImpactData Data;
	Data.TotalNormalImpulse = FVector(9.0, 0.0, 0.0); // kg cm/s: below the project's 10
	Data.ContactInfos.AddDefaulted_GetRef().ContactPosition = FVector(-1.0, 0.0, 0.0);
	FHitResult Hit;
	Hit.ImpactPoint = FVector(-1.0, 0.0, 0.0);
	GetDefault<UFractureSimSettings>(); // the engine makes class defaults when it starts, the headless one when asked
	const FractureCore::AllocationCounter Counter;
	for (int32 I = 0; I < 100; ++I)
	{
		Pane.Fracture->AddPhysicsHit(Own, FRigidBodyCollisionInfo(), Data);
	}
	EXPECT_EQ(Counter.CountHere(), 0);
	Pane.Mesh->OnComponentHit.Broadcast(Pane.Mesh, nullptr, nullptr, Data.TotalNormalImpulse, Hit);
	EXPECT_EQ(Level.Subsystem().GetStats().QueuedImpacts, 0);
	EXPECT_EQ(TicksOf(Level, 1), 0);
	Data.TotalNormalImpulse = FVector(11.0, 0.0, 0.0);
	Pane.Fracture->MinImpulse = 20.0f;
	Pane.Fracture->AddPhysicsHit(Own, FRigidBodyCollisionInfo(), Data);
	EXPECT_EQ(Level.Subsystem().GetStats().QueuedImpacts, 0) << "its own limit goes before the project's";
	Pane.Fracture->MinImpulse = -1.0f;
	Pane.Fracture->AddPhysicsHit(Own, FRigidBodyCollisionInfo(), Data);
	EXPECT_EQ(Level.Subsystem().GetStats().QueuedImpacts, 1) << "a blow is worked out";
	const FractureCore::AllocationCounter GoesOn;
	for (int32 I = 0; I < 100; ++I)
	{
		Level.World->Seconds += 1.0 / 60.0;
		Pane.Fracture->AddPhysicsHit(Own, FRigidBodyCollisionInfo(), Data);
	}
	EXPECT_EQ(GoesOn.CountHere(), 0);
	EXPECT_EQ(Level.Subsystem().GetStats().QueuedImpacts, 1) << "what goes on is not worked out again";
}
