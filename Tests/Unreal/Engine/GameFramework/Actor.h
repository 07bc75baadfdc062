// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/GameFramework/AActor (5.5).

#include "Components/PrimitiveComponent.h"
#include "PhysicsPublic.h"

class AController;
class APlayerController;
class UInputComponent;
class UDamageType;

DECLARE_DYNAMIC_MULTICAST_SPARSE_DELEGATE_NineParams(FTakePointDamageSignature,
	AActor,
	OnTakePointDamage,
	AActor*,
	DamagedActor,
	float,
	Damage,
	AController*,
	InstigatedBy,
	FVector,
	HitLocation,
	UPrimitiveComponent*,
	FHitComponent,
	FName,
	BoneName,
	FVector,
	ShotFromDirection,
	const UDamageType*,
	DamageType,
	AActor*,
	DamageCauser);
DECLARE_DYNAMIC_MULTICAST_SPARSE_DELEGATE_SevenParams(FTakeRadialDamageSignature,
	AActor,
	OnTakeRadialDamage,
	AActor*,
	DamagedActor,
	float,
	Damage,
	const UDamageType*,
	DamageType,
	FVector,
	Origin,
	const FHitResult&,
	HitInfo,
	AController*,
	InstigatedBy,
	AActor*,
	DamageCauser);

enum ENetRole : int
{
	ROLE_None,
	ROLE_SimulatedProxy,
	ROLE_AutonomousProxy,
	ROLE_Authority,
};

struct FActorTickFunction
{
	uint8 bCanEverTick : 1 = false;
};

class AActor : public UObject
{
public:
	STANDIN_CLASS(AActor, UObject)

	FTakePointDamageSignature OnTakePointDamage;
	FTakeRadialDamageSignature OnTakeRadialDamage;

	virtual UWorld* GetWorld() const override { return World; }
	USceneComponent* GetRootComponent() const { return Root; }
	bool SetRootComponent(USceneComponent* NewRoot)
	{
		Root = NewRoot;
		return true;
	}
	template <typename T>
	void GetComponents(TArray<T*>& Out) const
	{
		for (UActorComponent* Component : Owned)
		{
			if (T* Found = Cast<T>(Component))
			{
				Out.Add(Found);
			}
		}
	}
	template <typename T>
	T* FindComponentByClass() const
	{
		TArray<T*> Found;
		GetComponents(Found);
		return Found.Num() > 0 ? Found[0] : nullptr;
	}
	virtual FVector GetVelocity() const { return Root ? Root->GetComponentVelocity() : FVector::ZeroVector; }
	virtual void SetIsTemporarilyHiddenInEditor(bool bIsHidden) { bHiddenInEditor = bIsHidden; }
	bool IsTemporarilyHiddenInEditor(bool = false) const { return bHiddenInEditor; }
	virtual void EnableInput(APlayerController* PlayerController);
	bool HasAuthority() const { return Role == ROLE_Authority; }
	bool GetIsReplicated() const { return bReplicates; }
	virtual void SetReplicateMovement(bool bInReplicateMovement) { bStandInMovement = bInReplicateMovement; }
	bool IsActorBeingDestroyed() const { return bStandInEnds; }
	virtual void ForceNetUpdate();
	bool Destroy(bool bNetForce = false, bool bShouldModifyLevel = true);
	void FinishSpawning(const FTransform& Transform);
	virtual void OnConstruction(const FTransform&) {}
	virtual void BeginPlay();
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason);
	virtual void DispatchPhysicsCollisionHit(const FRigidBodyCollisionInfo& MyInfo,
		const FRigidBodyCollisionInfo& OtherInfo,
		const FCollisionImpactData& RigidCollisionData);

	FActorTickFunction PrimaryActorTick;
	TObjectPtr<UInputComponent> InputComponent;
	bool bReplicates = false;

	// The stand-in's own.
	UWorld* World = nullptr;
	ENetRole Role = ROLE_Authority;
	bool bBegun = false;
	bool bHiddenInEditor = false;
	bool bStandInDormant = false; // nothing of it is replicated unless it is flushed
	bool bStandInFlushed = false;
	bool bStandInMovement = false;
	bool bStandInEnds = false;
	bool StandInInOutliner = true;
	TArray<UActorComponent*> Owned;

private:
	USceneComponent* Root = nullptr;
};
