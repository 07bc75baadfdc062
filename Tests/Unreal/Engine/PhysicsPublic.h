// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FRigidBodyCollisionInfo,
// FCollisionNotifyInfo (5.5).

#include "Engine/EngineTypes.h"

class AActor;
class UPrimitiveComponent;

struct FRigidBodyCollisionInfo
{
	TWeakObjectPtr<AActor> Actor;
	TWeakObjectPtr<UPrimitiveComponent> Component;
	int32 BodyIndex = INDEX_NONE;
	FName BoneName;
	FVector DeltaVelocity; // of the centre of mass, by this contact
};

struct FCollisionNotifyInfo
{
	FRigidBodyCollisionInfo Info0;
	FRigidBodyCollisionInfo Info1;
	bool bCallEvent0 = false;
	bool bCallEvent1 = false;
	FCollisionImpactData RigidCollisionData;
};
