// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/ActorFactories/UActorFactory (5.5).

#include "AssetRegistry/AssetData.h"
#include "Factories/AssetFactoryInterface.h"
#include "GameFramework/Actor.h"

class UActorFactory : public UObject, public IAssetFactoryInterface
{
public:
	STANDIN_CLASS(UActorFactory, UObject)

	virtual bool CanCreateActorFrom(const FAssetData&, FText&) { return false; }
	virtual void PostSpawnActor(UObject*, AActor*) {}
	virtual UObject* GetAssetFromActorInstance(AActor*) { return nullptr; }

	FText DisplayName;
	TSubclassOf<AActor> NewActorClass;
};
