// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/GameFramework/APlayerController (5.5):
// GetPlayerViewPoint, IsLocalController.

#include "GameFramework/Actor.h"
#include "Math/Rotator.h"

class APlayerController : public AActor
{
public:
	STANDIN_CLASS(APlayerController, AActor)
	virtual void GetPlayerViewPoint(FVector& Location, FRotator& Rotation) const
	{
		Location = StandInEye;
		Rotation = StandInLook;
	}
	bool IsLocalController() const { return bStandInLocal; }
	FVector StandInEye;
	bool bStandInLocal = true;
	FRotator StandInLook;
};
