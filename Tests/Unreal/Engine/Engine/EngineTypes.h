// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Engine: ECollisionEnabled,
// FRigidBodyContactInfo, FCollisionImpactData, EEndPlayReason (5.5).

#include "CoreMinimal.h"

class UPhysicalMaterial;

namespace ECollisionEnabled
{
enum Type : int
{
	NoCollision,
	QueryOnly,
	PhysicsOnly,
	QueryAndPhysics,
};
} // namespace ECollisionEnabled

namespace EEndPlayReason
{
enum Type : int
{
	Destroyed,
	LevelTransition,
	EndPlayInEditor,
	RemovedFromWorld,
	Quit,
};
} // namespace EEndPlayReason

namespace EComponentMobility
{
enum Type : int
{
	Static,
	Stationary,
	Movable,
};
} // namespace EComponentMobility

enum ECollisionChannel : int
{
	ECC_WorldStatic,
	ECC_WorldDynamic,
	ECC_Pawn,
	ECC_Visibility,
	ECC_Camera,
	ECC_PhysicsBody,
};

enum ECollisionResponse : int
{
	ECR_Ignore,
	ECR_Overlap,
	ECR_Block,
};

struct FCollisionResponseContainer
{
	ECollisionResponse StandInOf[6] = {ECR_Block, ECR_Block, ECR_Block, ECR_Block, ECR_Block, ECR_Block};
};

enum class ETeleportType : uint8
{
	None,
	TeleportPhysics,
	ResetPhysics,
};

enum ENetMode
{
	NM_Standalone,
	NM_DedicatedServer,
	NM_ListenServer,
	NM_Client,
	NM_MAX,
};

namespace EWorldType
{
enum Type : int
{
	None,
	Game,
};
} // namespace EWorldType

enum ELevelTick : int
{
	LEVELTICK_TimeOnly,
	LEVELTICK_ViewportsOnly,
	LEVELTICK_All,
};

/// One contact of a pair. The normal points from the second shape to the first.
struct FRigidBodyContactInfo
{
	FVector ContactPosition;
	FVector ContactNormal;
	float ContactPenetration = 0.0f;
	bool bContactProbe = false;
};

/// Impulses in kg cm/s. For which of the two bodies they are counted is not documented.
struct FCollisionImpactData
{
	TArray<FRigidBodyContactInfo> ContactInfos;
	FVector TotalNormalImpulse;
	FVector TotalFrictionImpulse;
	bool bIsVelocityDeltaUnderThreshold = false;
};
