// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows
// dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Camera/APlayerCameraManager/GetCameraLocation (5.5).

#include "GameFramework/Actor.h"

class APlayerCameraManager : public AActor
{
public:
	STANDIN_CLASS(APlayerCameraManager, AActor)
	virtual FVector GetCameraLocation() const { return StandInLocation; }
	FVector StandInLocation;
};
