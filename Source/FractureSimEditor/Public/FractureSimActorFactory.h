// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "ActorFactories/ActorFactory.h"
#include "CoreMinimal.h"

#include "FractureSimActorFactory.generated.h"

/// A fracture asset that is dropped into a level becomes a breakable actor.
UCLASS()
class FRACTURESIMEDITOR_API UFractureSimActorFactory : public UActorFactory
{
	GENERATED_BODY()

public:
	UFractureSimActorFactory();

	virtual bool CanCreateActorFrom(const FAssetData& AssetData, FText& OutErrorMsg) override;
	virtual void PostSpawnActor(UObject* Asset, AActor* NewActor) override;
	virtual UObject* GetAssetFromActorInstance(AActor* ActorInstance) override;
};
