// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Engine/World.h"

#include "Camera/PlayerCameraManager.h"
#include "Components/InputComponent.h"
#include "GameFramework/PlayerController.h"
#include "HAL/PlatformTime.h"
#include "Kismet/GameplayStatics.h"
#include "StandIn/Connection.h"
#include "StandIn/RigidWorld.h"

UActorComponent::UActorComponent()
{
	if (UObject* const OuterObject = GetOuter(); OuterObject && OuterObject->IsA(AActor::StaticClass()))
	{
		OwnerPrivate = static_cast<AActor*>(OuterObject);
		OwnerPrivate->Owned.Add(this);
	}
}

UWorld* UActorComponent::GetWorld() const
{
	return OwnerPrivate ? OwnerPrivate->World : nullptr;
}

void UActorComponent::RegisterComponent()
{
	StandIn::SpendSlowCall();
	check(OwnerPrivate && OwnerPrivate->World && !bRegistered);
	bRegistered = true;
	OnRegister();
	if (OwnerPrivate->bBegun && !bHasBegunPlay)
	{
		BeginPlay();
	}
}

void UActorComponent::StandInUnregister()
{
	if (bRegistered)
	{
		bRegistered = false;
		OnUnregister();
	}
}

void UActorComponent::DestroyComponent(bool)
{
	if (bHasBegunPlay)
	{
		EndPlay(EEndPlayReason::Destroyed);
	}
	StandInUnregister();
	OwnerPrivate->Owned.RemoveAll([this](UActorComponent* Other) { return Other == this; });
	StandIn::MarkAsGarbage(*this);
}

void USceneComponent::SetWorldTransform(const FTransform& NewTransform, bool, FHitResult*, ETeleportType)
{
	Transform = NewTransform;
	StandInUpdateBounds();
}

void UPrimitiveComponent::OnRegister()
{
	Super::OnRegister();
	StandInUpdateBounds();
}

void UPrimitiveComponent::StandInUpdateBounds()
{
	StandIn::FShapes Shapes;
	StandInShapes(Shapes);
	FBox Box(ForceInit);
	for (const FBox& Part : Shapes.Boxes)
	{
		Box += Part.Min;
		Box += Part.Max;
	}
	const FVector Scale = Transform.GetScale3D();
	Bounds.Origin = Transform.TransformPosition(Box.GetCenter());
	Bounds.BoxExtent = FVector(Box.GetExtent().X * Scale.X, Box.GetExtent().Y * Scale.Y, Box.GetExtent().Z * Scale.Z);
	Bounds.SphereRadius = Bounds.BoxExtent.Size() + Shapes.BallRadius;
}

FVector UPrimitiveComponent::StandInCentre() const
{
	return Bounds.Origin;
}

FVector UPrimitiveComponent::StandInInverseInertia(const FVector& Torque) const
{
	StandIn::FShapes Shapes;
	StandInShapes(Shapes);
	const FVector E =
		Shapes.BallRadius > 0.0 ? FVector(1.0, 1.0, 1.0) * (Shapes.BallRadius * std::sqrt(0.6)) : Bounds.BoxExtent;
	const FVector Local = Transform.InverseTransformVectorNoScale(Torque);
	const double Third = Mass / 3.0;
	return Transform.TransformVectorNoScale(FVector(Local.X / (Third * (E.Y * E.Y + E.Z * E.Z)),
		Local.Y / (Third * (E.X * E.X + E.Z * E.Z)),
		Local.Z / (Third * (E.X * E.X + E.Y * E.Y))));
}

bool UPrimitiveComponent::StandInCollides() const
{
	return IsRegistered() && !bIgnoresAll &&
		(Collision == ECollisionEnabled::QueryAndPhysics || Collision == ECollisionEnabled::PhysicsOnly);
}

void UPrimitiveComponent::SetSimulatePhysics(bool bSimulate)
{
	bSimulated = bSimulate;
	bAwake = true;
	StillFor = 0.0;
	if (!bSimulate)
	{
		Velocity = FVector::ZeroVector;
		AngularVelocity = FVector::ZeroVector;
	}
}

void UPrimitiveComponent::SetCollisionEnabled(ECollisionEnabled::Type NewType)
{
	const bool bEnds = Collision != ECollisionEnabled::NoCollision && NewType == ECollisionEnabled::NoCollision;
	const bool bBegins = Collision == ECollisionEnabled::NoCollision && NewType != ECollisionEnabled::NoCollision;
	Collision = NewType;
	// As the engine tells who overlaps it, at once.
	if (bEnds && StandInOnOverlapEnd)
	{
		StandInOnOverlapEnd();
	}
	if (bBegins && StandInOnOverlapBegin)
	{
		StandInOnOverlapBegin();
	}
}

void UPrimitiveComponent::SetCollisionProfileName(FName Profile, bool)
{
	StandIn::SpendSlowCall();
	check(Profile == FName(TEXT("PhysicsActor"))); // the only one used
	Collision = ECollisionEnabled::QueryAndPhysics;
	SetCollisionResponseToAllChannels(ECR_Block);
}

void UPrimitiveComponent::SetCollisionResponseToAllChannels(ECollisionResponse NewResponse)
{
	bIgnoresAll = NewResponse == ECR_Ignore;
	for (ECollisionResponse& Response : Responses.StandInOf)
	{
		Response = NewResponse;
	}
}

void UPrimitiveComponent::SetCollisionResponseToChannel(ECollisionChannel Channel, ECollisionResponse NewResponse)
{
	Responses.StandInOf[Channel] = NewResponse;
}

void UPrimitiveComponent::SetCollisionResponseToChannels(const FCollisionResponseContainer& NewReponses)
{
	Responses = NewReponses;
	bIgnoresAll = true;
	for (const ECollisionResponse Response : Responses.StandInOf)
	{
		bIgnoresAll = bIgnoresAll && Response == ECR_Ignore;
	}
}

void UPrimitiveComponent::SetMassOverrideInKg(FName, float MassInKg, bool)
{
	StandIn::SpendSlowCall();
	Mass = MassInKg;
}

void UPrimitiveComponent::SetPhysicsLinearVelocity(FVector NewVel, bool bAddToCurrent, FName)
{
	Velocity = bAddToCurrent ? Velocity + NewVel : NewVel;
	bAwake = true;
}

void UPrimitiveComponent::SetPhysicsAngularVelocityInRadians(FVector NewVel, bool bAddToCurrent, FName)
{
	AngularVelocity = bAddToCurrent ? AngularVelocity + NewVel : NewVel;
	bAwake = true;
}

void UPrimitiveComponent::AddImpulseAtLocation(FVector Impulse, FVector Location, FName)
{
	check(bSimulated); // the engine warns and does nothing
	Velocity += Impulse / Mass;
	AngularVelocity += StandInInverseInertia(FVector::CrossProduct(Location - StandInCentre(), Impulse));
	bAwake = true;
	StillFor = 0.0;
}

void AActor::FinishSpawning(const FTransform& Transform)
{
	if (Root)
	{
		Root->SetWorldTransform(Transform);
	}
	OnConstruction(Transform);
	const TArray<UActorComponent*> Now = Owned;
	for (UActorComponent* Component : Now)
	{
		if (!Component->IsRegistered())
		{
			Component->RegisterComponent();
		}
	}
	if (World->bBegun)
	{
		BeginPlay();
	}
}

void AActor::EnableInput(APlayerController*)
{
	InputComponent = NewObject<UInputComponent>(this);
}

/// Woken, it compares with what it is now: what changed while it slept nobody is told.
void AActor::ForceNetUpdate()
{
	if (bStandInDormant && !bStandInFlushed)
	{
		StandIn::bTakesBaselines = true;
		StandInReplicate(*this);
		for (UActorComponent* Component : Owned)
		{
			Component->StandInReplicate(*Component);
		}
		StandIn::bTakesBaselines = false;
	}
	bStandInFlushed = true;
}

void AActor::BeginPlay()
{
	bBegun = true;
	const TArray<UActorComponent*> Now = Owned;
	for (UActorComponent* Component : Now)
	{
		if (!Component->HasBegunPlay())
		{
			Component->BeginPlay();
		}
	}
}

void AActor::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	const TArray<UActorComponent*> Now = Owned;
	for (UActorComponent* Component : Now)
	{
		if (Component->HasBegunPlay())
		{
			Component->EndPlay(EndPlayReason);
		}
	}
	bBegun = false;
}

bool AActor::Destroy(bool, bool)
{
	if (!IsValid(this))
	{
		return false;
	}
	bStandInEnds = true;
	if (bBegun)
	{
		EndPlay(EEndPlayReason::Destroyed);
	}
	for (UActorComponent* Component : Owned)
	{
		Component->StandInUnregister();
		StandIn::MarkAsGarbage(*Component);
	}
	World->Actors.RemoveAll([this](AActor* Other) { return Other == this; });
	StandIn::MarkAsGarbage(*this);
	return true;
}

void AActor::DispatchPhysicsCollisionHit(
	const FRigidBodyCollisionInfo& MyInfo, const FRigidBodyCollisionInfo& OtherInfo, const FCollisionImpactData& Data)
{
	FHitResult Hit;
	Hit.Location = Hit.ImpactPoint = Data.ContactInfos[0].ContactPosition;
	Hit.Normal = Hit.ImpactNormal = Data.ContactInfos[0].ContactNormal;
	if (UPrimitiveComponent* const Component = MyInfo.Component.Get())
	{
		Component->OnComponentHit.Broadcast(
			Component, OtherInfo.Actor.Get(), OtherInfo.Component.Get(), Data.TotalNormalImpulse, Hit);
	}
}

UWorld* UWorldSubsystem::GetWorld() const
{
	return static_cast<UWorld*>(GetOuter());
}

UWorld::UWorld() : Rigid(std::make_unique<StandIn::FRigidWorld>()) {}

UWorld::~UWorld() = default;

AActor* UWorld::StandInSpawn(UClass* Class, const FTransform& Transform)
{
	AActor* const Actor = static_cast<AActor*>(Class->StandInMake(nullptr, this));
	Actor->World = this;
	Actor->Role = bIsClient && Actor->bReplicates ? ROLE_SimulatedProxy : ROLE_Authority;
	Actors.Add(Actor);
	if (USceneComponent* const Root = Actor->GetRootComponent())
	{
		Root->SetWorldTransform(Transform);
	}
	OnActorSpawned.Broadcast(Actor);
	return Actor;
}

void UWorld::AddSubsystem(UClass* Class)
{
	UTickableWorldSubsystem* const Subsystem = static_cast<UTickableWorldSubsystem*>(Class->StandInMake(nullptr, this));
	FSubsystemCollectionBase Collection;
	Subsystem->Initialize(Collection);
	check(Subsystem->StandInInitialised()); // else Super was forgotten
	Subsystems.Add(Subsystem);
}

UObject* UWorld::StandInSubsystem(UClass* Class) const
{
	for (UTickableWorldSubsystem* Subsystem : Subsystems)
	{
		if (Subsystem->IsA(Class))
		{
			return Subsystem;
		}
	}
	return nullptr;
}

void UWorld::StandInBeginPlay()
{
	for (UTickableWorldSubsystem* Subsystem : Subsystems)
	{
		Subsystem->OnWorldBeginPlay(*this);
	}
	bBegun = true;
	const TArray<AActor*> Now = Actors;
	for (AActor* Actor : Now)
	{
		Actor->BeginPlay();
	}
}

void UWorld::Tick(ELevelTick, float DeltaSeconds)
{
	Seconds += DeltaSeconds;
	LastDelta = DeltaSeconds;
	Rigid->Step(*this, DeltaSeconds);
	Rigid->Dispatch();
	for (UTickableWorldSubsystem* Subsystem : Subsystems)
	{
		if (Subsystem->IsTickable())
		{
			++SubsystemTicks;
			Subsystem->Tick(DeltaSeconds);
		}
	}
}

void UWorld::StandInTearDown()
{
	bTearingDown = true;
	const TArray<AActor*> Now = Actors;
	for (AActor* Actor : Now)
	{
		if (Actor->bBegun)
		{
			Actor->EndPlay(EEndPlayReason::EndPlayInEditor);
		}
	}
	for (UTickableWorldSubsystem* Subsystem : Subsystems)
	{
		Subsystem->Deinitialize();
		check(!Subsystem->StandInInitialised());
		StandIn::MarkAsGarbage(*Subsystem);
	}
	Subsystems.Empty();
	StandIn::MarkAsGarbage(*this);
}

float UGameplayStatics::ApplyPointDamage(AActor* DamagedActor,
	float BaseDamage,
	const FVector& HitFromDirection,
	const FHitResult& HitInfo,
	AController* EventInstigator,
	AActor* DamageCauser,
	TSubclassOf<UDamageType>)
{
	DamagedActor->OnTakePointDamage.Broadcast(DamagedActor,
		BaseDamage,
		EventInstigator,
		HitInfo.ImpactPoint,
		nullptr,
		FName(),
		HitFromDirection,
		nullptr,
		DamageCauser);
	return BaseDamage;
}

APlayerCameraManager* UGameplayStatics::GetPlayerCameraManager(const UObject* WorldContextObject, int32)
{
	const UWorld* const World = WorldContextObject->GetWorld();
	return World ? World->Camera.Get() : nullptr;
}
