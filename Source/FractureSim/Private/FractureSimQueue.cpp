// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// From impacts to tasks: the queue. FractureSimResults.cpp looks at what comes out.
#include "Break/BreakTask.h"
#include "Break/PieceTree.h"
#include "Bridge/ImpactBridge.h"
#include "Bridge/MaterialBridge.h"
#include "Camera/PlayerCameraManager.h"
#include "Components/DynamicMeshComponent.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "FractureSimConfig.h"
#include "FractureSimLog.h"
#include "FractureSimMaterial.h"
#include "FractureSimSettings.h"
#include "FractureSimSubsystem.h"
#include "GameFramework/Actor.h"
#include "Kismet/GameplayStatics.h"

using namespace FractureSim::Private;

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
		Event->Life = Component.Life;
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

void UFractureSimSubsystem::QueueRecord(UFractureSimComponent& Component,
	const TSharedPtr<FPieceNode>& Node,
	const FFractureSimImpactRecord& Record,
	bool bAnew)
{
	FEvent& Event = Queue.AddDefaulted_GetRef();
	Event.Component = &Component;
	Event.Life = Component.Life;
	Event.Node = Node;
	Event.Record = Record;
	Event.bFromHistory = true;
	Event.bAnew = bAnew;
	Event.Transform = FTransform(Record.Rotation, Record.Location);
	Event.Priority = PriorityOf(Component);
	Component.SetStatus(*Node, EFractureSimStatus::Solving);
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
		const UFractureSimComponent* const Component = Queue[I].Component.Get();
		FPieceNode& Node = *Queue[I].Node;
		if (Component && Node.Status != EFractureSimStatus::Solving)
		{
			++I; // it came while another was given up, and others of this frame may join it
			continue;
		}
		const bool bToBeMade = !Node.IsWholeBody() && !Node.Body;
		if (Component && bToBeMade && Running.Num() + NumBeingMade() >= MaxSolves)
		{
			++I; // to make a piece ready is as much work as to break it
			continue;
		}
		const TSharedPtr<FBreakBody> Body = Component ? BodyOf(*Component, Node) : nullptr;
		if (Body && !Body->Task.IsCompleted())
		{
			++I; // the body is still being made ready
			continue;
		}
		// Out of the list first: filters of what waits for a body that is given up may do anything.
		FEvent Event = MoveTemp(Queue[I]);
		Queue.RemoveAt(I);
		if (Component && !Body)
		{
			GiveUp(Event, TEXT("its asset is gone"));
		}
		else if (Body && StartSolve(Event))
		{
			Running.Add(MoveTemp(Event));
		}
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
	Task->bFromHistory = Event.bFromHistory && !Event.bAnew;
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
