// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Components/DynamicMeshComponent.h"
#include "Components/SphereComponent.h"
#include "Engine/World.h"
#include "FractureSimActor.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "FractureSimSettings.h"
#include "FractureSimSubsystem.h"
#include "GameFramework/PlayerController.h"
#include "StandIn/RigidWorld.h"

#include <functional>
#include <string>
#include <vector>

namespace FractureTests
{
/// Hears all events of a breakable.
class UListener : public UObject
{
public:
	STANDIN_CLASS(UListener, UObject)

	void Listen(UFractureSimComponent& Component);

	int32 Evaluated = 0;
	int32 Fractured = 0;
	int32 Spawned = 0;
	int32 Debris = 0;
	int32 LastCount = 0;
	float LastLoad = 0.0f;
	float LastEnergy = 0.0f;
	FFractureSimImpact LastImpact;
	TArray<FVector> LastDebris;
	TArray<float> LastSizes;
	std::function<void(UFractureSimComponent&)> DoOnEvaluated;
	std::function<void(UFractureSimComponent&)> DoOnFractured;
	std::function<void()> DoOnSpawned;

private:
	void HandleEvaluated(UFractureSimComponent* Component, FFractureSimImpact Impact, float Load, bool bBreaks);
	void HandleFractured(UFractureSimComponent* Component, FFractureSimImpact Impact, float Energy, int32 Count);
	void HandleSpawned(UFractureSimComponent* Component, UDynamicMeshComponent* Fragment, int32 Index);
	void HandleDebris(UFractureSimComponent* Component, const TArray<FVector>& Locations, const TArray<float>& Sizes);
};

/// The bytes of the pane, baked once.
const TArray<uint8>& PaneBytes();

/// A world with a floor far below, torn down at the end.
class FLevel
{
public:
	explicit FLevel(bool bClient = false);
	~FLevel();

	/// A pane of glass, 40 x 40 x 2 cm, upright across x, or another asset.
	AFractureSimActor& AddPane(
		bool bSimulate = false, const FTransform& Transform = FTransform(), const TArray<uint8>& Bytes = PaneBytes());

	/// A steel ball of 3 kg and 5 cm radius.
	AActor& AddBall(const FVector& Location, const FVector& Velocity);

	void Tick(int32 Count = 1);

	/// Ticks until it holds; false after ten seconds of the game's time.
	bool TickUntil(const std::function<bool()>& Holds);
	bool TickUntilBroken(const UFractureSimComponent& Component);

	/// Until a solve runs, and not a moment longer.
	bool TickUntilSolving();

	/// Until every breakable is ready.
	static void WaitForTasks();

	void TearDown();

	UFractureSimSubsystem& Subsystem() const { return *World->GetSubsystem<UFractureSimSubsystem>(); }

	/// Pieces that can be seen.
	TArray<UDynamicMeshComponent*> Pieces() const;

	/// All components that pieces are made of, shown or not.
	int32 PieceComponents() const;

	UWorld* World;

private:
	bool bTornDown = false;
};

/// Sets a project setting and takes it back.
template <typename T>
class TScopedSetting
{
public:
	TScopedSetting(T UFractureSimSettings::*InMember, T Value)
		: Member(InMember), Before(GetDefault<UFractureSimSettings>()->*InMember)
	{
		GetMutableDefault<UFractureSimSettings>()->*Member = Value;
	}
	~TScopedSetting() { GetMutableDefault<UFractureSimSettings>()->*Member = Before; }

private:
	T UFractureSimSettings::*Member;
	T Before;
};

/// Sets a console variable and takes it back.
class FScopedVariable
{
public:
	FScopedVariable(const TCHAR* InName, int32 Value);
	~FScopedVariable();

private:
	const TCHAR* Name;
};

UListener& Listen(FLevel& Level, UFractureSimComponent& Component);

/// Hard enough for any pane.
void Strike(UFractureSimComponent& Component, double NewtonSeconds = 20.0);

/// The same until it has come apart.
bool Break(FLevel& Level, UFractureSimComponent& Component);

UDynamicMeshComponent& LargestPiece(const FLevel& Level);

/// In its middle, across the pane that it was of. The answer is which.
UDynamicMeshComponent& StrikeLargest(
	const FLevel& Level, UFractureSimComponent& Component, double NewtonSeconds = 20.0);

/// Into what is private: bodies that were made ready, by their keys.
TMap<FString, TWeakPtr<FractureSim::Private::FBreakBody>>& BodiesOf(UFractureSimSubsystem& Subsystem);

/// Whether the log since the last call has a line with that part.
bool LogHas(const std::string& Part);

USphereComponent& BallOf(AActor& Actor);

/// Somebody at a client, known to the server.
class FPlayer
{
public:
	void Join(FLevel& Server, FLevel& Client);

	/// Others in their places, as seamless travel and games do it: no login tells of them.
	void Replace(FLevel& Server, FLevel& Client);

	/// Brings the component that the server put on the controller to the client. False: it did not.
	bool ReplicateLink();

	TObjectPtr<APlayerController> There;
	TObjectPtr<APlayerController> Here;

private:
	void Spawn(FLevel& Server, FLevel& Client);
};

/// What an owner of the connection does for one actor: everything replicated, from the server's to the client's.
void Replicate(AActor& Server, AActor& Client);
} // namespace FractureTests
