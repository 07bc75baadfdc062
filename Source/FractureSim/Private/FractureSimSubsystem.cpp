// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A world's breakables: how they begin, tick and end. FractureSimQueue.cpp takes impacts to tasks,
// FractureSimResults.cpp looks at what comes out, FractureSimApply.cpp makes pieces of it.
#include "FractureSimSubsystem.h"

#include "Break/BreakTask.h"
#include "Break/FragmentPool.h"
#include "Break/PieceTree.h"
#include "Components/DynamicMeshComponent.h"
#include "Debug/Recorder.h"
#include "Engine/World.h"
#include "FractureSimComponent.h"
#include "FractureSimConfig.h"
#include "FractureSimLog.h"
#include "FractureSimSettings.h"
#include "FractureSimTrace.h"
#include "GameFramework/Actor.h"
#include "GameFramework/GameModeBase.h"
#include "HAL/PlatformTime.h"

#include <limits>

using namespace FractureSim::Private;

DECLARE_CYCLE_STAT(TEXT("FractureSim tick"), STAT_FractureSimTick, STATGROUP_FractureSim);

void UFractureSimSubsystem::Initialize(FSubsystemCollectionBase& Collection)
{
	Super::Initialize(Collection);
	Pool = MakeShared<FFragmentPool>(*GetWorld(), FragmentComponents);
	Pool->OnHostMade = [this](AActor& Host)
	{
		Host.OnTakePointDamage.AddUniqueDynamic(this, &UFractureSimSubsystem::HandlePieceDamage);
		Host.OnTakeRadialDamage.AddUniqueDynamic(this, &UFractureSimSubsystem::HandlePieceBlast);
	};
	Pool->OnParked = [this](const UDynamicMeshComponent& Fragment, UFractureSimComponent* Owner)
	{
		ForgetStriker(Fragment);
		if (Owner && IsServer() && !Thinned.Contains(Owner))
		{
			Thinned.Add(Owner);
		}
	};
	FGameModeEvents::OnGameModePostLoginEvent().AddUObject(this, &UFractureSimSubsystem::HandleLogin);
	SpawnedHandle = GetWorld()->AddOnActorSpawnedHandler(
		FOnActorSpawned::FDelegate::CreateUObject(this, &UFractureSimSubsystem::HandleSpawned));
}

/// Who came along from another level is there before play begins, and no login tells of them.
void UFractureSimSubsystem::OnWorldBeginPlay(UWorld& InWorld)
{
	Super::OnWorldBeginPlay(InWorld);
	LinkPlayers();
}

/// Nothing may outlive the world: tasks end within a step of the core, then the rest goes.
void UFractureSimSubsystem::Deinitialize()
{
	FGameModeEvents::OnGameModePostLoginEvent().RemoveAll(this);
	GetWorld()->RemoveOnActorSpawnedHandler(SpawnedHandle);
	for (TArray<FEvent>* Events : {&Running, &Applying})
	{
		for (FEvent& Event : *Events)
		{
			Cancel(Event);
		}
	}
	for (const TSharedPtr<FBreakBody>& Body : WholeBodies)
	{
		Body->bCancelled.store(true, std::memory_order_relaxed);
	}
	for (const TSharedPtr<FBreakTask>& Task : Cancelled)
	{
		Task->Task.Wait();
	}
	for (const TSharedPtr<FBreakBody>& Body : PieceBodies)
	{
		Body->bCancelled.store(true, std::memory_order_relaxed);
	}
	for (const TSharedPtr<FBreakBody>& Body : WholeBodies)
	{
		Body->Task.Wait();
	}
	for (const TSharedPtr<FBreakBody>& Body : PieceBodies)
	{
		Body->Task.Wait();
	}
	Queue.Empty();
	Running.Empty();
	Applying.Empty();
	Cancelled.Empty();
	Bodies.Empty();
	WholeBodies.Empty();
	PieceBodies.Empty();
	Waiting.Empty();
	Answering.Empty();
	NewPlayers.Empty();
	Thinned.Empty();
	Recorder.Reset();
	if (Pool)
	{
		Pool->Empty();
		Pool.Reset();
	}
	Super::Deinitialize();
}

TStatId UFractureSimSubsystem::GetStatId() const
{
	RETURN_QUICK_DECLARE_CYCLE_STAT(UFractureSimSubsystem, STATGROUP_Tickables);
}

bool UFractureSimSubsystem::IsTickable() const
{
	const bool bPiecesMayRest = Pool && Pool->HasAwake() && GetDefault<UFractureSimSettings>()->FreezeDelay >= 0.0f;
	const bool bTasksMayEnd = Cancelled.Num() > 0 || PieceBodies.Num() > 0;
	return Queue.Num() > 0 || Running.Num() > 0 || Applying.Num() > 0 || Answering.Num() > 0 || NewPlayers.Num() > 0 ||
		bTasksMayEnd || bPiecesMayRest;
}

void UFractureSimSubsystem::Tick(float DeltaTime)
{
	FRACTURESIM_SCOPE(FractureSim_Tick);
	SCOPE_CYCLE_COUNTER(STAT_FractureSimTick);
	const double Start = FPlatformTime::Seconds();
	CollectResults();
	StartSolves();
	ApplyResults(Start + GetBudget().Milliseconds * 1.0e-3);
	if (Pool)
	{
		PublishPoses(DeltaTime, Pool->Freeze(DeltaTime, GetDefault<UFractureSimSettings>()->FreezeDelay));
	}
	LinkNewPlayers();
	AnswerLinks();
	Cancelled.RemoveAll([](const TSharedPtr<FBreakTask>& Task) { return Task->Task.IsCompleted(); });
	WholeBodies.RemoveAll([](const TSharedPtr<FBreakBody>& Body) { return Body->Task.IsCompleted(); });
	PieceBodies.RemoveAll([](const TSharedPtr<FBreakBody>& Body) { return Body->Task.IsCompleted(); });
	Stats.LastTickMilliseconds = static_cast<float>((FPlatformTime::Seconds() - Start) * 1.0e3);
	Stats.LongestTickMilliseconds = FMath::Max(Stats.LongestTickMilliseconds, Stats.LastTickMilliseconds);
}

FFractureSimStats UFractureSimSubsystem::GetStats() const
{
	FFractureSimStats Result = Stats;
	Result.QueuedImpacts = Queue.Num();
	Result.RunningSolves = Running.Num();
	Result.LiveFragments = Pool ? Pool->NumLive() : 0;
	Result.PooledFragments = Pool ? Pool->NumPooled() : 0;
	return Result;
}

bool UFractureSimSubsystem::RecordImpacts(const FString& Path)
{
	Recorder.Reset();
	if (Path.IsEmpty())
	{
		return true;
	}
	TSharedPtr<FRecorder> Opened = MakeShared<FRecorder>();
	if (!Opened->Open(Path))
	{
		UE_LOG(LogFractureSim, Error, TEXT("the recording %s cannot be written"), *Path);
		return false;
	}
	Recorder = Opened;
	return true;
}

void UFractureSimSubsystem::HandlePieceDamage(AActor* DamagedActor,
	float Damage,
	AController* InstigatedBy,
	FVector HitLocation,
	UPrimitiveComponent* FHitComponent,
	FName BoneName,
	FVector ShotFromDirection,
	const UDamageType* DamageType,
	AActor* DamageCauser)
{
	UFractureSimComponent* Owner = nullptr;
	Pool->ForEach([&Owner, FHitComponent](
					  UFractureSimComponent& Component, const TSharedPtr<FPieceNode>&, UDynamicMeshComponent& Piece)
		{ Owner = &Piece == FHitComponent ? &Component : Owner; });
	if (Owner)
	{
		Owner->HandlePointDamage(DamagedActor,
			Damage,
			InstigatedBy,
			HitLocation,
			FHitComponent,
			BoneName,
			ShotFromDirection,
			DamageType,
			DamageCauser);
	}
}

/// One event for all pieces of the world, whomever they are from, with the damage at the one nearest to the origin.
void UFractureSimSubsystem::HandlePieceBlast(
	AActor*, float Damage, const UDamageType*, FVector Origin, const FHitResult&, AController*, AActor*)
{
	TArray<UFractureSimComponent*> Owners;
	double Nearest = std::numeric_limits<double>::infinity();
	Pool->ForEach(
		[&](UFractureSimComponent& Owner, const TSharedPtr<FPieceNode>&, const UDynamicMeshComponent& Piece)
		{
			Nearest = FMath::Min(Nearest, FVector::Distance(Origin, Piece.GetComponentLocation()));
			if (!Owners.Contains(&Owner))
			{
				Owners.Add(&Owner);
			}
		});
	for (UFractureSimComponent* const Owner : Owners)
	{
		Owner->BlastPiecesByDamage(Origin, Nearest, Damage);
	}
}

void UFractureSimSubsystem::Cancel(FEvent& Event)
{
	if (Event.Task)
	{
		Event.Task->bCancelled.store(true, std::memory_order_relaxed);
		Cancelled.Add(Event.Task);
	}
	for (const TWeakObjectPtr<UDynamicMeshComponent>& Fragment : Event.Fragments)
	{
		if (Fragment.IsValid() && Pool)
		{
			Pool->Release(*Fragment.Get());
		}
	}
	Event.Fragments.Empty();
}

/// The component that shows a piece will show another one: nothing is given back to that.
void UFractureSimSubsystem::ForgetStriker(const UDynamicMeshComponent& Fragment)
{
	for (TArray<FEvent>* Events : {&Queue, &Running, &Applying})
	{
		for (FEvent& Event : *Events)
		{
			for (FFractureSimImpact& Impact : Event.Impacts)
			{
				if (Impact.Striker.Get() == &Fragment)
				{
					Impact.Striker = nullptr;
				}
			}
		}
	}
}

UFractureSimComponent* UFractureSimSubsystem::AliveOf(const FEvent& Event)
{
	UFractureSimComponent* const Component = Event.Component.Get();
	return Component && Component->Life == Event.Life ? Component : nullptr;
}

void UFractureSimSubsystem::Forget(const UFractureSimComponent& Component)
{
	for (TArray<FEvent>* Events : {&Queue, &Running, &Applying})
	{
		for (int32 I = Events->Num() - 1; I >= 0; --I)
		{
			if ((*Events)[I].Component.Get() == &Component)
			{
				Cancel((*Events)[I]);
				Events->RemoveAt(I);
			}
		}
	}
}

void UFractureSimSubsystem::RemoveFragments(const UFractureSimComponent& Component)
{
	if (Pool)
	{
		Pool->ReleaseOf(Component);
	}
}
