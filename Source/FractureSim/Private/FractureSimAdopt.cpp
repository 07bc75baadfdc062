// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Where a client's core comes out differently for good, it takes the server's pieces as they are: geometry, places and
// motions.
#include "Break/FragmentPool.h"
#include "Break/PieceTree.h"
#include "Break/ServerState.h"
#include "Components/DynamicMeshComponent.h"
#include "Engine/World.h"
#include "FractureSimComponent.h"
#include "FractureSimConfig.h"
#include "FractureSimLog.h"
#include "FractureSimSubsystem.h"
#include "FractureSimTrace.h"
#include "GameFramework/Actor.h"

using namespace FractureSim::Private;

TArray<uint8> UFractureSimSubsystem::CaptureState(const UFractureSimComponent& Component) const
{
	FServerState State;
	State.Sequence = Component.LastSequence;
	State.Result = Component.ResultHash;
	State.bBroken = Component.GetStatus() == EFractureSimStatus::Broken;
	for (int32 I = 0; Component.Tree && I < Component.Tree->Nodes.Num(); ++I)
	{
		const FPieceNode& Node = *Component.Tree->Nodes[I];
		UDynamicMeshComponent* const Fragment = Node.Component.Get();
		if (!Fragment)
		{
			continue;
		}
		FPieceState& Piece = State.Pieces.AddDefaulted_GetRef();
		Piece.Break = Node.Break;
		Piece.Transform = Fragment->GetComponentTransform();
		Piece.bAtRest = !Fragment->IsSimulatingPhysics();
		Piece.Data = MakeUnique<FFragmentData>();
		Piece.Data->Number = Node.Number;
		Piece.Data->Mass = Node.Mass;
		Piece.Shown = Fragment->GetMesh();
		Piece.Data->Shapes = Fragment->GetSimpleCollisionShapes();
		if (!Piece.bAtRest)
		{
			Piece.Data->Velocity = Fragment->GetPhysicsLinearVelocity(NAME_None);
			Piece.Data->AngularVelocity = Fragment->GetPhysicsAngularVelocityInRadians(NAME_None);
		}
	}
	return WriteServerState(State);
}

void UFractureSimSubsystem::AdoptState(UFractureSimComponent& Component, TArray<uint8>&& Bytes)
{
	FinishAsking(Component);
	FEvent Event;
	Event.Component = &Component;
	Event.Life = Component.Life;
	Event.bFromHistory = true;
	Event.bAdopted = true;
	Event.Priority = PriorityOf(Component);
	Event.State = MakeShared<FServerState>();
	const TSharedRef<FBreakTask> Task = MakeShared<FBreakTask>();
	Task->Task = UE::Tasks::Launch(
		UE_SOURCE_LOCATION,
		[Task, State = Event.State, Read = MoveTemp(Bytes)]
		{
			FRACTURESIM_SCOPE(FractureSim_ReadState);
			if (!ReadServerState(Read, *State))
			{
				Task->Error = TEXT("what the server sent of it is damaged");
			}
		},
		UE::Tasks::ETaskPriority::BackgroundHigh);
	Event.Task = Task;
	Running.Add(MoveTemp(Event));
}

void UFractureSimSubsystem::FinishReading(FEvent& Event)
{
	constexpr int32 MostDamaged = 3;
	UFractureSimComponent* const Alive = AliveOf(Event);
	if (!Alive || Alive->GetStatus() == EFractureSimStatus::NotReady || !Alive->IsOutOfSync())
	{
		return; // it ended meanwhile
	}
	UFractureSimComponent& Component = *Alive;
	if (!Event.Task->Error.IsEmpty())
	{
		const bool bAgain = ++Component.DamagedStates < MostDamaged;
		UE_LOG(LogFractureSim,
			Error,
			TEXT("%s: %s; %s"),
			*Component.GetOwner()->GetName(),
			*Event.Task->Error,
			bAgain ? TEXT("it is asked for again") : TEXT("its own pieces stay until it breaks further"));
		if (bAgain)
		{
			AskServer(Component);
		}
		return;
	}
	FServerState& State = *Event.State;
	Forget(Component);
	if (!State.bBroken)
	{
		const int32 Newest = Component.LastSequence;
		Component.BecomeWhole();
		if (Component.GetStatus() == EFractureSimStatus::NotReady)
		{
			return; // whoever saw the body come back ended it
		}
		Component.LastSequence = Newest;
		Component.FinishAdoption(State.Sequence);
		return;
	}
	Event.Node = Component.Tree->Root();
	Event.Task->Record.Sequence = State.Sequence;
	Event.Task->Record.Result = State.Result;
	for (FPieceState& Piece : State.Pieces)
	{
		if (Event.Task->Fragments.Num() < GetBudget().MaxFragments)
		{
			Event.Places.Add({Piece.Break, Piece.Transform, Piece.bAtRest});
			Event.Task->Fragments.Add(MoveTemp(Piece.Data));
		}
	}
	Event.State.Reset();
	Applying.Add(MoveTemp(Event));
}

/// As with a break: what was there goes and what was made comes, in one moment.
void UFractureSimSubsystem::CommitAdopted(FEvent& Event)
{
	FRACTURESIM_SCOPE(FractureSim_CommitAdopted);
	UFractureSimComponent& Component = *Event.Component.Get();
	const FBreakTask& Task = *Event.Task;
	const bool bWasBroken = Component.GetStatus() == EFractureSimStatus::Broken;
	RemoveFragments(Component);
	Component.GrowTree();
	Component.SetStatus(*Component.Tree->Root(), EFractureSimStatus::Broken);
	Component.ResultHash = Task.Record.Result;
	Component.HideBody();
	if (!AliveOf(Event))
	{
		Cancel(Event);
		return;
	}
	const int32 Limit = GetBudget().MaxFragments;
	Pool->MakeRoom(FMath::Min(Event.Fragments.Num(), Limit), Limit);
	TArray<UDynamicMeshComponent*> Shown;
	for (int32 I = 0; I < Event.Fragments.Num(); ++I)
	{
		const FFragmentData& Data = *Task.Fragments[I];
		TSharedPtr<FPieceNode> Node = MakeShared<FPieceNode>();
		Node->Break = Event.Places[I].Break;
		Node->Number = Data.Number;
		Node->Mass = Data.Mass;
		Node->Generation = 1;
		Node->BornTime = GetWorld()->GetTimeSeconds();
		Component.Tree->Nodes.Add(Node);
		UDynamicMeshComponent* const Fragment = Event.Fragments[I].Get();
		if (Fragment && Shown.Num() >= Limit) // which has become less meanwhile
		{
			Pool->Release(*Fragment);
		}
		else if (Fragment)
		{
			const FPlace& Place = Event.Places[I];
			Pool->Show(
				*Fragment, Component, Node, false, Place.Transform, Data.Velocity, Data.AngularVelocity, Place.bAtRest);
			Shown.Add(Fragment);
		}
	}
	// Breaks follow each other, as those who collect poses expect it.
	Component.Tree->Nodes.StableSort(
		[](const TSharedPtr<FPieceNode>& A, const TSharedPtr<FPieceNode>& B) { return A->Break < B->Break; });
	++Stats.Repaired;
	UE_LOG(LogFractureSim,
		Display,
		TEXT("%s: has the server's %d pieces now"),
		*Component.GetOwner()->GetName(),
		Shown.Num());
	Component.FinishAdoption(Task.Record.Sequence);
	if (TellOfPieces(Event, Shown) && !bWasBroken)
	{
		FFractureSimImpact Impact;
		Impact.Location = Component.GetBody() ? Component.GetBody()->GetComponentLocation() : FVector::ZeroVector;
		Impact.Source = EFractureSimSource::History;
		Component.OnFractured.Broadcast(&Component, Impact, 0.0f, Shown.Num());
	}
}
