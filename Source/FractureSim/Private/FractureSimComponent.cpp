// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A breakable's life: being set up, hidden, shown, repaired. FractureSimImpacts.cpp has what hits it, and
// FractureSimReplay.cpp its history.
#include "FractureSimComponent.h"

#include "Break/PieceTree.h"
#include "Break/RestShape.h"
#include "Bridge/UnitBridge.h"
#include "Components/DynamicMeshComponent.h"
#include "Engine/World.h"
#include "FractureSimActor.h"
#include "FractureSimAsset.h"
#include "FractureSimLog.h"
#include "FractureSimMaterial.h"
#include "FractureSimSubsystem.h"
#include "GameFramework/Actor.h"
#include "Net/UnrealNetwork.h"
#if WITH_EDITOR
#include "Misc/DataValidation.h"
#endif

using namespace FractureSim::Private;

UFractureSimComponent::UFractureSimComponent()
{
	PrimaryComponentTick.bCanEverTick = false;
	SetIsReplicatedByDefault(true);
}

void UFractureSimComponent::GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& OutLifetimeProps) const
{
	Super::GetLifetimeReplicatedProps(OutLifetimeProps);
	DOREPLIFETIME(UFractureSimComponent, History);
	DOREPLIFETIME(UFractureSimComponent, Settled);
	DOREPLIFETIME(UFractureSimComponent, Era);
}

void UFractureSimComponent::OnRegister()
{
	Super::OnRegister();
	// Not in the constructor: what that sets is replaced by the template's value.
	History.Component = this;
	Settled.Component = this;
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

/// The named one, or else the root; null if there is none.
UPrimitiveComponent* UFractureSimComponent::FindPrimitive() const
{
	const AActor& Owner = *GetOwner();
	if (BodyName.IsNone())
	{
		return Cast<UPrimitiveComponent>(Owner.GetRootComponent());
	}
	TArray<UPrimitiveComponent*> Candidates;
	Owner.GetComponents(Candidates);
	UPrimitiveComponent* const* const Found = Candidates.FindByPredicate(
		[this](const UPrimitiveComponent* Candidate) { return Candidate->GetFName() == BodyName; });
	return Found ? *Found : nullptr;
}

/// Why the component cannot break is said once, here.
bool UFractureSimComponent::FindBody()
{
	const AActor& Owner = *GetOwner();
	const FString Name = FString::Printf(TEXT("%s.%s"), *Owner.GetName(), *GetName());
	Body = FindPrimitive();
	if (!Body.IsValid())
	{
		UE_LOG(LogFractureSim, Error, TEXT("%s: there is no primitive component that could break"), *Name);
		return false;
	}
	if (!IsValid(Asset) || !Asset->IsBaked())
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
	StartBreaking();
}

void UFractureSimComponent::StartBreaking()
{
	UFractureSimSubsystem* const Subsystem = GetSubsystem();
	if (!Subsystem || !FindBody())
	{
		return;
	}
	if (Subsystem->IsServer() && !GetOwner()->GetIsReplicated())
	{
		UE_LOG(LogFractureSim,
			Warning,
			TEXT("%s: its actor does not replicate, so it breaks on each machine by itself; switch Replicates on"),
			*GetOwner()->GetName());
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
	GrowTree();
	Tree->Root()->Body = Subsystem->PrepareBody(*this);
	Status = EFractureSimStatus::Whole;

	// What was there before play began: from a saved game or an earlier play, or from the server.
	if (Kept.IsSet())
	{
		const FFractureSimSave Save = *Kept;
		Kept.Reset();
		RestoreSave(Save);
	}
	const TArray<FFractureSimImpactRecord> Arrived =
		GetOwner()->HasAuthority() ? TArray<FFractureSimImpactRecord>() : History.Items;
	for (const FFractureSimImpactRecord& Record : Arrived)
	{
		ReceiveRecord(Record);
	}
}

/// A level that is streamed out and in again plays on with the same actors: what was broken is broken then, too, and
/// its pieces are where they were.
void UFractureSimComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	if (Status != EFractureSimStatus::NotReady && GetOwner()->HasAuthority())
	{
		TOptional<FFractureSimSave> Save;
		if (EndPlayReason == EEndPlayReason::RemovedFromWorld)
		{
			Save = GetSave();
		}
		Repair();
		Kept = Save;
	}
	else
	{
		BecomeWhole();
	}
	StopBreaking();
	Super::EndPlay(EndPlayReason);
}

void UFractureSimComponent::StopBreaking()
{
	if (UPrimitiveComponent* const Primitive = Body.Get())
	{
		Primitive->OnComponentHit.RemoveDynamic(this, &UFractureSimComponent::HandleHit);
	}
	GetOwner()->OnTakePointDamage.RemoveDynamic(this, &UFractureSimComponent::HandlePointDamage);
	GetOwner()->OnTakeRadialDamage.RemoveDynamic(this, &UFractureSimComponent::HandleRadialDamage);
	if (UFractureSimSubsystem* const Subsystem = GetSubsystem())
	{
		Subsystem->Forget(*this); // what struck the body when it came back
	}
	Status = EFractureSimStatus::NotReady;
	Tree.Reset();
}

void UFractureSimComponent::SetAsset(UFractureSimAsset* NewAsset)
{
	if (HasBegunPlay() && GetOwner()->HasAuthority())
	{
		Repair(); // its history is of another bake
	}
	else
	{
		BecomeWhole();
	}
	const bool bPlays = HasBegunPlay(); // unless whoever saw the body come back ended it
	if (bPlays)
	{
		StopBreaking();
	}
	Asset = NewAsset;
	if (AFractureSimActor* const Actor = Cast<AFractureSimActor>(GetOwner()))
	{
		Actor->ShowAsset();
		if (bPlays)
		{
			Actor->SimulateAsset();
		}
	}
	if (bPlays && NewAsset)
	{
		StartBreaking();
	}
}

/// Of the whole body alone.
void UFractureSimComponent::GrowTree()
{
	const TSharedPtr<FBreakBody> Ready = Tree ? Tree->Root()->Body : nullptr;
	Tree = MakeShared<FPieceTree>();
	Tree->Root()->Body = Ready;
	Tree->Root()->bStands = !bRestSimulated;
}

/// Who overlapped it hears at once that this is over, and may repair or end it.
void UFractureSimComponent::HideBody()
{
	if (UPrimitiveComponent* const Primitive = Body.Get())
	{
		Primitive->SetSimulatePhysics(false);
		Primitive->SetVisibility(false, false);
		Primitive->SetCollisionEnabled(ECollisionEnabled::NoCollision);
	}
}

/// Last of all: who overlaps it hears of it at once, and may do anything.
void UFractureSimComponent::ShowBody()
{
	UPrimitiveComponent* const Primitive = Body.Get();
	if (Primitive && !GetOwner()->IsActorBeingDestroyed())
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
		if (!GetOwner()->HasAuthority())
		{
			Subsystem->StopAsking(*this); // it would be of what was before
		}
	}
	const bool bWasBroken = Status == EFractureSimStatus::Broken;
	Status = EFractureSimStatus::Whole;
	GrowTree();
	Pending.Empty();
	LastSequence = 0;
	bReplaying = false;
	bHistoryFailed = false;
	bRetold = false;
	++Life;
	DamagedStates = 0;
	ResultHash = FFractureSimHash();
	bOutOfSync = false;
	bAdopted = false;
	if (bWasBroken)
	{
		ShowBody();
	}
}

void UFractureSimComponent::Repair()
{
	if (!GetOwner()->HasAuthority())
	{
		UE_LOG(LogFractureSim, Warning, TEXT("%s: only the server repairs"), *GetOwner()->GetName());
		return;
	}
	Kept.Reset();
	if (History.Items.Num() > 0 || Settled.Items.Num() > 0)
	{
		GetOwner()->ForceNetUpdate(); // before anything changes
		++Era;
		KnownEra = Era;
		History.Items.Empty();
		History.MarkArrayDirty();
		Settled.Items.Empty();
		Settled.MarkArrayDirty();
	}
	BecomeWhole();
}

void UFractureSimComponent::SetStatus(FPieceNode& Node, EFractureSimStatus NewStatus)
{
	Node.Status = NewStatus;
	if (Node.IsWholeBody())
	{
		Status = NewStatus;
	}
}

#if WITH_EDITOR
#define LOCTEXT_NAMESPACE "FractureSimComponent"

/// What play would only say in the log. What is wrong with the asset itself is the asset's to say.
EDataValidationResult UFractureSimComponent::IsDataValid(FDataValidationContext& Context) const
{
	const EDataValidationResult Result = Super::IsDataValid(Context);
	TArray<FText> Mistakes;
	if (!Asset)
	{
		// Perhaps it is a Blueprint's, and each actor of it has its own.
		Context.AddWarning(LOCTEXT("NoAsset", "Without a fracture asset it will not break. Choose one in Asset."));
	}
	// A Blueprint's component has no actor around it yet.
	if (GetOwner())
	{
		const UPrimitiveComponent* const Primitive = FindPrimitive();
		if (!Primitive)
		{
			Mistakes.Add(FText::Format(
				LOCTEXT("NoBody", "There is no primitive component {0} that could break. Correct Body Name."),
				FText::FromName(BodyName)));
		}
		else if (!FractureSim::Private::UniformScale(Primitive->GetComponentScale()))
		{
			Mistakes.Add(FText::Format(
				LOCTEXT("Scale", "Its scale is {0}. Make it the same above zero along all axes, or bake that shape."),
				FText::FromString(Primitive->GetComponentScale().ToString())));
		}
	}
	for (const FText& Mistake : Mistakes)
	{
		Context.AddError(Mistake);
	}
	return Mistakes.Num() > 0 ? EDataValidationResult::Invalid : Result;
}

#undef LOCTEXT_NAMESPACE
#endif

void UFractureSimComponent::EnableStriker(UPrimitiveComponent* Striker)
{
	if (Striker)
	{
		Striker->SetNotifyRigidBodyCollision(true);
	}
}
