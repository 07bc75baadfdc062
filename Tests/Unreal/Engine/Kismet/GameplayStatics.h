// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows
// dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Kismet/UGameplayStatics/GetPlayerCameraManager
// (5.5): null on a dedicated server.

#include "GameFramework/Actor.h"

class APlayerCameraManager;

class UGameplayStatics
{
public:
	static APlayerCameraManager* GetPlayerCameraManager(const UObject* WorldContextObject, int32 PlayerIndex);
	static float ApplyPointDamage(AActor* DamagedActor,
		float BaseDamage,
		const FVector& HitFromDirection,
		const FHitResult& HitInfo,
		AController* EventInstigator,
		AActor* DamageCauser,
		TSubclassOf<UDamageType> DamageTypeClass);
};
