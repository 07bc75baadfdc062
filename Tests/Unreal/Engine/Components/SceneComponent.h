// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Components/USceneComponent (5.5).

#include "Components/ActorComponent.h"
#include "Engine/HitResult.h"

class USceneComponent : public UActorComponent
{
public:
	STANDIN_CLASS(USceneComponent, UActorComponent)

	const FTransform& GetComponentTransform() const { return Transform; }
	FVector GetComponentLocation() const { return Transform.GetLocation(); }
	FVector GetComponentScale() const { return Transform.GetScale3D(); }
	void SetWorldTransform(const FTransform& NewTransform,
		bool bSweep = false,
		FHitResult* OutSweepHitResult = nullptr,
		ETeleportType Teleport = ETeleportType::None);
	void SetMobility(EComponentMobility::Type) {}
	void SetVisibility(bool bNewVisibility, bool = false) { bVisible = bNewVisibility; }
	bool IsVisible() const { return bVisible; }
	virtual FVector GetComponentVelocity() const { return FVector::ZeroVector; }
	virtual void StandInUpdateBounds() {}

	FBoxSphereBounds Bounds;

protected:
	FTransform Transform;

private:
	bool bVisible = true;
};
