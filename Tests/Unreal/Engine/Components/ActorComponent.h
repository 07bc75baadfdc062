// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Components/UActorComponent (5.5).

#include "Engine/EngineTypes.h"
#include "UObject/Object.h"

class AActor;

struct FActorComponentTickFunction
{
	uint8 bCanEverTick : 1 = false;
};

class UActorComponent : public UObject
{
public:
	STANDIN_CLASS(UActorComponent, UObject)
	UActorComponent();

	AActor* GetOwner() const { return OwnerPrivate; }
	virtual UWorld* GetWorld() const override;
	void RegisterComponent();
	virtual void DestroyComponent(bool bPromoteChildren = false);
	bool IsRegistered() const { return bRegistered; }
	bool HasBegunPlay() const { return bHasBegunPlay; }
	virtual void OnRegister() {}
	virtual void OnUnregister() {}
	virtual void BeginPlay() { bHasBegunPlay = true; }
	virtual void EndPlay(const EEndPlayReason::Type) { bHasBegunPlay = false; }
	void SetIsReplicatedByDefault(bool bIn) { bReplicated = bIn; }
	bool GetIsReplicated() const { return bReplicated; }

	void StandInUnregister();

	FActorComponentTickFunction PrimaryComponentTick;

private:
	AActor* OwnerPrivate = nullptr;
	bool bRegistered = false;
	bool bHasBegunPlay = false;
	bool bReplicated = false;
};
