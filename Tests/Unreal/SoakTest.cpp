// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Everything at once, at random moments, with tasks that take their time: server, client and late joiner end the same.
#include "Level.h"
#include "StandIn/TaskDelay.h"
#include "Tasks/Task.h"

#include <gtest/gtest.h>

#include <random>

using namespace FractureTests;

namespace
{
constexpr int32 PaneCount = 2;

struct FMachine
{
	explicit FMachine(bool bClient) : Level(bClient)
	{
		Level.World->Physics().Gravity = FVector::ZeroVector;
		for (int32 I = 0; I < PaneCount; ++I)
		{
			Panes.Add(&Level.AddPane(false, FTransform(FVector(0.0, 200.0 * I, 0.0))));
		}
	}

	bool Finish()
	{
		return Level.TickUntil(
			[this]
			{
				const FFractureSimStats Stats = Level.Subsystem().GetStats();
				bool bDone = Stats.QueuedImpacts == 0 && Stats.RunningSolves == 0;
				for (const AFractureSimActor* Pane : Panes)
				{
					const EFractureSimStatus Status = Pane->Fracture->GetStatus();
					bDone = bDone && Pane->Fracture->IsUpToDate() &&
						(Status == EFractureSimStatus::Whole || Status == EFractureSimStatus::Broken);
				}
				return bDone;
			});
	}

	FLevel Level;
	TArray<AFractureSimActor*> Panes;
};

void ReplicateAll(FMachine& Server, FMachine& Client)
{
	for (int32 I = 0; I < PaneCount; ++I)
	{
		Replicate(*Server.Panes[I], *Client.Panes[I]);
	}
}

void ExpectSame(FMachine& Client, FMachine& Server)
{
	EXPECT_EQ(Client.Level.Subsystem().GetStats().OutOfSync, 0);
	EXPECT_EQ(Client.Level.Pieces().Num(), Server.Level.Pieces().Num());
	for (int32 I = 0; I < PaneCount; ++I)
	{
		const UFractureSimComponent& Here = *Client.Panes[I]->Fracture;
		const UFractureSimComponent& There = *Server.Panes[I]->Fracture;
		EXPECT_EQ(Here.GetStatus(), There.GetStatus());
		EXPECT_EQ(Here.GetResultHash(), There.GetResultHash());
		EXPECT_EQ(Client.Panes[I]->Mesh->IsVisible(), Server.Panes[I]->Mesh->IsVisible());
	}
}

void Play(unsigned Seed)
{
	SCOPED_TRACE(Seed);
	std::mt19937 Random(Seed);
	const auto Below = [&Random](int32 Limit) { return static_cast<int32>(Random() % static_cast<unsigned>(Limit)); };
	FMachine Server(false);
	FMachine Client(true);
	Server.Level.World->bIsServer = true;
	for (int32 Step = 0; Step < 60; ++Step)
	{
		const int32 Which = Below(PaneCount);
		AFractureSimActor& Pane = *Server.Panes[Which];
		UFractureSimComponent& Fracture = *Pane.Fracture;
		const FVector Point(-1.0, 200.0 * Which + Below(30) - 15.0, Below(30) - 15.0);
		switch (Below(10))
		{
		case 0:
		case 1:
		case 2:
			Fracture.ApplyFractureImpulse(Point, FVector(100.0 + Below(3000), 0.0, 0.0), 1.0f);
			break;
		case 3:
			Fracture.ApplyRadialFractureImpulse(Point - FVector(30.0, 0.0, 0.0), 300.0f, 1000.0f + Below(8000));
			break;
		case 4:
		case 5:
			ReplicateAll(Server, Client);
			break;
		case 6:
			Client.Level.Tick(1 + Below(20));
			break;
		case 7:
			Server.Level.Tick(Below(100) == 0 ? 100 : 1 + Below(20));
			break;
		case 8:
			if (Below(2) == 0)
			{
				Fracture.Repair();
			}
			else
			{
				Fracture.RestoreSave(Fracture.GetSave());
			}
			break;
		default:
			AFractureSimActor& Streamed = Below(2) == 0 ? Pane : *Client.Panes[Which];
			Streamed.EndPlay(EEndPlayReason::RemovedFromWorld);
			Streamed.BeginPlay();
			break;
		}
		Server.Level.Tick();
		Client.Level.Tick();
	}
	ASSERT_TRUE(Server.Finish());
	EXPECT_EQ(Server.Level.Subsystem().GetStats().OutOfSync, 0) << "also its own saved games come out as they were";
	ReplicateAll(Server, Client);
	ASSERT_TRUE(Client.Finish());
	ExpectSame(Client, Server);
	FMachine Late(true);
	ReplicateAll(Server, Late);
	ASSERT_TRUE(Late.Finish());
	ExpectSame(Late, Server);
}
} // namespace

TEST(UnrealSoak, ServerClientAndLateJoinerEndTheSameWhateverHappens)
{
	const TScopedSetting<int32> Room(&UFractureSimSettings::MaxFragments, 4000);
	const TScopedSetting<float> Often(&UFractureSimSettings::PoseInterval, 0.3f);
	StandIn::DelayTasks(40);
	for (unsigned Seed = 1; Seed <= 4; ++Seed)
	{
		Play(Seed);
	}
	StandIn::DelayTasks(0);
	EXPECT_EQ(UE::Tasks::StandInPending(), 0);
}
