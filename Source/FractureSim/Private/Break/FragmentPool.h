// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Engine/EngineTypes.h"
#include "UObject/WeakObjectPtr.h"

class AActor;
class UDynamicMeshComponent;
class UFractureSimComponent;
class UMaterialInterface;
class UPhysicalMaterial;
class UPrimitiveComponent;
class UWorld;

namespace FractureSim::Private
{
struct FFragmentData;
struct FPieceNode;

/// How a piece looks and collides.
struct FFragmentLook
{
	TArray<UMaterialInterface*> Materials; // 1 a slot, crack faces last
	UPhysicalMaterial* PhysicalMaterial = nullptr;
	FName CollisionProfile;
};

/// The components that pieces are made of. A component that is given back waits, hidden and out of the physics scene,
/// for the next piece: making one anew costs several times as much. Game thread.
class FFragmentPool
{
public:
	/// `Components` keeps them alive and belongs to the pool's owner.
	FFragmentPool(UWorld& World, TArray<TObjectPtr<UDynamicMeshComponent>>& Components);

	/// Told of the actor that the components belong to, when it is made: damage to pieces arrives there.
	TFunction<void(AActor&)> OnHostMade;

	/// Told of a component that waits for the next piece from now on, and whose piece it showed: null, nobody's yet.
	TFunction<void(const UDynamicMeshComponent&, UFractureSimComponent*)> OnParked;

	/// A piece in its place, with its body in the physics scene, but neither seen nor touched yet. Takes the mesh out
	/// of `Data`. Null: the world takes no actors any more.
	UDynamicMeshComponent* Make(FFragmentData& Data, const FFragmentLook& Look, const FTransform& BodyTransform);

	/// Makes it part of the world; `Node` shows it until it is released. A piece at rest is scenery from the start. All
	/// pieces of a body are shown in one frame, so all that can be done before is.
	void Show(UDynamicMeshComponent& Fragment,
		UFractureSimComponent& Owner,
		const TSharedPtr<FPieceNode>& Node,
		bool bIgnoresPawns,
		const FTransform& Transform,
		const FVector& Velocity,
		const FVector& AngularVelocity,
		bool bAtRest);

	/// Back into the pool, whether shown or not.
	void Release(UDynamicMeshComponent& Fragment);
	void ReleaseOf(const UFractureSimComponent& Owner);

	/// The oldest go until there is room for so many more. What is about to break stays: it goes when they come.
	void MakeRoom(int32 Count, int32 Limit, const UPrimitiveComponent* Breaking = nullptr);

	/// Stops simulating what slept for `FreezeDelay` seconds. The answer is whether there was any.
	bool Freeze(float DeltaTime, float FreezeDelay);

	/// Each piece in the world with its owner. They may be released meanwhile.
	void ForEach(TFunctionRef<void(UFractureSimComponent&, const TSharedPtr<FPieceNode>&, UDynamicMeshComponent&)> Do);

	/// Whether any piece may still come to rest.
	bool HasAwake() const { return AwakeCount > 0; }

	int32 NumLive() const { return Live.Num(); }
	int32 NumPooled() const { return Free.Num(); }

	/// Destroys them all.
	void Empty();

private:
	struct FLiveFragment
	{
		TWeakObjectPtr<UDynamicMeshComponent> Component;
		TWeakObjectPtr<UFractureSimComponent> Owner;
		TSharedPtr<FPieceNode> Node;
		float Asleep = 0.0f; // seconds
		bool bFrozen = false;
	};

	UDynamicMeshComponent* Take();
	void Park(UDynamicMeshComponent& Fragment, UFractureSimComponent* Owner);
	void Park(const FLiveFragment& Entry);
	void DropDead();
	void CountAwake();

	TWeakObjectPtr<UWorld> World;
	TWeakObjectPtr<AActor> Host; // whom the components belong to
	TArray<TObjectPtr<UDynamicMeshComponent>>& Components;
	TArray<TWeakObjectPtr<UDynamicMeshComponent>> Free;
	TArray<FLiveFragment> Live;            // oldest first
	FCollisionResponseContainer Responses; // of the profile, of pieces that are felt
	int32 AwakeCount = 0;
};
} // namespace FractureSim::Private
