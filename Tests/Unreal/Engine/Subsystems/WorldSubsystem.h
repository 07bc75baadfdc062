// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Subsystems/UTickableWorldSubsystem (5.5);
// UWorldSubsystem (5.5): OnWorldBeginPlay; Engine/FTickableGameObject.

#include "Stats/Stats.h"
#include "UObject/Object.h"

class FSubsystemCollectionBase
{
};

class UWorldSubsystem : public UObject
{
public:
	STANDIN_CLASS(UWorldSubsystem, UObject)
	virtual void Initialize(FSubsystemCollectionBase&) {}
	virtual void Deinitialize() {}
	virtual void OnWorldBeginPlay(UWorld&) {}
	virtual UWorld* GetWorld() const override;
};

class FTickableGameObject
{
public:
	virtual ~FTickableGameObject() = default;
	virtual void Tick(float DeltaTime) = 0;
	virtual bool IsTickable() const { return true; }
	virtual TStatId GetStatId() const = 0;
};

/// Ticks from Initialize to Deinitialize, whenever IsTickable says so. Both must be passed on by who overrides them.
class UTickableWorldSubsystem : public UWorldSubsystem, public FTickableGameObject
{
public:
	using Super = UWorldSubsystem;
	static UClass* StaticClass()
	{
		static UClass Class(TEXT("UTickableWorldSubsystem"), UWorldSubsystem::StaticClass(), nullptr);
		return &Class;
	}
	virtual void Initialize(FSubsystemCollectionBase& Collection) override
	{
		UWorldSubsystem::Initialize(Collection);
		bInitialised = true;
	}
	virtual void Deinitialize() override
	{
		UWorldSubsystem::Deinitialize();
		bInitialised = false;
	}
	bool StandInInitialised() const { return bInitialised; }

private:
	bool bInitialised = false;
};
