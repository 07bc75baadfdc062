// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "GameFramework/Actor.h"

#include "FractureSimLauncher.generated.h"

/// Throws balls for demos and tests: the first player's left mouse button fires one from the eye, and Fire does so from
/// anywhere. Balls are engine spheres with hit events on; the oldest go when there are too many.
UCLASS(Blueprintable)
class FRACTURESIM_API AFractureSimLauncher : public AActor
{
	GENERATED_BODY()

public:
	AFractureSimLauncher();

	/// Of a ball.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Launcher", meta = (ClampMin = "0", ForceUnits = "cm/s"))
	float Speed = 1500.0f;

	/// Of a ball.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Launcher", meta = (ClampMin = "0.001", ForceUnits = "kg"))
	float Mass = 3.0f;

	/// Of a ball.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Launcher", meta = (ClampMin = "0.1", ForceUnits = "cm"))
	float Radius = 5.0f;

	/// Older ones go.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Launcher", meta = (ClampMin = "1"))
	int32 MaxBalls = 20;

	/// A ball at that place, flying in that direction. Null: the world takes no actors.
	UFUNCTION(BlueprintCallable, Category = "FractureSim")
	AActor* Fire(FVector From, FVector Direction);

	/// From the first player's eye.
	UFUNCTION(BlueprintCallable, Category = "FractureSim")
	void FireFromView();

	virtual void BeginPlay() override;

private:
	UPROPERTY(Transient)
	TArray<TWeakObjectPtr<AActor>> Balls; // oldest first
};
