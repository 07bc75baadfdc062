// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Break/FragmentPool.h"

#include "Break/BreakTask.h"
#include "Break/PieceTree.h"
#include "Components/DynamicMeshComponent.h"
#include "Engine/World.h"
#include "FractureSimComponent.h"
#include "FractureSimTrace.h"
#include "GameFramework/Actor.h"
#include "PhysicsEngine/BodyInstance.h"

namespace FractureSim::Private
{
/// Pieces that were born in each other part gently, in cm/s.
static constexpr float PartingSpeed = 50.0f;

FFragmentPool::FFragmentPool(UWorld& InWorld, TArray<TObjectPtr<UDynamicMeshComponent>>& InComponents)
	: World(&InWorld), Components(InComponents)
{
}

UDynamicMeshComponent* FFragmentPool::Take()
{
	while (Free.Num() > 0)
	{
		// Another actor's cleaning up may have taken it.
		if (UDynamicMeshComponent* Fragment = Free.Pop().Get())
		{
			return Fragment;
		}
	}
	UWorld* const InWorld = World.Get();
	if (InWorld && !Host.IsValid())
	{
		FActorSpawnParameters Parameters;
		Parameters.ObjectFlags |= RF_Transient;
		Host = InWorld->SpawnActor<AActor>(Parameters);
		if (Host.IsValid() && OnHostMade)
		{
			OnHostMade(*Host.Get());
		}
	}
	AActor* const Owner = Host.Get();
	if (!Owner)
	{
		return nullptr;
	}
	UDynamicMeshComponent* Fragment = NewObject<UDynamicMeshComponent>(Owner);
	Fragment->SetMobility(EComponentMobility::Movable);
	Fragment->SetVisibility(false, false);
	Fragment->SetCollisionEnabled(ECollisionEnabled::NoCollision);
	Fragment->SetGenerateOverlapEvents(false);
	Fragment->RegisterComponent();
	Components.Add(Fragment);
	return Fragment;
}

UDynamicMeshComponent* FFragmentPool::Make(
	FFragmentData& Data, const FFragmentLook& Look, const FTransform& BodyTransform)
{
	FRACTURESIM_SCOPE(FractureSim_MakeFragment);
	UDynamicMeshComponent* const Fragment = Take();
	if (!Fragment)
	{
		return nullptr;
	}
	Fragment->SetMesh(MoveTemp(Data.Mesh));
	Fragment->ConfigureMaterialSet(Look.Materials, true);
	Fragment->SetSimpleCollisionShapes(Data.Shapes, true);
	Fragment->SetWorldTransform(
		FTransform(BodyTransform.GetRotation(), BodyTransform.TransformPositionNoScale(Data.Centre)));
	Fragment->SetPhysMaterialOverride(Look.PhysicalMaterial);
	// The body enters the physics scene now, as part of this frame's share, and is not felt by anything. The profile
	// first: it resets all responses.
	Fragment->SetCollisionProfileName(Look.CollisionProfile);
	Responses = Fragment->GetCollisionResponseToChannels();
	Fragment->SetCollisionResponseToAllChannels(ECR_Ignore);
	Fragment->SetMassOverrideInKg(NAME_None, static_cast<float>(Data.Mass), true);
	Fragment->SetNotifyRigidBodyCollision(true);
	if (FBodyInstance* const Instance = Fragment->GetBodyInstance())
	{
		Instance->SetOverrideMaxDepenetrationVelocity(true);
		Instance->SetMaxDepenetrationVelocity(PartingSpeed);
	}
	return Fragment;
}

void FFragmentPool::Show(UDynamicMeshComponent& Fragment,
	UFractureSimComponent& Owner,
	const TSharedPtr<FPieceNode>& Node,
	bool bIgnoresPawns,
	const FTransform& Transform,
	const FVector& Velocity,
	const FVector& AngularVelocity,
	bool bAtRest)
{
	Fragment.SetWorldTransform(Transform, false, nullptr, ETeleportType::TeleportPhysics);
	Fragment.SetCollisionResponseToChannels(Responses);
	if (bIgnoresPawns)
	{
		Fragment.SetCollisionResponseToChannel(ECC_Pawn, ECR_Ignore);
	}
	Fragment.SetVisibility(true, false);
	if (!bAtRest)
	{
		Fragment.SetSimulatePhysics(true);
		Fragment.SetPhysicsLinearVelocity(Velocity, false, NAME_None);
		Fragment.SetPhysicsAngularVelocityInRadians(AngularVelocity, false, NAME_None);
	}
	Node->Component = &Fragment;
	if (Node->MayBreak())
	{
		Fragment.OnComponentHit.AddUniqueDynamic(&Owner, &UFractureSimComponent::HandleHit);
	}
	Live.Add({&Fragment, &Owner, Node, 0.0f, bAtRest});
	CountAwake();
}

void FFragmentPool::Park(UDynamicMeshComponent& Fragment, UFractureSimComponent* Owner)
{
	Fragment.SetSimulatePhysics(false);
	Fragment.SetCollisionEnabled(ECollisionEnabled::NoCollision);
	Fragment.SetVisibility(false, false);
	Free.Add(&Fragment);
	if (OnParked)
	{
		OnParked(Fragment, Owner);
	}
}

/// The next piece that it shows is another one's.
void FFragmentPool::Park(const FLiveFragment& Entry)
{
	UDynamicMeshComponent& Fragment = *Entry.Component.Get();
	UFractureSimComponent* const Owner = Entry.Owner.Get();
	if (Owner)
	{
		Fragment.OnComponentHit.RemoveDynamic(Owner, &UFractureSimComponent::HandleHit);
	}
	Entry.Node->Component = nullptr;
	Park(Fragment, Owner);
}

void FFragmentPool::Release(UDynamicMeshComponent& Fragment)
{
	const FLiveFragment* const Entry =
		Live.FindByPredicate([&Fragment](const FLiveFragment& Other) { return Other.Component.Get() == &Fragment; });
	if (!Entry)
	{
		Park(Fragment, nullptr); // made, but not shown yet
		return;
	}
	Park(*Entry);
	Live.RemoveAll([&Fragment](const FLiveFragment& Other) { return Other.Component.Get() == &Fragment; });
	CountAwake();
}

void FFragmentPool::ReleaseOf(const UFractureSimComponent& Owner)
{
	for (const FLiveFragment& Entry : Live)
	{
		if (Entry.Component.IsValid() && Entry.Owner.Get() == &Owner)
		{
			Park(Entry);
		}
	}
	Live.RemoveAll([&Owner](const FLiveFragment& Entry) { return Entry.Owner.Get() == &Owner; });
	CountAwake();
}

void FFragmentPool::MakeRoom(int32 Count, int32 Limit, const UPrimitiveComponent* Breaking)
{
	DropDead();
	const auto IsSpared = [Breaking](const FLiveFragment& Entry)
	{ return Breaking != nullptr && Entry.Component.Get() == Breaking; };
	int32 Staying = Live.Num() - (Live.FindByPredicate(IsSpared) != nullptr ? 1 : 0);
	for (int32 I = 0; I < Live.Num() && Staying + Count > Limit;)
	{
		if (IsSpared(Live[I]))
		{
			++I;
			continue;
		}
		Park(Live[I]);
		Live.RemoveAt(I);
		--Staying;
	}
	CountAwake();
}

bool FFragmentPool::Freeze(float DeltaTime, float FreezeDelay)
{
	DropDead();
	bool bFrozeAny = false;
	for (FLiveFragment& Entry : Live)
	{
		UDynamicMeshComponent& Fragment = *Entry.Component.Get();
		const bool bAsleep = !Entry.bFrozen && !Fragment.IsAnyRigidBodyAwake();
		Entry.Asleep = bAsleep ? Entry.Asleep + DeltaTime : 0.0f;
		if (bAsleep && FreezeDelay >= 0.0f && Entry.Asleep >= FreezeDelay)
		{
			Fragment.SetSimulatePhysics(false);
			Entry.bFrozen = true;
			bFrozeAny = true;
		}
	}
	CountAwake();
	return bFrozeAny;
}

void FFragmentPool::ForEach(
	TFunctionRef<void(UFractureSimComponent&, const TSharedPtr<FPieceNode>&, UDynamicMeshComponent&)> Do)
{
	const TArray<FLiveFragment> Now = Live;
	for (const FLiveFragment& Entry : Now)
	{
		UFractureSimComponent* const Owner = Entry.Owner.Get();
		UDynamicMeshComponent* const Fragment = Entry.Component.Get();
		if (Owner && Fragment)
		{
			Do(*Owner, Entry.Node, *Fragment);
		}
	}
}

void FFragmentPool::DropDead()
{
	Live.RemoveAll([](const FLiveFragment& Entry) { return !Entry.Component.IsValid(); });
	Components.RemoveAll([](const TObjectPtr<UDynamicMeshComponent>& Fragment) { return !IsValid(Fragment); });
}

void FFragmentPool::CountAwake()
{
	AwakeCount = 0;
	for (const FLiveFragment& Entry : Live)
	{
		AwakeCount += Entry.bFrozen ? 0 : 1;
	}
}

void FFragmentPool::Empty()
{
	Live.Empty();
	Free.Empty();
	Components.Empty();
	AwakeCount = 0;
	if (AActor* const Owner = Host.Get())
	{
		Owner->Destroy();
	}
	Host = nullptr;
}
} // namespace FractureSim::Private
