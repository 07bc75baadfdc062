// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A breakable's life: being set up, broken, repaired, replicated, saved. FractureSimImpacts.cpp has what hits it.
#include "FractureSimComponent.h"

#include "Break/RestShape.h"
#include "Bridge/UnitBridge.h"
#include "Components/PrimitiveComponent.h"
#include "Engine/World.h"
#include "FractureSimAsset.h"
#include "FractureSimLog.h"
#include "FractureSimMaterial.h"
#include "FractureSimSubsystem.h"
#include "GameFramework/Actor.h"
#include "Net/UnrealNetwork.h"

UFractureSimComponent::UFractureSimComponent()
{
	PrimaryComponentTick.bCanEverTick = false;
	SetIsReplicatedByDefault(true);
}

void UFractureSimComponent::GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& OutLifetimeProps) const
{
	Super::GetLifetimeReplicatedProps(OutLifetimeProps);
	DOREPLIFETIME(UFractureSimComponent, History);
}

void UFractureSimComponent::OnRegister()
{
	Super::OnRegister();
	// Not in the constructor: what that sets is replaced by the template's value.
	History.Component = this;
}

UFractureSimSubsystem* UFractureSimComponent::GetSubsystem() const
{
	const UWorld* const World = GetWorld();
	return World ? World->GetSubsystem<UFractureSimSubsystem>() : nullptr;
}

UFractureSimMaterial* UFractureSimComponent::EffectiveMaterial() const
{
	return Material ? Material.Get() : (Asset ? Asset->Material.Get() : nullptr);
}

/// Why the component cannot break is said once, here.
bool UFractureSimComponent::FindBody()
{
	const AActor& Owner = *GetOwner();
	const FString Name = FString::Printf(TEXT("%s.%s"), *Owner.GetName(), *GetName());
	Body = nullptr;
	if (BodyName.IsNone())
	{
		Body = Cast<UPrimitiveComponent>(Owner.GetRootComponent());
	}
	else
	{
		TArray<UPrimitiveComponent*> Candidates;
		Owner.GetComponents(Candidates);
		for (UPrimitiveComponent* const Candidate : Candidates)
		{
			Body = Candidate->GetFName() == BodyName ? Candidate : Body.Get();
		}
	}
	if (!Body.IsValid())
	{
		UE_LOG(LogFractureSim, Error, TEXT("%s: there is no primitive component that could break"), *Name);
		return false;
	}
	if (!Asset || !Asset->IsBaked())
	{
		UE_LOG(LogFractureSim, Warning, TEXT("%s: no baked asset, so it will not break"), *Name);
		return false;
	}
	const TOptional<double> Scale = FractureSim::Private::UniformScale(Body->GetComponentScale());
	if (!Scale)
	{
		UE_LOG(LogFractureSim,
			Error,
			TEXT("%s: a breakable needs the same scale above zero along all axes, not %s; bake the shape instead"),
			*Name,
			*Body->GetComponentScale().ToString());
		return false;
	}
	BodyScale = *Scale;
	if (!Asset->GetRestShape())
	{
		UE_LOG(LogFractureSim,
			Error,
			TEXT("%s: the asset %s is damaged or of another version; bake it again"),
			*Name,
			*Asset->GetName());
		return false;
	}
	return true;
}

double UFractureSimComponent::BodyMass() const
{
	const TSharedPtr<const FractureSim::Private::FRestShape> Shape = Asset ? Asset->GetRestShape() : nullptr;
	if (!Shape)
	{
		return 0.0;
	}
	const UFractureSimMaterial* const Override = EffectiveMaterial();
	const double Density = Override ? Override->Density : Shape->Density;
	return Shape->Mass * (Density / Shape->Density) * BodyScale * BodyScale * BodyScale;
}

void UFractureSimComponent::BeginPlay()
{
	Super::BeginPlay();
	UFractureSimSubsystem* const Subsystem = GetSubsystem();
	if (!Subsystem || !FindBody())
	{
		return;
	}
	RestTransform = Body->GetComponentTransform();
	RestCollision = Body->GetCollisionEnabled();
	bRestSimulated = Body->IsSimulatingPhysics();
	if (bRestSimulated)
	{
		// Unreal's automatic mass is no physical one.
		Body->SetMassOverrideInKg(NAME_None, static_cast<float>(BodyMass()), true);
	}
	Body->SetNotifyRigidBodyCollision(true);
	Body->OnComponentHit.AddUniqueDynamic(this, &UFractureSimComponent::HandleHit);
	GetOwner()->OnTakePointDamage.AddUniqueDynamic(this, &UFractureSimComponent::HandlePointDamage);
	GetOwner()->OnTakeRadialDamage.AddUniqueDynamic(this, &UFractureSimComponent::HandleRadialDamage);
	Subsystem->PrepareBody(*this);
	Status = EFractureSimStatus::Whole;

	// What arrived before play began.
	const TArray<FFractureSimImpactRecord> Arrived = History.Items;
	for (const FFractureSimImpactRecord& Record : Arrived)
	{
		ReceiveRecord(Record);
	}
}

void UFractureSimComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	if (UFractureSimSubsystem* const Subsystem = GetSubsystem())
	{
		Subsystem->Forget(*this);
		Subsystem->RemoveFragments(*this);
	}
	if (UPrimitiveComponent* const Primitive = Body.Get())
	{
		Primitive->OnComponentHit.RemoveDynamic(this, &UFractureSimComponent::HandleHit);
	}
	GetOwner()->OnTakePointDamage.RemoveDynamic(this, &UFractureSimComponent::HandlePointDamage);
	GetOwner()->OnTakeRadialDamage.RemoveDynamic(this, &UFractureSimComponent::HandleRadialDamage);
	Status = EFractureSimStatus::NotReady;
	Super::EndPlay(EndPlayReason);
}

void UFractureSimComponent::HideBody()
{
	if (UPrimitiveComponent* const Primitive = Body.Get())
	{
		Primitive->SetSimulatePhysics(false);
		Primitive->SetCollisionEnabled(ECollisionEnabled::NoCollision);
		Primitive->SetVisibility(false, false);
	}
}

void UFractureSimComponent::ShowBody()
{
	if (UPrimitiveComponent* const Primitive = Body.Get())
	{
		Primitive->SetWorldTransform(RestTransform, false, nullptr, ETeleportType::TeleportPhysics);
		Primitive->SetVisibility(true, false);
		Primitive->SetCollisionEnabled(RestCollision);
		Primitive->SetSimulatePhysics(bRestSimulated);
		if (bRestSimulated)
		{
			Primitive->SetPhysicsLinearVelocity(FVector::ZeroVector, false, NAME_None);
			Primitive->SetPhysicsAngularVelocityInRadians(FVector::ZeroVector, false, NAME_None);
		}
	}
}

void UFractureSimComponent::BecomeWhole()
{
	if (Status == EFractureSimStatus::NotReady)
	{
		return;
	}
	if (UFractureSimSubsystem* const Subsystem = GetSubsystem())
	{
		Subsystem->Forget(*this);
		Subsystem->RemoveFragments(*this);
	}
	if (Status == EFractureSimStatus::Broken)
	{
		ShowBody();
	}
	Status = EFractureSimStatus::Whole;
	ResultHash = FFractureSimHash();
	bOutOfSync = false;
}

void UFractureSimComponent::Repair()
{
	if (!GetOwner()->HasAuthority())
	{
		UE_LOG(LogFractureSim, Warning, TEXT("%s: only the server repairs"), *GetOwner()->GetName());
		return;
	}
	BecomeWhole();
	if (History.Items.Num() > 0)
	{
		History.Items.Empty();
		History.MarkArrayDirty();
	}
}

void UFractureSimComponent::AddToHistory(const FFractureSimImpactRecord& Record)
{
	FFractureSimImpactRecord& Item = History.Items.Add_GetRef(Record);
	Item.Sequence = NextSequence++;
	History.MarkItemDirty(Item);
}

void UFractureSimComponent::ReceiveRecord(const FFractureSimImpactRecord& Record)
{
	// Before play begins it waits in the history.
	if (Status == EFractureSimStatus::Whole || Status == EFractureSimStatus::Solving)
	{
		if (UFractureSimSubsystem* const Subsystem = GetSubsystem())
		{
			Subsystem->QueueRecord(*this, Record);
		}
	}
}

void UFractureSimComponent::ReceiveRepair()
{
	BecomeWhole();
}

FFractureSimSave UFractureSimComponent::GetSave() const
{
	FFractureSimSave Save;
	Save.Impacts = History.Items;
	return Save;
}

void UFractureSimComponent::RestoreSave(const FFractureSimSave& Save)
{
	if (!GetOwner()->HasAuthority())
	{
		UE_LOG(LogFractureSim, Warning, TEXT("%s: only the server restores saved games"), *GetOwner()->GetName());
		return;
	}
	Repair();
	for (const FFractureSimImpactRecord& Record : Save.Impacts)
	{
		ReceiveRecord(Record);
	}
}

void UFractureSimComponent::EnableStriker(UPrimitiveComponent* Striker)
{
	if (Striker)
	{
		Striker->SetNotifyRigidBodyCollision(true);
	}
}
