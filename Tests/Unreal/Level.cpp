// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Level.h"

#include "Break/BreakBody.h"
#include "FractureSimLink.h"
#include "GameFramework/GameModeBase.h"
#include "HAL/IConsoleManager.h"
#include "HAL/PlatformTime.h"
#include "Logging/LogMacros.h"
#include "StandIn/RemoteCall.h"
#include "Tasks/Task.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace FractureTests
{
namespace
{
using FBodies = TMap<FString, TWeakPtr<FractureSim::Private::FBreakBody>>;

template <FBodies UFractureSimSubsystem::*Member>
struct TInsideBodies
{
	friend FBodies& InsideBodiesOf(UFractureSimSubsystem& Subsystem) { return Subsystem.*Member; }
};
FBodies& InsideBodiesOf(UFractureSimSubsystem& Subsystem);
template struct TInsideBodies<&UFractureSimSubsystem::Bodies>;
} // namespace

FBodies& BodiesOf(UFractureSimSubsystem& Subsystem)
{
	return InsideBodiesOf(Subsystem);
}

static constexpr float FrameTime = 1.0f / 60.0f;

void UListener::Listen(UFractureSimComponent& Component)
{
	Component.OnImpactEvaluated.AddDynamic(this, &UListener::HandleEvaluated);
	Component.OnFractured.AddDynamic(this, &UListener::HandleFractured);
	Component.OnFragmentSpawned.AddDynamic(this, &UListener::HandleSpawned);
	Component.OnDebris.AddDynamic(this, &UListener::HandleDebris);
}

void UListener::HandleEvaluated(UFractureSimComponent* Component, FFractureSimImpact Impact, float Load, bool)
{
	++Evaluated;
	LastImpact = Impact;
	LastLoad = Load;
	if (DoOnEvaluated)
	{
		DoOnEvaluated(*Component);
	}
}

void UListener::HandleFractured(UFractureSimComponent* Component, FFractureSimImpact Impact, float Energy, int32 Count)
{
	++Fractured;
	LastImpact = Impact;
	LastEnergy = Energy;
	LastCount = Count;
	if (DoOnFractured)
	{
		DoOnFractured(*Component);
	}
}

void UListener::HandleSpawned(UFractureSimComponent*, UDynamicMeshComponent*, int32)
{
	++Spawned;
	if (DoOnSpawned)
	{
		DoOnSpawned();
	}
}

void UListener::HandleDebris(UFractureSimComponent*, const TArray<FVector>& Locations, const TArray<float>& Sizes)
{
	EXPECT_EQ(Locations.Num(), Sizes.Num());
	LastDebris = Locations;
	LastSizes = Sizes;
	++Debris;
}

const TArray<uint8>& PaneBytes()
{
	static const TArray<uint8> Bytes = []
	{
		UFractureSimAsset* const Asset = UFractureSimAsset::BakeBox(nullptr, FVector(2.0, 40.0, 40.0), nullptr, 400);
		TArray<uint8> Result = Asset->GetBytes();
		StandIn::MarkAsGarbage(*Asset);
		StandIn::CollectGarbage();
		return Result;
	}();
	return Bytes;
}

bool LogHas(const std::string& Part)
{
	for (const StandIn::FLogLine& Line : StandIn::TakeLog())
	{
		if (Line.Text.find(Part) != std::string::npos)
		{
			return true;
		}
	}
	return false;
}

FScopedVariable::FScopedVariable(const TCHAR* InName, int32 Value) : Name(InName)
{
	EXPECT_TRUE(StandIn::TypeInConsole(Name, {FString::Printf(TEXT("%d"), Value)}, nullptr));
}

FScopedVariable::~FScopedVariable()
{
	StandIn::TypeInConsole(Name, {TEXT("-1")}, nullptr);
}

UListener& Listen(FLevel& Level, UFractureSimComponent& Component)
{
	UListener* const Listener = NewObject<UListener>(Level.World);
	Listener->Listen(Component);
	return *Listener;
}

void Strike(UFractureSimComponent& Component, double NewtonSeconds)
{
	Component.ApplyFractureImpulse(FVector(-1.0, 3.0, 2.0), FVector(NewtonSeconds * 100.0, 0.0, 0.0), 1.0f);
}

bool Break(FLevel& Level, UFractureSimComponent& Component)
{
	Strike(Component);
	return Level.TickUntilBroken(Component);
}

UDynamicMeshComponent& LargestPiece(const FLevel& Level)
{
	UDynamicMeshComponent* Largest = nullptr;
	for (UDynamicMeshComponent* Piece : Level.Pieces())
	{
		Largest = !Largest || Piece->Mass > Largest->Mass ? Piece : Largest;
	}
	return *Largest;
}

UDynamicMeshComponent& StrikeLargest(const FLevel& Level, UFractureSimComponent& Component, double NewtonSeconds)
{
	UDynamicMeshComponent& Piece = LargestPiece(Level);
	const FVector Across = Piece.GetComponentTransform().TransformVectorNoScale(FVector(1.0, 0.0, 0.0));
	Component.ApplyFractureImpulse(Piece.GetComponentLocation() - Across, Across * (NewtonSeconds * 100.0), 0.5f);
	return Piece;
}

USphereComponent& BallOf(AActor& Actor)
{
	return *static_cast<USphereComponent*>(Actor.GetRootComponent());
}

void Replicate(AActor& Server, AActor& Client)
{
	if (Server.bStandInDormant && !Server.bStandInFlushed)
	{
		return;
	}
	Server.bStandInFlushed = false;
	Server.StandInReplicate(Client);
	StandIn::MakeTwins(Server, Client);
	for (int32 I = 0; I < Server.Owned.Num(); ++I)
	{
		StandIn::MakeTwins(*Server.Owned[I], *Client.Owned[I]);
		Server.Owned[I]->StandInReplicate(*Client.Owned[I]);
	}
}

void FPlayer::Spawn(FLevel& Server, FLevel& Client)
{
	Server.World->bIsServer = true;
	There = Server.World->SpawnActor<APlayerController>();
	There->bStandInLocal = false;
	Server.World->Players.Add(There.Get());
	Here = Client.World->SpawnActor<APlayerController>();
	Here->Role = ROLE_AutonomousProxy;
	Client.World->Player = Here.Get();
}

void FPlayer::Join(FLevel& Server, FLevel& Client)
{
	Spawn(Server, Client);
	FGameModeEvents::OnGameModePostLoginEvent().Broadcast(nullptr, There.Get());
}

void FPlayer::Replace(FLevel& Server, FLevel& Client)
{
	There->Destroy();
	Here->Destroy();
	Spawn(Server, Client);
}

bool FPlayer::ReplicateLink()
{
	UFractureSimLink* const Link = There->FindComponentByClass<UFractureSimLink>();
	if (Link && !Here->FindComponentByClass<UFractureSimLink>())
	{
		UFractureSimLink* const Twin = NewObject<UFractureSimLink>(Here.Get());
		StandIn::MakeTwins(*Link, *Twin);
		Twin->RegisterComponent();
	}
	return Link != nullptr;
}

FLevel::FLevel(bool bClient) : World(NewObject<UWorld>(nullptr))
{
	StandIn::TakeLog();
	World->bIsClient = bClient;
	World->Physics().FloorHeight = -200.0;
	World->AddSubsystem(UFractureSimSubsystem::StaticClass());
	World->StandInBeginPlay();
}

FLevel::~FLevel()
{
	TearDown();
}

void FLevel::WaitForTasks()
{
	while (UE::Tasks::StandInPending() > 0)
	{
		std::this_thread::sleep_for(std::chrono::microseconds(200));
	}
}

void FLevel::TearDown()
{
	if (!bTornDown)
	{
		World->StandInTearDown();
		EXPECT_EQ(PieceComponents(), 0) << "the pool is empty";
		StandIn::CollectGarbage();
		bTornDown = true;
	}
}

AFractureSimActor& FLevel::AddPane(bool bSimulate, const FTransform& Transform, const TArray<uint8>& Bytes)
{
	AFractureSimActor* const Actor =
		World->SpawnActorDeferred<AFractureSimActor>(AFractureSimActor::StaticClass(), Transform);
	UFractureSimAsset* const Asset = NewObject<UFractureSimAsset>(Actor);
	Asset->SetBytes(Bytes);
	Actor->Fracture->Asset = Asset;
	Actor->bSimulate = bSimulate;
	Actor->FinishSpawning(Transform);
	return *Actor;
}

AActor& FLevel::AddBall(const FVector& Location, const FVector& Velocity)
{
	AActor* const Actor = World->SpawnActorDeferred<AActor>(AActor::StaticClass(), FTransform(Location));
	USphereComponent* const Ball = NewObject<USphereComponent>(Actor);
	Ball->InitSphereRadius(5.0f);
	Actor->SetRootComponent(Ball);
	Actor->FinishSpawning(FTransform(Location));
	Ball->SetMassOverrideInKg(NAME_None, 3.0f, true);
	Ball->SetSimulatePhysics(true);
	Ball->SetPhysicsLinearVelocity(Velocity);
	return *Actor;
}

void FLevel::Tick(int32 Count)
{
	for (int32 I = 0; I < Count; ++I)
	{
		World->Tick(LEVELTICK_All, FrameTime);
		// A frame takes its time, so that tasks get on; one that has nothing to wait for does not.
		const double End = FPlatformTime::Seconds() + FrameTime;
		while (UE::Tasks::StandInPending() > 0 && FPlatformTime::Seconds() < End)
		{
			std::this_thread::sleep_for(std::chrono::microseconds(200));
		}
	}
}

bool FLevel::TickUntil(const std::function<bool()>& Holds)
{
	// Under sanitizers a solve takes hundreds of frames.
	for (int32 I = 0; I < 6000; ++I)
	{
		if (Holds())
		{
			return true;
		}
		Tick();
	}
	return Holds();
}

bool FLevel::TickUntilBroken(const UFractureSimComponent& Component)
{
	return TickUntil([&Component] { return Component.GetStatus() == EFractureSimStatus::Broken; });
}

bool FLevel::TickUntilSolving()
{
	for (int32 I = 0; I < 60000 && Subsystem().GetStats().RunningSolves == 0; ++I)
	{
		World->Tick(LEVELTICK_All, FrameTime);
		if (Subsystem().GetStats().RunningSolves == 0)
		{
			std::this_thread::sleep_for(std::chrono::milliseconds(1));
		}
	}
	return Subsystem().GetStats().RunningSolves > 0;
}

TArray<UDynamicMeshComponent*> FLevel::Pieces() const
{
	TArray<UDynamicMeshComponent*> Result;
	for (const AActor* Actor : World->Actors)
	{
		TArray<UDynamicMeshComponent*> Found;
		Actor->GetComponents(Found);
		for (UDynamicMeshComponent* Component : Found)
		{
			if (Component != Actor->GetRootComponent() && Component->IsVisible())
			{
				Result.Add(Component);
			}
		}
	}
	return Result;
}

int32 FLevel::PieceComponents() const
{
	int32 Count = 0;
	for (const AActor* Actor : World->Actors)
	{
		TArray<UDynamicMeshComponent*> Found;
		Actor->GetComponents(Found);
		for (const UDynamicMeshComponent* Component : Found)
		{
			Count += Component != Actor->GetRootComponent() ? 1 : 0;
		}
	}
	return Count;
}
} // namespace FractureTests
