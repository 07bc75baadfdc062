// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Components/UPrimitiveComponent (5.5). The
// rigid body is the stand-in's own.

#include "Components/SceneComponent.h"
#include "PhysicsEngine/BodyInstance.h"

#include <functional>

class UMaterialInterface;
class UPhysicalMaterial;
class UPrimitiveComponent;

DECLARE_DYNAMIC_MULTICAST_SPARSE_DELEGATE_FiveParams(FComponentHitSignature,
	UPrimitiveComponent,
	OnComponentHit,
	UPrimitiveComponent*,
	HitComponent,
	AActor*,
	OtherActor,
	UPrimitiveComponent*,
	OtherComp,
	FVector,
	NormalImpulse,
	const FHitResult&,
	Hit);

namespace StandIn
{
/// What a body collides with: balls, or boxes in its own frame.
struct FShapes
{
	double BallRadius = 0.0; // cm; 0: no ball
	TArray<FBox> Boxes;
};
} // namespace StandIn

class UPrimitiveComponent : public USceneComponent
{
public:
	STANDIN_CLASS(UPrimitiveComponent, USceneComponent)

	FComponentHitSignature OnComponentHit;

	virtual void SetSimulatePhysics(bool bSimulate);
	virtual bool IsSimulatingPhysics(FName = NAME_None) const { return bSimulated; }
	virtual void SetNotifyRigidBodyCollision(bool bNotify) { bNotifies = bNotify; }
	virtual void SetCollisionEnabled(ECollisionEnabled::Type NewType);
	virtual ECollisionEnabled::Type GetCollisionEnabled() const { return Collision; }
	virtual void SetCollisionProfileName(FName Profile, bool bUpdateOverlaps = true);
	virtual void SetCollisionResponseToAllChannels(ECollisionResponse NewResponse);
	virtual void SetCollisionResponseToChannel(ECollisionChannel Channel, ECollisionResponse NewResponse);
	virtual void SetCollisionResponseToChannels(const FCollisionResponseContainer& NewReponses);
	virtual const FCollisionResponseContainer& GetCollisionResponseToChannels() const { return Responses; }
	virtual void SetMassOverrideInKg(FName, float MassInKg, bool bOverrideMass);
	// Documented for bodies that physics moves; of others nothing is promised.
	virtual float GetMass() const { return bSimulated ? static_cast<float>(Mass) : 0.0f; }
	virtual void SetPhysMaterialOverride(UPhysicalMaterial* In) { PhysicalMaterial = In; }
	virtual void SetPhysicsLinearVelocity(FVector NewVel, bool bAddToCurrent = false, FName BoneName = NAME_None);
	void SetPhysicsAngularVelocityInRadians(FVector NewVel, bool bAddToCurrent = false, FName BoneName = NAME_None);
	FVector GetPhysicsLinearVelocity(FName = NAME_None) { return Velocity; }
	FVector GetPhysicsAngularVelocityInRadians(FName = NAME_None) const { return AngularVelocity; }
	virtual void AddImpulseAtLocation(FVector Impulse, FVector Location, FName BoneName = NAME_None);
	virtual bool IsAnyRigidBodyAwake() { return bSimulated && bAwake; }
	virtual FBodyInstance* GetBodyInstance(FName = NAME_None, bool = true, int32 = INDEX_NONE) const
	{
		return &Instance;
	}
	void SetGenerateOverlapEvents(bool) {}
	virtual UMaterialInterface* GetMaterial(int32) const { return nullptr; }
	virtual int32 GetNumMaterials() const { return 0; }
	virtual FVector GetComponentVelocity() const override { return Velocity; }

	// The stand-in's body.
	virtual void StandInShapes(StandIn::FShapes&) const {}
	virtual void StandInUpdateBounds() override;
	virtual void OnRegister() override;
	FVector StandInCentre() const;
	FVector StandInInverseInertia(const FVector& Torque) const; // of a box as large as the bounds
	bool StandInCollides() const;
	ECollisionResponse StandInResponse(ECollisionChannel Channel) const { return Responses.StandInOf[Channel]; }

	bool bSimulated = false;
	bool bNotifies = false;
	bool bAwake = true;
	bool bIgnoresAll = false;
	double Mass = 1.0;
	double StillFor = 0.0; // seconds
	FVector Velocity;
	FVector AngularVelocity;
	TObjectPtr<UPhysicalMaterial> PhysicalMaterial;
	std::function<void()> StandInOnOverlapBegin; // of what is always in it
	std::function<void()> StandInOnOverlapEnd;

private:
	ECollisionEnabled::Type Collision = ECollisionEnabled::QueryAndPhysics;
	FCollisionResponseContainer Responses;
	mutable FBodyInstance Instance;
};
