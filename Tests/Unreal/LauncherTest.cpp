// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Components/InputComponent.h"
#include "Components/StaticMeshComponent.h"
#include "FractureSimLauncher.h"
#include "GameFramework/PlayerController.h"
#include "Level.h"

#include <gtest/gtest.h>

using namespace FractureTests;

TEST(UnrealLauncher, ThePlayerBreaksAPaneWithAClick)
{
	const int32 ObjectsBefore = StandIn::LiveObjects();
	{
		FLevel Level;
		AFractureSimActor& Pane = Level.AddPane();
		APlayerController* const Player = Level.World->SpawnActor<APlayerController>();
		Level.World->Player = Player;
		Player->StandInEye = FVector(-300.0, 2.0, 1.0);
		AFractureSimLauncher* const Launcher = Level.World->SpawnActor<AFractureSimLauncher>();
		ASSERT_TRUE(Launcher->InputComponent);
		ASSERT_EQ(Launcher->InputComponent->StandInBindings.Num(), 1);
		EXPECT_EQ(Launcher->InputComponent->StandInBindings[0].Key, EKeys::LeftMouseButton);
		Launcher->InputComponent->StandInBindings[0].Value();
		EXPECT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
	}
	EXPECT_EQ(StandIn::LiveObjects(), ObjectsBefore);
}

TEST(UnrealLauncher, OldBallsGoAndNonsenseIsRefused)
{
	FLevel Level;
	AFractureSimLauncher* const Launcher = Level.World->SpawnActor<AFractureSimLauncher>();
	EXPECT_FALSE(Launcher->InputComponent) << "no player, no key";
	Launcher->MaxBalls = 2;
	Launcher->Mass = 4.0f;
	TWeakObjectPtr<AActor> First = Launcher->Fire(FVector(0.0, 0.0, 100.0), FVector(0.0, 2.0, 0.0));
	const UStaticMeshComponent& Ball = *static_cast<UStaticMeshComponent*>(First->GetRootComponent());
	EXPECT_EQ(Ball.Velocity, FVector(0.0, 1500.0, 0.0));
	EXPECT_EQ(Ball.GetMass(), 4.0f);
	EXPECT_TRUE(Ball.bNotifies);
	EXPECT_NE(Launcher->Fire(FVector(), FVector(1.0, 0.0, 0.0)), nullptr);
	EXPECT_TRUE(First.IsValid());
	EXPECT_NE(Launcher->Fire(FVector(), FVector(1.0, 0.0, 0.0)), nullptr);
	EXPECT_FALSE(First.IsValid());
	EXPECT_EQ(Launcher->Fire(FVector(), FVector()), nullptr);
	EXPECT_EQ(Launcher->Fire(FVector(), FVector(NAN, 0.0, 0.0)), nullptr);
	EXPECT_TRUE(LogHas("needs a place and a direction"));
}
