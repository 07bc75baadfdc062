// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// From impacts to tasks: the queue. FractureSimResults.cpp looks at what comes out, FractureSimApply.cpp makes pieces
// of it.
#include "FractureSimSubsystem.h"

#include "Break/BreakTask.h"
#include "Break/FragmentPool.h"
#include "Break/PieceTree.h"
#include "Bridge/ImpactBridge.h"
#include "Bridge/MaterialBridge.h"
#include "Bridge/UnitBridge.h"
#include "Camera/PlayerCameraManager.h"
#include "Components/DynamicMeshComponent.h"
#include "Debug/Recorder.h"
#include "Engine/World.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "FractureSimConfig.h"
#include "FractureSimLog.h"
#include "FractureSimMaterial.h"
#include "FractureSimSettings.h"
#include "FractureSimTrace.h"
#include "GameFramework/Actor.h"
#include "GameFramework/GameModeBase.h"
#include "HAL/PlatformTime.h"
#include "Kismet/GameplayStatics.h"

#include <limits>

using namespace FractureSim::Private;

DECLARE_CYCLE_STAT(TEXT("FractureSim tick"), STAT_FractureSimTick, STATGROUP_FractureSim);

void UFractureSimSubsystem::Initialize(FSubsystemCollectionBase& Collection)
{
	Super::Initialize(Collection);
	Pool = MakeShared<FFragmentPool>(*GetWorld(), FragmentComponents);
	Pool->OnHostMade = [this](AActor& Host)
	{
		Host.OnTakePointDamage.AddUniqueDynamic(this, &UFractureSimSubsystem::HandlePieceDamage);
		Host.OnTakeRadialDamage.AddUniqueDynamic(this, &UFractureSimSubsystem::HandlePieceBlast);
	};
	FGameModeEvents::OnGameModePostLoginEvent().AddUObject(this, &UFractureSimSubsystem::HandleLogin);
}

/// Nothing may outlive the world: tasks end within a step of the core, then the rest goes.
void UFractureSimSubsystem::Deinitialize()
{
	FGameModeEvents::OnGameModePostLoginEvent().RemoveAll(this);
	for (TArray<FEvent>* Events : {&Running, &Applying})
	{
		for (FEvent& Event : *Events)
		{
			Cancel(Event);
		}
	}
	for (const TSharedPtr<FBreakBody>& Body : WholeBodies)
	{
		Body->bCancelled.store(true, std::memory_order_relaxed);
	}
	for (const TSharedPtr<FBreakTask>& Task : Cancelled)
	{
		Task->Task.Wait();
	}
	for (const TSharedPtr<FBreakBody>& Body : PieceBodies)
	{
		Body->bCancelled.store(true, std::memory_order_relaxed);
	}
	for (const TSharedPtr<FBreakBody>& Body : WholeBodies)
	{
		Body->Task.Wait();
	}
	for (const TSharedPtr<FBreakBody>& Body : PieceBodies)
	{
		Body->Task.Wait();
	}
	Queue.Empty();
	Running.Empty();
	Applying.Empty();
	Cancelled.Empty();
	Bodies.Empty();
	WholeBodies.Empty();
	PieceBodies.Empty();
	Waiting.Empty();
	Answering.Empty();
	Recorder.Reset();
	if (Pool)
	{
		Pool->Empty();
		Pool.Reset();
	}
	Super::Deinitialize();
}

TStatId UFractureSimSubsystem::GetStatId() const
{
	RETURN_QUICK_DECLARE_CYCLE_STAT(UFractureSimSubsystem, STATGROUP_Tickables);
}

bool UFractureSimSubsystem::IsTickable() const
{
	const bool bPiecesMayRest = Pool && Pool->HasAwake() && GetDefault<UFractureSimSettings>()->FreezeDelay >= 0.0f;
	const bool bTasksMayEnd = Cancelled.Num() > 0 || PieceBodies.Num() > 0;
	return Queue.Num() > 0 || Running.Num() > 0 || Applying.Num() > 0 || Answering.Num() > 0 || bTasksMayEnd ||
		bPiecesMayRest;
}

void UFractureSimSubsystem::Tick(float DeltaTime)
{
	FRACTURESIM_SCOPE(FractureSim_Tick);
	SCOPE_CYCLE_COUNTER(STAT_FractureSimTick);
	const double Start = FPlatformTime::Seconds();
	CollectResults();
	StartSolves();
	ApplyResults(Start + GetBudget().Milliseconds * 1.0e-3);
	if (Pool)
	{
		PublishPoses(DeltaTime, Pool->Freeze(DeltaTime, GetDefault<UFractureSimSettings>()->FreezeDelay));
	}
	AnswerLinks();
	Cancelled.RemoveAll([](const TSharedPtr<FBreakTask>& Task) { return Task->Task.IsCompleted(); });
	WholeBodies.RemoveAll([](const TSharedPtr<FBreakBody>& Body) { return Body->Task.IsCompleted(); });
	PieceBodies.RemoveAll([](const TSharedPtr<FBreakBody>& Body) { return Body->Task.IsCompleted(); });
	Stats.LastTickMilliseconds = static_cast<float>((FPlatformTime::Seconds() - Start) * 1.0e3);
	Stats.LongestTickMilliseconds = FMath::Max(Stats.LongestTickMilliseconds, Stats.LastTickMilliseconds);
}

FFractureSimStats UFractureSimSubsystem::GetStats() const
{
	FFractureSimStats Result = Stats;
	Result.QueuedImpacts = Queue.Num();
	Result.RunningSolves = Running.Num();
	Result.LiveFragments = Pool ? Pool->NumLive() : 0;
	Result.PooledFragments = Pool ? Pool->NumPooled() : 0;
	return Result;
}

bool UFractureSimSubsystem::RecordImpacts(const FString& Path)
{
	Recorder.Reset();
	if (Path.IsEmpty())
	{
		return true;
	}
	TSharedPtr<FRecorder> Opened = MakeShared<FRecorder>();
	if (!Opened->Open(Path))
	{
		UE_LOG(LogFractureSim, Error, TEXT("the recording %s cannot be written"), *Path);
		return false;
	}
	Recorder = Opened;
	return true;
}

TSharedPtr<FBreakBody> UFractureSimSubsystem::PrepareBody(const UFractureSimComponent& Component)
{
	FBreakBodySource Source;
	Source.AssetKey = Component.Asset->GetKey();
	Source.StrengthScale = Component.StrengthScale;
	Source.Scale = Component.BodyScale;
	if (const UFractureSimMaterial* const Material = Component.EffectiveMaterial())
	{
		Source.Material = ToCoreMaterial(*Material, FractureCore::Material());
	}
	for (const FFractureSimAnchor& Anchor : Component.Anchors)
	{
		Source.Anchors.Add(Anchor.Box);
	}
	const FString Key = Source.Key().ToString();
	const TWeakPtr<FBreakBody>* const Found = Bodies.Find(Key);
	if (const TSharedPtr<FBreakBody> Body = Found ? Found->Pin() : nullptr)
	{
		return Body;
	}
	ForgetBodies();
	Source.Bytes = Component.Asset->GetBytes();
	const TSharedRef<FBreakBody> Body = PrepareBreakBody(MoveTemp(Source));
	Bodies.Add(Key, Body);
	WholeBodies.Add(Body);
	return Body;
}

/// Those that no component needs any more.
void UFractureSimSubsystem::ForgetBodies()
{
	WholeBodies.RemoveAll([](const TSharedPtr<FBreakBody>& Body) { return Body->Task.IsCompleted(); });
	TArray<FString> Gone;
	for (const auto& Pair : Bodies)
	{
		if (!Pair.Value.IsValid())
		{
			Gone.Add(Pair.Key);
		}
	}
	for (const FString& Key : Gone)
	{
		Bodies.Remove(Key);
	}
}

/// Near and large things first.
double UFractureSimSubsystem::PriorityOf(const UFractureSimComponent& Component) const
{
	const UPrimitiveComponent* const Body = Component.GetBody();
	if (!Body)
	{
		return 0.0;
	}
	const APlayerCameraManager* const Camera = UGameplayStatics::GetPlayerCameraManager(this, 0);
	const double Distance = Camera ? FVector::Distance(Camera->GetCameraLocation(), Body->Bounds.Origin) : 0.0;
	return Body->Bounds.SphereRadius / FMath::Max(Distance, 100.0);
}

/// The frame that records of a body are in: the whole body's, wherever a piece has gone.
static FTransform FrameOf(const UPrimitiveComponent& Primitive, const FPieceNode& Node)
{
	const FTransform& Transform = Primitive.GetComponentTransform();
	return FTransform(Transform.GetRotation(), Transform.TransformPositionNoScale(FVector::ZeroVector - Node.Centre));
}

TSharedPtr<FBreakBody> UFractureSimSubsystem::BodyOf(const UFractureSimComponent& Component, FPieceNode& Node)
{
	if (Node.IsWholeBody())
	{
		Node.Body = IsValid(Component.Asset) ? PrepareBody(Component) : nullptr;
		return Node.Body;
	}
	if (!Node.Body)
	{
		Node.Body = PreparePieceBody(Node.Parent, Node.Fragment);
		PieceBodies.Add(Node.Body);
	}
	return Node.Body;
}

bool UFractureSimSubsystem::SurelyBears(
	const UFractureSimComponent& Component, FPieceNode& Node, const FFractureSimImpact& Impact, double Force)
{
	if (!Node.IsWholeBody())
	{
		return Force < Node.HarmlessForce;
	}
	// As long as a frame: it presses. What scripts and damage do is always worked out: somebody waits for the event.
	const bool bPresses = Impact.Source == EFractureSimSource::Physics && Impact.Duration >= 1.0e-3f;
	if (!bPresses || Node.Damage)
	{
		return false;
	}
	const TSharedPtr<FBreakBody> Body = BodyOf(Component, Node);
	return Body && Body->Task.IsCompleted() && Force < Body->HarmlessForce;
}

void UFractureSimSubsystem::QueueImpact(
	UFractureSimComponent& Component, const TSharedPtr<FPieceNode>& Node, const FFractureSimImpact& Impact, bool bForce)
{
	UPrimitiveComponent* const Primitive = Component.PrimitiveOf(*Node);
	FEvent* Event =
		Queue.FindByPredicate([&Node](const FEvent& Other) { return Other.Node == Node && !Other.bFromHistory; });
	if (!Event && Primitive)
	{
		Event = &Queue.AddDefaulted_GetRef();
		Event->Component = &Component;
		Event->Node = Node;
		Event->Priority = PriorityOf(Component);
		Event->Transform = FrameOf(*Primitive, *Node);
		Event->bSimulated = Primitive->IsSimulatingPhysics();
		if (Event->bSimulated)
		{
			Event->Velocity = Primitive->GetPhysicsLinearVelocity(NAME_None);
			Event->AngularVelocity = Primitive->GetPhysicsAngularVelocityInRadians(NAME_None);
		}
	}
	if (Event)
	{
		FFractureSimImpact& Added = Event->Impacts.Add_GetRef(Impact);
		if (const UPrimitiveComponent* const Striker = Impact.Striker.Get())
		{
			Added.StrikerPoint = Striker->GetComponentTransform().InverseTransformPositionNoScale(Impact.Location);
		}
		Event->bForce |= bForce;
	}
}

void UFractureSimSubsystem::QueueRecord(
	UFractureSimComponent& Component, const TSharedPtr<FPieceNode>& Node, const FFractureSimImpactRecord& Record)
{
	FEvent& Event = Queue.AddDefaulted_GetRef();
	Event.Component = &Component;
	Event.Node = Node;
	Event.Record = Record;
	Event.bFromHistory = true;
	Event.Transform = FTransform(Record.Rotation, Record.Location);
	Event.Priority = PriorityOf(Component);
	Component.SetStatus(*Node, EFractureSimStatus::Solving);
}

void UFractureSimSubsystem::HandlePieceDamage(AActor* DamagedActor,
	float Damage,
	AController* InstigatedBy,
	FVector HitLocation,
	UPrimitiveComponent* FHitComponent,
	FName BoneName,
	FVector ShotFromDirection,
	const UDamageType* DamageType,
	AActor* DamageCauser)
{
	UFractureSimComponent* Owner = nullptr;
	Pool->ForEach([&Owner, FHitComponent](
					  UFractureSimComponent& Component, const TSharedPtr<FPieceNode>&, UDynamicMeshComponent& Piece)
		{ Owner = &Piece == FHitComponent ? &Component : Owner; });
	if (Owner)
	{
		Owner->HandlePointDamage(DamagedActor,
			Damage,
			InstigatedBy,
			HitLocation,
			FHitComponent,
			BoneName,
			ShotFromDirection,
			DamageType,
			DamageCauser);
	}
}

/// One event for all pieces of the world, whomever they are from, with the damage at the one nearest to the origin.
void UFractureSimSubsystem::HandlePieceBlast(
	AActor*, float Damage, const UDamageType*, FVector Origin, const FHitResult&, AController*, AActor*)
{
	TArray<UFractureSimComponent*> Owners;
	double Nearest = std::numeric_limits<double>::infinity();
	Pool->ForEach(
		[&](UFractureSimComponent& Owner, const TSharedPtr<FPieceNode>&, const UDynamicMeshComponent& Piece)
		{
			Nearest = FMath::Min(Nearest, FVector::Distance(Origin, Piece.GetComponentLocation()));
			if (!Owners.Contains(&Owner))
			{
				Owners.Add(&Owner);
			}
		});
	for (UFractureSimComponent* const Owner : Owners)
	{
		Owner->BlastPiecesByDamage(Origin, Nearest, Damage);
	}
}

void UFractureSimSubsystem::Cancel(FEvent& Event)
{
	if (Event.Task)
	{
		Event.Task->bCancelled.store(true, std::memory_order_relaxed);
		Cancelled.Add(Event.Task);
	}
	for (const TWeakObjectPtr<UDynamicMeshComponent>& Fragment : Event.Fragments)
	{
		if (Fragment.IsValid() && Pool)
		{
			Pool->Release(*Fragment.Get());
		}
	}
	Event.Fragments.Empty();
}

void UFractureSimSubsystem::Forget(const UFractureSimComponent& Component)
{
	for (TArray<FEvent>* Events : {&Queue, &Running, &Applying})
	{
		for (int32 I = Events->Num() - 1; I >= 0; --I)
		{
			if ((*Events)[I].Component.Get() == &Component)
			{
				Cancel((*Events)[I]);
				Events->RemoveAt(I);
			}
		}
	}
}

void UFractureSimSubsystem::RemoveFragments(const UFractureSimComponent& Component)
{
	if (Pool)
	{
		Pool->ReleaseOf(Component);
	}
}

int32 UFractureSimSubsystem::NumBeingMade() const
{
	int32 Count = 0;
	for (const TSharedPtr<FBreakBody>& Body : PieceBodies)
	{
		Count += Body->Task.IsCompleted() ? 0 : 1;
	}
	return Count;
}

void UFractureSimSubsystem::StartSolves()
{
	// From here on new hits on these bodies come too late.
	for (FEvent& Event : Queue)
	{
		if (UFractureSimComponent* const Component = Event.Component.Get())
		{
			Component->SetStatus(*Event.Node, EFractureSimStatus::Solving);
		}
	}
	Queue.StableSort([](const FEvent& A, const FEvent& B) { return A.Priority > B.Priority; });
	const int32 MaxSolves = GetBudget().MaxSolves;
	for (int32 I = 0; I < Queue.Num() && Running.Num() < MaxSolves;)
	{
		FEvent& Event = Queue[I];
		const UFractureSimComponent* const Component = Event.Component.Get();
		const bool bToBeMade = !Event.Node->IsWholeBody() && !Event.Node->Body;
		if (Component && bToBeMade && Running.Num() + NumBeingMade() >= MaxSolves)
		{
			++I; // to make a piece ready is as much work as to break it
			continue;
		}
		const TSharedPtr<FBreakBody> Body = Component ? BodyOf(*Component, *Event.Node) : nullptr;
		if (Body && !Body->Task.IsCompleted())
		{
			++I; // the body is still being made ready
			continue;
		}
		if (Component && !Body)
		{
			GiveUp(Event, TEXT("its asset is gone"));
		}
		else if (Body && StartSolve(Event))
		{
			Running.Add(MoveTemp(Event));
		}
		Queue.RemoveAt(I);
	}
}

bool UFractureSimSubsystem::StartSolve(FEvent& Event)
{
	UFractureSimComponent& Component = *Event.Component.Get();
	const UFractureSimSettings& Settings = *GetDefault<UFractureSimSettings>();
	TSharedRef<FBreakTask> Task = MakeShared<FBreakTask>();
	Task->Body = BodyOf(Component, *Event.Node);
	Task->Damage = Event.Node->Damage;
	Task->Before = Event.Node->DamageRecords;
	Task->bFromHistory = Event.bFromHistory;
	Task->bForce = Event.bForce;
	Task->MaxFragments = GetBudget().MaxFragments;
	FString Problem = Task->Body->Error;
	if (Problem.IsEmpty() && Event.Node->IsWholeBody())
	{
		Component.Tree->WholeVolume = Task->Body->Breakable->Object().mass.volume;
	}
	if (Event.Node->Generation < Component.PieceGenerations)
	{
		Task->LeastPieceVolume = Component.LeastPieceVolume * Component.Tree->WholeVolume;
	}
	if (Problem.IsEmpty() && !Event.bFromHistory)
	{
		FBodyState State;
		State.Transform = Event.Transform;
		State.Velocity = Event.Velocity;
		State.AngularVelocity = Event.AngularVelocity;
		State.bSimulated = Event.bSimulated;
		Event.Record.Quality = Component.Quality;
		Event.Record.Seed = Component.NextSeed++;
		Event.Record.Parent = Event.Node->Break;
		Event.Record.Piece = Event.Node->Number;
		// What is left out here pushes nothing later, either.
		TArray<FFractureSimImpact> Taken;
		if (FillRecord(Event.Record,
				Event.Impacts,
				State,
				Task->Body->Breakable->Object().mass,
				Settings.Restitution,
				Settings.ContactDuration,
				Problem,
				&Taken))
		{
			if (!Problem.IsEmpty())
			{
				UE_LOG(LogFractureSim,
					Warning,
					TEXT("%s: one of its impacts ignored: %s"),
					*Component.GetOwner()->GetName(),
					*Problem);
			}
			Problem.Empty();
			Event.Impacts = MoveTemp(Taken);
		}
	}
	if (!Problem.IsEmpty())
	{
		GiveUp(Event, Problem);
		return false;
	}
	Task->Record = Event.Record;
	StartBreakTask(Task);
	Event.Task = Task;
	return true;
}
