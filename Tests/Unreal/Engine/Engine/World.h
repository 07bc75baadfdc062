// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Engine/UWorld (5.5): SpawnActor,
// GetSubsystem, GetTimeSeconds, GetDeltaSeconds, GetNetMode, GetPlayerControllerIterator, Tick;
// AddOnActorSpawnedHandler as many public plugins call it.

#include "Engine/EngineTypes.h"
#include "GameFramework/Actor.h"
#include "Subsystems/WorldSubsystem.h"
#include "UObject/Object.h"

#include <memory>

class APlayerCameraManager;
class APlayerController;

namespace StandIn
{
class FRigidWorld;
}

struct FActorSpawnParameters
{
	FName Name;
	AActor* Owner = nullptr;
	EObjectFlags ObjectFlags = RF_NoFlags;
	uint8 bTemporaryEditorActor : 1 = false;
	uint8 bHideFromSceneOutliner : 1 = false;
};

/// Over all players that a machine knows.
class FConstPlayerControllerIterator
{
public:
	explicit FConstPlayerControllerIterator(const TArray<TWeakObjectPtr<APlayerController>>& In) : Players(In) {}
	explicit operator bool() const { return Players.IsValidIndex(Index); }
	FConstPlayerControllerIterator& operator++()
	{
		++Index;
		return *this;
	}
	const TWeakObjectPtr<APlayerController>* operator->() const { return &Players[Index]; }

private:
	const TArray<TWeakObjectPtr<APlayerController>>& Players;
	int32 Index = 0;
};

using FOnActorSpawned = TMulticastDelegate<AActor*>;

class UWorld : public UObject
{
public:
	STANDIN_CLASS(UWorld, UObject)
	UWorld();
	virtual ~UWorld() override;

	virtual UWorld* GetWorld() const override { return const_cast<UWorld*>(this); }
	template <typename T>
	T* SpawnActor(const FActorSpawnParameters& Parameters = FActorSpawnParameters())
	{
		// A world that is torn down takes no actors.
		T* Actor = bTearingDown ? nullptr : SpawnActorDeferred<T>(T::StaticClass(), FTransform());
		if (Actor)
		{
			Actor->StandInFlags = Parameters.ObjectFlags;
			Actor->StandInInOutliner = !Parameters.bHideFromSceneOutliner;
			Actor->FinishSpawning(FTransform());
		}
		return Actor;
	}
	template <typename T>
	T* SpawnActorDeferred(UClass* Class, const FTransform& Transform)
	{
		return static_cast<T*>(StandInSpawn(Class, Transform));
	}
	template <typename T>
	T* GetSubsystem() const
	{
		return static_cast<T*>(StandInSubsystem(T::StaticClass()));
	}
	APlayerController* GetFirstPlayerController() const { return Player.Get(); }
	FConstPlayerControllerIterator GetPlayerControllerIterator() const
	{
		return FConstPlayerControllerIterator(Players);
	}
	double GetTimeSeconds() const { return Seconds; }
	float GetDeltaSeconds() const { return LastDelta; }
	ENetMode GetNetMode() const { return bIsClient ? NM_Client : (bIsServer ? NM_DedicatedServer : NM_Standalone); }
	void Tick(ELevelTick TickType, float DeltaSeconds);
	FDelegateHandle AddOnActorSpawnedHandler(const FOnActorSpawned::FDelegate& InHandler) const
	{
		return OnActorSpawned.Add(InHandler);
	}
	void RemoveOnActorSpawnedHandler(FDelegateHandle InHandle) const { OnActorSpawned.Remove(InHandle); }

	// The stand-in's own.
	void StandInBeginPlay();
	void StandInTearDown(); // as PIE stop or a level change does it; the world itself stays until collected
	AActor* StandInSpawn(UClass* Class, const FTransform& Transform);
	UObject* StandInSubsystem(UClass* Class) const;
	StandIn::FRigidWorld& Physics() { return *Rigid; }
	void AddSubsystem(UClass* Class);

	TArray<AActor*> Actors;
	TObjectPtr<APlayerCameraManager> Camera;
	TObjectPtr<APlayerController> Player;              // at this machine
	TArray<TWeakObjectPtr<APlayerController>> Players; // on a server: all
	bool bBegun = false;
	bool bTearingDown = false;
	bool bIsClient = false; // actors that replicate are not its own
	bool bIsServer = false;
	double Seconds = 0.0;
	float LastDelta = 0.0f;
	int32 SubsystemTicks = 0;

private:
	mutable FOnActorSpawned OnActorSpawned;
	TArray<UTickableWorldSubsystem*> Subsystems;
	std::unique_ptr<StandIn::FRigidWorld> Rigid;
};
