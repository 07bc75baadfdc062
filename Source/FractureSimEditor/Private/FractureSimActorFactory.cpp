// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimActorFactory.h"

#include "FractureSimActor.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"

#define LOCTEXT_NAMESPACE "FractureSimActorFactory"

UFractureSimActorFactory::UFractureSimActorFactory()
{
	DisplayName = LOCTEXT("Name", "Breakable");
	NewActorClass = AFractureSimActor::StaticClass();
}

bool UFractureSimActorFactory::CanCreateActorFrom(const FAssetData& AssetData, FText& OutErrorMsg)
{
	if (AssetData.IsValid() && AssetData.IsInstanceOf(UFractureSimAsset::StaticClass()))
	{
		return true;
	}
	OutErrorMsg = LOCTEXT("NoAsset", "A fracture asset must be given.");
	return false;
}

void UFractureSimActorFactory::PostSpawnActor(UObject* Asset, AActor* NewActor)
{
	Super::PostSpawnActor(Asset, NewActor);
	AFractureSimActor* const Actor = CastChecked<AFractureSimActor>(NewActor);
	Actor->Fracture->Asset = CastChecked<UFractureSimAsset>(Asset);
	Actor->ShowAsset();
}

UObject* UFractureSimActorFactory::GetAssetFromActorInstance(AActor* ActorInstance)
{
	return CastChecked<AFractureSimActor>(ActorInstance)->Fracture->Asset;
}

#undef LOCTEXT_NAMESPACE
