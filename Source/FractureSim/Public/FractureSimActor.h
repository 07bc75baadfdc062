// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "GameFramework/Actor.h"

#include "FractureSimActor.generated.h"

class UDynamicMeshComponent;
class UFractureSimComponent;

/// A breakable to drop in a level: shows the asset's own surface, collides with its convex hulls, breaks where it is
/// hit. Needs no other content.
UCLASS(Blueprintable)
class FRACTURESIM_API AFractureSimActor : public AActor
{
	GENERATED_BODY()

public:
	AFractureSimActor();

	/// What is seen and collides while it is whole.
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "FractureSim")
	TObjectPtr<UDynamicMeshComponent> Mesh;

	/// What makes it breakable.
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "FractureSim")
	TObjectPtr<UFractureSimComponent> Fracture;

	/// Off: it stands still until it breaks, as a window in its frame does.
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "FractureSim")
	bool bSimulate = true;

	/// Shows the asset's surface. Called on construction and by SetAsset of the component.
	UFUNCTION(BlueprintCallable, Category = "FractureSim")
	void ShowAsset();

	virtual void OnConstruction(const FTransform& Transform) override;
	virtual void BeginPlay() override;
	virtual void DispatchPhysicsCollisionHit(const struct FRigidBodyCollisionInfo& MyInfo,
		const struct FRigidBodyCollisionInfo& OtherInfo,
		const FCollisionImpactData& RigidCollisionData) override;

private:
	friend UFractureSimComponent;

	void SimulateAsset();
};
