// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "FractureSimComponent.h"
#include "UObject/Object.h"

#include "FractureSimTestListener.generated.h"

/// Counts a breakable's events, for the automation tests: only reflected functions may listen.
UCLASS(Transient)
class FRACTURESIM_API UFractureSimTestListener : public UObject
{
	GENERATED_BODY()

public:
	void Listen(UFractureSimComponent& Component);

	UPROPERTY()
	int32 Evaluated = 0;

	UPROPERTY()
	int32 Fractured = 0;

	UPROPERTY()
	int32 Spawned = 0;

	UPROPERTY()
	int32 LastCount = 0;

	UPROPERTY()
	EFractureSimSource LastSource = EFractureSimSource::Scripted;

private:
	UFUNCTION()
	void HandleEvaluated(UFractureSimComponent* Component, FFractureSimImpact Impact, float LoadFraction, bool bBreaks);

	UFUNCTION()
	void HandleFractured(
		UFractureSimComponent* Component, FFractureSimImpact Impact, float Energy, int32 FragmentCount);

	UFUNCTION()
	void HandleSpawned(UFractureSimComponent* Component, UDynamicMeshComponent* Fragment, int32 Index);
};
