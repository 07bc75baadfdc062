// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A breakable's life: being set up, broken, repaired, replicated, saved. FractureSimImpacts.cpp has what hits it.
#include "FractureSimComponent.h"

#include "Break/PieceTree.h"
#include "Break/RestShape.h"
#include "Bridge/UnitBridge.h"
#include "Components/DynamicMeshComponent.h"
#include "Engine/World.h"
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
	GrowTree();
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
	Tree.Reset();
	Pending.Empty();
	bReplaying = false;
	Super::EndPlay(EndPlayReason);
}

/// Of the whole body alone.
void UFractureSimComponent::GrowTree()
{
	Tree = MakeShared<FPieceTree>();
	Tree->Root()->bStands = !bRestSimulated;
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
	GrowTree();
	Pending.Empty();
	LastSequence = 0;
	bReplaying = false;
	bHistoryFailed = false;
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
	if (Settled.Items.Num() > 0)
	{
		Settled.Items.Empty();
		Settled.MarkArrayDirty();
	}
}

void UFractureSimComponent::AddToHistory(FFractureSimImpactRecord& Record)
{
	Record.Sequence = ++LastSequence;
	FFractureSimImpactRecord& Item = History.Items.Add_GetRef(Record);
	History.MarkItemDirty(Item);
}

void UFractureSimComponent::SetStatus(FPieceNode& Node, EFractureSimStatus NewStatus)
{
	Node.Status = NewStatus;
	if (Node.IsWholeBody())
	{
		Status = NewStatus;
	}
}

/// Records build on each other: on the pieces and cracks that the ones before made.
void UFractureSimComponent::ReceiveRecord(const FFractureSimImpactRecord& Record)
{
	// Before play begins it waits in the history.
	if (Status != EFractureSimStatus::NotReady && !bHistoryFailed && Record.Sequence > LastSequence)
	{
		Pending.Add(Record);
		RunNextRecord();
	}
}

void UFractureSimComponent::RunNextRecord()
{
	UFractureSimSubsystem* const Subsystem = GetSubsystem();
	const FFractureSimImpactRecord* const Next = Pending.FindByPredicate(
		[this](const FFractureSimImpactRecord& Record) { return Record.Sequence == LastSequence + 1; });
	if (bReplaying || !Next || !Subsystem)
	{
		return;
	}
	const FFractureSimImpactRecord Record = *Next;
	Pending.RemoveAll([&Record](const FFractureSimImpactRecord& Other) { return Other.Sequence <= Record.Sequence; });
	const TSharedPtr<FPieceNode> Node = Tree->Find(Record.Parent, Record.Piece);
	if (!Node || !Node->MayBreak() || Node->Status == EFractureSimStatus::Broken)
	{
		UE_LOG(LogFractureSim,
			Error,
			TEXT("%s: impact %d of the history is on piece %d of impact %d, which is not there or does not break here"),
			*GetOwner()->GetName(),
			Record.Sequence,
			Record.Piece,
			Record.Parent);
		FailRecord();
		return;
	}
	bReplaying = true;
	Subsystem->QueueRecord(*this, Node, Record);
}

void UFractureSimComponent::FinishRecord(int32 Sequence)
{
	// The server gives its own numbers, which are the same.
	LastSequence = Sequence;
	bReplaying = false;
	RunNextRecord();
}

/// What is left of the history would break what is not there.
void UFractureSimComponent::FailRecord()
{
	Pending.Empty();
	bReplaying = false;
	bHistoryFailed = true;
}

const FFractureSimSettled* UFractureSimComponent::FindSettled(int32 Break) const
{
	for (const FFractureSimSettled& Item : Settled.Items)
	{
		if (Item.Break == Break)
		{
			return &Item;
		}
	}
	return nullptr;
}

const FFractureSimImpactRecord* UFractureSimComponent::FindPending(int32 Parent, int32 Piece) const
{
	for (const FFractureSimImpactRecord& Record : Pending)
	{
		if (Record.Parent == Parent && Record.Piece == Piece)
		{
			return &Record;
		}
	}
	return nullptr;
}

void UFractureSimComponent::UpdateSettled(const FFractureSimSettled& Now)
{
	FFractureSimSettled* Item =
		Settled.Items.FindByPredicate([&Now](const FFractureSimSettled& Other) { return Other.Break == Now.Break; });
	if (!Item)
	{
		Item = &Settled.Items.AddDefaulted_GetRef();
		Item->Break = Now.Break;
	}
	else if (Item->Poses == Now.Poses)
	{
		return;
	}
	Item->Poses = Now.Poses;
	Settled.MarkItemDirty(*Item);
}

/// What lies still here lies where it does on the server: characters walk over it on both.
void UFractureSimComponent::MatchServer()
{
	if (!Tree || GetOwner()->HasAuthority())
	{
		return;
	}
	for (const FFractureSimSettled& Item : Settled.Items)
	{
		for (const FFractureSimPose& Pose : Item.Poses)
		{
			const TSharedPtr<FPieceNode> Node = Pose.bAtRest ? Tree->Find(Item.Break, Pose.Piece) : nullptr;
			UDynamicMeshComponent* const Component = Node ? Node->Component.Get() : nullptr;
			if (Component && !Component->IsSimulatingPhysics())
			{
				Component->SetWorldTransform(FromPose(Pose), false, nullptr, ETeleportType::TeleportPhysics);
			}
		}
	}
}

int32 UFractureSimComponent::GetDamageCount(const UPrimitiveComponent* PieceOrBody) const
{
	const TSharedPtr<FPieceNode> Node = NodeOf(PieceOrBody);
	return Node ? Node->DamageRecords.Num() : 0;
}

void UFractureSimComponent::ReceiveRepair()
{
	BecomeWhole();
}

FFractureSimSave UFractureSimComponent::GetSave() const
{
	FFractureSimSave Save;
	Save.Impacts = History.Items;
	if (UFractureSimSubsystem* const Subsystem = GetSubsystem())
	{
		Save.Settled = Subsystem->CollectPoses(*this, 0.0);
	}
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
	for (const FFractureSimSettled& Item : Save.Settled)
	{
		UpdateSettled(Item);
	}
	for (const FFractureSimImpactRecord& Record : Save.Impacts)
	{
		ReceiveRecord(Record);
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
